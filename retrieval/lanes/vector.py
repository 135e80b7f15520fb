"""The vector lane: exact cosine over FAISS, memory-mapped."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graph.passage_search import COSINE_DIGITS
from retrieval.lanes.cut_off import best_rows, ranking
from retrieval.lanes.encoding import query_encoder
from retrieval.model import Ranking
from retrieval.protocols import Embedder

if TYPE_CHECKING:
    import faiss


class VectorLane:
    """Nearest passages by cosine: the inner product of unit vectors, compared with every passage.

    The score is the cosine, in [−1, 1], to `COSINE_DIGITS` places: behind these it depends on the order of
    summation, and equal passages would be ordered by chance.
    """

    name = "vector"

    def __init__(self, index: faiss.Index, embedder: Embedder, passage_ids: Sequence[str]) -> None:
        """Serves an opened index.

        Args:
            passage_ids: By row, ascending.
        """
        self._index = index
        self._passage_ids = passage_ids
        self.encode = query_encoder(embedder)

    def search(self, text: str, depth: int, allowed: NDArray[np.bool_] | None) -> Ranking:
        """See `Lane.search`."""
        if not len(self._passage_ids):
            return Ranking(self.name, ())
        return self.search_vector(self.encode(text), depth, allowed)

    def search_vector(self, query: NDArray[np.float32], depth: int, allowed: NDArray[np.bool_] | None) -> Ranking:
        """The nearest passages to a unit vector, `float32[d]`; else as `search`."""
        scores, rows = self._nearest(query, depth, allowed)
        best = best_rows(scores, np.arange(len(rows)), depth)
        return ranking(self.name, rows[best], scores[best], self._passage_ids)

    def _nearest(
        self, query: NDArray[np.float32], depth: int, allowed: NDArray[np.bool_] | None
    ) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
        """Scores and rows, by row, of at least `depth` best rows and all that tie with the last.

        FAISS breaks ties as its heap happens to lie, so it is asked for more until the last one
        that it gives is worse than the last one wanted.
        """
        total = int(self._index.ntotal) if allowed is None else int(np.count_nonzero(allowed))
        asked = min(depth + 1, total)
        while asked > 0:
            scores, rows = self._search(query, asked, allowed)
            if asked == total or scores[-1] < scores[depth - 1]:
                order = np.argsort(rows)
                return scores[order], rows[order]
            asked = min(asked * 4, total)
        return np.empty(0, np.float64), np.empty(0, np.intp)

    def _search(
        self, query: NDArray[np.float32], count: int, allowed: NDArray[np.bool_] | None
    ) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
        import faiss

        faiss.omp_set_num_threads(1)  # of this thread; more only wait for each other over a single query
        parameters = None if allowed is None else _only(allowed)
        scores, rows = self._index.search(query.reshape(1, -1), count, params=parameters)
        return np.round(scores[0].astype(np.float64), COSINE_DIGITS), rows[0]


def _only(allowed: NDArray[np.bool_]) -> Any:
    """Search parameters that leave out the other rows."""
    import faiss

    library: Any = faiss  # its stubs know neither the keyword nor arrays as bitmaps
    return library.SearchParameters(sel=library.IDSelectorBitmap(np.packbits(allowed, bitorder="little")))


def write_vectors(path: Path, vectors: NDArray[np.float32]) -> None:
    """Writes the file that `read_vectors` opens.

    Args:
        vectors: `float32[n, d]`, unit norm, by row.
    """
    import faiss

    index = faiss.IndexFlatIP(vectors.shape[1])
    index.add(vectors)
    # not by FAISS itself, which does not say why it cannot write
    path.write_bytes(faiss.serialize_index(index).tobytes())


def read_vectors(path: Path) -> faiss.Index:
    """Maps the file into memory.

    Raises:
        RuntimeError: It is missing or no FAISS index.
    """
    import faiss

    return faiss.read_index(str(path), faiss.IO_FLAG_MMAP_IFC)
