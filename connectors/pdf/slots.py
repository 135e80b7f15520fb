"""Places of a table and the words that stand in them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

import numpy as np

from connectors.pdf.columns import lines
from connectors.pdf.segments import Segment, cut, project_boxes

Extent = tuple[float, float, float, float]
CellLines = tuple[Segment, ...]

_WORD = re.compile(r"\S+")
_STRADDLE_PT = 1.5
_LEAST_STARTS, _FEW_ROWS = 3, 3


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a cell: grid position, how many rows and columns it spans, and its extent."""

    row: int
    column: int
    extent: Extent
    rows: int = 1
    columns: int = 1

    def holds(self, x: float, y: float) -> bool:
        """Whether the point lies in it."""
        x0, y0, x1, y1 = self.extent
        return x0 <= x < x1 and y0 <= y < y1


@dataclass(frozen=True, slots=True, eq=False)
class Filling:
    """Slots with their lines of text, and the segments that went into them."""

    cells: dict[Slot, CellLines]
    used: frozenset[int]


def fill(slots: Sequence[Slot], pieces: Sequence[Segment], extent: Extent) -> Filling:
    """Puts the words of the segments inside `extent` into the slots that they stand in.

    A segment with a word that stands across a border spans the cells and goes whole into the
    first of them.
    """
    contents: dict[Slot, list[Segment]] = defaultdict(list)
    used = set()
    for at, piece in enumerate(pieces):
        middle = piece.base + 0.3 * piece.size
        if not extent[1] <= middle <= extent[3] or piece.x1 < extent[0] - 2 or piece.x0 > extent[2] + 2:
            continue
        row = [slot for slot in slots if slot.extent[1] <= middle < slot.extent[3]]
        parts = _parts(piece, row)
        if parts:
            used.add(at)
            for slot, part in parts:
                contents[slot].append(part)
    ordered = {slot: tuple(line.whole for line in lines(parts)) for slot, parts in contents.items()}
    return Filling(ordered, frozenset(used))


def words(piece: Segment) -> list[tuple[int, int, float, float]]:
    """Start, end, left and right of each word of a segment, in its reading frame."""
    extents = project_boxes(piece.boxes.astype(np.float64), piece.angle)
    found = []
    for match in _WORD.finditer(piece.text):
        box = extents[match.start() : match.end()]
        found.append((match.start(), match.end(), float(box[:, 0].min()), float(box[:, 2].max())))
    return found


def _parts(piece: Segment, row: Sequence[Slot]) -> list[tuple[Slot, Segment]]:
    groups: list[tuple[Slot, int, int]] = []
    for start, end, left, right in words(piece):
        slot = next((s for s in row if s.extent[0] <= (left + right) / 2 < s.extent[2]), None)
        if slot is None:
            return []
        if left < slot.extent[0] - _STRADDLE_PT or right > slot.extent[2] + _STRADDLE_PT:
            first = next((s for s in row if s.extent[0] <= piece.x0 < s.extent[2]), slot)
            return [(first, piece)]
        if groups and groups[-1][0] == slot:
            groups[-1] = (slot, groups[-1][1], end)
        else:
            groups.append((slot, start, end))
    return [(slot, part) for slot, start, end in groups if (part := cut(piece, start, end))]


def split_rows(slots: Sequence[Slot], filling: Filling) -> list[Slot]:
    """Rows that hold several lines side by side cut into one row for each of these lines.

    Where no rules part the rows, a new row begins with each line that stands in the first column
    and in at least one other.
    """
    result: list[Slot] = []
    shift = 0
    rows = sorted({slot.row for slot in slots})
    for row in rows:
        own = [slot for slot in slots if slot.row == row]
        starts = _row_starts(own, filling)
        if len(starts) < (_LEAST_STARTS if len(rows) <= _FEW_ROWS else 2 * _LEAST_STARTS):
            starts = []
        bounds = _bounds(own, starts)
        for slot in own:
            result.extend(_cut_slot(slot, bounds, row + shift))
        shift += len(bounds) - 1
    return result


def _row_starts(own: Sequence[Slot], filling: Filling) -> list[float]:
    """Baselines, from the top, at which the first column and another one have text."""
    if any(slot.rows > 1 for slot in own):
        return []
    later = [line.text for slot in own for line in filling.cells.get(slot, ())[1:]]
    if 4 * sum(text[0].islower() or text[0] in "(=" for text in later) > len(later):
        return []  # cells of wrapped text
    by_column = {slot.column: [line.base for line in filling.cells.get(slot, ())] for slot in own}
    first = by_column.get(0, [])
    others = [base for column, bases in by_column.items() if column for base in bases]
    return sorted((base for base in first if any(abs(base - other) < 2.0 for other in others)), reverse=True)


def _bounds(own: Sequence[Slot], starts: Sequence[float]) -> list[tuple[float, float]]:
    top, bottom = max(slot.extent[3] for slot in own), min(slot.extent[1] for slot in own)
    if not starts:
        return [(bottom, top)]
    step = fmean(a - b for a, b in zip(starts, starts[1:], strict=False))
    edges = [top, *(base + min(0.7 * step, 9.0) for base in starts[1:]), bottom]
    return [(low, high) for high, low in zip(edges, edges[1:], strict=False)]


def _cut_slot(slot: Slot, bounds: Sequence[tuple[float, float]], row: int) -> list[Slot]:
    x0, _, x1, _ = slot.extent
    if len(bounds) == 1:
        return [replace(slot, row=row)]
    return [replace(slot, row=row + at, extent=(x0, low, x1, high)) for at, (low, high) in enumerate(bounds)]
