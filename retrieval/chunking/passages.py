"""Chunking: a document's clauses and passages, structure first.

A passage is what stands under one clause, as far as the size allows; tables and short code stay
whole; only what is too long is cut at sentence ends, with an overlap. `text[span]` is the passage.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from graph.identity import passage_id
from graph.model import Block, Clause, Page, Passage, Span
from graph.references import short_name
from retrieval.chunking.asked import IN_REPLY_TO, asked
from retrieval.chunking.clauses import Outline, outline
from retrieval.chunking.nesting import nested
from retrieval.chunking.pieces import Piece, pieces
from retrieval.chunking.talk import only_speaker

SIZE_CHARS = 800
OVERLAP_CHARS = 150
_WORD = re.compile(r"\w+")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_LONGEST_CONTEXT = 200
_LONGEST_NAME = 90
_LONGEST_STEP = 70
_LONGEST_COLUMNS = 80


@dataclass(frozen=True, slots=True)
class ChunkRequest:
    """One document to cut.

    Attributes:
        label: Number or name of the document, for the labels of its clauses.
        blocks: In reading order; text that lies in none is taken as paragraphs.
        size_chars: Longest passage that is not a table, code, speech or header, in characters.
        overlap_chars: How much of a cut passage the next one may repeat.
    """

    source_id: str
    label: str
    title: str | None
    text: str
    blocks: tuple[Block, ...]
    pages: tuple[Page, ...]
    recorded_at: datetime
    size_chars: int = SIZE_CHARS
    overlap_chars: int = OVERLAP_CHARS

    def settings(self) -> str:
        """What decides the cuts, for the manifest of an index built from them."""
        return f"structure-2 {self.size_chars}/{self.overlap_chars} characters"


@dataclass(frozen=True, slots=True)
class Chunks:
    """A document's clauses (parents first) and passages, both in reading order."""

    clauses: tuple[Clause, ...]
    passages: tuple[Passage, ...]


def chunk(request: ChunkRequest) -> Chunks:
    """Cut a document into clauses and passages.

    Every character that is not white space, in a table of contents or in a signature is in at
    least one passage. Only passages cut out of something too long overlap.
    """
    blocks = nested(request.text, _complete(request.text, request.blocks))
    read = outline(request.source_id, request.label, request.text, blocks, request.recorded_at)
    found = pieces(request.text, blocks, read, request.size_chars, request.overlap_chars)
    builder = _Builder(request, read)
    made: dict[str, Passage] = {}
    for at, piece in enumerate(found):
        passage = builder.passage(piece, ordinal=len(made))
        if question := asked(request.text, found, at):
            passage = replace(passage, context=f"{passage.context}{IN_REPLY_TO}{question}")
        made.setdefault(passage.id, passage)
    return Chunks(read.clauses, tuple(made.values()))


def _complete(text: str, blocks: Sequence[Block]) -> list[Block]:
    """The blocks that say something, and paragraphs for the text between them."""
    found: list[Block] = []
    at = 0
    for block in sorted(blocks, key=lambda block: block.span):
        found.extend(_paragraphs(text, at, block.span.start))
        if text[block.span.start : block.span.end].strip():
            found.append(block)
        at = max(at, block.span.end)
    found.extend(_paragraphs(text, at, len(text)))
    return found


def _paragraphs(text: str, start: int, end: int) -> Iterator[Block]:
    if not text[start:end].strip():
        return
    at = start
    for stop in [*(gap.start() for gap in _BLANK_LINE.finditer(text, start, end)), end]:
        part = text[at:stop]
        if part.strip():
            left = at + len(part) - len(part.lstrip())
            yield Block("paragraph", Span(left, left + len(part.strip())))
        at = stop


class _Builder:
    """Makes passages of pieces: page numbers, context, counts."""

    def __init__(self, request: ChunkRequest, read: Outline) -> None:
        self._request = request
        self._clauses = read.clauses
        self._by_id = {clause.id: clause for clause in read.clauses}
        self._page_starts = [page.span.start for page in request.pages]
        self._name = _document_name(request.label, request.title)

    def passage(self, piece: Piece, ordinal: int) -> Passage:
        """The passage of a piece."""
        request, span = self._request, piece.span
        text = request.text[span.start : span.end]
        clause = None if piece.clause is None else self._clauses[piece.clause]
        return Passage(
            id=passage_id(request.source_id, span.start, span.end),
            source_id=request.source_id,
            clause_id=clause.id if clause else None,
            ordinal=ordinal,
            kind=piece.kind,
            span=span,
            text=text,
            context=self._context(clause, piece),
            tokens=len(_WORD.findall(text)),
            page_from=self._page(span.start),
            page_to=self._page(max(span.start, span.end - 1)),
            recorded_at=request.recorded_at,
            cells=piece.cells,
            speaker=only_speaker(piece.turns),
            start_s=piece.turns[0].start_s if piece.turns else None,
            end_s=piece.turns[-1].end_s if piece.turns else None,
            quoted=piece.quoted,
            turns=piece.turns,
        )

    def _page(self, position: int) -> int | None:
        index = bisect_right(self._page_starts, position) - 1
        return self._request.pages[index].number if index >= 0 else None

    def _context(self, clause: Clause | None, piece: Piece) -> str:
        steps = []
        while clause is not None:
            steps.append(_step(clause))
            clause = self._by_id.get(clause.parent_id) if clause.parent_id else None
        steps.reverse()
        columns = self._columns(piece)
        while len(" > ".join([self._name, *steps, *columns])) > _LONGEST_CONTEXT and len(steps) > 1:
            steps.pop(0)
        context = _cut(" > ".join([self._name, *steps, *columns]), _LONGEST_CONTEXT)
        return f"{context} > after “{piece.before}”" if piece.before else context

    def _columns(self, piece: Piece) -> list[str]:
        """For a later part of a table, what its columns are called."""
        if piece.part < 2:
            return []
        outside = [cell.span for cell in piece.cells if not piece.span.covers(cell.span)]
        names = [" ".join(self._request.text[span.start : span.end].split()) for span in outside]
        return [_cut(" | ".join(name for name in names if name), _LONGEST_COLUMNS)] if any(names) else []


def _document_name(label: str, title: str | None) -> str:
    """Number and title, the title only where it adds something."""
    if title and title.casefold() not in label.casefold() and label.casefold() not in title.casefold():
        return _cut(f"{label} {title}", _LONGEST_NAME)
    longer = title if title and len(title) > len(label) and len(short_name(label)) > 2 else label
    return _cut(longer, _LONGEST_NAME)


def _step(clause: Clause) -> str:
    if clause.heading is None or clause.heading == clause.path:
        return _cut(clause.path, _LONGEST_STEP)
    if clause.path.rstrip("…") == clause.heading[: len(clause.path) - 1]:
        return _cut(clause.heading, _LONGEST_STEP)
    return _cut(f"{clause.path} {clause.heading}", _LONGEST_STEP)


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1].rstrip()}…"
