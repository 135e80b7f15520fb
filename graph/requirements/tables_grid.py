"""A table as heads over columns and lines of entries: spans filled, labels carried down, footnote marks left out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graph.requirements.tables_cells import read_cell
from graph.spans import Block, Span

_MARKS = re.compile(
    r"(?:\s*(?:[⁽][^\s⁾]{1,3}[⁾],?|(?<=[^\W\d_]{3})[¹²³⁴⁵⁶⁷⁸⁹](?:,\s?[¹²³⁴⁵⁶⁷⁸⁹])*|(?<=\w)\*{1,3}|[†‡§]|\[\d{1,2}\]"
    r"|(?<=\w)\s?\((?:[a-e]|\d)\)|(?<=\d)\s[a-c](?=$)))+$"
)
_FIGURE = re.compile(r"(?:[≤≥<>±~]|m(?:in|ax)\b\.?)?\s*\d", re.IGNORECASE)
_MOST_HEADS = 3
_MOST_LINES = 1000
"""Longer tables are data."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The words of a cell and where they stand, without marks of footnotes."""

    words: str
    span: Span


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a table's body.

    Attributes:
        entries: One for each column; None where the cell is empty.
        section: The last row above that is only a title, such as "Level 1".
    """

    entries: tuple[Entry | None, ...]
    section: Entry | None = None


@dataclass(frozen=True, slots=True)
class Grid:
    """A table.

    Attributes:
        heads: For each column its heads, outer first; () for all columns where the table has none.
        lines: Of one width.
    """

    heads: tuple[tuple[Entry, ...], ...]
    lines: tuple[Line, ...]

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.heads)

    def column(self, at: int) -> list[Entry]:
        """The entries of a column that are not empty."""
        return [entry for line in self.lines if (entry := line.entries[at]) is not None]


def read_grid(text: str, block: Block) -> Grid | None:
    """The grid of a table block; None for one column, no lines, or far too many."""
    width = 1 + max((cell.column for cell in block.cells), default=0)
    height = 1 + max((cell.row for cell in block.cells), default=0)
    if width < 2 or not 1 <= height <= _MOST_LINES:
        return None
    rows: list[list[Entry | None]] = [[None] * width for _ in range(height)]
    plain = set()
    for cell in block.cells:
        rows[cell.row][cell.column] = entry(text, cell.span)
        if not cell.header and len(cell.span):
            plain.add(cell.row)
    count = 0 if _is_pair(rows[0]) else _head_count(rows, plain)
    heads = _heads(rows[:count], width)
    lines = _lines(rows[count:])
    return Grid(heads, lines) if lines else None


def entry(text: str, span: Span) -> Entry | None:
    """The words of a cell; None where there are none."""
    words = text[span.start : span.end]
    bare = _MARKS.sub("", words.rstrip()).rstrip()
    start = span.start + len(bare) - len(bare.lstrip())
    bare = bare.lstrip()
    return Entry(" ".join(bare.split()), Span(start, start + len(bare))) if bare else None


def _head_count(rows: Sequence[Sequence[Entry | None]], plain: set[int]) -> int:
    """The first rows of nothing but headers, and those that stand under them with their first column open."""
    count = 0
    while count < min(len(rows) - 1, _MOST_HEADS) and count not in plain:
        count += 1
    while 0 < count < min(len(rows) - 1, _MOST_HEADS) and rows[count][0] is None and sum(map(bool, rows[count])) > 1:
        count += 1
    return count


def _is_pair(row: Sequence[Entry | None]) -> bool:
    """Whether a first row is a label and its value, and no head: "Design life | 60 years"."""
    label, value = row[0], row[-1]
    if len(row) != 2 or label is None or value is None or not label.words[:1].isalpha():
        return False
    held = read_cell(value.words, False).held
    figure = _FIGURE.match(value.words) is not None
    return (
        figure and bool(held) and (any(one.comparator for one in held) or any(value.unit for value in held[0].values))
    )


def _heads(rows: Sequence[Sequence[Entry | None]], width: int) -> tuple[tuple[Entry, ...], ...]:
    """For each column its heads; one that spans columns heads all that have a head of their own below it."""
    filled: list[list[Entry | None]] = []
    for level, row in enumerate(rows):
        line = list(row)
        below = [any(lower[at] is not None for lower in rows[level + 1 :]) for at in range(width)]
        for at in range(1, width):
            if line[at] is None and below[at] and below[at - 1]:
                line[at] = line[at - 1]
        filled.append(line)
    return tuple(tuple(dict.fromkeys(row[at] for row in filled if row[at])) for at in range(width))  # type: ignore[misc]


def _lines(rows: Sequence[Sequence[Entry | None]]) -> tuple[Line, ...]:
    lines: list[Line] = []
    section: Entry | None = None
    for row in rows:
        first, rest = row[0], [one for one in row[1:] if one is not None]
        if first is not None and not rest:
            section = first if len(row) > 2 else section
        elif rest:
            lines.append(Line(tuple(row), section))
    return tuple(lines)
