"""Filling a place with what another one holds, so that an interrupted filling goes on where it stopped.

How far it has come is kept in the place itself, in the same transactions as what was put there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from typing import assert_never, get_args

from graph.codec import Record
from graph.errors import FixSetup
from graph.model import Node
from graph.progress import Progress
from graph.store import GraphStore, Reader, Writer
from graph.transfer import (
    MARK,
    Account,
    CursorMark,
    History,
    Holdings,
    Item,
    Origin,
    PageBoxes,
    SourceText,
    Tally,
    identity_of,
    opened,
    take_account,
)

BATCH_RECORDS = 2000
"""Records in a transaction; a text counts as one for every `CHARS` characters, a page of boxes likewise."""

CHARS = 1000


@dataclass(frozen=True, slots=True)
class Mark:
    """How far the filling of a place has come.

    Attributes:
        origin: Identity of the store that it is filled from.
        state: Of the origin.
        items: Portions of the graph that are there.
        digest: Of the account of the whole, once all of it is there.
    """

    origin: str
    state: str
    items: int
    digest: str | None = None


def fill(target: Holdings, origin: Origin, progress: Progress, name: str) -> Account:
    """Puts all that the origin holds into an empty place, or into one that it was being put into before.

    Args:
        name: Of the target, for messages.

    Returns:
        The account of the origin, which is also that of the target: both were compared.

    Raises:
        FixSetup: The target holds other things, or was changed since it was filled, or meanwhile.
    """
    done = _items_there(target, origin, name)
    tally = Tally(origin, progress)
    target.receipts.restore(tally.receipts())
    done = _fill_graph(target, origin, done, tally.items())
    for original in tally.originals():
        if not target.blobs.contains(original.sha256):
            target.blobs.put(original.data)
    account = tally.account()
    _compare(target, account, name)
    _save(target, Mark(origin.identity, origin.state, done, account.digest))
    return account


def require_whole(store: GraphStore, name: str) -> None:
    """Checks that a place is not one that was filled only in part, whose answers would lack the rest.

    Raises:
        FixSetup: It is.
    """
    with store.read() as reader:
        text = reader.cursor(MARK)
    if text is not None and Mark(**json.loads(text)).digest is None:
        raise FixSetup(
            f"{name} is only half filled: run the `prevail restore` or `prevail migrate --to` that is filling it "
            "once more, and let it end"
        )


def _items_there(target: Holdings, origin: Origin, name: str) -> int:
    """How many portions of this origin's graph are in the target."""
    with target.store.read() as reader:
        text = reader.cursor(MARK)
        is_empty = text is None and _is_empty(reader)
    if identity_of(target.store) == origin.identity:
        raise FixSetup(f"{name} is what should be carried there: name another place")
    if text is None:
        if is_empty and next(target.receipts.all(), None) is None:
            return 0
        raise FixSetup(f"{name} already holds data: name an empty place, or empty it first")
    mark = Mark(**json.loads(text))
    if mark.origin != origin.identity:
        raise FixSetup(f"{name} was being filled with other data: name an empty place, or empty it first")
    if mark.digest is not None:
        with opened(target) as there:
            if take_account(there).digest != mark.digest:
                raise FixSetup(f"{name} was changed after it had been filled: name an empty place, or empty it first")
    return mark.items if mark.state == origin.state else 0


def _is_empty(reader: Reader) -> bool:
    nodes = any(next(reader.find(kind, history=True), None) is not None for kind in get_args(Node))
    return not nodes and not reader.edges(history=True) and not reader.cursors()


def _fill_graph(target: Holdings, origin: Origin, done: int, items: Iterator[Item]) -> int:
    """Puts what is not there yet; how many portions are there in the end."""
    for _ in islice(items, done):
        pass
    for batch in _batches(items):
        done += len(batch)
        with target.store.write() as writer:
            _write(writer, batch)
            writer.save_cursor(MARK, _line(Mark(origin.identity, origin.state, done)))
    return done


def _batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    batch: list[Item] = []
    weight = 0
    for item in items:
        batch.append(item)
        weight += _weight(item)
        if weight >= BATCH_RECORDS:
            yield batch
            batch, weight = [], 0
    if batch:
        yield batch


def _weight(item: Item) -> int:
    match item:
        case History(records):
            return len(records)
        case SourceText(_, text):
            return 1 + len(text) // CHARS
        case PageBoxes(_, _, boxes):
            return 1 + len(boxes) // CHARS
        case CursorMark():
            return 1
        case _:
            assert_never(item)


def _write(writer: Writer, batch: list[Item]) -> None:
    records: list[Record] = []
    for item in batch:
        match item:
            case History(history):
                records.extend(history)
            case SourceText(source_id, text):
                writer.put_text(source_id, text)
            case PageBoxes(source_id, page, boxes):
                writer.put_char_boxes(source_id, page, boxes)
            case CursorMark(connector, cursor):
                writer.save_cursor(connector, cursor)
            case _:
                assert_never(item)
    writer.restore(records)


def _compare(target: Holdings, account: Account, name: str) -> None:
    with opened(target) as there:
        found = take_account(there)
    if found != account:
        sorts = sorted({*found.counts, *account.counts})
        other = [sort for sort in sorts if found.counts.get(sort) != account.counts.get(sort)]
        raise FixSetup(
            f"{name} does not hold what was carried there ({', '.join(other) or 'something'} differs): "
            "something else writes to it; empty it and carry it again"
        )


def _save(target: Holdings, mark: Mark) -> None:
    with target.store.write() as writer:
        writer.save_cursor(MARK, _line(mark))


def _line(mark: Mark) -> str:
    return json.dumps(asdict(mark), sort_keys=True)
