"""A parser pool without processes: the same results in the same order, no limits, no start-up time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Self

from graph.errors import SkipRecord


class InlinePool:
    """Parses in the calling process; a stand-in for `connectors.sandbox.ParserPool`."""

    peak_memory_bytes = 0

    def __init__(self, workers: int = 1, **limits: float) -> None:
        self.workers = workers

    def run(self, parser: Callable[[bytes, Any], Any], data: bytes, subject: Any) -> Any:
        """The result of one item; raises `SkipRecord` where it cannot be used."""
        return parser(data, subject)

    def map(self, parser: Callable[[bytes, Any], Any], items: Iterable[tuple[bytes, Any]]) -> Iterator[Any]:
        """Results in the order of the items, a `SkipRecord` where an item cannot be used."""
        for data, subject in items:
            try:
                yield parser(data, subject)
            except SkipRecord as skipped:
                yield skipped

    def close(self) -> None:
        """Nothing to end."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
