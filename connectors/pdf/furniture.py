"""Running heads and feet, page numbers, side tabs and watermarks: what repeats in one place.

A line is furniture when the same words, digits made equal, stand at the same place on enough
pages: near the edge on three pages or more, elsewhere on most pages.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np

from connectors.pdf.segments import Segment, project_boxes

_EDGE = 0.115
_FRAME = 0.035
_LEAST_PAGES = 3
_MOST_SHARE = 0.6
_MOST_PIECES_IN_A_ROW = 4
_PLACE_PT = 6.0
_ROMAN = re.compile(r"^[ivxlcdm]+$")
_DIGITS = re.compile(r"\d+")

Key = tuple[str, int, int, bool]


class PageOutline:
    """The segments of one page with the extent of the displayed area in the main reading frame."""

    def __init__(self, pieces: Sequence[Segment], angle: int, extent: tuple[float, float, float, float]) -> None:
        self.pieces = pieces
        self.angle = angle
        self.x0, self.y0, self.x1, self.y1 = extent

    def place(self, piece: Segment) -> tuple[float, float, float, float]:
        """The segment's extent in the main reading frame."""
        if piece.angle == self.angle:
            return piece.x0, piece.bottom, piece.x1, piece.top
        boxes = project_boxes(piece.boxes.astype(np.float64), self.angle)
        low, high = np.nanmin(boxes[:, :2], axis=0), np.nanmax(boxes[:, 2:], axis=0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def is_at_edge(self, piece: Segment) -> bool:
        """Whether the segment stands in the outer band of the page."""
        left, bottom, right, top = self.place(piece)
        tall, wide = _EDGE * (self.y1 - self.y0), 0.5 * _EDGE * (self.x1 - self.x0)
        above, below = bottom > self.y1 - tall, top < self.y0 + tall
        return above or below or right < self.x0 + wide or left > self.x1 - wide


def wildcard(text: str) -> str:
    """The text with every number as "#", so that page numbers compare equal, and without blanks."""
    plain = _close(text).lower()
    return "#" if _ROMAN.match(plain) else _DIGITS.sub("#", plain)


def _close(text: str) -> str:
    """The text without blanks, which letter-spaced words have at odd places."""
    return "".join(text.split())


def furniture(outlines: Sequence[PageOutline]) -> list[frozenset[int]]:
    """For each page, the indices of its segments that are furniture."""
    pages_of: dict[Key, set[int]] = defaultdict(set)
    for page, outline in enumerate(outlines):
        for piece in outline.pieces:
            for key in _keys(piece, outline):
                pages_of[key].add(page)
    chosen = [_of_page(outline, pages_of, len(outlines)) for outline in outlines]
    return _with_misplaced(outlines, chosen)


def _with_misplaced(outlines: Sequence[PageOutline], chosen: Sequence[frozenset[int]]) -> list[frozenset[int]]:
    """Adds what stands elsewhere on some page in the same words and size: a watermark moved on a cover."""
    looks: Counter[tuple[str, float]] = Counter()
    for outline, picks in zip(outlines, chosen, strict=True):
        looks.update({_look(outline.pieces[at]) for at in picks})
    usual = {look for look, pages in looks.items() if pages >= max(_MOST_SHARE * len(outlines), _LEAST_PAGES + 1)}
    return [
        picks | {at for at, piece in enumerate(outline.pieces) if _look(piece) in usual}
        for outline, picks in zip(outlines, chosen, strict=True)
    ]


def _look(piece: Segment) -> tuple[str, float]:
    return _close(piece.text), round(piece.size)


def _of_page(outline: PageOutline, pages_of: dict[Key, set[int]], pages: int) -> frozenset[int]:
    rows = Counter(round(piece.base) for piece in outline.pieces)
    chosen = set()
    for at, piece in enumerate(outline.pieces):
        if rows[round(piece.base)] > _MOST_PIECES_IN_A_ROW:  # a row of a table that goes on
            continue
        seen = max(len(pages_of[key]) for key in _keys(piece, outline))
        if seen >= (_LEAST_PAGES if outline.is_at_edge(piece) else max(_MOST_SHARE * pages, _LEAST_PAGES + 1)):
            chosen.add(at)
    return frozenset(chosen)


def _keys(piece: Segment, outline: PageOutline) -> tuple[Key, Key]:
    """The words and the place, in two grids shifted by half a step so that near places share one.

    Numbers count as equal only near the edge, where pages are numbered.
    """
    place = (outline.place(piece)[1] - outline.y0) / _PLACE_PT
    at_edge = outline.is_at_edge(piece)
    words = wildcard(piece.text) if at_edge else _close(piece.text)
    return (words, 2 * int(place), piece.angle, at_edge), (words, 2 * int(place + 0.5) + 1, piece.angle, at_edge)


def zone_marks(outline: PageOutline) -> frozenset[int]:
    """Indices of the letters and numbers along the frame of a drawing that name its zones."""
    tall, wide = _FRAME * (outline.y1 - outline.y0), _FRAME * (outline.x1 - outline.x0)
    chosen = set()
    for at, piece in enumerate(outline.pieces):
        left, bottom, right, top = outline.place(piece)
        beside = right < outline.x0 + wide or left > outline.x1 - wide
        if len(piece.text) <= 2 and (beside or bottom > outline.y1 - tall or top < outline.y0 + tall):
            chosen.add(at)
    return frozenset(chosen)
