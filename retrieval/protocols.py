"""The exchangeable parts of retrieval: lanes and embedders. One contract suite each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from retrieval.model import Ranking

Role = Literal["query", "passage"]


class Embedder(Protocol):
    """Turns texts into unit vectors.

    Attributes:
        name: Stable name of model and version; vectors of different names never mix.
        dimensions: Length d of every vector.
    """

    name: str
    dimensions: int

    def embed(self, texts: Sequence[str], role: Role) -> NDArray[np.float32]:
        """`float32[len(texts), d]`, unit norm rows, in the order of `texts`.

        An empty text gives a unit vector too; equal texts give equal vectors, whatever else is in
        the batch (to 1e-5).
        """


class Lane(Protocol):
    """One way of finding passages.

    Attributes:
        name: `vector`, `lexical` or `graph`.
    """

    name: str

    def search(self, text: str, depth: int, allowed: NDArray[np.bool_] | None) -> Ranking:
        """The best passages, at most `depth`, best first, ties by passage id.

        Args:
            allowed: `bool[rows]` over the index's rows; rows that are False are not candidates at
                all (the filter holds before the cut-off). None allows every row.
        """
