"""Writing the embedded store: what one transaction adds, replaces and ends."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace as changed
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from graph.codec import Record, decode, encode
from graph.embedded_errors import sqlite_errors
from graph.embedded_reader import EmbeddedReader, Value, as_key
from graph.errors import NotFound, OurBug
from graph.model import Edge, Node
from graph.packing import pack_boxes, text_blocks
from graph.records import as_stamp, clock_error, place_of

N = TypeVar("N", bound=Node)
_COLUMNS = "record, recorded_at, retracted_at, body"


class _Row(NamedTuple):
    """A record as it is stored; times are stamps (see `as_stamp`)."""

    kind: type[Record]
    record: int
    recorded_at: str
    retracted_at: str | None
    body: bytes


class EmbeddedWriter(EmbeddedReader):
    """A `graph.store.Writer`; it is committed by `EmbeddedStore.write`.

    After an error in one of its writes the transaction can only be given up: every further write
    raises `OurBug`, and so does the end of the block if the error was swallowed.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        super().__init__(connection, path)
        self._before = connection.total_changes
        self._failed = False

    def find(
        self,
        kind: type[N],
        *,
        ids: Iterable[str] | None = None,
        source_id: str | None = None,
        known_at: datetime | None = None,
        history: bool = False,
    ) -> Iterator[N]:
        """As in `EmbeddedReader`, but read at once: what the caller writes while iterating is not met."""
        return iter([*super().find(kind, ids=ids, source_id=source_id, known_at=known_at, history=history)])

    def put(self, nodes: Iterable[Node]) -> int:
        """Adds nodes whose id is new; a retracted id is known and stays retracted."""
        return self._add(nodes, revive=False)

    def connect(self, edges: Iterable[Edge]) -> int:
        """Adds edges whose id is new or retracted.

        Raises:
            FixSetup: A retracted edge would be revived before it was retracted.
        """
        return self._add(edges, revive=True)

    def replace(self, item: Node | Edge) -> None:
        """Ends the present record of the item's id and puts the item in its place.

        Raises:
            FixSetup: The present record was recorded after the item.
        """
        with self._step():
            newest = self._newest(item)
            if newest and newest.retracted_at is None:
                if decode(type(item), newest.body) == item:
                    return
                self._end(newest, item.recorded_at)
            self._insert(item, newest)

    def retract(self, identifiers: Iterable[str], at: datetime) -> int:
        """Ends the present records of these ids; unknown and retracted ones do not count.

        Raises:
            FixSetup: A record was recorded after `at`.
        """
        with self._step():
            return sum(self._retract(as_key(identifier), at) for identifier in identifiers)

    def restore(self, records: Iterable[Node | Edge]) -> int:
        """Makes the whole history of every given id what is given."""
        with self._step():
            return sum(
                self._restore([*history])
                for _, history in groupby(records, key=lambda record: (type(record), record.id))
            )

    def put_text(self, source_id: str, text: str) -> None:
        """Keeps a source's normalised text in place of an earlier one."""
        with self._step():
            if self._has_text(source_id, text):
                return
            key = as_key(source_id)
            self._run("DELETE FROM texts WHERE source_id = ?", key)
            for block, body in enumerate(text_blocks(text)):
                self._run("INSERT INTO texts VALUES (?, ?, ?)", key, block, body)

    def put_char_boxes(self, source_id: str, page: int, boxes: NDArray[np.float32]) -> None:
        """Keeps the rectangles of a page's characters in place of earlier ones."""
        sql = """INSERT INTO char_boxes VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body
            WHERE body <> excluded.body"""
        with self._step():
            self._run(sql, as_key(source_id), page, pack_boxes(boxes))

    def save_cursor(self, connector: str, cursor: str) -> None:
        """Keeps where a connector's batch ended."""
        sql = """INSERT INTO cursors VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value
            WHERE value <> excluded.value"""
        with self._step():
            self._run(sql, as_key(connector), as_key(cursor))

    def commit(self) -> None:
        """Makes all of it durable and counts up the generation, if anything was changed.

        Raises:
            OurBug: A write failed before and the error was swallowed.
        """
        with self._step():
            if self._connection.total_changes != self._before:
                self._run("UPDATE generation SET value = value + 1")
            self._run("COMMIT")

    def _add(self, items: Iterable[Record], revive: bool) -> int:
        added = 0
        with self._step():
            for item in items:
                newest = self._newest(item)
                is_ended = newest is not None and newest.retracted_at is not None
                if newest is None or (revive and is_ended and item.retracted_at is None):
                    self._insert(item, newest)
                    added += 1
        return added

    def _restore(self, history: list[Record]) -> bool:
        """New records get new numbers, never those of the old: `passages_version` tells by the number."""
        table, where, values = _all_of(history[0])
        known = self._rows(f"SELECT record, body FROM {table} WHERE {where} ORDER BY record", values)
        if [body for _, body in known] == [encode(record) for record in history]:
            return False
        self._run(f"UPDATE {table} SET retracted_at = '' WHERE {where}", *values)
        for record in history:
            self._insert(record, None)
        for number, _ in known:
            self._run(f"DELETE FROM {table} WHERE record = ?", number)
        return True

    def _insert(self, item: Record, newest: _Row | None) -> None:
        """Adds a record after the newest of its id, which has ended."""
        body = encode(item)
        recorded_at = as_stamp(item.recorded_at)
        if newest and newest.retracted_at and recorded_at < newest.retracted_at:
            raise clock_error(item.id, recorded_at, newest.retracted_at)
        retracted_at = as_stamp(item.retracted_at) if item.retracted_at else None
        times = (recorded_at, retracted_at, body, zlib.crc32(body))
        if isinstance(item, Edge):
            keys = (as_key(item.id), item.type.value, as_key(item.src), as_key(item.dst))
            self._run("INSERT INTO edges VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)", *keys, *times)
        else:
            source_id, start = place_of(item)
            self._run(
                "INSERT INTO nodes VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)",
                type(item).__name__,
                as_key(item.id),
                None if source_id is None else as_key(source_id),
                start,
                *times,
            )

    def _newest(self, item: Record) -> _Row | None:
        """The last record of the item's id, ended or not."""
        table, where, values = _all_of(item)
        rows = self._rows(f"SELECT {_COLUMNS} FROM {table} WHERE {where} ORDER BY record DESC LIMIT 1", values)
        return _Row(type(item), *rows[0]) if rows else None

    def _retract(self, key: str | bytes, at: datetime) -> int:
        present = [
            _Row(Edge, *row)
            for row in self._rows(f"SELECT {_COLUMNS} FROM edges WHERE id = ? AND retracted_at IS NULL", [key])
        ]
        for kind in get_args(Node):
            sql = f"SELECT {_COLUMNS} FROM nodes WHERE kind = ? AND id = ? AND retracted_at IS NULL"
            present.extend(_Row(kind, *row) for row in self._rows(sql, [kind.__name__, key]))
        for row in present:
            self._end(row, at)
        return len(present)

    def _end(self, row: _Row, at: datetime) -> None:
        retracted_at = as_stamp(at)
        record = decode(row.kind, row.body)
        if retracted_at < row.recorded_at:
            raise clock_error(record.id, retracted_at, row.recorded_at)
        body = encode(changed(record, retracted_at=at))
        table = "edges" if row.kind is Edge else "nodes"
        self._run(
            f"UPDATE {table} SET retracted_at = ?, body = ?, crc = ? WHERE record = ?",
            retracted_at,
            body,
            zlib.crc32(body),
            row.record,
        )

    def _has_text(self, source_id: str, text: str) -> bool:
        try:
            return self.text(source_id) == text
        except NotFound:
            return False

    def _run(self, sql: str, *values: Value) -> None:
        self._connection.execute(sql, values)

    @contextmanager
    def _step(self) -> Iterator[None]:
        if self._failed:
            raise OurBug(
                "an earlier write of this transaction failed: leave its block, which undoes it, and start again"
            )
        try:
            with sqlite_errors(self._path):
                yield
        except BaseException:
            self._failed = True
            raise


def _all_of(item: Record) -> tuple[str, str, list[Value]]:
    """Table, condition and values that find every record of the item's id."""
    if isinstance(item, Edge):
        return "edges", "id = ?", [as_key(item.id)]
    return "nodes", "kind = ? AND id = ?", [type(item).__name__, as_key(item.id)]
