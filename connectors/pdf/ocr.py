"""Characters recognised on the picture of a page, where the extra `ocr` is installed.

The recogniser gives words with boxes; a word's box is shared out evenly among its characters.
"""

from __future__ import annotations

import importlib
import importlib.util
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from connectors.pdf.characters import normal
from connectors.pdf.geometry import display_size, from_display
from connectors.pdf.glyphs import Glyphs, Style
from graph.model import Box, Page

BUDGET_S = 40.0
"""No further page of a document is begun after so many seconds of recognition."""

LEAST_SCORE = 0.5
"""Lines that the recogniser is less sure of are left out."""

_DOTS_PER_INCH = 180.0
_MOST_PIXELS = 9_000_000

Word = tuple[str, tuple[float, float, float, float]]


class Recogniser:
    """Recognises pages of one document within a budget of time."""

    def __init__(self) -> None:
        self._spent_s = 0.0

    def scale(self, page: Page) -> float | None:
        """Pixels per point to draw the page with; None where it will not be recognised."""
        if self._spent_s > BUDGET_S or importlib.util.find_spec("rapidocr") is None:
            return None
        width, height = display_size(page, 1.0)
        return min(_DOTS_PER_INCH / 72.0, float((_MOST_PIXELS / max(width * height, 1.0)) ** 0.5))

    def glyphs(self, picture: NDArray[np.uint8], page: Page, scale: float) -> Glyphs:
        """The characters on the picture, none where it holds no text, in user space."""
        start = time.monotonic()
        try:
            words = list(_words(_engine(), picture))
        finally:
            self._spent_s += time.monotonic() - start
        return as_glyphs(words, page, scale)


@cache
def _engine() -> Callable[..., Any]:
    rapidocr = importlib.import_module("rapidocr")  # optional, and a second to load

    engine: Callable[..., Any] = rapidocr.RapidOCR(
        params={"Global.log_level": "critical", "EngineConfig.onnxruntime.intra_op_num_threads": 1}
    )
    return engine


def _words(engine: Callable[..., Any], picture: NDArray[np.uint8]) -> Iterator[Word]:
    """Words with (left, top, right, bottom) in pixels."""
    found = engine(np.repeat(picture[:, :, None], 3, axis=2), return_word_box=True)
    for line in found.word_results or ():
        for text, score, corners in line:
            if score >= LEAST_SCORE and corners is not None:
                xs, ys = [float(x) for x, _ in corners], [float(y) for _, y in corners]
                yield text, (min(xs), min(ys), max(xs), max(ys))


def as_glyphs(words: list[Word], page: Page, scale: float) -> Glyphs:
    """Words in pixels as characters in user space, set in one upright style per height.

    Args:
        scale: Pixels per point of the picture.
    """
    texts: list[str] = []
    boxes: list[tuple[float, float, float, float]] = []
    origins: list[tuple[float, float]] = []
    sizes: list[float] = []
    spaced: list[bool] = []
    for word, (left, top, right, bottom) in words:
        chars = [text for char in word if (text := normal(ord(char))).strip()]
        edges = np.linspace(left, right, len(chars) + 1).tolist()
        for at, char in enumerate(chars):
            box = from_display(edges[at], top, edges[at + 1], bottom, page, scale)
            base = from_display(edges[at], bottom, edges[at], bottom - 0.2 * (bottom - top), page, scale)
            texts.append(char)
            boxes.append((box.x0, box.y0, box.x1, box.y1))
            origins.append(_corner(base, page.rotation))
            sizes.append(round((bottom - top) / scale * 0.9, 1))
            spaced.append(at == 0)
    known = sorted(set(sizes))
    styles = tuple(Style("", size, False, page.rotation % 360, 0, (0, 0, 0, 255)) for size in known)
    return Glyphs(
        tuple(texts),
        np.array(boxes, dtype=np.float64).reshape(-1, 4),
        np.array(origins, dtype=np.float64).reshape(-1, 2),
        np.array([known.index(size) for size in sizes], dtype=np.int64),
        styles,
        np.array(spaced, dtype=bool),
    )


def _corner(base: Box, rotation: int) -> tuple[float, float]:
    """The baseline's start: of a strip below it, the corner that is uppermost and leftmost on display."""
    match rotation % 360:
        case 0:
            return base.x0, base.y1
        case 90:
            return base.x0, base.y0
        case 180:
            return base.x1, base.y0
        case _:
            return base.x1, base.y1
