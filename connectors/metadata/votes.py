"""Whether a vote on a proposed text was lost, by its count."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from connectors.metadata.words import words
from connectors.protocol import Statement
from graph.model import Block, Cell, Span
from graph.vocabulary import ClaimField, Ground, Status

_NEED_REACH = 60
_NAMES = re.compile(r"\s*(?:,|;|&|\band\b)\s*")
_CONFIDENCE = 0.8


def lost_votes(text: str, blocks: Sequence[Block]) -> Iterator[Statement]:
    """STATUS of a text whose last vote had no more votes for it than against it, or fewer than it needed.

    Votes are counted in figures ("3 ayes, 4 nays"), by names ("AYES: Moss, Tarn. NAYS: None"), or in
    a table with a column for each side.
    """
    counts = [*_told(text), *_tabled(text, blocks)]
    if counts:
        span, ayes, nays = max(counts, key=lambda count: count[0].start)
        needed = words().votes.needed.search(text, span.end, span.end + _NEED_REACH)
        if ayes <= nays or (needed and ayes < int(needed["needed"])):
            said = " ".join(text[span.start : span.end].split())
            yield Statement(ClaimField.STATUS, Status.REJECTED, Ground.BODY, _CONFIDENCE, span, note=said)


def _told(text: str) -> Iterator[tuple[Span, int, int]]:
    """Counts in words: where, for, against; those in which nobody voted are none."""
    for pattern in words().votes.counts:
        for match in pattern.finditer(text):
            ayes, nays = _number(match["ayes"]), _number(match["nays"])
            if ayes + nays:
                yield Span(*match.span()), ayes, nays


def _number(said: str) -> int:
    """A count in figures, or of the names in a list."""
    said = said.strip(" .()")
    if said.isdigit():
        return int(said)
    names = [name for name in _NAMES.split(said) if name.strip()]
    return sum(1 for name in names if not words().votes.nobody.fullmatch(name.strip(" .()")))


def _tabled(text: str, blocks: Sequence[Block]) -> Iterator[tuple[Span, int, int]]:
    """The count of a table whose first row heads a column for each side: its sums, else its marks."""
    pair = (words().votes.ayes, words().votes.nays)
    for block in blocks:
        heads = {c.column: text[c.span.start : c.span.end].strip() for c in block.cells if c.row == 0}
        sides = [next((n for n, head in heads.items() if side.fullmatch(head)), None) for side in pair]
        if block.kind == "table" and None not in sides:
            ayes, nays = (_votes(text, block.cells, column) for column in sides)
            if ayes + nays:
                yield block.span, ayes, nays


def _votes(text: str, cells: Sequence[Cell], column: int | None) -> int:
    said = {(c.row, c.column): text[c.span.start : c.span.end].strip() for c in cells}
    sums = [row for (row, _), words_of in said.items() if words().votes.total.fullmatch(words_of.rstrip(":"))]
    if sums and said.get((sums[-1], column or 0), "").isdigit():
        return int(said[sums[-1], column or 0])
    marks = [mark for (row, at), mark in said.items() if row and at == column and row not in sums]
    return sum(1 for mark in marks if mark and not words().votes.nobody.fullmatch(mark))
