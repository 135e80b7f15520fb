"""One writing process per data directory, with real processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from graph.errors import FixSetup, OurBug, RetryLater
from graph.locking import DataLock

HOLD = """
import os, sys
from pathlib import Path
from graph.locking import DataLock
with DataLock(Path(sys.argv[1])):
    forks = "fork" in sys.argv
    if forks and os.fork() == 0:
        print("held", flush=True)
        sys.stdin.read()
        os._exit(0)
    if not forks:
        print("held", flush=True)
    sys.stdin.readline()
"""


@contextmanager
def another_process(directory: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A child that holds the lock until a line is written to it."""
    command = [sys.executable, "-c", HOLD, str(directory), *words]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "held\n"
        try:
            yield child
        finally:
            child.kill()


def test_the_second_process_is_told_who_holds_it(tmp_path: Path) -> None:
    """Process, host, command and time, and that waiting helps; a released lock is free."""
    with another_process(tmp_path, "ingest", "/drawings") as child:
        holder = DataLock(tmp_path).holder()
        assert holder is not None
        assert holder.pid == child.pid
        with pytest.raises(RetryLater) as caught:
            DataLock(tmp_path).acquire()
        for word in (str(child.pid), holder.host, "ingest /drawings", holder.since, "try again"):
            assert word in str(caught.value)
        child.communicate("go\n", timeout=10)
    with DataLock(tmp_path):
        pass


@pytest.mark.parametrize("words", [(), ("fork",)])
def test_the_lock_dies_with_its_holder(tmp_path: Path, words: tuple[str, ...]) -> None:
    """Killed hard, it is free at once, even where a forked child of the holder lives on."""
    with another_process(tmp_path, *words) as child:
        child.send_signal(signal.SIGKILL)
        child.wait(10)
        with DataLock(tmp_path) as lock:
            holder = lock.holder()
            assert holder is not None
            assert holder.pid == os.getpid()


def test_a_process_may_take_it_again(tmp_path: Path) -> None:
    """Through any instance and thread, by whatever path; it is free after the last block."""
    (tmp_path / "link").symlink_to(tmp_path)
    refused: list[BaseException] = []

    def take() -> None:
        try:
            with DataLock(tmp_path / "link"):
                pass
        except RetryLater as error:
            refused.append(error)

    with DataLock(tmp_path):
        thread = threading.Thread(target=take)
        thread.start()
        thread.join()
        with pytest.raises(AssertionError), another_process(tmp_path):
            pass
    assert refused == []
    with another_process(tmp_path):
        assert DataLock(tmp_path).holder() is not None


def test_nobody_holds_it_after_release(tmp_path: Path) -> None:
    """The words about the holder go with it; releasing twice is our mistake."""
    lock = DataLock(tmp_path / "new")
    assert lock.holder() is None
    lock.acquire()
    lock.release()
    assert lock.holder() is None
    with pytest.raises(OurBug):
        lock.release()


def test_a_directory_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """A file stands in its way."""
    (tmp_path / "file").write_text("x")
    with pytest.raises(FixSetup, match="file"):
        DataLock(tmp_path / "file").acquire()


def test_whether_it_is_held_can_be_asked_without_taking_it(tmp_path: Path) -> None:
    """The words of a holder that was killed stay in the file; what counts is the lock itself."""
    lock = DataLock(tmp_path)
    assert not lock.is_held()
    with lock:
        assert lock.is_held()
    assert not lock.is_held()
