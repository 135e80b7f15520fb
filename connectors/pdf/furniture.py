"""Running heads and feet, page numbers, side tabs and watermarks: what repeats in one place.

A line is furniture when the same words, digits made equal, stand at the same place on enough
pages: near the edge on three pages or more, elsewhere on most pages.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from connectors.pdf.segments import Segment

_EDGE = 0.115
_LEAST_PAGES = 3
_MOST_SHARE = 0.6
_MOST_PIECES_IN_A_ROW = 4
_PLACE_PT = 6.0
_ROMAN = re.compile(r"^[ivxlcdm]+$")
_DIGITS = re.compile(r"\d+")

Key = tuple[str, int, int]


class PageOutline:
    """The segments of one page with the extent of the displayed area in their frame."""

    def __init__(self, pieces: Sequence[Segment], extent: tuple[float, float, float, float]) -> None:
        self.pieces = pieces
        self.x0, self.y0, self.x1, self.y1 = extent

    def is_at_edge(self, piece: Segment) -> bool:
        """Whether the segment stands in the outer band of the page."""
        tall, wide = self.y1 - self.y0, self.x1 - self.x0
        return (
            piece.bottom > self.y1 - _EDGE * tall
            or piece.top < self.y0 + _EDGE * tall
            or piece.x1 < self.x0 + 0.5 * _EDGE * wide
            or piece.x0 > self.x1 - 0.5 * _EDGE * wide
        )


def wildcard(text: str) -> str:
    """The text with every number as "#", so that page numbers compare equal."""
    plain = text.strip().lower()
    return "#" if _ROMAN.match(plain) else _DIGITS.sub("#", plain)


def furniture(outlines: Sequence[PageOutline]) -> list[frozenset[int]]:
    """For each page, the indices of its segments that are furniture."""
    pages_of: dict[Key, set[int]] = defaultdict(set)
    for page, outline in enumerate(outlines):
        for piece in outline.pieces:
            for key in _keys(piece, outline):
                pages_of[key].add(page)
    return [_of_page(outline, pages_of, len(outlines)) for outline in outlines]


def _of_page(outline: PageOutline, pages_of: dict[Key, set[int]], pages: int) -> frozenset[int]:
    rows = Counter(round(piece.base) for piece in outline.pieces)
    chosen = set()
    for at, piece in enumerate(outline.pieces):
        seen = max(len(pages_of[key]) for key in _keys(piece, outline))
        if outline.is_at_edge(piece):
            crowded = rows[round(piece.base)] > _MOST_PIECES_IN_A_ROW
            if seen >= _LEAST_PAGES and not crowded:
                chosen.add(at)
        elif seen >= max(_MOST_SHARE * pages, _LEAST_PAGES + 1) and wildcard(piece.text) != "#":
            chosen.add(at)
    return frozenset(chosen)


def _keys(piece: Segment, outline: PageOutline) -> tuple[Key, Key]:
    """The place in two grids shifted by half a step, so that near places always share one."""
    place = (piece.base - outline.y0) / _PLACE_PT
    words = wildcard(piece.text)
    return (words, 2 * int(place), piece.angle), (words, 2 * int(place + 0.5) + 1, piece.angle)
