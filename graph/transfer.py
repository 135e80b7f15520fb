"""What is carried when all that one place holds goes to another, and how both sides are compared.

A place is a graph, its originals and its receipts. What is derived from them, such as the index, stays behind.
Texts and character boxes are carried with the sources they belong to, originals with the sources that name
them: what an interrupted run left without a source is not carried.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby, islice
from typing import Protocol, TypeVar, assert_never, get_args

import numpy as np
from numpy.typing import NDArray

from graph.blobs import BlobStore
from graph.codec import Record, encode
from graph.errors import NotFound
from graph.model import Clause, Node, Passage, Receipt, Source
from graph.progress import Progress, silent
from graph.receipts import ReceiptLog
from graph.store import GraphStore, Reader

MARK = "prevail:move"
"""Name of the cursor in which a place that is being filled keeps how far that has come; it is not carried."""

R = TypeVar("R", bound=Record)


@dataclass(frozen=True, slots=True)
class Holdings:
    """A place: all that has to be carried, and nothing else."""

    store: GraphStore
    blobs: BlobStore
    receipts: ReceiptLog


@dataclass(frozen=True, slots=True)
class History:
    """Every record of one id, the oldest first."""

    records: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class SourceText:
    """A source's normalised text."""

    source_id: str
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class PageBoxes:
    """The rectangles of a page's characters, `float32[n, 4]`."""

    source_id: str
    page: int
    boxes: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class CursorMark:
    """Where a connector's last committed batch ended."""

    connector: str
    cursor: str


@dataclass(frozen=True, slots=True)
class Original:
    """A source's original bytes."""

    sha256: str
    data: bytes


Item = History | SourceText | PageBoxes | CursorMark
"""One portion of a graph."""


@dataclass(frozen=True, slots=True)
class Account:
    """What a place holds, in figures.

    Attributes:
        counts: Records by kind, ended ones included; texts, boxes, cursors, receipts and originals.
        digest: The sum, modulo 2^256, of the SHA-256 of every portion, in hexadecimal: equal if and, short of
            a broken hash, only if the same is there, in whatever order it was met.
    """

    counts: Mapping[str, int]
    digest: str


class Origin(Protocol):
    """A place as it was at one moment, to be read in the order of the methods.

    Attributes:
        identity: Of the store; different in every store.
        state: Equal for two readings only if they give the same items in the same order.
        expected: About how many of each sort there will be; for showing progress.
    """

    identity: str
    state: str
    expected: Mapping[str, int]

    def receipts(self) -> Iterator[Receipt]:
        """The chain of receipts, oldest first."""

    def items(self) -> Iterator[Item]:
        """The graph: the nodes by kind, edges, texts, boxes, cursors."""

    def originals(self) -> Iterator[Original]:
        """The originals by hash; those that are not there, which `doctor` tells of, are left out."""


class Tally:
    """Passes on what an origin gives, and makes an `Account` of it; each method is used once, to its end."""

    def __init__(self, origin: Origin, progress: Progress = silent) -> None:
        """Tells `progress` of every sort as a stage of its own."""
        self._origin = origin
        self._progress = progress
        self._counts: Counter[str] = Counter()
        self._sum = 0

    def receipts(self) -> Iterator[Receipt]:
        """The chain of receipts."""
        for receipt in self._origin.receipts():
            self._add("receipts", encode(receipt))
            yield receipt

    def items(self) -> Iterator[Item]:
        """The graph."""
        for item in self._origin.items():
            records = len(item.records) if isinstance(item, History) else 1
            self._add(sort_of(item), _content(item), records)
            yield item

    def originals(self) -> Iterator[Original]:
        """The originals, whose bytes the store of originals has compared with their hash."""
        for original in self._origin.originals():
            self._add("originals", original.sha256.encode())
            yield original

    def account(self) -> Account:
        """The account of all that was passed on so far."""
        return Account(dict(sorted(self._counts.items())), f"{self._sum:064x}")

    def _add(self, sort: str, content: bytes, records: int = 1) -> None:
        self._counts[sort] += records
        digest = hashlib.sha256(sort.encode() + b"\0" + content).digest()
        self._sum = (self._sum + int.from_bytes(digest)) % 2**256
        done, total = self._counts[sort], self._origin.expected.get(sort)
        self._progress(sort, done, None if total is None else max(done, total))


def _content(item: Item) -> bytes:
    match item:
        case History(records):
            return b"\n".join(encode(record) for record in records)
        case SourceText(source_id, text):
            return _bytes(source_id, text)
        case PageBoxes(source_id, page, boxes):
            return _bytes(source_id, str(page)) + boxes.astype("<f4").tobytes()
        case CursorMark(connector, cursor):
            return _bytes(connector, cursor)
        case _:
            assert_never(item)


def _bytes(*parts: str) -> bytes:
    return b"\0".join(part.encode("utf-8", "surrogatepass") for part in parts) + b"\0"


def sort_of(item: Item) -> str:
    """The word under which a portion is counted: the kind of its records, or `texts`, `boxes`, `cursors`."""
    match item:
        case History(records):
            return type(records[0]).__name__
        case SourceText():
            return "texts"
        case PageBoxes():
            return "boxes"
        case CursorMark():
            return "cursors"
        case _:
            assert_never(item)


def take_account(origin: Origin) -> Account:
    """Reads a place from end to end."""
    tally = Tally(origin)
    for each in (tally.receipts, tally.items, tally.originals):
        deque(each(), maxlen=0)
    return tally.account()


@contextmanager
def opened(holdings: Holdings) -> Iterator[Origin]:
    """A place as it is now, which stays so while the block runs.

    The receipts are counted before the view of the graph is opened: what they cite is in it. An original was
    kept before the source that names it.
    """
    receipts = sum(1 for _ in holdings.receipts.all())
    before = holdings.store.generation()
    with holdings.store.read() as reader:
        state = f"{holdings.store.passages_version()}@{before}-{holdings.store.generation()}"
        yield _Present(holdings, reader, state, receipts)


def identity_of(store: GraphStore) -> str:
    """What tells a store from every other."""
    return store.passages_version().rpartition(":")[0]


@dataclass(slots=True)
class _Present:
    """An `Origin` over a view that is open."""

    holdings: Holdings
    reader: Reader
    state: str
    receipts_then: int
    identity: str = field(init=False)
    expected: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        self.identity = identity_of(self.holdings.store)
        self.expected = {
            "receipts": self.receipts_then,
            **{kind.__name__: self.reader.count(kind) for kind in get_args(Node)},
        }

    def receipts(self) -> Iterator[Receipt]:
        return islice(self.holdings.receipts.all(), self.receipts_then)

    def items(self) -> Iterator[Item]:
        for kind in get_args(Node):
            yield from _histories(kind, self.reader)
        yield from map(History, _runs(self.reader.edges(history=True)))
        yield from self._texts()
        for connector, cursor in self.reader.cursors().items():
            if connector != MARK:
                yield CursorMark(connector, cursor)

    def originals(self) -> Iterator[Original]:
        for sha256 in sorted({source.sha256 for source in self.reader.find(Source, history=True)}):
            try:
                data = self.holdings.blobs.read(sha256)
            except NotFound:
                continue
            yield Original(sha256, data)

    def _texts(self) -> Iterator[Item]:
        """All texts, then all boxes."""
        pages: dict[str, set[int]] = {}
        for source in self.reader.find(Source, history=True):
            pages.setdefault(source.id, set()).update(page.number for page in source.pages)
        for source_id in pages:
            try:
                yield SourceText(source_id, self.reader.text(source_id))
            except NotFound:
                continue
        for source_id, numbers in pages.items():
            for number in sorted(numbers):
                boxes = self.reader.char_boxes(source_id, number)
                if len(boxes):
                    yield PageBoxes(source_id, number, boxes)


def _histories(kind: type[Node], reader: Reader) -> Iterator[History]:
    found: Iterator[Node] = reader.find(kind, history=True)
    if kind not in (Passage, Clause):
        yield from map(History, _runs(found))
        return
    for _, placed in groupby(found, key=_source_of):  # in the order of their place, which may have changed
        by_id: dict[str, list[Node]] = defaultdict(list)
        for node in placed:
            by_id[node.id].append(node)
        for records in by_id.values():
            yield History(tuple(sorted(records, key=_times)))


def _source_of(node: Node) -> str:
    assert isinstance(node, Passage | Clause)  # the only kinds that come in the order of their place
    return node.source_id


def _times(record: Record) -> tuple[float, float]:
    ended = record.retracted_at
    return record.recorded_at.timestamp(), float("inf") if ended is None else ended.timestamp()


def _runs(records: Iterable[R]) -> Iterator[tuple[R, ...]]:
    for _, run in groupby(records, key=lambda record: record.id):
        yield tuple(run)
