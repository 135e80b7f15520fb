"""How many passages of each source hold a term."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graph.passage_search import IndexedSource


class TermTable:
    """Terms by source: so fine are counts needed, since what a reader may see is whole sources.

    Attributes:
        tokens: Terms of all passages together, repetitions counted.
    """

    def __init__(self, sources: Sequence[IndexedSource]) -> None:
        """Counts; the sources are numbered in the given order."""
        self.tokens = sum(source.tokens for source in sources)
        self._numbers: dict[str, int] = {}
        known = self._numbers
        terms = np.fromiter((known.setdefault(t, len(known)) for s in sources for t in s.terms), np.int32)
        counts = np.fromiter((count for source in sources for count in source.terms.values()), np.int32)
        owners = np.repeat(np.arange(len(sources), dtype=np.int32), [len(source.terms) for source in sources])
        order = np.argsort(terms, kind="stable")
        self._counts, self._owners = counts[order], owners[order]
        self._starts = np.concatenate(([0], np.cumsum(np.bincount(terms, minlength=len(known)))))

    def __len__(self) -> int:
        return len(self._numbers)

    def passages_with(self, term: str, held: NDArray[np.bool_] | None = None) -> int:
        """How many passages hold a term.

        Args:
            held: `bool[sources]`: only these count; None for all.
        """
        number = self._numbers.get(term)
        if number is None:
            return 0
        part = slice(self._starts[number], self._starts[number + 1])
        counts = self._counts[part] if held is None else self._counts[part][held[self._owners[part]]]
        return int(counts.sum())

    def vocabulary_of(self, held: NDArray[np.bool_]) -> int:
        """Different terms of these sources, `bool[sources]`."""
        before = np.concatenate(([0], np.cumsum(held[self._owners])))
        return int(np.count_nonzero(before[self._starts[1:]] > before[self._starts[:-1]]))
