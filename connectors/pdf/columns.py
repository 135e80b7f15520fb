"""Reading order: columns top to bottom, left to right, interrupted by what runs across them.

A gutter is a strip that starts where many segments start and that few segments cross. Crossing
segments (headings, wide tables) end a stretch of columns; below them the search starts anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from connectors.pdf.segments import Segment, join, typical_size

_GUTTER_EM = 0.9
_LEAST_LINES = 3
_LEAST_BOTH = 7
_LEAST_FILL = 0.5
_LEAST_CHARS = 9
_LABEL_CHARS, _LABEL_SHARE = 20, 0.3
_MANY_LINES = 12
_PAIRED = 0.8
_DEEPEST = 8


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A part of the page in which a gutter is free: what is above, left, right and below."""

    above: list[Segment]
    left: list[Segment]
    right: list[Segment]
    below: list[Segment]


def regions(pieces: Sequence[Segment], depth: int = 0) -> list[list[Segment]]:
    """Segments grouped into one-column regions, in reading order."""
    if len(pieces) < 2 * _LEAST_LINES or depth > _DEEPEST:
        return [list(pieces)] if pieces else []
    stretch = _best_stretch(pieces)
    if stretch is None:
        return [list(pieces)]
    parts = (stretch.above, stretch.left, stretch.right, stretch.below)
    return [region for part in parts for region in regions(part, depth + 1)]


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """Segments on one baseline, left to right, and the whole that they make."""

    parts: tuple[Segment, ...]
    whole: Segment

    @property
    def text(self) -> str:
        """The line's characters, parts joined by a blank."""
        return self.whole.text


def lines(region: Sequence[Segment]) -> list[Line]:
    """The region's lines from top to bottom."""
    groups: list[list[Segment]] = []
    for piece in sorted(region, key=lambda piece: -piece.base):
        last = groups[-1][0] if groups else None
        if last and _on_one_line(last, piece):
            groups[-1].append(piece)
        else:
            groups.append([piece])
    ordered = [tuple(sorted(group, key=lambda piece: piece.x0)) for group in groups]
    return [Line(group, join(group)) for group in ordered]


def _on_one_line(a: Segment, b: Segment) -> bool:
    return a.table is None and b.table is None and abs(a.base - b.base) <= 0.35 * min(a.size, b.size)


def _best_stretch(pieces: Sequence[Segment]) -> _Stretch | None:
    size = typical_size(pieces)
    starts = Counter(round(piece.x0 / 2) for piece in pieces)
    candidates = [start * 2.0 for start, count in starts.items() if count + starts[start + 1] >= _LEAST_LINES]
    found = [s for at in candidates if (s := _longest_stretch(pieces, at - 2.0, _GUTTER_EM * size))]
    return max(found, key=lambda s: (len(s.left) + len(s.right), -len(s.above)), default=None)


def _longest_stretch(pieces: Sequence[Segment], right_edge: float, width: float) -> _Stretch | None:
    left_edge = right_edge - width
    crossing = sorted((p for p in pieces if p.x0 < right_edge and p.x1 > left_edge), key=lambda p: -p.base)
    tops = [float("inf"), *(p.base - 0.1 * p.size for p in crossing)]
    bottoms = [*(p.base + 0.1 * p.size for p in crossing), float("-inf")]
    best: _Stretch | None = None
    for top, bottom in zip(tops, bottoms, strict=True):
        inside = [p for p in pieces if bottom < p.base < top]
        left = [p for p in inside if p.x1 <= left_edge]
        right = [p for p in inside if p.x0 >= right_edge]
        if (best is None or len(inside) > len(best.left) + len(best.right)) and _are_columns(left, right, left_edge):
            above = [p for p in pieces if p.base >= top]
            best = _Stretch(above, left, right, [p for p in pieces if p.base <= bottom])
    return best


def _are_columns(left: list[Segment], right: list[Segment], left_edge: float) -> bool:
    """Whether both sides read as text of their own, not as labels or cells of one row.

    Prose fills its column. Short lines, as in an index, tell columns only in number, and only
    where their baselines do not pair off as those of a table's rows do.
    """
    few = min(len(left), len(right)) < _LEAST_LINES or len(left) + len(right) < _LEAST_BOTH
    if few or _are_labels(left, right):
        return False
    fill = min(_fill(left, left_edge), _fill(right, max(piece.x1 for piece in right)))
    if fill >= _LEAST_FILL:
        return True
    return fill >= _LEAST_FILL / 2 and min(len(left), len(right)) >= _MANY_LINES and _pairing(left, right) < _PAIRED


def _are_labels(left: list[Segment], right: list[Segment]) -> bool:
    """Whether the left side is narrow and each of its pieces begins a line of the right side."""
    wide = max(piece.x1 for piece in right) - min(piece.x0 for piece in left)
    narrow = max(piece.x1 for piece in left) - min(piece.x0 for piece in left) < _LABEL_SHARE * wide
    short = median(len(piece.text) for piece in left) <= _LABEL_CHARS
    bases = [piece.base for piece in right]
    begun = sum(any(abs(piece.base - base) < 1.5 for base in bases) for piece in left)
    return narrow and short and begun >= 0.9 * len(left)


def _fill(side: list[Segment], edge: float) -> float:
    """The median share of the column's width that its lines fill; 0 for mere labels."""
    room = max(edge - min(piece.x0 for piece in side), 1.0)
    if median(len(piece.text) for piece in side) < _LEAST_CHARS:
        return 0.0
    return median((piece.x1 - piece.x0) / room for piece in side)


def _pairing(left: list[Segment], right: list[Segment]) -> float:
    """The share of lines on the shorter side that have one on the same baseline on the other."""
    fewer, more = sorted((left, right), key=len)
    bases = [piece.base for piece in more]
    return sum(any(abs(piece.base - base) < 1.0 for base in bases) for piece in fewer) / len(fewer)
