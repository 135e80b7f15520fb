"""Straight lines and pictures of a page, read from its vector objects under a budget."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

import numpy as np
import pypdfium2
import pypdfium2.raw as raw
from numpy.typing import NDArray

from graph.model import Box

MAX_OBJECTS = 4_000
"""Pages with more objects are drawings; their lines are not looked at one by one."""

MAX_SEGMENTS = 12_000
"""Path segments looked at on one page."""

_WHITE = 235
_STRAIGHT_PT = 0.6
_SHORTEST_PT = 4.0


class PathReader:
    """Walks the objects of a page once.

    Attributes:
        rules: `float64[n, 4]`, axis-parallel strokes and rectangle sides, user space.
        backdrops: `float64[n, 4]`, boxes of pictures and of fills that are not white.
        objects: Number of objects, those inside form objects included.
        has_drawing: Whether any of them is a path.
    """

    def __init__(self, page: pypdfium2.PdfPage) -> None:
        self.objects = raw.FPDFPage_CountObjects(page)
        self.has_drawing = False
        self._segments = 0
        self._rules: list[tuple[float, float, float, float]] = []
        self._pictures: list[tuple[float, float, float, float]] = []
        self._fills: list[tuple[float, float, float, float]] = []
        for handle, matrix in _walk(page, min(self.objects, MAX_OBJECTS)):
            self._take(handle, matrix)
        if self.objects > MAX_OBJECTS:
            self._rules, self.has_drawing = [], True
        self.rules: NDArray[np.float64] = np.array(self._rules, dtype=np.float64).reshape(-1, 4)
        self.backdrops: NDArray[np.float64] = np.array([*self._fills, *self._pictures]).reshape(-1, 4)

    def picture_area(self, crop: Box) -> float:
        """Area in square points of the pictures' parts inside the crop box, overlaps counted twice."""
        total = 0.0
        for x0, y0, x1, y1 in self._pictures:
            width = min(x1, crop.x1) - max(x0, crop.x0)
            height = min(y1, crop.y1) - max(y0, crop.y0)
            total += max(width, 0.0) * max(height, 0.0)
        return total

    def _take(self, handle: Any, matrix: NDArray[np.float64]) -> None:
        kind = raw.FPDFPageObj_GetType(handle)
        if kind == raw.FPDF_PAGEOBJ_IMAGE:
            self._pictures.append(_bounds(handle, matrix))
        elif kind == raw.FPDF_PAGEOBJ_SHADING:
            self._fills.append(_bounds(handle, matrix))
        elif kind == raw.FPDF_PAGEOBJ_PATH:
            self.has_drawing = True
            filled, stroked = _drawn(handle)
            if filled and _is_coloured(handle):
                self._fills.append(_bounds(handle, matrix))
            if self._segments < MAX_SEGMENTS and (filled or stroked):
                self._rules.extend(self._straight(handle, matrix))

    def _straight(self, handle: Any, outer: NDArray[np.float64]) -> Iterator[tuple[float, float, float, float]]:
        count = min(raw.FPDFPath_CountSegments(handle), MAX_SEGMENTS - self._segments)
        self._segments += count
        matrix = _matrix(handle) @ outer
        start = last = (0.0, 0.0)
        for at in range(count):
            segment = raw.FPDFPath_GetPathSegment(handle, at)
            point = _point(segment, matrix)
            kind = raw.FPDFPathSegment_GetType(segment)
            if kind == raw.FPDF_SEGMENT_MOVETO:
                start = point
            elif kind == raw.FPDF_SEGMENT_LINETO:
                yield from _axis_parallel(last, point)
            last = point
            if raw.FPDFPathSegment_GetClose(segment):
                yield from _axis_parallel(point, start)
                last = start


def _walk(page: pypdfium2.PdfPage, count: int) -> Iterator[tuple[Any, NDArray[np.float64]]]:
    """Objects of the page with the matrix of what holds them; form objects are opened one level."""
    identity = np.eye(3)
    for at in range(count):
        handle = raw.FPDFPage_GetObject(page, at)
        if raw.FPDFPageObj_GetType(handle) != raw.FPDF_PAGEOBJ_FORM:
            yield handle, identity
            continue
        matrix = _matrix(handle)
        for inner in range(min(raw.FPDFFormObj_CountObjects(handle), MAX_OBJECTS)):
            yield raw.FPDFFormObj_GetObject(handle, inner), matrix


def _matrix(handle: Any) -> NDArray[np.float64]:
    """Row-vector form: `[x y 1] @ matrix`."""
    m = raw.FS_MATRIX(1, 0, 0, 1, 0, 0)
    raw.FPDFPageObj_GetMatrix(handle, ctypes.byref(m))
    return np.array([[m.a, m.b, 0.0], [m.c, m.d, 0.0], [m.e, m.f, 1.0]])


def _bounds(handle: Any, matrix: NDArray[np.float64]) -> tuple[float, float, float, float]:
    sides = [ctypes.c_float() for _ in range(4)]
    raw.FPDFPageObj_GetBounds(handle, *[ctypes.byref(side) for side in sides])
    x0, y0, x1, y1 = (side.value for side in sides)
    corners = np.array([[x0, y0, 1.0], [x1, y0, 1.0], [x0, y1, 1.0], [x1, y1, 1.0]]) @ matrix
    low, high = corners.min(axis=0), corners.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def _drawn(handle: Any) -> tuple[bool, bool]:
    """Whether a path is filled, and whether it is stroked."""
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(handle, ctypes.byref(fill), ctypes.byref(stroke))
    return bool(fill.value), bool(stroke.value)


def _is_coloured(handle: Any) -> bool:
    channels = [ctypes.c_uint(255) for _ in range(4)]
    raw.FPDFPageObj_GetFillColor(handle, *[ctypes.byref(channel) for channel in channels])
    return min(channel.value for channel in channels[:3]) < _WHITE and channels[3].value > 0


def _point(segment: Any, matrix: NDArray[np.float64]) -> tuple[float, float]:
    x, y = ctypes.c_float(), ctypes.c_float()
    raw.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
    m = matrix
    return (
        float(x.value * m[0, 0] + y.value * m[1, 0] + m[2, 0]),
        float(x.value * m[0, 1] + y.value * m[1, 1] + m[2, 1]),
    )


def _axis_parallel(a: tuple[float, float], b: tuple[float, float]) -> Iterator[tuple[float, float, float, float]]:
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    if min(dx, dy) <= _STRAIGHT_PT and max(dx, dy) >= _SHORTEST_PT:
        yield min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])
