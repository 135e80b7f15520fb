"""The exchangeable parts of retrieval: lanes and embedders. One contract suite each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from retrieval.manifest import Manifest
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


@runtime_checkable
class Encoding(Protocol):
    """A lane that compares vectors; it keeps those of the last questions."""

    def encode(self, text: str, /) -> NDArray[np.float32]:
        """The unit vector of a question, `float32[d]`."""


class SearchIndex(Protocol):
    """The derived index as it was when it was opened, wherever it is kept.

    Attributes:
        passage_ids: By row, ascending.
        source_ids: By row.
        lanes: `vector` and `lexical`.
    """

    manifest: Manifest
    passage_ids: tuple[str, ...]
    source_ids: tuple[str, ...]
    lanes: dict[str, Lane]

    def __len__(self) -> int: ...

    def row_of(self, passage_id: str) -> int | None:
        """Row of a passage; None where it is not in the index."""

    def terms(self, text: str) -> list[str]:
        """The terms of a text as the lexical lane takes them."""

    def idf(self, term: str, allowed: NDArray[np.bool_] | None = None) -> float:
        """How rare a term is among the allowed rows; highest for one that no passage holds.

        Args:
            allowed: `bool[rows]`, all or none of the rows of every source.
        """

    def vocabulary_of(self, allowed: NDArray[np.bool_]) -> int:
        """Different terms of the allowed rows, all or none of every source."""

    def passages_with(self, term: str) -> int:
        """How many passages hold a term."""

    def verify(self) -> None:
        """Compares what is searched with the manifest.

        Raises:
            IndexDamaged: They differ.
        """
