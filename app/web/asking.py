"""The page that asks: the question, and the outcome where one was asked."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from litestar import Response, get
from litestar.datastructures import State

from app.api.opened import Opened
from app.errors import InvalidInput, NothingIngested
from app.use_cases.ask import AskRequest, ask
from app.use_cases.sources import require_sources
from app.web.evidence import evidence_of
from app.web.projects import open_projects
from app.web.screen import OnScreen, Screen
from app.wiring import Services

MAX_QUESTION_CHARS = 2000


@get("/", include_in_schema=False, sync_to_thread=True)
def ask_page(screen: OnScreen, state: State) -> Response[Any]:
    """The question, and the outcome where one was asked."""
    context: dict[str, Any] = {"held": 0, "projects": [], "notice": None, "outcome": None, "evidence": []}
    opened: Opened = state.opened
    try:
        services = opened.services()
        require_sources(services)
        context["held"], context["projects"] = open_projects(services)
        if "q" in screen.query:
            context |= _outcome_context(services, screen)
    except (InvalidInput, NothingIngested) as error:
        context["notice"] = str(error)
    return screen.show("ask.html", **context)


def _outcome_context(services: Services, screen: Screen) -> dict[str, Any]:
    outcome = ask(services, request_of(screen, explain="explain" in screen.query))
    cited = outcome["citations"] or (outcome["abstention"] or {}).get("nearest") or []
    evidence = [evidence_of(services, numbered(citation, place)) for place, citation in enumerate(cited, 1)]
    return {"outcome": outcome, "sentences": outcome["sentences"], "evidence": evidence}


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
