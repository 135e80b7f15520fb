"""From blocks to pieces: which neighbouring blocks make one passage, and what must be cut."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from graph.model import Block, Cell, Span, Turn
from graph.spans import EARLIER_KINDS, SURROUNDING_KINDS
from retrieval.chunking.clauses import Outline
from retrieval.chunking.recursive import split, split_lines
from retrieval.chunking.tables import split_table
from retrieval.chunking.talk import exchanges, said_before, turns_in

TABLE_SIZES = 4
CODE_SIZES = 2
TALK_SIZES = 1.5
HEADER_SIZES = 4
_LONGEST_HEADINGS = 300
_LONGEST_NOTE = 400
_NOTE = re.compile(r"\s*(?:notes?|примечани[ея]|注)\b", re.IGNORECASE)
_UNREAD = frozenset({"toc"}) | SURROUNDING_KINDS
_APART = frozenset({"turn"}) | EARLIER_KINDS
_WHOLE = frozenset({"table", "header"})


@dataclass(frozen=True, slots=True)
class Piece:
    """The span of one passage, with what its blocks say about it.

    Attributes:
        clause: Index of its clause in the outline, or None.
        before: For speech, the last words of who spoke before.
        part: For a table that was cut, which part it is, from 1; 0 where it is whole.
        bodiless: Headings over nothing.
    """

    span: Span
    kind: str
    clause: int | None
    cells: tuple[Cell, ...] = ()
    turns: tuple[Turn, ...] = ()
    before: str = ""
    quoted: bool = False
    part: int = 0
    bodiless: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A block with the clauses it belongs to, as `Outline` gives them."""

    block: Block
    owner: int | None
    section: int | None

    @property
    def group(self) -> tuple[str, int | None]:
        """What two blocks must share to stand in one passage."""
        if self.block.kind in _APART:
            return self.block.kind, None
        return "text", self.section


def pieces(text: str, blocks: Sequence[Block], outline: Outline, size_chars: int, overlap_chars: int) -> list[Piece]:
    """The pieces of a document in reading order."""
    packer = _Packer(text, size_chars, overlap_chars)
    for block, owner, section in zip(blocks, outline.owners, outline.sections, strict=True):
        packer.add(Placed(block, owner, section))
    packer.finish()
    return list(_together(text, packer.found, outline, size_chars))


def _together(text: str, found: Sequence[Piece], outline: Outline, size_chars: int) -> Iterator[Piece]:
    """Join runs of headings over nothing, such as those of a title page, under the clause they share."""
    run: Piece | None = None
    for piece in found:
        if run is not None and piece.bodiless and _fits(text, run, piece, size_chars):
            clause = run.clause if run.clause == piece.clause else _shared(run, piece, outline)
            run = replace(run, span=Span(run.span.start, piece.span.end), clause=clause)
            continue
        if run is not None:
            yield run
        run = piece if piece.bodiless else None
        if run is None:
            yield piece
    if run is not None:
        yield run


def _fits(text: str, run: Piece, piece: Piece, size_chars: int) -> bool:
    is_next = not text[run.span.end : piece.span.start].strip()
    return is_next and piece.span.end - run.span.start <= size_chars


def _shared(one: Piece, other: Piece, outline: Outline) -> int | None:
    """The innermost clause that both stand in, or None."""
    for index in range(len(outline.clauses) - 1, -1, -1):
        span = outline.clauses[index].span
        if span.covers(one.span) and span.covers(other.span):
            return index
    return None


@dataclass(slots=True)
class _Packer:
    """Collects blocks until one does not belong with the ones before, or does not fit.

    Attributes:
        headings: Headings that wait for the body they stand over.
        waiting: Blocks of the passage that is being filled.
        noting: Whether the last block was a note below a table.
    """

    text: str
    size: int
    overlap: int
    found: list[Piece] = field(default_factory=list)
    headings: list[Placed] = field(default_factory=list)
    waiting: list[Placed] = field(default_factory=list)
    noting: bool = False

    def add(self, placed: Placed) -> None:
        """Takes the next block of the document."""
        kind = placed.block.kind
        if kind in _UNREAD:
            self.finish()
        elif kind == "heading":
            self._heading(placed)
        elif kind in _WHOLE:
            self._whole(placed)
        else:
            self._running(placed)

    def finish(self) -> None:
        """Makes passages of everything that still waits."""
        self._flush()
        self._headings_alone()

    def _heading(self, placed: Placed) -> None:
        self._flush()
        if self.headings:
            last = self.headings[-1].block
            too_long = placed.block.span.end - self.headings[0].block.span.start > _LONGEST_HEADINGS
            if placed.block.level <= last.level or too_long:
                self._headings_alone()
        self.headings.append(placed)

    def _headings_alone(self) -> None:
        if self.headings:
            first, last = self.headings[0], self.headings[-1]
            self.headings = []
            span = Span(first.block.span.start, last.block.span.end)
            self.found.extend(self._cut(Piece(span, "prose", last.owner, bodiless=True)))

    def _whole(self, placed: Placed) -> None:
        carried = [self.waiting.pop()] if self.waiting and self.waiting[-1].block.kind == "caption" else []
        if not carried or self.waiting:
            self._flush()
        start = self._start([*carried, placed])
        self.headings = []
        span = Span(start, placed.block.span.end)
        self.noting = False
        if placed.block.kind == "table":
            self.found.extend(self._table(placed, span))
        else:
            piece = Piece(span, "header", placed.owner, cells=placed.block.cells)
            self.found.extend(self._cut(piece, HEADER_SIZES))

    def _table(self, placed: Placed, span: Span) -> Iterator[Piece]:
        piece = Piece(span, "table", placed.owner, cells=placed.block.cells)
        if len(span) <= TABLE_SIZES * self.size:
            yield piece
            return
        for number, (part, cells) in enumerate(split_table(self.text, span, piece.cells, self.size), start=1):
            yield replace(piece, span=part, cells=cells, part=number)

    def _running(self, placed: Placed) -> None:
        if self._is_note(placed):
            self.found[-1] = replace(self.found[-1], span=Span(self.found[-1].span.start, placed.block.span.end))
            return
        if self.waiting and self.waiting[-1].group != placed.group:
            self._flush()
        if placed.block.kind in _APART:
            self._headings_alone()
        if self.waiting and placed.block.kind != "turn" and self._is_full(placed):
            lead_in = self._lead_in(placed)
            self._flush()
            self.waiting.extend(lead_in)
        self.waiting.append(placed)

    def _is_full(self, placed: Placed) -> bool:
        return placed.block.span.end - self._start(self.waiting) > self.size

    def _is_note(self, placed: Placed) -> bool:
        """Whether a block is a note right below the table that came last, or an item of its notes."""
        if self.waiting or self.headings or not self.found or self.found[-1].kind != "table":
            return False
        span, table = placed.block.span, self.found[-1].span
        if self.text[table.end : span.start].strip() or len(span) > _LONGEST_NOTE:
            return False
        if placed.block.kind == "list_item":
            return self.noting
        self.noting = placed.block.kind == "paragraph" and _NOTE.match(self.text, span.start) is not None
        return self.noting

    def _lead_in(self, placed: Placed) -> list[Placed]:
        """Takes a last "…:" off the full passage where what it leads to comes next."""
        last = self.waiting[-1]
        leads = placed.block.kind in {"list_item", "code"} or placed.block.number is not None
        ends_open = self.text[last.block.span.end - 1 : last.block.span.end] in {":", "："}
        if len(self.waiting) < 2 or not (leads and ends_open) or len(last.block.span) > self.size // 2:
            return []
        return [self.waiting.pop()]

    def _start(self, placed: Sequence[Placed]) -> int:
        return (self.headings or placed)[0].block.span.start

    def _flush(self) -> None:
        if not self.waiting:
            return
        members = self.waiting
        if members[0].block.kind == "turn":
            self._flush_talk()
            return
        span = Span(self._start(members), members[-1].block.span.end)
        self.waiting, self.headings = [], []
        owners = {member.owner for member in members}
        kind = _kind(members)
        piece = Piece(
            span=span,
            kind=kind,
            clause=members[0].owner if len(owners) == 1 else members[0].section,
            quoted=members[0].block.kind in EARLIER_KINDS,
        )
        self.found.extend(self._cut(piece, CODE_SIZES if kind == "code" else 1))

    def _flush_talk(self) -> None:
        """Makes passages of the turns that wait."""
        turns = [member.block for member in self.waiting]
        owner = self.waiting[0].owner
        self.waiting = []
        done = 0
        for group in exchanges(self.text, turns, int(TALK_SIZES * self.size)):
            whole = Piece(Span(group[0].span.start, group[-1].span.end), "turn", owner)
            near = turns[max(0, done - 1) : done + len(group)]
            done += len(group)
            for piece in self._cut(whole, TALK_SIZES):
                before = said_before(self.text, near, piece.span)
                self.found.append(replace(piece, turns=turns_in(piece.span, group), before=before))

    def _cut(self, piece: Piece, sizes: float = 1) -> Iterator[Piece]:
        if len(piece.span) <= sizes * self.size:
            yield piece
            return
        by_line = piece.kind in {"code", "header"}
        size = int(sizes * self.size) if piece.kind == "turn" else self.size
        spans = (
            split_lines(self.text, piece.span, self.size)
            if by_line
            else split(self.text, piece.span, size, self.overlap)
        )
        for span in spans:
            yield replace(piece, span=span, cells=tuple(cell for cell in piece.cells if span.covers(cell.span)))


def _kind(members: Sequence[Placed]) -> str:
    kinds = [member.block.kind for member in members]
    if all(kind == "code" for kind in kinds):
        return "code"
    items = sum(kind == "list_item" for kind in kinds)
    return "list" if items and 2 * items >= len(kinds) else "prose"
