"""The lines of a document where it says what it is: its header blocks and its first page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from connectors.metadata.words import is_designation, is_label, is_label_line, is_opening, known_label
from connectors.protocol import ParsedDocument
from graph.model import Block, Cell, Span
from graph.vocabulary import Ground

_LONGEST_ZONE_CHARS = 4000
_LONGEST_LINE_CHARS = 160
_MOST_CELLS = 80
_LINE = re.compile(r"(?!\s)[^\n]+")
_ANY_LABEL = re.compile(r"\S\s+(?=[A-Z][\w./]*(?: [a-z]+){0,4}:\s)")
_FIRST_SECTION = re.compile(
    r"\W*(?:Section|Sec\.|Article|Art\.|§|Статья|Modda)\s*(?:1|I|One)\s*(?:[.:)–—-]|$)", re.IGNORECASE
)
_NUMBERED = re.compile(
    r"(?<=\w )(?<!Affected )(?<!Reference )(?<!Related )(?<!Associated )(?<!Previous )(?<!See )(?<!To )"
    r"(?<![a-z]{2} [Tt]o )(?P<label>(?:Drawing|DRAWING|Dwg|DWG|Document|DOCUMENT|Doc|DOC)\.? (?:No|NO|Number|NUMBER)\b)"
    r"(?=\.?:? ?\S*\d\S* (?:Rev|REV|Issue|ISSUE)\b)"
)
"""A number with its revision, where the lines of a sheet were joined."""

_PART = re.compile(r"(?!\s)(?:(?! \| )[^\n\t])+")


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
    for block, after in zip_longest(document.blocks, document.blocks[1:]):
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
    if block.kind != "header" and _FIRST_SECTION.match(words):
        return True
    if block.kind != "heading" or is_designation(words):
        return False
    followed = after is not None and after.kind != "heading"
    return is_opening(words) or (block.number is not None and followed)


def _lines(text: str, block: Block, ground: Ground) -> Iterator[Line]:
    """The lines of a block; on a title page also the parts that bars and labels set apart.

    A long line counts only with a label at its start.
    """
    on_page = ground is Ground.TITLE_PAGE
    for match in (_PART if on_page else _LINE).finditer(text, block.span.start, block.span.end):
        for start, words in _fields(match.group()) if on_page else [(0, match.group())]:
            if len(words) <= _LONGEST_LINE_CHARS or not on_page or is_label_line(words):
                yield Line(words, match.start() + start, ground)


def _fields(words: str) -> Iterator[tuple[int, str]]:
    """The parts of a line into which short lines were joined: each starts with a label."""
    known = [mark.span() for mark in known_label().finditer(words) if mark["label"][:1].isupper()]
    known += [mark.span("label") for mark in _NUMBERED.finditer(words)]
    marks = {start for start, _ in known}
    if is_label_line(words):
        ends = (mark.end() for mark in _ANY_LABEL.finditer(words))
        marks |= {end for end in ends if not any(start < end < stop for start, stop in known)}
    cuts = sorted({0, *marks, len(words)})
    for start, end in zip(cuts, cuts[1:], strict=False):
        yield start, words[start:end].rstrip()


def _cells(text: str, block: Block) -> Iterator[Line]:
    """The values of a form: a table of which at least half of the rows start with a known label."""
    rows: dict[int, list[Cell]] = {}
    for cell in block.cells:
        if text[cell.span.start : cell.span.end]:
            rows.setdefault(cell.row, []).append(cell)
    if headed := _headed(text, list(rows.values())):
        yield from headed
        return
    labelled = [row for row in rows.values() if is_label(text[row[0].span.start : row[0].span.end])]
    if len(labelled) * 2 < len(rows):
        return
    for row in rows.values():
        for label, value in zip(row, row[1:], strict=False):
            words = text[value.span.start : value.span.end]
            yield Line(words, value.span.start, Ground.TITLE_PAGE, text[label.span.start : label.span.end])


def _headed(text: str, rows: list[list[Cell]]) -> list[Line]:
    """The values of a form of two rows, where labels stand above their values: "Drawing No. | Rev | Status"."""
    if len(rows) != 2 or len(rows[0]) < 2:
        return []
    heads, values = ([text[cell.span.start : cell.span.end] for cell in row] for row in rows)
    if not all(is_label(head) for head in heads) or any(is_label(value) for value in values):
        return []
    above = {cell.column: head for cell, head in zip(rows[0], heads, strict=True)}
    return [
        Line(value, cell.span.start, Ground.TITLE_PAGE, above[cell.column])
        for cell, value in zip(rows[1], values, strict=True)
        if cell.column in above
    ]
