"""Tables with horizontal rules only: pieces of rule under each column, or rules right across.

Pieces of rule name the columns by themselves. Where all rules run right across, the columns are
the strips of text between gutters that no line crosses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from connectors.pdf.glyphs import Floats
from connectors.pdf.patterns import patterns
from connectors.pdf.segments import Segment
from connectors.pdf.slots import Extent, Slot, words

_SAME_LEVEL_PT = 1.5
_EDGE_PT = 5.0
_SHORTEST_PT = 12.0
_FARTHEST_PT = 260.0
_HEADER_STEP_EM = 2.4
_WRAP_STEP_EM = 1.35
_GUTTER_PT = 5.0

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Level:
    """Pieces of rule at one height, left to right."""

    y: float
    pieces: tuple[Interval, ...]

    @property
    def span(self) -> Interval:
        """From the first piece to the end of the last."""
        return self.pieces[0][0], self.pieces[-1][1]


@dataclass(frozen=True, slots=True)
class Ruled:
    """Columns and the rules between rows, from the top.

    Attributes:
        top, bottom: Where the first row starts and the last one ends.
        by_pieces: Whether pieces of rule, and not the text, told the columns.
    """

    columns: tuple[Interval, ...]
    levels: tuple[Level, ...]
    top: float
    bottom: float
    by_pieces: bool


def levels_of(rules: Floats) -> list[Level]:
    """Horizontal rules by height, from the top; pieces that touch are one."""
    flat = rules[(rules[:, 2] - rules[:, 0] >= rules[:, 3] - rules[:, 1])]
    rows: list[list[list[float]]] = []
    for rule in sorted(flat.tolist(), key=lambda rule: -float(rule[1])):
        if rows and rows[-1][0][1] - rule[1] <= _SAME_LEVEL_PT:
            rows[-1].append(rule)
        else:
            rows.append([rule])
    levels = [Level(float(np.mean([rule[1] for rule in row])), _joined(row)) for row in rows]
    return [level for level in levels if level.pieces]


def _joined(row: list[list[float]]) -> tuple[Interval, ...]:
    merged: list[list[float]] = []
    for x0, _, x1, _ in sorted(row):
        if merged and x0 <= merged[-1][1] + 1.5:
            merged[-1][1] = max(merged[-1][1], x1)
        else:
            merged.append([x0, x1])
    return tuple((x0, x1) for x0, x1 in merged if x1 - x0 >= _SHORTEST_PT)


def ruled(levels: Sequence[Level], pieces: Sequence[Segment]) -> list[Ruled]:
    """Candidates for tables, from the top of the page; they do not overlap."""
    found: list[Ruled] = []
    taken: set[float] = set()
    for stack in [*_piece_stacks(levels), *_whole_stacks(levels)]:
        if taken & {level.y for level in stack}:
            continue
        table = (
            _by_pieces(stack, levels, pieces)
            if any(len(level.pieces) > 1 for level in stack)
            else _by_text(stack, pieces)
        )
        if table:
            found.append(table)
            taken |= {level.y for level in stack}
    return found


def _piece_stacks(levels: Sequence[Level]) -> list[list[Level]]:
    """Runs of levels whose pieces share their ends, beginning with one of several pieces."""
    stacks: list[list[Level]] = []
    at = 0
    while at < len(levels):
        if len(levels[at].pieces) < 2:
            at += 1
            continue
        stack = [levels[at]]
        at += 1
        while at < len(levels) and stack[-1].y - levels[at].y < _FARTHEST_PT:
            if _kin(stack, levels[at]):
                stack.append(levels[at])
            elif levels[at].span[0] < stack[0].span[1] and levels[at].span[1] > stack[0].span[0]:
                break
            at += 1
        stacks.append(stack)
    return stacks


def _kin(stack: Sequence[Level], level: Level) -> bool:
    """Whether every piece of the level starts or ends where one of the stack does, and none sticks out."""
    starts = [x0 for known in stack for x0, _ in known.pieces]
    ends = [x1 for known in stack for _, x1 in known.pieces]
    near = [
        any(abs(x0 - s) < _EDGE_PT for s in starts) or any(abs(x1 - e) < _EDGE_PT for e in ends)
        for x0, x1 in level.pieces
    ]
    if len(level.pieces) == 1:
        x0, x1 = level.pieces[0]
        return near[0] and x0 > min(starts) - _EDGE_PT and x1 < max(ends) + _EDGE_PT
    return sum(near) >= len(near) - 1


def _whole_stacks(levels: Sequence[Level]) -> list[list[Level]]:
    """Runs of three or more single rules with the same ends."""
    stacks: list[list[Level]] = []
    for level in levels:
        if len(level.pieces) != 1:
            continue
        for stack in stacks:
            (a0, a1), (b0, b1) = stack[-1].pieces[0], level.pieces[0]
            if abs(a0 - b0) < 3.0 and abs(a1 - b1) < 3.0 and stack[-1].y - level.y < _FARTHEST_PT:
                stack.append(level)
                break
        else:
            stacks.append([level])
    return [stack for stack in stacks if len(stack) >= 3]


def _by_pieces(stack: Sequence[Level], levels: Sequence[Level], pieces: Sequence[Segment]) -> Ruled | None:
    columns = max(stack, key=lambda level: len(level.pieces)).pieces
    kept = tuple(level for level in stack if _fits(level, columns))
    if not kept:
        return None
    top = _header_top(kept[0].y, columns, levels, pieces)
    bottom = _last_bottom(kept, columns, levels, pieces)
    return Ruled(columns, kept, top, bottom, True)


def _fits(level: Level, columns: Sequence[Interval]) -> bool:
    """Whether each piece runs from the start of a column to the end of one."""
    return all(
        any(abs(x0 - c0) < _EDGE_PT for c0, _ in columns) and any(abs(x1 - c1) < _EDGE_PT for _, c1 in columns)
        for x0, x1 in level.pieces
    )


def _header_top(y: float, columns: Sequence[Interval], levels: Sequence[Level], pieces: Sequence[Segment]) -> float:
    """Upwards from the first rule over the lines that stand in columns, as far as a rule right across."""
    left, right = columns[0][0], columns[-1][1]
    limits = [level.y for level in levels if level.y > y + 1 and _covers(level, left, right)]
    limit = min(limits, default=y + 120.0)
    rows = _text_rows([p for p in pieces if y - 1 < p.base < limit and p.x1 > left and p.x0 < right])
    top = y
    for row in reversed(rows):
        size = row[0].size
        if row[0].bottom - top > _HEADER_STEP_EM * size or not _stands_in_columns(row, columns):
            break
        if _occupied(row, columns) < 2 and (row[0].base - top > _WRAP_STEP_EM * size and top > y):
            break
        top = max(piece.top for piece in row) + 1.0
    return top


def _last_bottom(
    kept: Sequence[Level], columns: Sequence[Interval], levels: Sequence[Level], pieces: Sequence[Segment]
) -> float:
    """Downwards from the last rule over rows that no rule closes."""
    y = kept[-1].y
    left, right = columns[0][0], columns[-1][1]
    limit = max((level.y for level in levels if level.y < y - 1 and _covers(level, left, right)), default=y - 60.0)
    bottom, last = y, y
    is_open = not all(_under(kept[-1], x0, x1) for x0, x1 in columns)
    for row in _text_rows([p for p in pieces if limit < p.base < y and p.x1 > left and p.x0 < right]):
        step = last - row[0].base
        several = _occupied(row, columns) >= (1 if is_open else 2)
        near = step < (_HEADER_STEP_EM if several else _WRAP_STEP_EM) * row[0].size
        if not near or not _stands_in_columns(row, columns) or (not several and bottom == y):
            break
        bottom, last = min(piece.bottom for piece in row) - 0.5, row[0].base
    return bottom


def _covers(level: Level, left: float, right: float) -> bool:
    return any(x0 < left + _EDGE_PT and x1 > right - _EDGE_PT for x0, x1 in level.pieces)


def _text_rows(pieces: Sequence[Segment]) -> list[list[Segment]]:
    rows: list[list[Segment]] = []
    for piece in sorted(pieces, key=lambda piece: -piece.base):
        if rows and rows[-1][0].base - piece.base < 2.0:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return rows


def _stands_in_columns(row: Sequence[Segment], columns: Sequence[Interval]) -> bool:
    """Whether no word stands in a gutter and the row is no caption or note of its own."""
    if any(patterns("caption")["words"].match(piece.text) for piece in row):
        return False
    gutters = [(a[1] + 1, b[0] - 1) for a, b in zip(columns, columns[1:], strict=False)]
    spans = [(left, right) for piece in row for _, _, left, right in words(piece)]
    return not any(left < g0 and right > g1 for left, right in spans for g0, g1 in gutters) and not (
        len(columns) > 2 and sum(piece.x0 < g0 and piece.x1 > g1 for piece in row for g0, g1 in gutters) >= 2
    )


def _occupied(row: Sequence[Segment], columns: Sequence[Interval]) -> int:
    middles = [(left + right) / 2 for piece in row for _, _, left, right in words(piece)]
    return sum(any(c0 - _EDGE_PT <= middle <= c1 + _EDGE_PT for middle in middles) for c0, c1 in columns)


def _by_text(stack: Sequence[Level], pieces: Sequence[Segment]) -> Ruled | None:
    left, right = stack[0].span
    inside = [p for p in pieces if stack[-1].y < p.base < stack[0].y and p.x1 > left and p.x0 < right]
    columns = text_columns(inside, left, right)
    if len(columns) < 2:
        return None
    return Ruled(tuple(columns), tuple(stack), stack[0].y, stack[-1].y, False)


def text_columns(pieces: Sequence[Segment], left: float, right: float) -> list[Interval]:
    """Strips of text parted by gutters that at most one row in five crosses."""
    rows = _text_rows(pieces)
    if not rows:
        return []
    bins = np.zeros(max(int(right - left) + 2, 2))
    for row in rows:
        mine = np.zeros_like(bins, dtype=bool)
        for piece in row:
            mine[max(int(piece.x0 - left), 0) : max(int(np.ceil(piece.x1 - left)), 0)] = True
        bins += mine
    free = bins <= len(rows) // 5
    columns: list[Interval] = []
    start: int | None = None
    gap = 0
    for at, is_free in enumerate(free.tolist()):
        if not is_free:
            if start is None or gap >= _GUTTER_PT:
                columns.append((left + at, left + at + 1))
                start = at
            columns[-1] = (columns[-1][0], left + at + 1)
            gap = 0
        else:
            gap += 1
    return columns


def slots_of(table: Ruled) -> list[Slot]:
    """Slots between the rules; where a column has no rule, its slot goes on to the next one."""
    edges = _borders(table.columns)
    inner = [level for level in table.levels if table.bottom + 1 < level.y < table.top - 1]
    slots = []
    for column, (x0, x1) in enumerate(table.columns):
        ys = [table.top, *(level.y for level in inner), table.bottom]
        cuts = [0, *(at + 1 for at, level in enumerate(inner) if _under(level, x0, x1)), len(ys) - 1]
        for first, last in zip(cuts, cuts[1:], strict=False):
            extent: Extent = (edges[column], ys[last], edges[column + 1], ys[first])
            slots.append(Slot(first, column, extent, rows=last - first))
    return _spanned(slots, table, inner)


def _borders(columns: Sequence[Interval]) -> list[float]:
    middles = [(a[1] + b[0]) / 2 for a, b in zip(columns, columns[1:], strict=False)]
    return [columns[0][0] - _EDGE_PT, *middles, columns[-1][1] + _EDGE_PT]


def _under(level: Level, x0: float, x1: float) -> bool:
    covered = sum(max(min(x1, p1) - max(x0, p0), 0.0) for p0, p1 in level.pieces)
    return covered > 0.5 * (x1 - x0)


def _spanned(slots: Sequence[Slot], table: Ruled, inner: Sequence[Level]) -> list[Slot]:
    """Slots over one piece of rule that runs below several columns, but not all, made one."""
    result = list(slots)
    for at, level in enumerate(inner):
        for p0, p1 in level.pieces if len(level.pieces) > 1 else ():
            over = [
                slot
                for slot in result
                if slot.row + slot.rows == at + 1
                and p0 - _EDGE_PT <= table.columns[slot.column][0]
                and table.columns[slot.column][1] <= p1 + _EDGE_PT
            ]
            if len(over) > 1 and len({slot.row for slot in over}) == 1:
                first, last = over[0], over[-1]
                extent = (first.extent[0], first.extent[1], last.extent[2], first.extent[3])
                result = [slot for slot in result if slot not in over]
                result.append(Slot(first.row, first.column, extent, first.rows, len(over)))
    return result
