"""One writing process per data directory.

The lock is the kernel's (`flock`): it ends with the process that holds it, however that ends. Readers
need none. What stands in the lock file only tells people who the holder is.
"""

from __future__ import annotations

import fcntl
import json
import os
import shlex
import socket
import sys
import threading
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from graph.disk import disk_errors
from graph.errors import OurBug, RetryLater
from graph.time import now_utc

LOCK_NAME = "writer.lock"


class WriterLock(Protocol):
    """The right to write into a store for longer than one transaction; a context manager.

    Whether a second process may hold it meanwhile is the store's own matter. Who holds it may take it again.
    """

    def __enter__(self) -> Self:
        """Takes it.

        Raises:
            RetryLater: Another process holds it and the store allows only one.
        """

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Gives it back."""

    def is_held(self) -> bool:
        """Whether a living process holds it, this one among them; takes nothing."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a lock, as the holder wrote it down.

    Attributes:
        command: Its command line.
        since: ISO 8601, UTC.
    """

    pid: int
    host: str
    command: str
    since: str


class DataLock:
    """The right to write into a data directory; a context manager.

    A process that holds it may take it again, in any thread and through any instance; it is released
    when as many blocks have ended. A forked child does not hold what its parent holds.
    """

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def acquire(self) -> None:
        """Takes the lock, or fails at once; makes the directory where there is none.

        Raises:
            RetryLater: Another process holds it; the message says which and since when.
            FixSetup: The directory may not be written.
        """
        _forget_in_children()
        with disk_errors(self.directory), _held.guard:
            self.directory.mkdir(parents=True, exist_ok=True)
            path = self._path()
            handle, count = _held.locks.get(path) or (_lock(path), 0)
            _held.locks[path] = (handle, count + 1)

    def release(self) -> None:
        """Gives back what `acquire` took once.

        Raises:
            OurBug: This process does not hold it.
        """
        with _held.guard:
            path = self._path()
            if path not in _held.locks:
                raise OurBug(f"{path} is not held by this process")
            handle, count = _held.locks.pop(path)
            if count > 1:
                _held.locks[path] = (handle, count - 1)
            else:
                os.ftruncate(handle, 0)
                os.close(handle)

    def holder(self) -> Holder | None:
        """Who wrote into the lock file that they hold it; None if nobody. A killed holder's words stay."""
        return _read_holder(self._path())

    def is_held(self) -> bool:
        """Whether a living process holds the lock, this one among them; takes nothing."""
        try:
            handle = os.open(self._path(), os.O_RDONLY)
        except OSError:
            return False
        try:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(handle)
        return False

    def _path(self) -> Path:
        return self.directory.resolve() / LOCK_NAME


class _HeldLocks:
    """The locks of this process: path to file descriptor and how often it was taken."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        self.guard = threading.Lock()
        self.locks: dict[Path, tuple[int, int]] = {}

    def close_in_child(self) -> None:
        """Closes the child's copies, which would keep the lock alive after the parent's death."""
        for handle, _ in self.locks.values():
            os.close(handle)
        self.forget()


_held = _HeldLocks()


@cache
def _forget_in_children() -> None:
    os.register_at_fork(after_in_child=_held.close_in_child)


def _lock(path: Path) -> int:
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        me = Holder(os.getpid(), socket.gethostname(), _command(), now_utc().isoformat(timespec="seconds"))
        os.ftruncate(handle, 0)
        os.pwrite(handle, json.dumps(asdict(me)).encode(), 0)
    except BlockingIOError as error:
        os.close(handle)
        raise RetryLater(_explain(path)) from error
    except BaseException:
        os.close(handle)
        raise
    return handle


def _command() -> str:
    return shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]])


def _read_holder(path: Path) -> Holder | None:
    with suppress(OSError, ValueError, TypeError):  # absent, empty or half written: nobody known
        return Holder(**json.loads(path.read_text("utf-8")))
    return None


def _explain(path: Path) -> str:
    holder = _read_holder(path)
    if holder is None:
        return f"{path.parent} is being written by another process: try again when it has ended"
    return (
        f"{path.parent} is being written by `{holder.command}` (process {holder.pid} on {holder.host}, "
        f"since {holder.since}): try again when it has ended, or stop it"
    )
