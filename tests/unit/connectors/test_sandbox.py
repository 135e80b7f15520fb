"""The sandbox: whatever a parser does, its own item alone is lost."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

import numpy as np
import pytest

from connectors.sandbox import ParserPool
from graph.errors import FixSetup, SkipRecord
from tests.unit.connectors import sandboxed


@pytest.fixture(scope="module")
def pool() -> Iterator[ParserPool]:
    """Two workers with little memory and half a second or so for an item."""
    with ParserPool(2, time_limit_s=1.5, memory_limit_bytes=200 * 2**20) as pool:
        yield pool


def _outcomes(pool: ParserPool, *commands: str) -> list[str]:
    items = [(command.encode(), f"file {at}") for at, command in enumerate(commands)]
    return [r.reason if isinstance(r, SkipRecord) else r for r in pool.map(sandboxed.obey, items)]


def test_results_come_in_the_order_of_the_items(pool: ParserPool) -> None:
    """Twenty items over two workers keep their order."""
    items = [(b"x" * at, f"file {at}") for at in range(20)]
    assert list(pool.map(sandboxed.measure, items)) == [(f"file {at}", at) for at in range(20)]


def test_a_hanging_parser_is_killed_and_the_others_go_on(pool: ParserPool) -> None:
    """The item that hangs is too slow; items before and after it are done."""
    start = time.monotonic()
    assert _outcomes(pool, "", "hang", "", "") == ["file 0 is fine", "too slow", "file 2 is fine", "file 3 is fine"]
    assert time.monotonic() - start < 5


@pytest.mark.parametrize("command", ["crash", "exit"])
def test_a_crash_costs_one_item(pool: ParserPool, command: str) -> None:
    """A segmentation fault and a sudden exit are reported as crashes."""
    assert _outcomes(pool, command, "") == ["crashed", "file 1 is fine"]


def test_a_crash_names_its_signal(pool: ParserPool) -> None:
    """The detail tells how the process ended."""
    with pytest.raises(SkipRecord, match="SIGSEGV"):
        pool.submit(sandboxed.obey, b"crash", "plan.pdf").result()


def test_memory_beyond_the_limit_is_too_large(pool: ParserPool) -> None:
    """A gigabyte does not fit into 200 MB."""
    assert _outcomes(pool, "bomb", "") == ["too large", "file 1 is fine"]


def test_a_skip_passes_through_with_its_reason(pool: ParserPool) -> None:
    """What the parser says about the file arrives as it was said."""
    with pytest.raises(SkipRecord) as caught:
        pool.submit(sandboxed.obey, b"skip", "plan.pdf").result()
    assert (caught.value.reason, caught.value.detail) == ("encrypted", "plan.pdf opens only with a password")


def test_an_unknown_exception_becomes_a_skip_of_one_line(pool: ParserPool) -> None:
    """The class and the message of the exception are kept, on one line."""
    with pytest.raises(SkipRecord) as caught:
        pool.submit(sandboxed.obey, b"fail", "plan.pdf").result()
    assert caught.value.reason == "parser failed"
    assert caught.value.detail == "plan.pdf: ValueError: first line second line"


def test_other_errors_of_ours_are_raised(pool: ParserPool) -> None:
    """A broken set-up concerns the run, not one item."""
    with pytest.raises(FixSetup, match="install the thing"):
        list(pool.map(sandboxed.obey, [(b"setup", "plan.pdf")]))


def test_a_partial_of_a_parser_is_a_parser(pool: ParserPool) -> None:
    """Options can be bound before the parser is handed over."""
    assert pool.submit(partial(sandboxed.measure, name="bound"), b"abc", "x").exception() is not None
    assert pool.submit(partial(sandboxed.measure), b"abc", "x").result() == ("x", 3)


def test_arrays_come_back_whole(pool: ParserPool) -> None:
    """Boxes are numpy arrays and are allowed through."""
    assert np.array_equal(pool.submit(sandboxed.boxes, b"", "x").result(), np.arange(8).reshape(2, 4))


def test_a_parser_reaches_neither_network_nor_programs(pool: ParserPool) -> None:
    """Sockets and subprocesses are refused to Python code in the worker."""
    assert pool.submit(sandboxed.connect, b"", "x").result() == "refused refused"


def test_what_a_taken_over_parser_returns_is_not_executed(pool: ParserPool) -> None:
    """Only known classes are unpickled."""
    with pytest.raises(SkipRecord, match="must not return posix.system"):
        pool.submit(sandboxed.smuggle, b"", "x").result()


def test_a_worker_is_replaced_after_its_items() -> None:
    """Two items for each worker, then a new process."""
    with ParserPool(1, items_per_worker=2) as pool:
        numbers = [pool.submit(sandboxed.who, b"", "x").result() for _ in range(3)]
    assert numbers[0] == numbers[1] != numbers[2]


def test_peak_memory_is_reported(pool: ParserPool) -> None:
    """A Python process with numpy holds between 10 MB and 1 GB."""
    pool.submit(sandboxed.measure, b"", "x").result()
    assert 10 * 2**20 < pool.peak_memory_bytes < 2**30


def test_closing_does_not_wait_for_a_hanging_parser() -> None:
    """Leaving the pool kills what still runs."""
    start = time.monotonic()
    with ParserPool(1, time_limit_s=60) as pool:
        pool.submit(sandboxed.measure, b"", "x").result()
        waiting = pool.submit(sandboxed.obey, b"hang", "x")
        time.sleep(0.1)
    assert time.monotonic() - start < 10
    assert isinstance(waiting.exception(), SkipRecord)
