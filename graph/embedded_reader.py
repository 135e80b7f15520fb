"""Reading the embedded store: one connection, one transaction, one consistent view."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from graph.codec import Record, decode
from graph.embedded_errors import damaged, sqlite_errors
from graph.errors import NotFound, OurBug
from graph.model import Edge, Node, Span
from graph.packing import BLOCK_CHARS, unpack_boxes, unpack_text
from graph.records import PLACED, as_stamp
from graph.vocabulary import EdgeType

N = TypeVar("N", bound=Node)
R = TypeVar("R", bound=Record)
V = TypeVar("V")
Value = str | bytes | int | None
"""What is bound to a placeholder of a statement."""

_PARAMETERS = 500
_ROWS = 256
_NO_END = 2**62


class Where:
    """Conditions joined by AND, each with the values for its placeholders."""

    def __init__(self) -> None:
        self.values: list[Value] = []
        self._conditions: list[str] = []

    def add(self, condition: str, *values: Value) -> None:
        """Adds a condition; its text is a constant of this package, what comes from outside is a value."""
        self._conditions.append(condition)
        self.values.extend(values)

    def add_equal(self, column: str, value: str | None) -> None:
        """Adds `column = value`, unless the value is None."""
        if value is not None:
            self.add(f"{column} = ?", as_key(value))

    def add_one_of(self, column: str, values: Sequence[Value]) -> None:
        """Adds that the column holds one of the values; none of them means no row at all."""
        self.add(f"{column} IN ({_marks(values)})", *values)

    def add_time(self, known_at: datetime | None, history: bool) -> None:
        """Adds the view in recorded time, as `Reader.find` defines it."""
        if history and known_at is not None:
            raise OurBug("ask either for the history or for what was known at one time")
        if known_at is not None:
            at = as_stamp(known_at)
            self.add("recorded_at <= ? AND (retracted_at IS NULL OR retracted_at > ?)", at, at)
        elif not history:
            self.add("retracted_at IS NULL")

    def __str__(self) -> str:
        return " AND ".join(self._conditions) or "TRUE"


class EmbeddedReader:
    """A `graph.store.Reader` over one SQLite connection that is inside a transaction.

    Several threads may share it; after its block has ended, every call raises `OurBug`.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    def get(self, kind: type[N], identifier: str) -> N | None:
        """The newest record of that id, retracted or not."""
        sql = "SELECT body, crc FROM nodes WHERE kind = ? AND id = ? ORDER BY record DESC LIMIT 1"
        for node in self._records(kind, sql, [kind.__name__, as_key(identifier)]):
            return node
        return None

    def find(
        self,
        kind: type[N],
        *,
        ids: Iterable[str] | None = None,
        source_id: str | None = None,
        known_at: datetime | None = None,
        history: bool = False,
    ) -> Iterator[N]:
        """Nodes in the order of `graph.store.Reader.find`, read as the caller goes on.

        A record of history follows the records of its id that it replaced. A kind that belongs to no
        source, such as `Work`, has no nodes for a `source_id`.
        """
        where = Where()
        where.add("kind = ?", kind.__name__)
        where.add_equal("source_id", source_id)
        where.add_time(known_at, history)
        if ids is not None:
            return self._of_ids(kind, where, sorted({*ids}))
        by_id = "id, record" if source_id is None else "+id, record"  # + keeps SQLite from walking all ids in order
        order = "source_id, start, id, record" if kind in PLACED else by_id
        return self._records(kind, f"SELECT body, crc FROM nodes WHERE {where} ORDER BY {order}", where.values)

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
        where = Where()
        where.add_equal("src", src)
        where.add_equal("dst", dst)
        if types is not None:
            where.add_one_of("type", sorted({kind.value for kind in types}))
        where.add_time(known_at, history)
        sql = f"SELECT body, crc FROM edges WHERE {where} ORDER BY id, record"
        return list(self._records(Edge, sql, where.values))

    def text(self, source_id: str, span: Span | None = None) -> str:
        """A source's text or a part of it; a span that ends after the text is cut off at its end."""
        first, last = (0, _NO_END) if span is None else (span.start // BLOCK_CHARS, span.end // BLOCK_CHARS)
        sql = "SELECT body FROM texts WHERE source_id = ? AND block BETWEEN ? AND ? ORDER BY block"
        rows = self._rows(sql, [as_key(source_id), first, last])
        if not rows and not self._rows("SELECT 1 FROM texts WHERE source_id = ? LIMIT 1", [as_key(source_id)]):
            raise NotFound("text of source", source_id)
        with sqlite_errors(self._path):
            text = "".join(unpack_text(body) for (body,) in rows)
        return text if span is None else text[span.start - first * BLOCK_CHARS : span.end - first * BLOCK_CHARS]

    def char_boxes(self, source_id: str, page: int) -> NDArray[np.float32]:
        """Rectangles of a page's characters, as `graph.store.Reader.char_boxes` defines them."""
        rows = self._rows("SELECT body FROM char_boxes WHERE source_id = ? AND page = ?", [as_key(source_id), page])
        if not rows:
            return np.empty((0, 4), dtype=np.float32)
        with sqlite_errors(self._path):
            return unpack_boxes(rows[0][0])

    def cursor(self, connector: str) -> str | None:
        """Where that connector's last committed batch ended."""
        rows = self._rows("SELECT value FROM cursors WHERE connector = ?", [as_key(connector)])
        return as_text(rows[0][0]) if rows else None

    def cursors(self) -> dict[str, str]:
        """Every connector's cursor by connector, in that order."""
        rows = self._rows("SELECT connector, value FROM cursors", [])
        return dict(sorted((as_text(connector), as_text(value)) for connector, value in rows))

    def count(self, kind: type[Node]) -> int:
        """How many nodes of a kind are not retracted."""
        sql = "SELECT count(*) FROM nodes WHERE kind = ? AND retracted_at IS NULL"
        return int(self._rows(sql, [kind.__name__])[0][0])

    def _of_ids(self, kind: type[N], where: Where, ids: list[str]) -> Iterator[N]:
        """First the places of all these ids, which are small, then the bodies in their order."""
        place = "source_id, start" if kind in PLACED else "'', 0"
        places: list[tuple[str, int, str, int]] = []
        for some in _slices([as_key(identifier) for identifier in ids]):
            sql = f"SELECT {place}, id, record FROM nodes WHERE {where} AND id IN ({_marks(some)})"
            rows = self._rows(sql, [*where.values, *some])
            places.extend((as_text(source), start, as_text(key), record) for source, start, key, record in rows)
        for records in _slices([record for *_, record in sorted(places)]):
            sql = f"SELECT record, body, crc FROM nodes WHERE record IN ({_marks(records)})"
            bodies = {record: (body, crc) for record, body, crc in self._rows(sql, records)}
            for record in records:
                yield self._open(kind, *bodies[record])

    def _records(self, kind: type[R], sql: str, values: Sequence[Value]) -> Iterator[R]:
        with sqlite_errors(self._path):
            cursor = self._connection.execute(sql, values)
        while True:
            with sqlite_errors(self._path):
                rows = cursor.fetchmany(_ROWS)
            if not rows:
                return
            for body, crc in rows:
                yield self._open(kind, body, crc)

    def _open(self, kind: type[R], body: bytes, crc: int) -> R:
        if zlib.crc32(body) != crc:
            raise damaged(self._path, f"a {kind.__name__} fails its checksum")
        return decode(kind, body)

    def _rows(self, sql: str, values: Sequence[Value]) -> list[tuple[Any, ...]]:
        with sqlite_errors(self._path):
            return self._connection.execute(sql, values).fetchall()


def _marks(values: Sequence[Value]) -> str:
    return ", ".join("?" * len(values))


def _slices(values: Sequence[V]) -> Iterator[Sequence[V]]:
    """The values in runs of what one statement may bind."""
    for start in range(0, len(values), _PARAMETERS):
        yield values[start : start + _PARAMETERS]


def as_key(text: str) -> str | bytes:
    """The text as it is bound to a statement: SQLite takes no lone surrogate, so such a text goes as bytes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def as_text(key: str | bytes | None) -> str:
    """The text that `as_key` made a key of; "" for None."""
    return key.decode("utf-8", "surrogatepass") if isinstance(key, bytes) else key or ""
