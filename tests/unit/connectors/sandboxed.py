"""Parsers that misbehave, for the tests of the sandbox; they run in worker processes."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time

import numpy as np
from numpy.typing import NDArray

from graph.errors import FixSetup, SkipRecord


def measure(data: bytes, name: str) -> tuple[str, int]:
    """Gives name and length."""
    return name, len(data)


def obey(data: bytes, name: str) -> str:
    """Does what the item's bytes say."""
    match data.decode():
        case "hang":
            time.sleep(60)
        case "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "exit":
            os._exit(3)
        case "skip":
            raise SkipRecord("encrypted", f"{name} opens only with a password")
        case "fail":
            raise ValueError("first line\nsecond line")
        case "setup":
            raise FixSetup("install the thing")
        case "bomb":
            return str(len(bytes(2**30)))
        case _:
            pass
    return f"{name} is fine"


def who(data: bytes, name: str) -> int:
    """Gives the process number of the worker."""
    return os.getpid()


def boxes(data: bytes, name: str) -> NDArray[np.float32]:
    """Gives an array, as a parsed page does."""
    return np.arange(8, dtype=np.float32).reshape(2, 4)


def connect(data: bytes, name: str) -> str:
    """Tries to reach the network and to start a program; says what came of it."""
    outcomes = []
    for attempt in (lambda: socket.create_connection(("127.0.0.1", 9), 1), lambda: subprocess.run(["true"])):
        try:
            attempt()
            outcomes.append("done")
        except PermissionError:
            outcomes.append("refused")
        except OSError:
            outcomes.append("tried")
    return " ".join(outcomes)


class Trojan:
    """A value that would run a command when it is unpickled."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, ("true",)


def smuggle(data: bytes, name: str) -> Trojan:
    """Gives a value that must not be unpickled by the parent."""
    return Trojan()
