"""The border to pdfium: bytes in, `RawPage` values out, its errors as `SkipRecord`.

The raw text interface is called through plain function pointers that write into numpy buffers:
some 2 microseconds a character for code, box, origin and owner together.
"""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pypdfium2
import pypdfium2.raw as raw
from numpy.typing import NDArray

from connectors.pdf.characters import normal
from connectors.pdf.geometry import to_display
from connectors.pdf.glyphs import Glyphs, RawPage, Style
from connectors.pdf.rules import PathReader
from graph.errors import SkipRecord
from graph.model import Box, Page, Span

MAX_GLYPHS = 200_000
"""A page with more characters than this is cut off there; printed pages hold a few thousand."""

SCAN_SHARE = 0.5
"""From this share of the page on, a picture may be a scan with its recognised text beneath."""

_INK_SCALE, _INK_PIXELS, _INK_CONTRAST = 1.5, 3_000_000, 12
_MOST_CLIPS = 16
_POINTER, _INT = ctypes.c_void_p, ctypes.c_int
_PASSWORD, _FORMAT, _SECURITY = 4, 3, 5


@cache
def _function(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
    """A pdfium function taking plain addresses, which spares ctypes its conversions."""
    address = ctypes.cast(getattr(raw, name), _POINTER).value
    assert address is not None
    return ctypes.CFUNCTYPE(result, *arguments)(address)


@contextlib.contextmanager
def opened(data: bytes, name: str) -> Iterator[pypdfium2.PdfDocument]:
    """The document, closed at the end.

    Raises:
        SkipRecord: `empty`, `encrypted` (a password is needed) or `damaged`.
    """
    if not data:
        raise SkipRecord("empty", f"{name} holds no bytes")
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise _translated(error, name) from error
    try:
        yield document
    finally:
        document.close()


def draw(document: pypdfium2.PdfDocument, number: int, scale: float) -> NDArray[np.uint8]:
    """The displayed page in grey, `uint8[height, width]`.

    Args:
        scale: Pixels per point.
    """
    page = document[number - 1]
    try:
        picture = np.array(page.render(scale=scale, grayscale=True).to_numpy(), dtype=np.uint8)
        return picture.reshape(picture.shape[0], picture.shape[1])
    finally:
        page.close()


def _translated(error: pypdfium2.PdfiumError, name: str) -> SkipRecord:
    code = getattr(error, "err_code", None)
    if code == _PASSWORD:
        return SkipRecord("encrypted", f"{name} opens only with a password")
    if code == _SECURITY:
        return SkipRecord("encrypted", f"{name} uses an unsupported security handler")
    return SkipRecord("damaged", f"{name} cannot be read as a PDF")


def properties(document: pypdfium2.PdfDocument) -> dict[str, str]:
    """The file's own properties ("Title", "Author", …); empty where they cannot be read."""
    try:
        return dict(document.get_metadata_dict(skip_empty=True))
    except (pypdfium2.PdfiumError, ValueError):
        return {}


def read_page(document: pypdfium2.PdfDocument, number: int, name: str) -> RawPage:
    """Everything of page `number` (from 1).

    Raises:
        SkipRecord: `damaged` where the page cannot be loaded.
    """
    try:
        page = document[number - 1]
        textpage = page.get_textpage()
    except pypdfium2.PdfiumError as error:
        raise SkipRecord("damaged", f"page {number} of {name} cannot be read") from error
    try:
        media, crop = _boxes(page)
        paths = PathReader(page)
        glyphs = _glyphs(textpage)
        share = min(paths.picture_area(crop) / max((crop.x1 - crop.x0) * (crop.y1 - crop.y0), 1.0), 1.0)
        inked = _inked(page, glyphs, crop, share)
        turn = page.get_rotation()
        return RawPage(
            number,
            media,
            crop,
            turn,
            glyphs,
            inked,
            paths.rules,
            paths.backdrops,
            paths.objects,
            share,
            paths.has_drawing,
        )
    finally:
        textpage.close()
        page.close()


def _boxes(page: pypdfium2.PdfPage) -> tuple[Box, Box]:
    """Media box and the part of it that is displayed; an absurd crop box counts as none."""
    media = Box(*_ordered(page.get_mediabox()))
    x0, y0, x1, y1 = _ordered(page.get_cropbox())
    crop = Box(max(x0, media.x0), max(y0, media.y0), min(x1, media.x1), min(y1, media.y1))
    return media, crop if crop.x1 > crop.x0 and crop.y1 > crop.y0 else media


def _ordered(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = box
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _inked(page: pypdfium2.PdfPage, glyphs: Glyphs, crop: Box, picture_share: float) -> NDArray[np.bool_]:
    """Whether something is drawn where the undrawn glyphs stand; the page is drawn only for them."""
    inked = np.ones(len(glyphs), dtype=bool)
    asked = np.flatnonzero(glyphs.undrawn)
    if not len(asked) or picture_share >= SCAN_SHARE:
        return inked
    scale = min(_INK_SCALE, (_INK_PIXELS / max((crop.x1 - crop.x0) * (crop.y1 - crop.y0), 1.0)) ** 0.5)
    picture = page.render(scale=scale, grayscale=True).to_numpy()
    frame = Page(0, Span(0, 0), crop, crop, page.get_rotation(), "native")
    shows = np.zeros(len(glyphs), dtype=bool)
    for at in asked.tolist():
        left, top, width, height = to_display(Box(*glyphs.boxes[at].tolist()), frame, scale)
        rows = slice(max(int(top) - 1, 0), int(top + height) + 2)
        ink = picture[rows, max(int(left) - 1, 0) : int(left + width) + 2]
        shows[at] = bool(ink.size and int(ink.max()) - int(ink.min()) > _INK_CONTRAST)
    for style in np.unique(glyphs.style_of[asked]).tolist():
        mine = glyphs.style_of == style
        inked[mine] = shows[mine].mean() >= 0.5
    return inked


def _glyphs(textpage: pypdfium2.PdfTextPage) -> Glyphs:
    handle = ctypes.cast(textpage.raw, _POINTER).value
    count = min(textpage.count_chars(), MAX_GLYPHS)
    unicode_of = _function("FPDFText_GetUnicode", ctypes.c_uint, _POINTER, _INT)
    texts = [normal(unicode_of(handle, i)) for i in range(count)]
    blank = np.array([text == " " for text in texts], dtype=bool)
    ink = [i for i, text in enumerate(texts) if text not in (" ", "")]
    index = np.array(ink, dtype=np.int64)
    boxes, origins, owners = _measures(handle, ink)
    styles, style_of = _styles(handle, owners, index)
    return Glyphs(tuple(texts[i] for i in ink), boxes, origins, style_of, styles, _after_blank(blank, index))


def _after_blank(blank: NDArray[np.bool_], index: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether a blank stands between each kept character and the kept one before it."""
    blanks_until = np.cumsum(blank)
    counts = blanks_until[index] if len(index) else np.zeros(0, dtype=np.int64)
    return np.asarray(np.diff(counts, prepend=0) > 0, dtype=bool)


def _measures(handle: int | None, ink: list[int]) -> tuple[NDArray[np.float64], NDArray[np.float64], list[int]]:
    box_of = _function("FPDFText_GetCharBox", _INT, _POINTER, _INT, *[_POINTER] * 4)
    origin_of = _function("FPDFText_GetCharOrigin", _INT, _POINTER, _INT, _POINTER, _POINTER)
    owner_of = _function("FPDFText_GetTextObject", _POINTER, _POINTER, _INT)
    boxes, origins = np.zeros((len(ink), 4)), np.zeros((len(ink), 2))
    box_at, origin_at = boxes.ctypes.data, origins.ctypes.data
    for i in ink:
        box_of(handle, i, box_at, box_at + 16, box_at + 8, box_at + 24)
        origin_of(handle, i, origin_at, origin_at + 8)
        box_at += 32
        origin_at += 16
    return boxes, origins, [owner_of(handle, i) or 0 for i in ink]


def _styles(handle: int | None, owners: list[int], index: NDArray[np.int64]) -> tuple[tuple[Style, ...], Any]:
    known: dict[int, int] = {}
    styles: list[Style] = []
    style_of = np.zeros(len(owners), dtype=np.int64)
    for at, owner in enumerate(owners):
        if owner not in known:
            known[owner] = len(styles)
            styles.append(_style(handle, int(index[at]), owner))
        style_of[at] = known[owner]
    return tuple(styles), style_of


def _style(handle: int | None, at: int, owner: int) -> Style:
    matrix = np.zeros(6, dtype=np.float32)
    _function("FPDFText_GetMatrix", _INT, _POINTER, _INT, _POINTER)(handle, at, matrix.ctypes.data)
    a, b, c, d = (float(value) for value in matrix[:4])
    size = _function("FPDFText_GetFontSize", ctypes.c_double, _POINTER, _INT)(handle, at)
    height = float(np.hypot(c, d)) or 1.0
    angle = round(float(np.degrees(np.arctan2(b, a)))) % 360
    font, bold = _font(handle, at)
    return Style(font, abs(size) * height, bold, angle, _render_mode(owner), _fill(handle, at), _is_clipped(owner))


def _font(handle: int | None, at: int) -> tuple[str, bool]:
    buffer = ctypes.create_string_buffer(128)
    info = _function("FPDFText_GetFontInfo", ctypes.c_ulong, _POINTER, _INT, _POINTER, ctypes.c_ulong, _POINTER)
    info(handle, at, ctypes.addressof(buffer), 128, None)
    name = buffer.value.decode("utf-8", "replace").rpartition("+")[2]
    weight = _function("FPDFText_GetFontWeight", _INT, _POINTER, _INT)(handle, at)
    lower = name.lower()
    return name, weight >= 600 or any(word in lower for word in ("bold", "black", "heavy", "semibold"))


def _render_mode(owner: int) -> int:
    return int(_function("FPDFTextObj_GetTextRenderMode", _INT, _POINTER)(owner)) if owner else 0


def _fill(handle: int | None, at: int) -> tuple[int, int, int, int]:
    channels = (ctypes.c_uint * 4)(0, 0, 0, 255)
    base = ctypes.addressof(channels)
    colour_of = _function("FPDFText_GetFillColor", _INT, _POINTER, _INT, *[_POINTER] * 4)
    colour_of(handle, at, base, base + 4, base + 8, base + 12)
    red, green, blue, alpha = channels
    return red, green, blue, alpha


def _is_clipped(owner: int) -> bool:
    """Whether one of the object's clip paths is thinner than a point."""
    if not owner:
        return False
    clip = _function("FPDFPageObj_GetClipPath", _POINTER, _POINTER)(owner)
    count = _function("FPDFClipPath_CountPaths", _INT, _POINTER)(clip) if clip else 0
    return any(_is_thin(clip, at) for at in range(min(count, _MOST_CLIPS)))


def _is_thin(clip: int, at: int) -> bool:
    count = _function("FPDFClipPath_CountPathSegments", _INT, _POINTER, _INT)(clip, at)
    if not 0 < count <= _MOST_CLIPS:
        return False
    segment_of = _function("FPDFClipPath_GetPathSegment", _POINTER, _POINTER, _INT, _INT)
    point_of = _function("FPDFPathSegment_GetPoint", _INT, _POINTER, _POINTER, _POINTER)
    points = np.zeros((count, 2), dtype=np.float32)
    for number in range(count):
        address = points.ctypes.data + 8 * number
        point_of(segment_of(clip, at, number), address, address + 4)
    return bool((points.max(axis=0) - points.min(axis=0)).min() < 1.0)
