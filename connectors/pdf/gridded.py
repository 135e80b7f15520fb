"""Tables whose cells are closed in by rules, found by pdfplumber's table finder.

Only its geometry is used, on the rules that pdfium read: its own text extraction would take
hundreds of milliseconds a page and put boxes into another space.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from connectors.pdf.glyphs import Floats
from connectors.pdf.ruled import levels_of
from connectors.pdf.slots import Extent, Slot

MAX_CROSSINGS = 1_500
"""Pages with more crossing points are left to the other methods: the finder's time grows with its square."""

_MAX_PAIRS = 150_000
_SNAP_PT = 2.0
_JOIN_PT = 2.0
_CROSS_PT = 2.0


def grids(rules: Floats) -> list[list[Slot]]:
    """The slots of each gridded table, from the top of the page."""
    upright = _upright(rules)
    if not upright.any() or (~upright).sum() < 2:
        return []
    rules = np.concatenate([rules, _open_sides(rules[~upright], rules[upright])])
    upright = _upright(rules)
    found = []
    for cells in _cells(rules, upright):
        slots = _slots(cells)
        if max(slot.row for slot in slots) >= 1 and max(slot.column for slot in slots) >= 1:
            found.append(slots)
    return found


def _upright(rules: Floats) -> NDArray[np.bool_]:
    return np.asarray(rules[:, 2] - rules[:, 0] < rules[:, 3] - rules[:, 1], dtype=bool)


def _open_sides(flat: Floats, tall: Floats) -> Floats:
    """Sides for stacks of rules with the same ends that upright rules cross but none closes."""
    stacks: dict[tuple[int, int], list[tuple[float, float, float]]] = defaultdict(list)
    for level in levels_of(flat):
        for x0, x1 in level.pieces:
            stacks[round(x0 / 4), round(x1 / 4)].append((x0, x1, level.y))
    sides: list[list[float]] = []
    for stack in stacks.values():
        x0, x1 = min(rule[0] for rule in stack), max(rule[1] for rule in stack)
        y0, y1 = min(rule[2] for rule in stack), max(rule[2] for rule in stack)
        crossed = ((tall[:, 0] > x0 + 4) & (tall[:, 0] < x1 - 4) & (tall[:, 1] < y1) & (tall[:, 3] > y0)).any()
        if len(stack) >= 3 and crossed and y1 - y0 > 4:
            sides.extend(([x0, y0, x0, y1], [x1, y0, x1, y1]))
    return np.array(sides, dtype=np.float64).reshape(-1, 4)


def _cells(rules: Floats, upright: NDArray[np.bool_]) -> list[list[Extent]]:
    from pdfplumber import table as finder

    edges = [_edge(rule, bool(up)) for rule, up in zip(rules.tolist(), upright, strict=True)]
    merged = finder.merge_edges(edges, _SNAP_PT, _SNAP_PT, _JOIN_PT, _JOIN_PT)
    tall = sum(edge["orientation"] == "v" for edge in merged)
    if tall * (len(merged) - tall) > _MAX_PAIRS:
        return []
    crossings = finder.edges_to_intersections(merged, _CROSS_PT, _CROSS_PT)
    if not 6 <= len(crossings) <= MAX_CROSSINGS:
        return []
    tables = finder.cells_to_tables(finder.intersections_to_cells(crossings))
    return [[(x0, -bottom, x1, -top) for x0, top, x1, bottom in cells] for cells in tables]


def _edge(rule: Sequence[float], upright: bool) -> dict[str, Any]:
    x0, y0, x1, y1 = rule
    return {
        "x0": x0,
        "x1": x1,
        "top": -y1,
        "bottom": -y0,
        "width": x1 - x0,
        "height": y1 - y0,
        "orientation": "v" if upright else "h",
    }


def _slots(cells: Sequence[Extent]) -> list[Slot]:
    """Grid positions from the borders that the cells have."""
    lefts = _distinct([cell[0] for cell in cells])
    tops = _distinct([-cell[3] for cell in cells])
    slots = []
    for x0, y0, x1, y1 in cells:
        row, column = _position(tops, -y1), _position(lefts, x0)
        down = sum(-y1 - 1.0 <= top < -y0 - 1.0 for top in tops)
        across = sum(x0 - 1.0 <= left < x1 - 1.0 for left in lefts)
        slots.append(Slot(row, column, (x0, y0, x1, y1), max(down, 1), max(across, 1)))
    return slots


def _distinct(values: Sequence[float]) -> list[float]:
    result: list[float] = []
    for value in sorted(values):
        if not result or value - result[-1] > 1.0:
            result.append(value)
    return result


def _position(borders: Sequence[float], value: float) -> int:
    return int(np.argmin([abs(border - value) for border in borders]))
