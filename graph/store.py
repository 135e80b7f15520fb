"""The store: nodes, edges, texts and cursors behind three small protocols.

Every implementation passes `tests/contracts/store_contract.py`. Writes happen only inside
`GraphStore.write()`, which is one transaction: all of it becomes visible and durable when the
block ends without an exception, none of it otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from graph.model import Edge, Node, Span
from graph.vocabulary import EdgeType

N = TypeVar("N", bound=Node)


class Reader(Protocol):
    """A consistent view of the store: what it answers does not change while it is open."""

    def get(self, kind: type[N], identifier: str) -> N | None:
        """The node of that kind and id, retracted or not; None where there is none."""

    def find(
        self,
        kind: type[N],
        *,
        ids: Iterable[str] | None = None,
        source_id: str | None = None,
        known_at: datetime | None = None,
        history: bool = False,
    ) -> Iterator[N]:
        """Nodes of a kind, ordered by id (passages and clauses: by source id, then span start).

        Args:
            ids: Only these ids.
            source_id: Only those that belong to this source.
            known_at: As recorded then: `recorded_at <= known_at < retracted_at`. None: as of now,
                that is without retracted ones.
            history: Everything ever recorded, retracted or not; excludes `known_at`.
        """

    def edges(
        self,
        *,
        types: Iterable[EdgeType] | None = None,
        src: str | None = None,
        dst: str | None = None,
        known_at: datetime | None = None,
        history: bool = False,
    ) -> list[Edge]:
        """Edges that match all given conditions, ordered by id; times as in `find`."""

    def text(self, source_id: str, span: Span | None = None) -> str:
        """A source's normalised text, or the part of it in `span`.

        Raises:
            NotFound: There is no text of that source.
        """

    def char_boxes(self, source_id: str, page: int) -> NDArray[np.float32]:
        """Rectangles of a page's characters: `float32[len(page.span), 4]`, x0 y0 x1 y1 in PDF user
        space; NaN for characters that are not on the page, such as inserted line ends. Empty
        (`float32[0, 4]`) where the page has none."""

    def cursor(self, connector: str) -> str | None:
        """Where that connector's last committed batch ended."""

    def cursors(self) -> dict[str, str]:
        """Every connector's cursor by connector, in that order."""

    def count(self, kind: type[Node]) -> int:
        """How many nodes of a kind are not retracted."""


class Writer(Reader, Protocol):
    """A transaction. It reads its own writes; writing what is already there changes nothing."""

    def put(self, nodes: Iterable[Node]) -> int:
        """Adds nodes whose id is new; returns how many. An id that is known keeps its old node."""

    def connect(self, edges: Iterable[Edge]) -> int:
        """Adds edges whose id is new, or revives retracted ones as new records; returns how many."""

    def replace(self, item: Node | Edge) -> None:
        """Ends the present record of that id (as retracted at `item.recorded_at`) and puts `item`
        in its place; the old record stays in the history."""

    def retract(self, identifiers: Iterable[str], at: datetime) -> int:
        """Ends the present record of nodes and edges with these ids; returns how many."""

    def restore(self, records: Iterable[Node | Edge]) -> int:
        """Makes the whole history of every given id what is given: exactly these records, ended ones included.

        Giving the same again changes nothing. It is for stores that are filled from another one; recorded
        times are taken as they are.

        Args:
            records: All records of an id one after another, the oldest first.

        Returns:
            How many ids had another history before, or none; edges and each kind of node have ids of their own.
        """

    def put_text(self, source_id: str, text: str) -> None:
        """Keeps a source's normalised text."""

    def put_char_boxes(self, source_id: str, page: int, boxes: NDArray[np.float32]) -> None:
        """Keeps the rectangles of a page's characters, `float32[n, 4]`."""

    def save_cursor(self, connector: str, cursor: str) -> None:
        """Keeps where a connector's batch ended, in the same transaction as its effects."""


class GraphStore(Protocol):
    """The graph of record."""

    def read(self) -> AbstractContextManager[Reader]:
        """Opens a consistent view."""

    def write(self) -> AbstractContextManager[Writer]:
        """Opens the one write transaction; a second writer waits for its turn."""

    def generation(self) -> int:
        """Grows by at least one with every committed write transaction that changed something."""

    def passages_version(self) -> str:
        """Changes whenever a passage is put or replaced, and is different in every store: what is derived
        from passages was derived from these if it was derived at this version."""

    def close(self) -> None:
        """Releases files and connections; the store cannot be used afterwards."""
