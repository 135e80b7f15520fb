"""Between PDF user space and pixels of the displayed page."""

from __future__ import annotations

from graph.model import Box, Page


def display_size(page: Page, scale: float) -> tuple[float, float]:
    """Width and height of the displayed page in pixels, at `scale` pixels per point."""
    width = (page.crop.x1 - page.crop.x0) * scale
    height = (page.crop.y1 - page.crop.y0) * scale
    return (height, width) if page.rotation % 180 else (width, height)


def to_display(box: Box, page: Page, scale: float) -> tuple[float, float, float, float]:
    """Where a user-space box lies on the displayed page.

    Args:
        scale: Pixels per point at which the page is displayed.

    Returns:
        (left, top, width, height) in pixels, origin at the top left of the displayed page; the
        crop box is cut out and the page is turned clockwise by its rotation.
    """
    crop = page.crop
    match page.rotation % 360:
        case 0:
            left, top = box.x0 - crop.x0, crop.y1 - box.y1
        case 90:
            left, top = box.y0 - crop.y0, box.x0 - crop.x0
        case 180:
            left, top = crop.x1 - box.x1, box.y0 - crop.y0
        case _:
            left, top = crop.y1 - box.y1, crop.x1 - box.x1
    width, height = box.x1 - box.x0, box.y1 - box.y0
    if page.rotation % 180:
        width, height = height, width
    return left * scale, top * scale, width * scale, height * scale


def from_display(left: float, top: float, right: float, bottom: float, page: Page, scale: float) -> Box:
    """The user-space box of a rectangle on the displayed page; undoes `to_display`.

    Args:
        scale: Pixels per point at which the page is displayed.
    """
    crop = page.crop
    x0, y0, x1, y1 = left / scale, top / scale, right / scale, bottom / scale
    match page.rotation % 360:
        case 0:
            return Box(crop.x0 + x0, crop.y1 - y1, crop.x0 + x1, crop.y1 - y0)
        case 90:
            return Box(crop.x0 + y0, crop.y0 + x0, crop.x0 + y1, crop.y0 + x1)
        case 180:
            return Box(crop.x1 - x1, crop.y0 + y0, crop.x1 - x0, crop.y0 + y1)
        case _:
            return Box(crop.x1 - y1, crop.y1 - x1, crop.x1 - y0, crop.y1 - x0)
