"""Reading the Neo4j store: every answer is as of one published generation.

The server isolates less than this store promises, so nothing is left to it: what is read carries the
generations in which it was written, ended and set aside, and never changes otherwise.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from graph.codec import Record, decode
from graph.errors import FixSetup, NotFound, OurBug
from graph.model import Edge, Node, Span
from graph.neo4j_database import Row, batches
from graph.neo4j_schema import (
    CONTENT,
    COUNT_KIND,
    CURSORS,
    EDGES_ALL,
    EDGES_FROM,
    EDGES_OF_TYPES,
    EDGES_TO,
    FIND_IDS,
    FIND_KIND,
    FIND_NUMBERS,
    FIND_PLACES,
    FIND_SOURCE,
)
from graph.packing import BLOCK_CHARS, unpack_boxes, unpack_text
from graph.records import PLACED, as_stamp
from graph.vocabulary import EdgeType

N = TypeVar("N", bound=Node)
R = TypeVar("R", bound=Record)
U = TypeVar("U")

TEXT, BOXES, CURSOR = "text", "boxes", "cursor"
"""Roles of a `(:Content)`."""

_ESCAPE = "\ufdd0"  # a code point that no text may hold
_FOR_EVER = "~"  # sorts after every stamp


class Run(Protocol):
    """Runs one statement, in a transaction of its own or in one that is open."""

    def __call__(self, query: str, /, **parameters: Any) -> list[Row]:
        """Rows of the answer."""


class Neo4jReader:
    """A `graph.store.Reader` of one generation; several threads may share it.

    After its block has ended, every call raises `OurBug`.
    """

    def __init__(self, run: Run, generation: int) -> None:
        self._run = run
        self._generation = generation
        self._is_open = True

    def close(self) -> None:
        """Ends the view."""
        self._is_open = False

    def get(self, kind: type[N], identifier: str) -> N | None:
        """The newest record of that id, retracted or not."""
        rows = self._ask(FIND_IDS, kind=kind.__name__, ids=[as_key(identifier)], source_id=None, **_times(None, True))
        newest = max(rows, key=_number, default=None)
        return None if newest is None else _opened(kind, newest)

    def find(
        self,
        kind: type[N],
        *,
        ids: Iterable[str] | None = None,
        source_id: str | None = None,
        known_at: datetime | None = None,
        history: bool = False,
    ) -> Iterator[N]:
        """Nodes in the order of `graph.store.Reader.find`; of long lists only the places are read at once.

        A record of history follows the records of its id that it replaced.
        """
        times = _times(known_at, history)
        owner = None if source_id is None else as_key(source_id)
        if ids is not None:
            wanted = [as_key(identifier) for identifier in sorted({*ids})]
            rows = self._in_batches(FIND_IDS, "ids", wanted, kind=kind.__name__, source_id=owner, **times)
        elif owner is not None:
            rows = self._ask(FIND_SOURCE, kind=kind.__name__, source_id=owner, **times)
        elif kind in PLACED:
            return self._in_places(kind, self._ask(FIND_PLACES, kind=kind.__name__, **times))
        else:
            rows = self._ask(FIND_KIND, kind=kind.__name__, **times)
        return self._each(kind, sorted(rows, key=_by_place if kind in PLACED else _by_id))

    def edges(
        self,
        *,
        types: Iterable[EdgeType] | None = None,
        src: str | None = None,
        dst: str | None = None,
        known_at: datetime | None = None,
        history: bool = False,
    ) -> list[Edge]:
        """Edges ordered by id, the records of one id in the order of recording."""
        wanted = None if types is None else sorted({kind.value for kind in types})
        times = _times(known_at, history)
        start, end = (None if key is None else as_key(key) for key in (src, dst))
        if start is not None:
            rows = self._ask(EDGES_FROM, src=start, dst=end, types=wanted, **times)
        elif end is not None:
            rows = self._ask(EDGES_TO, dst=end, types=wanted, **times)
        elif wanted is not None:
            rows = self._ask(EDGES_OF_TYPES, types=wanted, **times)
        else:
            rows = self._ask(EDGES_ALL, **times)
        return [_opened(Edge, row) for row in sorted(rows, key=_by_id)]

    def text(self, source_id: str, span: Span | None = None) -> str:
        """A source's text or a part of it; a span that ends after the text is cut off at its end."""
        first, last = (None, None) if span is None else (span.start // BLOCK_CHARS, span.end // BLOCK_CHARS)
        blocks = self._content(TEXT, source_id, first, last)
        if not blocks:
            raise NotFound("text of source", source_id)
        wanted = (body for block, body in blocks.items() if first is None or block >= first)
        text = "".join(_unpacked(unpack_text, body, source_id) for body in wanted)
        if span is None or first is None:
            return text
        return text[span.start - first * BLOCK_CHARS : span.end - first * BLOCK_CHARS]

    def char_boxes(self, source_id: str, page: int) -> NDArray[np.float32]:
        """Rectangles of a page's characters, as `graph.store.Reader.char_boxes` defines them."""
        body = self._content(BOXES, source_id, page, page).get(page)
        return np.empty((0, 4), dtype=np.float32) if body is None else _unpacked(unpack_boxes, body, source_id)

    def cursor(self, connector: str) -> str | None:
        """Where that connector's last committed batch ended."""
        found = self._content(CURSOR, connector)
        return as_text(found[0]) if found else None

    def cursors(self) -> dict[str, str]:
        """Every connector's cursor by connector, in that order."""
        rows = self._ask(CURSORS)
        return dict(sorted((as_text(row["owner"]), as_text(row["body"])) for row in rows))

    def count(self, kind: type[Node]) -> int:
        """How many nodes of a kind are not retracted."""
        return int(self._ask(COUNT_KIND, kind=kind.__name__, **_times(None, False))[0]["found"])

    def _content(self, role: str, owner: str, first: int | None = None, last: int | None = None) -> dict[int, Any]:
        rows = self._ask(CONTENT, role=role, owner=as_key(owner), first=first, last=last)
        return {row["part"]: row["body"] for row in rows}

    def _in_places(self, kind: type[N], places: list[Row]) -> Iterator[N]:
        """Bodies in the order of their places, a batch at a time."""
        for some in batches(sorted(places, key=_by_place)):
            numbers = [row["number"] for row in some]
            bodies = {row["number"]: row for row in self._ask(FIND_NUMBERS, numbers=numbers)}
            yield from self._each(kind, [bodies[number] for number in numbers])

    def _in_batches(self, query: str, name: str, values: list[str], **parameters: Any) -> list[Row]:
        return [row for some in batches(values) for row in self._ask(query, **parameters, **{name: some})]

    def _each(self, kind: type[R], rows: list[Row]) -> Iterator[R]:
        for row in rows:
            self._require_open()
            yield _opened(kind, row)

    def _ask(self, query: str, **parameters: Any) -> list[Row]:
        self._require_open()
        return self._run(query, generation=self._generation, **parameters)

    def _require_open(self) -> None:
        if not self._is_open:
            raise OurBug("a view of the store was used after its block had ended")


def as_key(text: str) -> str:
    """The text as the server takes it: one that is no UTF-8, such as a name of broken bytes, is escaped."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return _ESCAPE + text.encode("utf-8", "surrogatepass").hex()
    return _ESCAPE + text.encode().hex() if text.startswith(_ESCAPE) else text


def as_text(key: str) -> str:
    """The text that `as_key` made a key of."""
    return bytes.fromhex(key[1:]).decode("utf-8", "surrogatepass") if key.startswith(_ESCAPE) else key


def _times(known_at: datetime | None, history: bool) -> dict[str, Any]:
    """The view in recorded time: now is after everything that was ever recorded."""
    if history and known_at is not None:
        raise OurBug("ask either for the history or for what was known at one time")
    return {"history": history, "known_at": _FOR_EVER if known_at is None else as_stamp(known_at)}


def _opened(kind: type[R], row: Row) -> R:
    return decode(kind, row["body"].encode())


def _unpacked(unpack: Callable[[bytes], U], body: bytes, source_id: str) -> U:
    try:
        return unpack(body)
    except zlib.error as error:
        raise FixSetup(
            f"what is stored of {source_id} is damaged ({error}): restore the database, or move it"
        ) from error


def _number(row: Row) -> int:
    number: int = row["number"]
    return number


def _by_id(row: Row) -> tuple[str, int]:
    return as_text(row["id"]), row["number"]


def _by_place(row: Row) -> tuple[str, int, str, int]:
    return as_text(row["source_id"]), row["start"], as_text(row["id"]), row["number"]
