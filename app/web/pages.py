"""The pages: rendered here, readable without scripts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import urlencode

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

from app import moments
from app.api.opened import Opened, OpenServices
from app.errors import InvalidInput, NothingIngested
from app.use_cases.ask import AskRequest, ask
from app.use_cases.sources import list_sources, readable_source, require_sources, source_detail
from app.use_cases.viewpoint import Viewpoint, is_open_to
from app.web.evidence import evidence_of, page_numbered, picture_of, quoted_boxes, surroundings
from app.web.methods import methods_context
from app.web.render import STATIC, render
from app.wiring import Services
from graph.errors import NotFound
from graph.model import Source, Span

MAX_QUESTION_CHARS = 2000
WINDOW_CHARS = 20_000
"""Characters of a long text that one page shows before and after a place."""

AnyRequest = Request[Any, Any, Any]


@get("/", include_in_schema=False, sync_to_thread=True)
def ask_page(request: AnyRequest, state: State) -> Response[Any]:
    """The question, and the outcome where one was asked."""
    form = {
        name: request.query_params.get(name, "").strip() for name in ("q", "project", "as_of", "known_at", "explain")
    }
    context: dict[str, Any] = {
        "here": "/",
        "form": form,
        "projects": [],
        "notice": None,
        "outcome": None,
        "evidence": [],
    }
    opened: Opened = state.opened
    try:
        services = opened.services()
        require_sources(services)
        context |= _held(services)
        if form["q"]:
            context |= _outcome_context(services, form)
    except (InvalidInput, NothingIngested) as error:
        context["notice"] = str(error)
    return render("ask.html", **context)


def _held(services: Services) -> dict[str, Any]:
    """How many sources everybody may read, and the projects that own them."""
    with services.store.read() as reader:
        sources = [source for source in reader.find(Source) if is_open_to(source, None)]
    return {"held": len(sources), "projects": sorted({source.project for source in sources} - {""})}


def _outcome_context(services: Services, form: Mapping[str, str]) -> dict[str, Any]:
    outcome = ask(services, _request(form))
    cited = outcome["citations"] or (outcome["abstention"] or {}).get("nearest") or []
    evidence = [evidence_of(services, numbered(citation, place)) for place, citation in enumerate(cited, 1)]
    asked = {name: value for name, value in form.items() if value}
    return {
        "outcome": outcome,
        "sentences": outcome["sentences"],
        "evidence": evidence,
        "explain_address": "/?" + urlencode(asked | {"explain": "1"}),
    }


def numbered(citation: dict[str, Any], place: int) -> dict[str, Any]:
    """A citation with a number to be called by: its own, else its place."""
    return citation | {"n": citation.get("n") or place}


def _request(form: Mapping[str, str]) -> AskRequest:
    if len(form["q"]) > MAX_QUESTION_CHARS:
        raise InvalidInput(f"a question may have {MAX_QUESTION_CHARS} characters")
    return AskRequest(
        question=form["q"],
        project=form["project"] or None,
        as_of=moments.day(form["as_of"]),
        known_at=moments.instant(form["known_at"]),
        explain=bool(form["explain"]),
    )


@get("/sources", include_in_schema=False, sync_to_thread=True)
def sources_page(
    services: OpenServices, project: FromQuery[str | None] = None, cursor: FromQuery[str | None] = None
) -> Response[Any]:
    """What has been ingested."""
    listed = list_sources(services, Viewpoint(project or None), cursor or None, 200)
    more = {"project": project, "cursor": listed["next_cursor"]}
    address = "/sources?" + urlencode({name: value for name, value in more.items() if value})
    return render(
        "sources.html",
        here="/sources",
        items=listed["items"],
        total=listed["total"],
        project=project,
        next_address=address if listed["next_cursor"] else None,
    )


@get("/sources/{source_id:str}", include_in_schema=False, sync_to_thread=True)
def source_page(
    services: OpenServices,
    source_id: FromPath[str],
    page: Annotated[int | None, QueryParameter(ge=1)] = None,
    start: Annotated[int | None, QueryParameter(name="from", ge=0)] = None,
    end: Annotated[int | None, QueryParameter(name="to", ge=0)] = None,
) -> Response[Any]:
    """A source: its pages or its text with a quote marked, and what is said of it."""
    source = readable_source(services, source_id)
    span = _span(source, start, end)
    shown = _shown_page(services, source, page, span) if source.pages else _shown_text(services, source, span)
    return render("source.html", here="/sources", source=source_detail(services, source_id), **shown)


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


def _shown_text(services: Services, source: Source, span: Span | None) -> dict[str, Any]:
    with services.store.read() as reader:
        text = reader.text(source.id)
    span = span or Span(0, 0)
    return {
        "picture": None,
        "text": surroundings(text, span, WINDOW_CHARS),
        "earlier": max(0, span.start - WINDOW_CHARS),
        "later": min(len(text), span.end + WINDOW_CHARS),
    }


@get("/methods", include_in_schema=False, sync_to_thread=True)
def methods_page(services: OpenServices, q: FromQuery[str] = "") -> Response[Any]:
    """How an answer comes about, with the figures of the running index."""
    context: dict[str, Any] = {"outcome": None, "notice": None, "ask_address": None}
    if q.strip():
        try:
            request = _request({"q": q.strip(), "project": "", "as_of": "", "known_at": "", "explain": "1"})
            context["outcome"] = ask(services, request)
            context["ask_address"] = "/?" + urlencode({"q": q.strip()})
        except InvalidInput as error:
            context["notice"] = str(error)
    return render("methods.html", here="/methods", q=q.strip(), **methods_context(services), **context)


STATIC_FILES = create_static_files_router(
    path="/static",
    directories=[STATIC],
    include_in_schema=False,
    cache_control=None,
)

PAGE_ROUTES: list[ControllerRouterHandler] = [ask_page, sources_page, source_page, methods_page, STATIC_FILES]
