"""The lines of a document where it says what it is: its header blocks and its first page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from connectors.metadata.words import is_designation, is_opening
from connectors.protocol import ParsedDocument
from graph.model import Block, Span
from graph.vocabulary import Ground

_LONGEST_ZONE_CHARS = 4000
_LONGEST_LINE_CHARS = 160
_MOST_CELLS = 80


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the front matter, where it stands, and the ground that a claim read in it has.

    Attributes:
        label: For a table's cell, the label in the cell before it; such a line is its value.
    """

    text: str
    start: int
    ground: Ground
    label: str | None = None

    def span(self, start: int, end: int) -> Span:
        """Span in the document of characters `[start, end)` of this line."""
        return Span(self.start + start, self.start + end)


def front_lines(document: ParsedDocument) -> list[Line]:
    """Short lines of the header blocks, and of what stands before the first clause or contents.

    Numbered headings that no text follows are a list of parts on a title page and are passed over.
    """
    lines: list[Line] = []
    inside = True
    for block, after in zip(document.blocks, [*document.blocks[1:], None], strict=True):
        inside = inside and not _ends_front(document.text, block, after)
        if block.kind == "header":
            lines += _lines(document.text, block, Ground.HEADER)
        elif not inside:
            break
        elif block.kind == "table" and len(block.cells) <= _MOST_CELLS:
            lines += _cells(document.text, block)
        elif block.kind in ("heading", "paragraph") and not _is_part(document.text, block):
            lines += _lines(document.text, block, Ground.TITLE_PAGE)
    return lines


def _is_part(text: str, block: Block) -> bool:
    """Whether a heading is numbered as a part of the document, not with the document's own number."""
    return block.number is not None and not is_designation(text[block.span.start : block.span.end])


def _ends_front(text: str, block: Block, after: Block | None) -> bool:
    if block.span.start > _LONGEST_ZONE_CHARS or block.kind == "toc":
        return True
    words = text[block.span.start : block.span.end]
    if block.kind != "heading" or is_designation(words):
        return False
    followed = after is not None and after.kind != "heading"
    return is_opening(words) or (block.number is not None and followed)


def _lines(text: str, block: Block, ground: Ground) -> Iterator[Line]:
    start = block.span.start
    for line in text[block.span.start : block.span.end].split("\n"):
        if line.strip() and len(line) <= (_LONGEST_LINE_CHARS if ground is Ground.TITLE_PAGE else 1000):
            yield Line(line, start, ground)
        start += len(line) + 1


def _cells(text: str, block: Block) -> Iterator[Line]:
    """Each filled cell, with the cell before it in its row as a possible label."""
    before: tuple[int, str] | None = None
    for cell in block.cells:
        words = text[cell.span.start : cell.span.end]
        label = before[1] if before and before[0] == cell.row else None
        if words:
            yield Line(words, cell.span.start, Ground.TITLE_PAGE, label)
            before = (cell.row, words)
