"""Tables of a page: found by their rules, kept as rows of cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from connectors.pdf.glyphs import Floats
from connectors.pdf.gridded import grids
from connectors.pdf.patterns import patterns
from connectors.pdf.ruled import levels_of, ruled, slots_of
from connectors.pdf.segments import Segment
from connectors.pdf.slots import CellLines, Extent, Filling, Slot, fill, split_rows

_MOST_CELL_CHARS = 700
_LONGEST_ROW_TITLE = 120
_LEAST_FULL = 0.2
_MOST_HEADER_ROWS = 3
_DIGITS = re.compile(r"\d")


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
    extent: Extent


def find_tables(pieces: Sequence[Segment], rules: Floats, page: int) -> tuple[list[Grid], list[Segment]]:
    """The tables of a page, and the segments that are in none of them."""
    found: list[Grid] = []
    rest = list(pieces)
    if len(rules) < 3:
        return found, rest
    for slots in _candidates(rules, rest):
        inner = _without_title_and_notes(slots, fill(slots, rest, _extent(slots)))
        filling = fill(inner, rest, _extent(inner)) if inner else None
        if filling is not None and _is_table(inner, filling):
            found.append(_grid(inner, filling, page))
            rest = [piece for at, piece in enumerate(rest) if at not in filling.used]
    return found, rest


def _candidates(rules: Floats, pieces: Sequence[Segment]) -> Iterator[list[Slot]]:
    for slots in grids(rules):
        whole = split_rows(slots, fill(slots, pieces, _extent(slots)))
        yield from _parted(whole, fill(whole, pieces, _extent(whole)))
    for table in ruled(levels_of(rules), pieces):
        slots = slots_of(table)
        yield slots if table.by_pieces else split_rows(slots, fill(slots, pieces, _extent(slots)))


def _parted(slots: Sequence[Slot], filling: Filling) -> Iterator[list[Slot]]:
    """One grid cut where a row right across is the caption of the next table."""
    starts = sorted(s.row for s, lines in filling.cells.items() if s.columns > 1 and _is_caption(lines))
    edges = [0, *(row for row in starts if row), max(slot.row for slot in slots) + 1]
    for first, last in zip(edges, edges[1:], strict=False):
        part = [slot for slot in slots if first <= slot.row < last]
        if part:
            yield part


def _extent(slots: Sequence[Slot]) -> Extent:
    return (
        min(slot.extent[0] for slot in slots),
        min(slot.extent[1] for slot in slots),
        max(slot.extent[2] for slot in slots),
        max(slot.extent[3] for slot in slots),
    )


def _without_title_and_notes(slots: Sequence[Slot], filling: Filling) -> list[Slot]:
    """Leaves out first rows that hold nothing but a caption, and last rows with one long note."""
    rows: dict[int, list[Slot]] = {}
    for slot in filling.cells:
        rows.setdefault(slot.row, []).append(slot)
    order = sorted(rows)
    first, last = 0, len(order)
    if order and _is_caption(filling.cells[min(rows[order[0]], key=lambda slot: slot.column)]):
        first = 1
    while last > first and _is_note(rows[order[last - 1]], filling):
        last -= 1
    kept = range(order[first], order[last - 1] + 1) if first < last else range(0)
    return [slot for slot in slots if slot.row in kept or (slot.row + slot.rows - 1 in kept and slot.row >= kept[0])]


def _is_caption(lines: CellLines) -> bool:
    return bool(patterns("caption")["words"].match(_text(lines)))


def _is_note(row: Sequence[Slot], filling: Filling) -> bool:
    """Whether a row is one text right across that says more than a row's title does."""
    lines = filling.cells[row[0]]
    if len(row) > 1 or not (row[0].columns > 1 or max(line.x1 for line in lines) > row[0].extent[2] + 2):
        return False
    text = _text(lines)
    return len(text) > _LONGEST_ROW_TITLE or bool(patterns("caption")["note"].match(text))


def _is_table(slots: Sequence[Slot], filling: Filling) -> bool:
    """Whether at least two rows have text in two columns, most words are short, and not all is empty."""
    rows: dict[int, set[int]] = {}
    for slot in filling.cells:
        rows.setdefault(slot.row, set()).add(slot.column)
    if sum(len(columns) >= 2 for columns in rows.values()) < 2:
        return False
    longest = max(len(_text(lines)) for lines in filling.cells.values())
    return longest <= _MOST_CELL_CHARS * 3 and len(filling.cells) >= _LEAST_FULL * len(slots)


def _text(lines: CellLines) -> str:
    return " ".join(line.text for line in lines)


def _grid(slots: Sequence[Slot], filling: Filling, page: int) -> Grid:
    rows = sorted({slot.row for slot in filling.cells})
    columns = sorted({slot.column for slot in filling.cells})
    cells = {(slot.row, slot.column): lines for slot, lines in filling.cells.items()}
    table = tuple(tuple(cells.get((row, column), ()) for column in columns) for row in rows)
    return Grid(page, table, _header_rows(table, filling, rows), _header_columns(table), _extent(slots))


def _header_rows(table: Sequence[Sequence[CellLines]], filling: Filling, rows: Sequence[int]) -> int:
    """The first row, and those below that it or a heading spanning columns leads on to.

    None where the first row has its numbers where the next two have theirs: a table that goes on.
    """
    if len(table) > 2 and _looks_like_data(table):
        return 0
    count = 1
    while count < min(_MOST_HEADER_ROWS, len(table) - 1):
        above = [slot for slot in filling.cells if slot.row == rows[count - 1]]
        here = [line for lines in table[count] for line in lines]
        spanning = any(slot.columns > 1 for slot in above) and len(above) < len(table[0])
        reaching = any(slot.row + slot.rows > rows[count] for slot in above) and not _has_digits(here)
        bold = bool(here) and all(line.bold for line in here) and not _has_digits(here)
        if not (spanning or reaching or bold):
            break
        count += 1
    return count


def _looks_like_data(table: Sequence[Sequence[CellLines]]) -> bool:
    numeric = [[_has_digits(lines) for lines in row] for row in table[:3]]
    bold = [any(line.bold for lines in row for line in lines) for row in table[:2]]
    return numeric[0] == numeric[1] == numeric[2] and any(numeric[0][1:]) and bold[0] == bold[1]


def _has_digits(lines: Sequence[Segment]) -> bool:
    return any(_DIGITS.search(line.text) for line in lines)


def _header_columns(table: Sequence[Sequence[CellLines]]) -> int:
    filled = sum(bool(row[0]) for row in table)
    return 1 if len(table[0]) > 1 and 2 * filled >= len(table) else 0
