"""Writing the Neo4j store: what one transaction adds, replaces and ends."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace as changed
from datetime import datetime
from itertools import groupby, islice
from typing import Any, NamedTuple, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from graph.codec import Record, decode, encode, to_plain
from graph.errors import OurBug
from graph.model import Edge, Node, Passage
from graph.neo4j_database import BATCH_ROWS, Row, batches
from graph.neo4j_reader import BOXES, CURSOR, TEXT, Neo4jReader, Run, as_key
from graph.neo4j_schema import (
    CREATE_EDGES,
    CREATE_ENTITIES,
    CREATE_RECORDS,
    CUT_CONTENT,
    DROP_CONTENT,
    END_EDGES,
    END_RECORDS,
    FINISH,
    FORGET,
    HISTORY,
    KNOWN,
    PRESENT,
    PUT_CONTENT,
    SHOW_PRESENT,
)
from graph.packing import pack_boxes, text_blocks
from graph.records import as_stamp, clock_error, place_of

N = TypeVar("N", bound=Node)
Key = tuple[str, str]
"""Kind and id of a record, as stored."""

KINDS: Mapping[str, type[Record]] = {kind.__name__: kind for kind in (*get_args(Node), Edge)}

_TECHNICAL = frozenset(
    {
        *("number", "kind", "id", "source_id", "start", "type", "src", "dst"),
        *("recorded_at", "retracted_at", "from_gen", "ended_gen", "gone_gen", "body", "ended_body"),
        *("tokens", "embedding"),
    }
)
"""Properties with a meaning of their own here: a field of that name is in the body only."""
_SHOWN_CHARS = 200
_PENDING_BYTES = 4 * 1024 * 1024
_KEPT_GENERATIONS = 1000


class _Stored(NamedTuple):
    """What is known of the newest record of an id; times are stamps."""

    number: int
    recorded_at: str
    retracted_at: str | None


class _Sorted(NamedTuple):
    """Records to create: such as become the identity node of their id, others, and edges."""

    entities: list[Row]
    records: list[Row]
    edges: list[Row]


class Neo4jWriter(Neo4jReader):
    """A `graph.store.Writer` inside one transaction that holds the store's lock.

    After an error in one of its writes the transaction can only be given up: every further write
    raises `OurBug`, and so does the end of the block if the error was swallowed.

    Args:
        generation: Of this transaction: one more than that of the last committed one.
        numbers: How many records the store holds; the next one gets the next number.
        passages: Number of the latest record of a passage.
    """

    def __init__(self, run: Run, generation: int, numbers: int, passages: int) -> None:
        super().__init__(run, generation)
        self.generation = generation
        self.passages = passages
        self._numbers = numbers
        self._changed = False
        self._failed = False
        self._pending = _Pending()

    def find(
        self,
        kind: type[N],
        *,
        ids: Iterable[str] | None = None,
        source_id: str | None = None,
        known_at: datetime | None = None,
        history: bool = False,
    ) -> Iterator[N]:
        """As in `Neo4jReader`, but read at once: what the caller writes while iterating is not met."""
        return iter([*super().find(kind, ids=ids, source_id=source_id, known_at=known_at, history=history)])

    def put(self, nodes: Iterable[Node]) -> int:
        """Adds nodes whose id is new; a retracted id is known and stays retracted."""
        with self._step():
            return sum(self._add(some, revive=False) for some in _cut(nodes))

    def connect(self, edges: Iterable[Edge]) -> int:
        """Adds edges whose id is new or retracted.

        Raises:
            FixSetup: A retracted edge would be revived before it was retracted.
        """
        with self._step():
            return sum(self._add(some, revive=True) for some in _cut(edges))

    def replace(self, item: Node | Edge) -> None:
        """Ends the present record of the item's id and puts the item in its place.

        Raises:
            FixSetup: The present record was recorded after the item.
        """
        with self._step():
            history = self._run(HISTORY, keys=[_as_row(_key(item))])
            newest = history[-1] if history else None
            if newest and newest["retracted_at"] is None:
                if decode(type(item), newest["body"].encode()) == item:
                    return
                self._end([newest], item.recorded_at)
                newest["retracted_at"] = as_stamp(item.recorded_at)
            if newest and as_stamp(item.recorded_at) < newest["retracted_at"]:
                raise clock_error(item.id, as_stamp(item.recorded_at), newest["retracted_at"])
            self._create([item])

    def retract(self, identifiers: Iterable[str], at: datetime) -> int:
        """Ends the present records of these ids; unknown and retracted ones do not count.

        Raises:
            FixSetup: A record was recorded after `at`.
        """
        with self._step():
            wanted = sorted({as_key(identifier) for identifier in identifiers})
            return sum(self._end(self._run(PRESENT, ids=some), at) for some in batches(wanted))

    def restore(self, records: Iterable[Node | Edge]) -> int:
        """Makes the whole history of every given id what is given."""
        with self._step():
            histories = ([*history] for _, history in groupby(records, key=_key))
            return sum(self._restore(some) for some in _cut(histories))

    def put_text(self, source_id: str, text: str) -> None:
        """Keeps a source's normalised text in place of an earlier one."""
        with self._step():
            self._keep(TEXT, source_id, dict(enumerate(text_blocks(text))), is_whole=True)

    def put_char_boxes(self, source_id: str, page: int, boxes: NDArray[np.float32]) -> None:
        """Keeps the rectangles of a page's characters in place of earlier ones."""
        with self._step():
            self._keep(BOXES, source_id, {page: pack_boxes(boxes)})

    def save_cursor(self, connector: str, cursor: str) -> None:
        """Keeps where a connector's batch ended."""
        with self._step():
            self._keep(CURSOR, connector, {0: as_key(cursor)})

    def finish(self, tag: str) -> bool:
        """Writes what is still to be written and counts up the generation; says whether anything was changed.

        Raises:
            OurBug: A write failed before and the error was swallowed.
        """
        with self._step():
            self._flush()
            if self._changed:
                self._run(FINISH, generation=self.generation, numbers=self._numbers, passages=self.passages, tag=tag)
            return self._changed

    def _content(self, role: str, owner: str, first: int | None = None, last: int | None = None) -> dict[int, Any]:
        self._flush()
        return super()._content(role, owner, first, last)

    def cursors(self) -> dict[str, str]:
        """Every connector's cursor by connector, in that order."""
        self._flush()
        return super().cursors()

    def _add(self, items: Sequence[Record], revive: bool) -> int:
        """Creates those whose id is new, or that revive an edge that has ended; the first of an id counts."""
        taken, newest = self._known({_key(item) for item in items})
        new: dict[Key, Record] = {}
        for item in items:
            stored = newest.get(_key(item))
            if _key(item) in new or (stored and not (revive and _revives(item, stored))):
                continue
            if stored and stored.retracted_at and as_stamp(item.recorded_at) < stored.retracted_at:
                raise clock_error(item.id, as_stamp(item.recorded_at), stored.retracted_at)
            new[_key(item)] = item
        self._create([*new.values()], taken)
        return len(new)

    def _known(self, keys: Iterable[Key]) -> tuple[set[str], dict[Key, _Stored]]:
        """The ids that have an identity node with a record, and the newest record of each key."""
        rows = self._run(KNOWN, keys=[_as_row(key) for key in sorted(keys)])
        newest: dict[Key, _Stored] = {}
        for row in sorted((row for row in rows if row["number"] is not None), key=lambda row: row["number"]):
            stored = _Stored(row["number"], row["recorded_at"], row["retracted_at"])
            newest[row["kind"], row["id"]] = stored
        return {row["id"] for row in rows if row["taken"]}, newest

    def _create(self, items: Sequence[Record], taken: set[str] | None = None) -> None:
        """Writes records in this order; of a new id, the first becomes the identity node."""
        if taken is None:
            taken, _ = self._known(_key(item) for item in items if not isinstance(item, Edge))
        rows = _Sorted([], [], [])
        for item in items:
            record = self._record(item)
            if isinstance(item, Edge):
                rows.edges.append({"record": record, "plain": _relationship(item, record)})
            else:
                row = {"id": record["id"], "kind": record["kind"], "record": record, "plain": _shown(item)}
                (rows.records if record["id"] in taken else rows.entities).append(row)
                taken.add(record["id"])
        for query, some in zip((CREATE_ENTITIES, CREATE_RECORDS, CREATE_EDGES), rows, strict=True):
            if some:
                self._run(query, rows=some)
        if rows.records:
            self._run(SHOW_PRESENT, rows=rows.records)
        self._changed = self._changed or bool(items)

    def _record(self, item: Record) -> Row:
        self._numbers += 1
        if isinstance(item, Passage):
            self.passages = self._numbers
        kind, key = _key(item)
        body = encode(item).decode()
        row: Row = {"number": self._numbers, "kind": kind, "id": key, "recorded_at": as_stamp(item.recorded_at)}
        row |= {"from_gen": self.generation, "body": body}
        if item.retracted_at:
            row |= {"retracted_at": as_stamp(item.retracted_at), "ended_gen": self.generation, "ended_body": body}
        if isinstance(item, Edge):
            return row | {"type": item.type.value, "src": as_key(item.src), "dst": as_key(item.dst)}
        source_id, start = place_of(item)
        return row | {"source_id": None if source_id is None else as_key(source_id), "start": start}

    def _end(self, rows: Sequence[Row], at: datetime) -> int:
        """Ends present records, given as stored, each with its body."""
        retracted_at, ended = as_stamp(at), []
        for row in rows:
            record = decode(KINDS[row["kind"]], row["body"].encode())
            if retracted_at < row["recorded_at"]:
                raise clock_error(record.id, retracted_at, row["recorded_at"])
            body = encode(changed(record, retracted_at=at)).decode()
            ended.append({"number": row["number"], "retracted_at": retracted_at, "body": body})
        if ended:
            self._run(END_RECORDS, rows=ended, generation=self.generation)
            if any(row["kind"] == Edge.__name__ for row in rows):
                self._run(END_EDGES, rows=ended)
            self._changed = True
        return len(ended)

    def _restore(self, histories: Sequence[list[Record]]) -> int:
        """New records get new numbers, never those of the old: `passages_version` tells by the number."""
        wanted = {_key(history[0]): history for history in histories}
        stored: dict[Key, list[Row]] = {key: [] for key in wanted}
        for row in self._run(HISTORY, keys=[_as_row(key) for key in wanted]):
            stored[row["kind"], row["id"]].append(row)
        new = [key for key, rows in stored.items() if [r["body"].encode() for r in rows] != [*map(encode, wanted[key])]]
        old = [row["number"] for key in new for row in stored[key]]
        for some in batches(old):
            self._run(FORGET, numbers=some, generation=self.generation)
        for records in batches([record for key in new for record in wanted[key]]):
            self._create(records)
        return len(new)

    def _keep(self, role: str, owner: str, parts: Mapping[int, bytes | str], is_whole: bool = False) -> None:
        self._pending.add(role, as_key(owner), parts, is_whole)
        if self._pending.size_bytes > _PENDING_BYTES:
            self._flush()

    def _flush(self) -> None:
        """Writes texts, boxes and cursors that are waiting; those that are there already change nothing."""
        pending, self._pending = self._pending, _Pending()
        found = []
        for some in batches([*pending.rows.values()]):
            found += self._run(PUT_CONTENT, rows=some, generation=self.generation)
        if pending.whole:
            found += self._run(CUT_CONTENT, rows=[*pending.whole.values()], generation=self.generation)
        changes = sum(row["changed"] for row in found)
        if changes and (cursors := [row for row in pending.rows.values() if row["role"] == CURSOR]):
            self._run(DROP_CONTENT, rows=cursors, generation=self.generation, kept=_KEPT_GENERATIONS)
        self._changed = self._changed or changes > 0

    @contextmanager
    def _step(self) -> Iterator[None]:
        self._require_open()
        if self._failed:
            raise OurBug(
                "an earlier write of this transaction failed: leave its block, which undoes it, and start again"
            )
        try:
            yield
        except BaseException:
            self._failed = True
            raise


class _Pending:
    """Pieces of content that are written together; a later one takes the place of an earlier one.

    Attributes:
        whole: Role and owner to how many parts there are: what is stored behind them is cut off.
    """

    def __init__(self) -> None:
        self.rows: dict[tuple[str, str, int], Row] = {}
        self.whole: dict[tuple[str, str], Row] = {}
        self.size_bytes = 0

    def add(self, role: str, owner: str, parts: Mapping[int, bytes | str], is_whole: bool) -> None:
        """Adds pieces of one owner, by part."""
        if is_whole:
            self.rows = {key: row for key, row in self.rows.items() if key[:2] != (role, owner)}
            self.whole[role, owner] = {"role": role, "owner": owner, "parts": len(parts)}
        for part, body in parts.items():
            digest = hashlib.sha256(body if isinstance(body, bytes) else body.encode()).hexdigest()
            self.rows[role, owner, part] = {
                "role": role,
                "owner": owner,
                "part": part,
                "digest": digest,
                "body": body,
            }
            self.size_bytes += len(body)


def _key(item: Record) -> Key:
    return type(item).__name__, as_key(item.id)


def _as_row(key: Key) -> Row:
    return {"kind": key[0], "id": key[1]}


def _revives(item: Record, stored: _Stored) -> bool:
    return stored.retracted_at is not None and item.retracted_at is None


def _shown(item: Record) -> Row:
    """The fields that a person reads in the database's own pages: plain ones, long texts cut."""
    plain = {name: value for name, value in to_plain(item).items() if name not in _TECHNICAL}
    return {
        name: as_key(value[:_SHOWN_CHARS]) if isinstance(value, str) else value
        for name, value in plain.items()
        if isinstance(value, str | int | float | bool)
    }


def _relationship(edge: Edge, record: Row) -> Row:
    times: Row = {name: record[name] for name in ("id", "number", "recorded_at", "retracted_at") if name in record}
    return _shown(edge) | times


def _cut(items: Iterable[Any]) -> Iterator[list[Any]]:
    """The items in lists of what one statement takes, as they come."""
    waiting = iter(items)
    while some := [*islice(waiting, BATCH_ROWS)]:
        yield some
