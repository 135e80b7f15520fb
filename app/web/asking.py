"""The page that asks: the question, and the outcome where one was asked."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from litestar import Response, get
from litestar.datastructures import State

from app.api.opened import Opened
from app.errors import InvalidInput, NothingIngested
from app.use_cases.ask import AskRequest, ask
from app.use_cases.history import history
from app.use_cases.naming import Ambiguous
from app.use_cases.recall import show_receipt
from app.use_cases.sources import require_sources
from app.use_cases.viewpoint import Viewpoint
from app.web.evidence import evidence_of
from app.web.projects import open_projects
from app.web.screen import OnScreen, Screen
from app.web.timeline import timeline_of
from app.wiring import Services
from graph.errors import NotFound

MAX_QUESTION_CHARS = 2000
MOST_TIMELINES = 2
Json = dict[str, Any]


@get("/", include_in_schema=False, sync_to_thread=True)
def ask_page(screen: OnScreen, state: State) -> Response[Any]:
    """The question, and the outcome where one was asked."""
    context: dict[str, Any] = {"held": 0, "projects": [], "notice": None, "outcome": None, "stored": None}
    opened: Opened = state.opened
    try:
        services = opened.services()
        require_sources(services)
        context["held"], context["projects"] = open_projects(services)
        if "receipt" in screen.query:
            context |= _stored_context(services, screen)
        elif "q" in screen.query:
            context |= _outcome_context(services, screen)
    except NothingIngested:
        context["held"] = 0
    except InvalidInput as error:
        context["notice"] = str(error)
    return screen.show("ask.html", **context)


def _outcome_context(services: Services, screen: Screen) -> Json:
    outcome = ask(services, request_of(screen, explain="explain" in screen.query))
    return _shown(services, outcome, screen.viewpoint)


def _stored_context(services: Services, screen: Screen) -> Json:
    """An outcome as its receipt keeps it, and whether its evidence still governs."""
    receipt = show_receipt(services, screen.query["receipt"], screen.viewpoint)
    outcome = receipt["outcome"] | {"receipt_id": receipt["id"], "timings_ms": {}, "trace": None}
    return _shown(services, outcome, screen.viewpoint) | {"stored": receipt}


def _shown(services: Services, outcome: Json, at: Viewpoint) -> Json:
    """An outcome with what its citations rest on, and what the cited texts replaced."""
    cited = outcome["citations"] or (outcome["abstention"] or {}).get("nearest") or []
    evidence = [evidence_of(services, numbered(citation, place), at) for place, citation in enumerate(cited, 1)]
    works = [_versions(services, citation["source_id"], at) for citation in outcome["citations"]]
    replaced = {work["work_id"]: work for work in works if len(work["versions"]) > 1}
    return {
        "outcome": outcome,
        "sentences": outcome["sentences"],
        "evidence": evidence,
        "replaced": list(replaced.values())[:MOST_TIMELINES],
    }


def _versions(services: Services, source_id: str, at: Viewpoint) -> Json:
    """The versions of the work of a source, with their timeline; without any where the source is not there."""
    try:
        told = history(services, source_id, at)
    except (NotFound, Ambiguous):
        return {"work_id": source_id, "versions": []}
    return told | {"timeline": timeline_of(told["versions"], at.moment.as_of)}


def numbered(citation: dict[str, Any], place: int) -> dict[str, Any]:
    """A citation with a number to be called by: its own, else its place."""
    return citation | {"n": citation.get("n") or place}


def request_of(screen: Screen, *, explain: bool) -> AskRequest:
    """The question of a page.

    Raises:
        InvalidInput: It is too long, or its day or instant cannot be read.
    """
    question, at = screen.query["q"], screen.viewpoint
    if len(question) > MAX_QUESTION_CHARS:
        raise InvalidInput(f"a question may have {MAX_QUESTION_CHARS} characters")
    return AskRequest(question, project=at.project, as_of=at.as_of, known_at=at.known_at, explain=explain)


def asking_address(screen: Screen) -> str:
    """Where the question of another page is asked."""
    return "/?" + urlencode({"q": screen.query["q"]})
