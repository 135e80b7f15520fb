"""What a citation rests on, ready to be shown: a page with the words boxed, or text with them marked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import numpy as np
from numpy.typing import NDArray

from app.use_cases.moment import moment_of
from app.use_cases.threads import thread_of
from app.use_cases.viewpoint import Viewpoint
from app.wiring import Services
from connectors.pdf.geometry import display_size, to_display
from graph.errors import NotFound
from graph.model import Box, Page, Source, Span
from graph.vocabulary import SourceKind
from retrieval.answering.citations import merge_lines

SURROUNDINGS_CHARS = 900
"""Characters shown before and after a quote."""

PICTURE_WIDTH_PX = 1400
"""Width at which page pictures are asked for; twice what they take on the screen."""

LARGE_SHEET_POINTS = 1100
"""Sheets wider or higher than this (an A3 sheet is 1191) are shown with an enlarged excerpt everywhere."""

EXCERPT_POINTS = (420.0, 180.0)
"""Smallest width and height of an enlarged excerpt."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle on a displayed page: points, origin top left."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Picture:
    """A page's picture and what to box on it.

    Attributes:
        width, height: Of the displayed page, in points; the boxes' coordinate space.
        excerpt: The part around the boxes, for narrow screens and large sheets; None without boxes.
    """

    number: int
    address: str
    width: float
    height: float
    boxes: tuple[Rectangle, ...]
    excerpt: Rectangle | None = None
    is_large: bool = False


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Text around a quote; `before` and `after` may be cut at the outer end."""

    before: str
    quote: str
    after: str
    is_start: bool
    is_end: bool


@dataclass(frozen=True, slots=True)
class Evidence:
    """One citation with what it rests on; exactly one of `picture` and `text` is set, or neither.

    Attributes:
        thread: The thread of a message with more than one; None for everything else.
        moment: The turn of a meeting with its neighbours; None for everything else.
    """

    citation: dict[str, Any]
    address: str
    picture: Picture | None
    text: Surroundings | None
    thread: dict[str, Any] | None = None
    moment: dict[str, Any] | None = None


def evidence_of(services: Services, citation: dict[str, Any], at: Viewpoint | None = None) -> Evidence:
    """Looks up what a citation of an outcome rests on."""
    with services.store.read() as reader:
        source = reader.get(Source, citation["source_id"])
        if source is None:
            raise NotFound("source", citation["source_id"])
        page = page_numbered(source, citation.get("page"))
        span = _span(citation)
        boxes = [Box(*corners) for corners in citation.get("boxes") or []]
        picture = picture_of(source, page, boxes) if page and boxes else None
        text = None if picture or span is None else surroundings(reader.text(source.id), span)
    thread = thread_in(services, source.id, at) if citation.get("kind") == SourceKind.MAIL else None
    moment = moment_in(services, source.id, span, at) if citation.get("kind") == SourceKind.TRANSCRIPT else None
    return Evidence(citation, source_address(source.id, span, page), picture, text, thread, moment)


def moment_in(
    services: Services, source_id: str, span: Span | None, at: Viewpoint | None = None
) -> dict[str, Any] | None:
    """The moment of a meeting in which something was said; None where nobody speaks."""
    try:
        return moment_of(services, source_id, span, at) if span else None
    except NotFound:
        return None


def thread_in(services: Services, source_id: str, at: Viewpoint | None = None) -> dict[str, Any] | None:
    """The thread of a message or of what is attached to one; None for what stands alone."""
    try:
        found = thread_of(services, source_id, at)
    except NotFound:
        return None
    return found if len(found["messages"]) > 1 or found["messages"][0]["attachments"] else None


def _span(citation: dict[str, Any]) -> Span | None:
    span = citation.get("span")
    return Span(*span) if span else None


def page_numbered(source: Source, number: int | None) -> Page | None:
    """The source's page of that number; None where it has none."""
    return next((page for page in source.pages if page.number == number), None)


def source_address(source_id: str, span: Span | None, page: Page | None = None) -> str:
    """Address of the page that shows a source, with a quote marked."""
    query = {"page": page.number} if page else {}
    if span is not None:
        query |= {"from": span.start, "to": span.end}
    return f"/sources/{source_id}" + (f"?{urlencode(query)}" if query else "") + ("#quote" if span else "")


def picture_of(source: Source, page: Page, boxes: list[Box]) -> Picture:
    """The picture of a page with boxes given in PDF user space."""
    width, height = display_size(page, 1.0)
    scale = min(4.0, max(0.5, round(4 * PICTURE_WIDTH_PX / max(width, 1.0)) / 4))
    rectangles = tuple(Rectangle(*to_display(box, page, 1.0)) for box in boxes)
    address = f"/api/sources/{source.id}/pages/{page.number}.png?scale={scale:g}"
    excerpt = _excerpt(rectangles, width, height) if rectangles else None
    is_large = max(width, height) > LARGE_SHEET_POINTS
    return Picture(page.number, address, width, height, rectangles, excerpt, is_large)


def _excerpt(boxes: tuple[Rectangle, ...], width: float, height: float) -> Rectangle:
    """The part of a sheet around the boxes, at least of the smallest size, inside the sheet."""
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.x + box.width for box in boxes), max(box.y + box.height for box in boxes)
    wide = min(width, max(EXCERPT_POINTS[0], (right - left) * 1.3))
    high = min(height, max(EXCERPT_POINTS[1], (bottom - top) * 1.6))
    x = min(max(0.0, (left + right - wide) / 2), width - wide)
    y = min(max(0.0, (top + bottom - high) / 2), height - high)
    return Rectangle(x, y, wide, high)


def quoted_boxes(char_boxes: NDArray[np.float32], page: Page, span: Span) -> list[Box]:
    """Boxes around the part of a span that stands on a page, one for each line of text.

    Args:
        char_boxes: `float32[len(page.span), 4]`; NaN for characters that are not on the page.
    """
    start, end = max(span.start, page.span.start), min(span.end, page.span.end)
    return merge_lines(char_boxes[max(0, start - page.span.start) : max(0, end - page.span.start)])


def surroundings(text: str, span: Span, chars: int = SURROUNDINGS_CHARS) -> Surroundings:
    """A span of a text with what stands around it, cut between words."""
    start, end = max(0, span.start - chars), min(len(text), span.end + chars)
    if start > 0:
        start = _after_blank(text, start, span.start)
    if end < len(text):
        blank = max(text.rfind(" ", span.end, end), text.rfind("\n", span.end, end))
        end = blank if blank >= 0 else end
    return Surroundings(
        text[start : span.start], text[span.start : span.end], text[span.end : end], start == 0, end == len(text)
    )


def _after_blank(text: str, start: int, limit: int) -> int:
    blanks = [at for at in (text.find(" ", start, limit), text.find("\n", start, limit)) if at >= 0]
    return min(blanks) + 1 if blanks else start


def page_boxes(services: Services, source_id: str, number: int, span: Span) -> list[list[float]]:
    """The corners of the boxes around a span on a page of a source; none where it has no such page."""
    with services.store.read() as reader:
        source = reader.get(Source, source_id)
        page = page_numbered(source, number) if source else None
        found = quoted_boxes(reader.char_boxes(source_id, number), page, span) if page else []
    return [[box.x0, box.y0, box.x1, box.y1] for box in found]
