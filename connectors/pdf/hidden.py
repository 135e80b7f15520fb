"""Text that is in the file but that a reader of the page would not see."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from connectors.pdf.glyphs import Glyphs, RawPage

_SMALLEST_PT = 1.0
_UNDRAWN_MODES = frozenset({3, 7})
_SCAN_SHARE = 0.5
"""From this share of the page on, a picture may be a scan with its recognised text beneath."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What of a page's text is seen.

    Attributes:
        glyphs: Those that belong to the text.
        hidden: How many were left out.
        is_recognised: Whether the text is the invisible layer of a scan.
    """

    glyphs: Glyphs
    hidden: int
    is_recognised: bool


def seen(page: RawPage) -> Sight:
    """Leaves out what is undrawn, transparent, too small to read or outside the displayed area."""
    glyphs = page.glyphs
    if not len(glyphs):
        return Sight(glyphs, 0, False)
    undrawn = _by_style(glyphs, [style.render_mode in _UNDRAWN_MODES for style in glyphs.styles])
    scanned = page.picture_share >= _SCAN_SHARE
    out = _by_style(glyphs, [style.size < _SMALLEST_PT or style.fill[3] < 13 for style in glyphs.styles])
    out |= _outside(page)
    keep = ~out if scanned else ~(out | undrawn)
    recognised = scanned and bool(undrawn[keep].mean() > 0.5) if keep.any() else False
    return Sight(glyphs.only(keep), int((~keep).sum()), recognised)


def _by_style(glyphs: Glyphs, flags: list[bool]) -> NDArray[np.bool_]:
    return np.asarray(np.array(flags, dtype=bool)[glyphs.style_of])


def _outside(page: RawPage) -> NDArray[np.bool_]:
    boxes, crop = page.glyphs.boxes, page.crop
    x, y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    return np.asarray((x < crop.x0) | (x > crop.x1) | (y < crop.y0) | (y > crop.y1))
