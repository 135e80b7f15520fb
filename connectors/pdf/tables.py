"""Tables of a page: found by their rules, kept as rows of cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from connectors.pdf.glyphs import Floats
from connectors.pdf.segments import Segment

CellLines = tuple[Segment, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A table: rows of columns of lines of text.

    Attributes:
        rows: The same number of columns in each row; an empty cell has no lines. What spans
            several rows or columns stands in the first of them.
        header_rows, header_columns: How many from the top and from the left are headings.
        extent: (x0, y0, x1, y1) in the reading frame.
    """

    page: int
    rows: tuple[tuple[CellLines, ...], ...]
    header_rows: int
    header_columns: int
    extent: tuple[float, float, float, float]


def find_tables(pieces: Sequence[Segment], rules: Floats, page: int) -> tuple[list[Grid], list[Segment]]:
    """The tables of a page, and the segments that are in none of them."""
    return [], list(pieces)
