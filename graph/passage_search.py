"""What search lanes ask of a graph store that searches its passages itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

COSINE_DIGITS = 5
"""Decimal places of a cosine; of two that are equal so far the passage id decides."""


@dataclass(frozen=True, slots=True)
class IndexedPassage:
    """What is written to a passage so that it is found.

    Attributes:
        terms: In reading order, none with a blank in it.
        vector: `float32[d]`, unit norm.
    """

    passage_id: str
    terms: Sequence[str]
    vector: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class IndexedSource:
    """What was written for the passages of one source.

    Attributes:
        passage_ids: Ascending.
        terms: Every term to the number of passages that hold it.
        tokens: Terms of all its passages together.
        digest: Of all that the passages were written from.
    """

    source_id: str
    passage_ids: tuple[str, ...]
    terms: Mapping[str, int]
    tokens: int
    digest: str


@dataclass(frozen=True, slots=True)
class Near:
    """A passage and the cosine of its vector with that of the query, to `COSINE_DIGITS` places."""

    passage_id: str
    cosine: float


@dataclass(frozen=True, slots=True)
class Holding:
    """A passage that holds one of the terms asked for.

    Attributes:
        length: Terms of the passage.
        terms: Those that were asked for, each as often as it occurs.
        score: By which the store ordered the passages; 0 where it did not order them.
    """

    passage_id: str
    length: int
    terms: tuple[str, ...]
    score: float


class PassageSearch(Protocol):
    """Vectors and terms of passages in the store, and the searches over them; shared by threads.

    What is written is searched at once; whether it is all there says the seal.
    """

    @property
    def place(self) -> str:
        """Where it is, for people."""

    def alone(self, wait_s: float) -> AbstractContextManager[object]:
        """Holds the right to write, which one process has at a time.

        Raises:
            RetryLater: Another process held it for longer.
        """

    def seal(self) -> str | None:
        """What the writer noted when all was there; None from the start of a rebuilding to its end."""

    def set_seal(self, note: str | None) -> None:
        """Notes that all is there, after waiting until all of it is searched; None that it is not."""

    def changed_sources(self, since: str) -> frozenset[str] | None:
        """Sources with passages recorded after a `GraphStore.passages_version`; None if it cannot be told."""

    def digests(self) -> dict[str, str]:
        """Source id to `IndexedSource.digest`."""

    def sources(self) -> list[IndexedSource]:
        """All sources that were written, by id."""

    def write(self, passages: Iterable[IndexedPassage], embedder: str) -> None:
        """Writes passages that are in the store; the same again changes nothing."""

    def add_source(self, source: IndexedSource) -> None:
        """Notes a source whose passages have been written."""

    def drop_sources(self, source_ids: Iterable[str]) -> None:
        """Forgets that sources were written."""

    def count(self, embedder: str) -> int:
        """Passages that have terms and a vector of that embedder."""

    def nearest(self, embedder: str, vector: NDArray[np.float32], limit: int) -> list[Near]:
        """Passages near a vector, nearest first, ties by id; those that are missing are few, and farther ones."""

    def nearest_among(
        self, embedder: str, vector: NDArray[np.float32], limit: int, passage_ids: Sequence[str]
    ) -> list[Near]:
        """The nearest of these passages, nearest first, ties by id even across the limit; none is missing."""

    def holding(self, terms: Sequence[str], limit: int) -> list[Holding]:
        """Passages with any of these terms, by falling score of the store's own; all if there are fewer."""

    def holding_among(self, terms: Sequence[str], passage_ids: Sequence[str]) -> list[Holding]:
        """Those of these passages that hold any of the terms."""
