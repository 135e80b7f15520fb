"""The far side of `connectors.sandbox`: a process that parses under limits and answers over a pipe.

Started as its own interpreter, never forked, so it holds nothing of its parent. What limits it:

- memory: `RLIMIT_DATA` of what the interpreter needs after start plus the allowance. The address
  space (`RLIMIT_AS`) is no measure, for numeric libraries reserve far more than they touch;
- time: the parent kills it;
- files: `RLIMIT_FSIZE`, no core dumps;
- network and further programs: an audit hook refuses them to Python code. It does not bind native
  code; where that matters run Prevail in a network namespace or container without a network.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import pickle
import re
import resource
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from graph.errors import PrevailError, SkipRecord

_FORBIDDEN = (
    "socket.connect",
    "socket.bind",
    "socket.sendto",
    "socket.getaddrinfo",
    "subprocess.",
    "os.exec",
    "os.fork",
    "os.posix_spawn",
    "os.system",
)
READY = b"ready"
"""Sent once after start and once before each item is begun."""

_MAX_FILE_BYTES = 16 * 2**20
_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of one item, and the worker's peak memory so far."""

    value: Any
    error: PrevailError | None
    peak_memory_bytes: int


def serve(descriptor: int, memory_limit_bytes: int) -> None:
    """Answers pickled requests (parser, data, subject) until the pipe closes."""
    _die_with_parent()
    connection = Connection(descriptor)
    limited = False
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        connection.send_bytes(READY)
        while True:
            parser, data, subject = pickle.loads(connection.recv_bytes())
            if not limited:
                _limit(memory_limit_bytes)
                sys.addaudithook(_refuse)
                limited = True
            connection.send_bytes(READY)  # what was imported until here is not the item's time
            connection.send_bytes(_answer(parser, data, subject))
            del data
            gc.collect()


def peak_memory_bytes() -> int:
    """The largest resident set that this process ever had."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _answer(parser: Callable[[bytes, Any], Any], data: bytes, subject: Any) -> bytes:
    """The pickled reply; whatever goes wrong becomes an error of ours in it."""
    error: PrevailError
    try:
        value = parser(data, subject)
        return pickle.dumps(Reply(value, None, peak_memory_bytes()), protocol=5)
    except MemoryError:
        error = SkipRecord("too large", f"{name_of(subject)} needs more memory than is allowed")
    except PrevailError as known:
        error = known
    except Exception as unknown:
        error = SkipRecord("parser failed", f"{name_of(subject)}: {_one_line(unknown)}")
    return pickle.dumps(Reply(None, error, peak_memory_bytes()), protocol=5)


def name_of(subject: object) -> str:
    """What to call an item in messages: its name where it has one, else itself."""
    return str(getattr(subject, "name", subject))


def _one_line(error: Exception) -> str:
    words = " ".join(str(error).split())
    return f"{type(error).__name__}: {words}"[:300] if words else type(error).__name__


def _limit(memory_limit_bytes: int) -> None:
    _lower(resource.RLIMIT_CORE, 0)
    _lower(resource.RLIMIT_FSIZE, _MAX_FILE_BYTES)
    _lower(resource.RLIMIT_DATA, _data_bytes() + memory_limit_bytes)


def _lower(which: int, value: int) -> None:
    """Sets a limit, but never above what is already in force."""
    _, hard = resource.getrlimit(which)
    bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
    with contextlib.suppress(ValueError, OSError):  # a platform without this limit
        resource.setrlimit(which, (bound, bound))


def _data_bytes() -> int:
    """Private writable memory that the interpreter holds now; 0 where the system does not say."""
    with contextlib.suppress(OSError):
        found = re.search(r"^VmData:\s+(\d+) kB", Path("/proc/self/status").read_text("ascii"), re.MULTILINE)
        return int(found[1]) * 1024 if found else 0
    return 0


def _die_with_parent() -> None:
    """Asks Linux to kill this process with the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    if event.startswith(_FORBIDDEN):
        raise PermissionError(f"a parser must not use {event}")
