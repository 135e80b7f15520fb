"""A store's search of its passages, in memory: exact, and ordered by Lucene's formula where the lane's is another."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from graph.errors import RetryLater
from graph.passage_search import COSINE_DIGITS, Holding, IndexedPassage, IndexedSource, Near

LUCENE_K1 = 1.2
B = 0.75


@dataclass
class MemorySearch:
    """A `graph.passage_search.PassageSearch`.

    Attributes:
        changed: What `changed_sources` says.
        patience: Passages that can still be written before the connection breaks; None for any number.
        asked: Limits that were asked for, in order.
    """

    place: str = "memory"
    changed: frozenset[str] | None = None
    patience: int | None = None
    asked: list[int] = field(default_factory=list)
    passages: dict[str, tuple[str, IndexedPassage]] = field(default_factory=dict)
    noted: dict[str, IndexedSource] = field(default_factory=dict)
    writes: list[str] = field(default_factory=list)
    note: str | None = None

    def alone(self, wait_s: float) -> AbstractContextManager[object]:
        """Nobody else is here."""
        return nullcontext()

    def seal(self) -> str | None:
        """See `PassageSearch`."""
        return self.note

    def set_seal(self, note: str | None) -> None:
        """See `PassageSearch`."""
        self.note = note

    def changed_sources(self, since: str) -> frozenset[str] | None:
        """See `PassageSearch`."""
        return self.changed

    def digests(self) -> dict[str, str]:
        """See `PassageSearch`."""
        return {name: source.digest for name, source in self.noted.items()}

    def sources(self) -> list[IndexedSource]:
        """See `PassageSearch`."""
        return [self.noted[name] for name in sorted(self.noted)]

    def write(self, passages: Iterable[IndexedPassage], embedder: str) -> None:
        """Breaks off when its patience is at an end."""
        for passage in passages:
            if self.patience == 0:
                raise RetryLater("the connection broke")
            self.patience = None if self.patience is None else self.patience - 1
            self.passages[passage.passage_id] = (embedder, passage)
            self.writes.append(passage.passage_id)

    def add_source(self, source: IndexedSource) -> None:
        """See `PassageSearch`."""
        self.noted[source.source_id] = source

    def drop_sources(self, source_ids: Iterable[str]) -> None:
        """See `PassageSearch`."""
        for name in source_ids:
            del self.noted[name]

    def count(self, embedder: str) -> int:
        """See `PassageSearch`."""
        return sum(name == embedder for name, _ in self.passages.values())

    def nearest(self, embedder: str, vector: NDArray[np.float32], limit: int) -> list[Near]:
        """The nearest of all."""
        self.asked.append(limit)
        return self.nearest_among(embedder, vector, limit, [*self.passages])

    def nearest_among(
        self, embedder: str, vector: NDArray[np.float32], limit: int, passage_ids: Sequence[str]
    ) -> list[Near]:
        """See `PassageSearch`."""
        held = [passage for name, passage in map(self.passages.__getitem__, passage_ids) if name == embedder]
        found = [Near(passage.passage_id, round(float(passage.vector @ vector), COSINE_DIGITS)) for passage in held]
        return sorted(found, key=lambda near: (-near.cosine, near.passage_id))[:limit]

    def holding(self, terms: Sequence[str], limit: int) -> list[Holding]:
        """Ordered by Lucene's formula."""
        self.asked.append(limit)
        return sorted(self._among(terms, [*self.passages]), key=lambda one: -one.score)[:limit]

    def holding_among(self, terms: Sequence[str], passage_ids: Sequence[str]) -> list[Holding]:
        """See `PassageSearch`."""
        return self._among(terms, passage_ids)

    def _among(self, terms: Sequence[str], passage_ids: Sequence[str]) -> list[Holding]:
        every = [passage for _, passage in self.passages.values()]
        mean = sum(len(one.terms) for one in every) / len(every)
        having = {term: sum(term in one.terms for one in every) for term in terms}
        idf = {term: math.log(1 + (len(every) - n + 0.5) / (n + 0.5)) for term, n in having.items()}
        found = []
        for passage in (self.passages[name][1] for name in passage_ids):
            held = tuple(term for term in passage.terms if term in idf)
            norm = LUCENE_K1 * (1 - B + B * len(passage.terms) / mean)
            score = sum(idf[term] * (n := held.count(term)) / (n + norm) for term in {*held})
            found.append(Holding(passage.passage_id, len(passage.terms), held, score))
        return [one for one in found if one.terms]
