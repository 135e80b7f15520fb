"""Runs parsers in worker processes under limits, so that no file can take the rest down with it.

A worker that hangs, crashes or eats memory is killed and replaced; its item comes back as a
`SkipRecord`, every other item as if nothing had happened. Results come back pickled and are
unpickled with nothing but the classes of this project, numpy arrays and plain values allowed.
"""

from __future__ import annotations

import io
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection, Pipe
from types import TracebackType
from typing import Any, Self, TypeVar

from connectors.sandbox_worker import READY, Reply, name_of
from graph.errors import FixSetup, SkipRecord

S = TypeVar("S")
T = TypeVar("T")

Parser = Callable[[bytes, S], T]
"""A module-level function (or a `partial` of one) of an item's bytes and its subject: its name, or
a value that has a `name`, for messages."""

_START_LIMIT_S = 60.0
_START = "import sys; sys.path[:] = {path!r}; from connectors.sandbox_worker import serve; serve({fd}, {memory})"
_OUR_PACKAGES = frozenset({"connectors", "graph", "retrieval"})
_PLAIN = frozenset(
    {
        ("builtins", "set"),
        ("builtins", "frozenset"),
        ("builtins", "complex"),
        ("builtins", "bytearray"),
        ("collections", "Counter"),
        ("collections", "OrderedDict"),
        ("datetime", "date"),
        ("datetime", "datetime"),
        ("datetime", "timedelta"),
        ("datetime", "timezone"),
        ("numpy", "dtype"),
        ("numpy", "ndarray"),
        ("numpy._core.multiarray", "_reconstruct"),
        ("numpy._core.multiarray", "scalar"),
        ("numpy._core.numeric", "_frombuffer"),
        ("copyreg", "_reconstructor"),
        ("builtins", "object"),
    }
)


@dataclass(frozen=True, slots=True)
class _Limits:
    time_limit_s: float
    memory_limit_bytes: int
    items_per_worker: int


class _Gone(Exception):
    """The worker ended without an answer."""

    def __init__(self, exit_code: int | None) -> None:
        super().__init__(exit_code)
        self.exit_code = exit_code


class _TooSlow(Exception):
    """The worker did not answer in time."""


class _Unpickler(pickle.Unpickler):
    """Builds plain values and the values of some packages, nothing else."""

    def __init__(self, data: bytes, packages: frozenset[str]) -> None:
        super().__init__(io.BytesIO(data))
        self._packages = packages

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in _PLAIN:
            return super().find_class(module, name)
        if module.partition(".")[0] in self._packages:
            found = super().find_class(module, name)
            if isinstance(found, type) and found.__module__.partition(".")[0] in self._packages:
                return found
        raise pickle.UnpicklingError(f"a parser must not return {module}.{name}")


class _Worker:
    """One process and the pipe to it; started when first asked, restarted when gone."""

    def __init__(self, limits: _Limits) -> None:
        self._limits = limits
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None
        self._items = 0
        self._closed = False

    def ask(self, parser: Parser[Any, Any], data: bytes, subject: Any) -> Reply:
        """The worker's reply.

        Raises:
            _TooSlow, _Gone: After which the worker is a new one.
        """
        connection = self._started()
        self._items += 1
        try:
            connection.send_bytes(pickle.dumps((parser, data, subject), protocol=5))
            if not self._await_ready(connection):
                raise _TooSlow
            if not connection.poll(self._limits.time_limit_s):
                raise _TooSlow
            reply: Reply = _Unpickler(connection.recv_bytes(), _packages(parser)).load()
        except (EOFError, OSError) as error:
            raise _Gone(self.stop()) from error
        except BaseException:
            self.stop()
            raise
        if self._items >= self._limits.items_per_worker or reply.peak_memory_bytes > self._limits.memory_limit_bytes:
            self.stop()
        return reply

    def stop(self) -> int | None:
        """Kills the process; its exit code, negative for a signal, None where none ran."""
        process, connection = self._process, self._connection
        self._process = self._connection = None
        if connection is not None:
            connection.close()
        if process is None:
            return None
        try:
            return process.wait(0.2)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()

    def kill(self) -> None:
        """Ends the process, for good, from another thread; whoever waits for it finds it gone."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()

    def _started(self) -> Connection:
        if self._closed:
            raise _Gone(None)
        if self._connection is None:
            ours, theirs = Pipe()
            fd = theirs.fileno()
            code = _START.format(path=sys.path, fd=fd, memory=self._limits.memory_limit_bytes)
            command = [sys.executable, "-c", code]
            self._process = subprocess.Popen(
                command, pass_fds=(fd,), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True
            )
            theirs.close()
            self._connection, self._items = ours, 0
            if not self._is_up(ours):
                raise FixSetup(f"a parser process does not start ({_ending(self.stop())}); is Prevail installed whole?")
        return self._connection

    def _is_up(self, connection: Connection) -> bool:
        try:
            return self._await_ready(connection)
        except (EOFError, OSError):
            return self._closed  # killed while it started: the question finds it gone

    @staticmethod
    def _await_ready(connection: Connection) -> bool:
        return connection.poll(_START_LIMIT_S) and connection.recv_bytes() == READY


class ParserPool:
    """A few worker processes that parse items one after the other.

    Workers start when first needed and are kept until `close`. Use as a context manager.

    Args:
        workers: How many items are parsed at once.
        time_limit_s: Wall-clock seconds for one item.
        memory_limit_bytes: Private memory above what an idle worker holds.
        items_per_worker: After so many items a worker is replaced.
    """

    def __init__(
        self,
        workers: int = 1,
        *,
        time_limit_s: float = 60.0,
        memory_limit_bytes: int = 2**30,
        items_per_worker: int = 200,
    ) -> None:
        self.limits = _Limits(time_limit_s, memory_limit_bytes, items_per_worker)
        self.workers = max(workers, 1)
        self._peak = 0
        self._lock = threading.Lock()
        self._all = [_Worker(self.limits) for _ in range(self.workers)]
        self._idle: queue.LifoQueue[_Worker] = queue.LifoQueue()
        for worker in reversed(self._all):
            self._idle.put(worker)
        self._threads = ThreadPoolExecutor(self.workers, thread_name_prefix="parser")

    @property
    def peak_memory_bytes(self) -> int:
        """The largest resident set that any worker has reported."""
        return self._peak

    def submit(self, parser: Parser[S, T], data: bytes, subject: S) -> Future[T]:
        """Queues one item; the future raises `SkipRecord` where the item cannot be used."""
        return self._threads.submit(self._run, parser, data, subject)

    def run(self, parser: Parser[S, T], data: bytes, subject: S) -> T:
        """The result of one item, waited for; raises `SkipRecord` where it cannot be used."""
        return self.submit(parser, data, subject).result()

    def map(self, parser: Parser[S, T], items: Iterable[tuple[bytes, S]]) -> Iterator[T | SkipRecord]:
        """Results in the order of the items, a `SkipRecord` where an item cannot be used.

        Items are drawn only a little ahead of the workers, so their bytes are not all held at once.
        """
        waiting: deque[Future[T]] = deque()
        for data, subject in items:
            waiting.append(self.submit(parser, data, subject))
            if len(waiting) > 2 * self.workers:
                yield from _settled(waiting.popleft())
        while waiting:
            yield from _settled(waiting.popleft())

    def close(self) -> None:
        """Kills all workers; items still queued are cancelled."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._all:
            worker.kill()
        self._threads.shutdown(wait=True)
        for worker in self._all:
            worker.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _run(self, parser: Parser[S, T], data: bytes, subject: S) -> T:
        worker, name = self._idle.get(), name_of(subject)
        try:
            reply = worker.ask(parser, data, subject)
        except _TooSlow:
            raise SkipRecord("too slow", f"{name} took longer than {self.limits.time_limit_s:g} s") from None
        except _Gone as gone:
            raise SkipRecord("crashed", f"the parser of {name} ended with {_ending(gone.exit_code)}") from None
        except pickle.UnpicklingError as error:
            raise SkipRecord("parser failed", f"{name}: {error}") from None
        finally:
            self._idle.put(worker)
        with self._lock:
            self._peak = max(self._peak, reply.peak_memory_bytes)
        if reply.error is not None:
            raise reply.error
        value: T = reply.value
        return value


def _settled(future: Future[T]) -> Iterator[T | SkipRecord]:
    """The one outcome of a future, a skip as a value."""
    try:
        yield future.result()
    except SkipRecord as skipped:
        yield skipped


def _packages(parser: Parser[Any, Any]) -> frozenset[str]:
    """The top packages whose values may come back: ours and the parser's own."""
    function = parser.func if isinstance(parser, partial) else parser
    return _OUR_PACKAGES | {str(function.__module__).partition(".")[0]}


def _ending(exit_code: int | None) -> str:
    if exit_code is not None and exit_code < 0:
        return f"signal {signal.Signals(-exit_code).name}"
    return f"exit code {exit_code}"
