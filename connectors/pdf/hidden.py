"""Text that is in the file but that a reader of the page would not see."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from connectors.pdf.glyphs import Floats, Glyphs, RawPage

_SMALLEST_PT = 1.0
_FAINTEST_ALPHA = 13
_WHITE = 245
_RECOGNISED_SHARE = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What of a page's text is seen.

    Attributes:
        glyphs: Those that belong to the text.
        hidden: How many were left out because nobody can see them.
        outside: How many were left out because they lie off the displayed area.
        is_recognised: Whether the text is the invisible layer of a scan.
    """

    glyphs: Glyphs
    hidden: int
    outside: int
    is_recognised: bool


def seen(page: RawPage) -> Sight:
    """Leaves out what is undrawn, transparent, white on white, too small or off the displayed area.

    Undrawn text stays where the page shows something in its place: the scan that it was
    recognised from, or letters drawn as lines. Where it repeats drawn text it is dropped and not
    counted as hidden.
    """
    glyphs = page.glyphs
    if not len(glyphs):
        return Sight(glyphs, 0, 0, False)
    boxes = glyphs.boxes
    centres = np.stack([boxes[:, 0] + boxes[:, 2], boxes[:, 1] + boxes[:, 3]], axis=1) / 2
    undrawn = glyphs.undrawn
    outside = ~_inside(centres, np.array([[page.crop.x0, page.crop.y0, page.crop.x1, page.crop.y1]]))
    outside |= _by_style(glyphs, [style.clipped for style in glyphs.styles])
    repeats = undrawn.copy()
    repeats[undrawn] = _inside(centres[undrawn], boxes[~undrawn])
    faint = _by_style(glyphs, [s.size < _SMALLEST_PT or s.fill[3] < _FAINTEST_ALPHA for s in glyphs.styles])
    white = _by_style(glyphs, [min(s.fill[:3]) >= _WHITE for s in glyphs.styles])
    white[white] = ~_inside(centres[white], page.backdrops)
    hidden = (faint | (white & ~undrawn) | ~page.inked) & ~outside & ~repeats
    keep = ~(hidden | outside | repeats)
    recognised = bool(keep.any()) and float(undrawn[keep].mean()) > _RECOGNISED_SHARE and page.picture_share > 0.5
    return Sight(glyphs.only(keep), int(hidden.sum()), int(outside.sum()), recognised)


def _by_style(glyphs: Glyphs, flags: list[bool]) -> NDArray[np.bool_]:
    return np.array(flags, dtype=bool)[glyphs.style_of]


def _inside(points: Floats, boxes: Floats) -> NDArray[np.bool_]:
    """For each point, whether any of the boxes holds it."""
    result = np.zeros(len(points), dtype=bool)
    for start in range(0, len(boxes), 256):
        x0, y0, x1, y1 = boxes[start : start + 256].T
        x, y = points[:, 0:1], points[:, 1:2]
        result |= ((x >= x0) & (x <= x1) & (y >= y0) & (y <= y1)).any(axis=1)
    return result
