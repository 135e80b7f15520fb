"""The page of one source: its pages or its text with a quote marked, and what is said of it."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from app.api.opened import OpenServices
from app.errors import InvalidInput
from app.use_cases.moment import turns_within
from app.use_cases.sources import readable_source, source_detail
from app.web.evidence import page_numbered, picture_of, quoted_boxes, surroundings, thread_in
from app.web.screen import OnScreen, Screen
from app.wiring import Services
from graph.errors import NotFound
from graph.model import Source, Span
from graph.vocabulary import SourceKind

WINDOW_CHARS = 20_000
"""Characters of a long text that one page shows before and after a place."""


@get("/sources/{source_id:str}", include_in_schema=False, sync_to_thread=True)
def source_page(
    services: OpenServices,
    screen: OnScreen,
    source_id: FromPath[str],
    page: Annotated[int | None, QueryParameter(ge=1)] = None,
    start: Annotated[int | None, QueryParameter(name="from", ge=0)] = None,
    end: Annotated[int | None, QueryParameter(name="to", ge=0)] = None,
) -> Response[Any]:
    """A source: its pages or its text with a quote marked, and what is said of it."""
    source = readable_source(services, source_id)
    span = _span(source, start, end)
    shown = _shown_page(services, source, page, span) if source.pages else _shown_text(services, source, span, screen)
    detail = source_detail(services, source_id, screen.viewpoint)
    thread = None if detail["kind"] == SourceKind.TRANSCRIPT else thread_in(services, source_id, screen.viewpoint)
    return screen.show("source.html", source=detail, thread=thread, **shown)


def _span(source: Source, start: int | None, end: int | None) -> Span | None:
    if start is None or end is None:
        return None
    if not start <= end <= source.text_chars:
        raise InvalidInput(f"from and to must be places in a text of {source.text_chars} characters")
    return Span(start, end)


def _shown_page(services: Services, source: Source, number: int | None, span: Span | None) -> dict[str, Any]:
    if number is None and span is not None:
        number = next((page.number for page in source.pages if page.span.overlaps(span)), None)
    page = page_numbered(source, number or source.pages[0].number)
    if page is None:
        raise NotFound("page", f"{number} of {source.remote_id}")
    boxes = []
    if span is not None:
        with services.store.read() as reader:
            boxes = quoted_boxes(reader.char_boxes(source.id, page.number), page, span)
    return {"picture": picture_of(source, page, boxes), "page_count": len(source.pages), "text": None}


def _shown_text(services: Services, source: Source, span: Span | None, screen: Screen) -> dict[str, Any]:
    """A part of the text, and of a recording the turns in it with who speaks."""
    with services.store.read() as reader:
        text = reader.text(source.id)
    span = span or Span(0, 0)
    window = Span(max(0, span.start - WINDOW_CHARS), min(len(text), span.end + WINDOW_CHARS))
    return {
        "picture": None,
        "text": surroundings(text, span, WINDOW_CHARS),
        "turns": turns_within(services, source.id, window, screen.viewpoint),
        "span": span,
        "earlier": window.start,
        "later": window.end,
    }
