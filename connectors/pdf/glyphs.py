"""What one page holds before anything is understood: glyphs, rules, pictures, geometry."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graph.model import Box

UNDRAWN_MODES = frozenset({3, 7})
"""Text rendering modes that paint nothing: invisible, and clip only."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Style:
    """How one text object is drawn.

    Attributes:
        size: Height of the em on the page, in points.
        angle: Direction of the baseline in user space, degrees counter-clockwise, in [0, 360).
        render_mode: PDF text rendering mode; 3 and 7 draw nothing.
        fill: Red, green, blue, alpha, each 0..255.
        clipped: Whether its clip path leaves nothing of it to see.
    """

    font: str
    size: float
    bold: bool
    angle: int
    render_mode: int
    fill: tuple[int, int, int, int]
    clipped: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Glyphs:
    """The visible characters of a page, white space taken out, in the order of the file.

    Attributes:
        texts: Normalised characters of each glyph; a ligature has several.
        boxes: Ink box of each glyph, `float64[n, 4]`, user space.
        origins: Start of each glyph on its baseline, `float64[n, 2]`.
        style_of: Index into `styles`, `int64[n]`.
        spaced: Whether white space stands before the glyph in the file, `bool[n]`.
    """

    texts: tuple[str, ...]
    boxes: Floats
    origins: Floats
    style_of: NDArray[np.int64]
    styles: tuple[Style, ...]
    spaced: NDArray[np.bool_]

    @property
    def undrawn(self) -> NDArray[np.bool_]:
        """Which glyphs have a rendering mode that paints nothing."""
        modes = np.array([style.render_mode in UNDRAWN_MODES for style in self.styles], dtype=bool)
        return np.asarray(modes[self.style_of], dtype=bool)

    def __len__(self) -> int:
        return len(self.texts)

    def only(self, keep: NDArray[np.bool_]) -> Glyphs:
        """The glyphs where `keep` holds."""
        texts = tuple(text for text, kept in zip(self.texts, keep.tolist(), strict=True) if kept)
        return Glyphs(texts, self.boxes[keep], self.origins[keep], self.style_of[keep], self.styles, self.spaced[keep])


@dataclass(frozen=True, slots=True, eq=False)
class RawPage:
    """One page as the library gives it.

    Attributes:
        inked: For each glyph, whether the drawn page shows something where it stands; looked at
            only for glyphs that draw nothing themselves, true for all others.
        rules: Straight axis-parallel strokes and rectangle sides `[x0, y0, x1, y1]`, user space.
        backdrops: Boxes of pictures and of fills that are not white, user space.
        objects: How many page objects there are.
        picture_share: Part of the displayed area that pictures cover, 0..1.
        has_drawing: Whether there are paths.
    """

    number: int
    media: Box
    crop: Box
    rotation: int
    glyphs: Glyphs
    inked: NDArray[np.bool_]
    rules: Floats
    backdrops: Floats
    objects: int
    picture_share: float
    has_drawing: bool
