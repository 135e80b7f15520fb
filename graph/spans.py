"""Places in texts and on pages: spans, boxes, pages, cells, blocks, and the words that ground a fact.

Spans are half-open ranges of code points in a source's *normalised text*. Rectangles are in PDF
user space: points, unrotated, origin bottom-left.
"""

from __future__ import annotations

from dataclasses import dataclass

EARLIER_KINDS = frozenset({"quoted", "forwarded"})
"""Kinds of blocks with words of an earlier message: shown, never evidence of the message they stand in."""

SURROUNDING_KINDS = frozenset({"signature", "disclaimer", "banner"})
"""Kinds of blocks around the words of a message: shown, never a passage."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Half-open range `[start, end)` of code points in a source's normalised text."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"not a span: [{self.start}, {self.end})")

    def __len__(self) -> int:
        return self.end - self.start

    def covers(self, other: Span) -> bool:
        """Whether every character of `other` is also in this span."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        """Whether the two spans share at least one character."""
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in PDF user space (points, unrotated page, origin bottom-left)."""

    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class Page:
    """Geometry of one page and the span of normalised text that was read from it.

    Attributes:
        number: 1-based position in the file.
        span: The page's part of the normalised text.
        media: Media box; `crop`: the box that is displayed.
        rotation: Clockwise degrees by which a viewer turns the page: 0, 90, 180 or 270.
        text_layer: `native`, `ocr`, `none` (nothing readable), or `vector` (lines without text).
        furniture: Running heads, feet and page numbers, which are no part of the text.
    """

    number: int
    span: Span
    media: Box
    crop: Box
    rotation: int
    text_layer: str
    furniture: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell: position, its characters in the normalised text, whether it is a header."""

    row: int
    column: int
    span: Span
    header: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A structural piece of the normalised text, in reading order; blocks do not overlap.

    Attributes:
        kind: `heading`, `paragraph`, `list_item`, `table`, `code`, `caption`, `header` (the
            document's own header or title block), `toc` (table of contents: never a passage),
            `turn` (one speaker's turn); of a message `quoted` and `forwarded` (words of an earlier one),
            `signature`, `disclaimer` and `banner` (what a mail server writes over it).
        level: Heading depth from 1, list nesting from 1; 0 elsewhere.
        number: Clause number or list label as printed, without trailing punctuation ("1.36",
            "a", "9.3.6", "Section 3"); None where there is none.
        cells: For tables; spans inside `span`.
        speaker: For turns, the label by which the record calls who speaks; None where it calls nobody.
        identity: Mail address or account of the speaker, only where the record itself states it.
        attribution: How the label came there: `stated` by the record, `inferred` from how the words are written
            ("Name: words"), or `absent`; None for what is no turn.
    """

    kind: str
    span: Span
    level: int = 0
    number: str | None = None
    cells: tuple[Cell, ...] = ()
    speaker: str | None = None
    start_s: float | None = None
    end_s: float | None = None
    identity: str | None = None
    attribution: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One speaker's turn as a passage keeps it; its fields mean what they mean in `Block`."""

    span: Span
    speaker: str | None = None
    start_s: float | None = None
    end_s: float | None = None
    identity: str | None = None
    attribution: str | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """The exact characters that ground a fact: `text(source_id)[span] == quote`."""

    source_id: str
    span: Span
    quote: str
