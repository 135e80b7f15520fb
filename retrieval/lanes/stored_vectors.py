"""The vector lane over vectors that are kept with the graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from graph.passage_search import Near, PassageSearch
from retrieval.lanes.encoding import query_encoder
from retrieval.lanes.scanning import SCAN_ROWS, few, limits
from retrieval.model import Hit, Ranking
from retrieval.protocols import Embedder


class StoredVectorLane:
    """Nearest passages by cosine, found by the store's own index.

    That index is approximate: it finds the nearest with high probability, and is asked for several times as many
    as are wanted. Where few rows are allowed, and where it runs dry, every allowed one is compared. The score is
    the cosine, in [−1, 1], always computed from the vectors themselves.
    """

    name = "vector"

    def __init__(
        self,
        search: PassageSearch,
        embedder: Embedder,
        passage_ids: Sequence[str],
        row_of: Callable[[str], int | None],
        scan_rows: int = SCAN_ROWS,
    ) -> None:
        """Serves what `search` holds of the passages.

        Args:
            passage_ids: By row, ascending.
            scan_rows: So few allowed rows are compared one by one.
        """
        self._search = search
        self._embedder = embedder.name
        self._passage_ids = passage_ids
        self._row_of = row_of
        self._scan_rows = scan_rows
        self.encode = query_encoder(embedder)

    def search(self, text: str, depth: int, allowed: NDArray[np.bool_] | None) -> Ranking:
        """See `Lane.search`."""
        if depth < 1 or not len(self._passage_ids) or (allowed is not None and not allowed.any()):
            return Ranking(self.name, ())
        found = self._nearest(self.encode(text), depth, allowed)[:depth]
        return Ranking(self.name, tuple(Hit(near.passage_id, rank, near.cosine) for rank, near in enumerate(found, 1)))

    def _nearest(self, query: NDArray[np.float32], depth: int, allowed: NDArray[np.bool_] | None) -> list[Near]:
        """At least `depth` of the allowed passages, nearest first, and all that tie with the last."""
        rows = len(self._passage_ids)
        if (ids := few(allowed, rows, self._passage_ids, self._scan_rows)) is not None:
            return self._search.nearest_among(self._embedder, query, depth, ids)
        for limit in limits(depth, rows, allowed):
            if limit > rows // 2:
                break
            found = self._search.nearest(self._embedder, query, limit)
            kept = [near for near in found if self._is_allowed(near, allowed)]
            if len(kept) >= depth and found[-1].cosine < kept[depth - 1].cosine:
                return kept
            if len(found) < limit:  # it has lost its way to the rest
                break
        every = few(allowed, rows, self._passage_ids, rows) or []
        return self._search.nearest_among(self._embedder, query, depth, every)

    def _is_allowed(self, near: Near, allowed: NDArray[np.bool_] | None) -> bool:
        row = self._row_of(near.passage_id)
        return row is not None and (allowed is None or bool(allowed[row]))
