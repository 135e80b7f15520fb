"""Drawing sheets: which pages are such, and in what order their scattered text is read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product

from connectors.pdf.glyphs import RawPage
from connectors.pdf.segments import Segment

_MANY_OBJECTS = 1_500
_LARGE_PT = 1_250.0
"""Longer than A3."""

_PROSE_CHARS = 40
_REACH_EM = 2.2
_BAND_PT = 60.0


def is_drawing(raw: RawPage, pieces: Sequence[Segment]) -> bool:
    """Whether the page is a large or densely drawn sheet whose text is mostly short."""
    crop = raw.crop
    large = max(crop.x1 - crop.x0, crop.y1 - crop.y0) > _LARGE_PT
    return (large or raw.objects > _MANY_OBJECTS) and raw.has_drawing and is_sheet(pieces)


def is_sheet(pieces: Sequence[Segment]) -> bool:
    """Whether most characters stand in short pieces, as on drawings and forms."""
    chars = sum(len(piece.text) for piece in pieces)
    prose = sum(len(piece.text) for piece in pieces if len(piece.text) >= _PROSE_CHARS)
    return 2 * prose < chars


def clusters(pieces: Sequence[Segment]) -> list[list[Segment]]:
    """Segments that stand close together, in bands from the top, from the left within a band."""
    parent = list(range(len(pieces)))

    def root(at: int) -> int:
        while parent[at] != at:
            parent[at] = parent[parent[at]]
            at = parent[at]
        return at

    for a, b in _neighbours(pieces):
        if _are_close(pieces[a], pieces[b]):
            parent[root(a)] = root(b)
    groups: dict[int, list[Segment]] = defaultdict(list)
    for at, piece in enumerate(pieces):
        groups[root(at)].append(piece)
    return sorted(groups.values(), key=_position)


def _position(group: Sequence[Segment]) -> tuple[int, float, float]:
    top = max(piece.top for piece in group)
    return -int(top / _BAND_PT), min(piece.x0 for piece in group), -top


def _are_close(a: Segment, b: Segment) -> bool:
    reach = _REACH_EM * min(a.size, b.size)
    apart_x = max(a.x0 - b.x1, b.x0 - a.x1, 0.0)
    apart_y = max(a.bottom - b.top, b.bottom - a.top, 0.0)
    return apart_x <= reach and apart_y <= 0.5 * reach


def _neighbours(pieces: Sequence[Segment]) -> Iterator[tuple[int, int]]:
    """Pairs of segments in the same or an adjoining square of a coarse grid."""
    step = max(4.0 * sorted(piece.size for piece in pieces)[len(pieces) // 2], 4.0) if pieces else 1.0
    squares: dict[tuple[int, int], list[int]] = defaultdict(list)
    for at, piece in enumerate(pieces):
        for column in range(int(piece.x0 // step), int(piece.x1 // step) + 1):
            squares[column, int(piece.base // step)].append(at)
    for (column, row), here in squares.items():
        for dx, dy in product((-1, 0, 1), (-1, 0, 1)):
            for a in here:
                for b in squares.get((column + dx, row + dy), ()):
                    if a < b:
                        yield a, b
