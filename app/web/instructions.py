"""The pages of candidate instructions: what messages may have instructed, and the word of a person on it."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath, URLEncodedBody

from app.api.opened import OpenServices
from app.use_cases.instructing import Verdict, judge_instruction
from app.use_cases.instructions import GRANTED, STATES, Asked, list_instructions, show_instruction
from app.use_cases.ruling import Voice
from app.web.deciding import FORM, after
from app.web.evidence import evidence_of
from app.web.projects import open_projects
from app.web.proposals import VERDICTS
from app.web.screen import Fields, Form, OnScreen, Screen, refusal, voice_of, written
from app.wiring import Services
from graph.errors import PrevailError
from graph.vocabulary import EdgeState, InstructionKind

SOMEBODY = "somebody"
"""In whose name the impact is weighed before anybody decides."""


@get("/instructions", include_in_schema=False, sync_to_thread=True)
def instructions_page(services: OpenServices, screen: OnScreen) -> Response[Any]:
    """What waits for a person, the latest messages first."""
    query = screen.query
    asked = Asked(query.get("state", EdgeState.PROPOSED.value), query.get("kind"))
    listed = list_instructions(services, screen.viewpoint, asked, query.get("cursor"), 20)
    states = [*(state.value for state in STATES), "all"]
    kinds = [kind.value for kind in InstructionKind]
    projects = open_projects(services)[1]
    return screen.show("instructions.html", listed=listed, states=states, kinds=kinds, projects=projects)


@get("/instructions/{identifier:str}", include_in_schema=False, sync_to_thread=True)
def instruction_page(services: OpenServices, screen: OnScreen, identifier: FromPath[str]) -> Response[Any]:
    """One candidate: its words, what affirming it changes, and the form to judge it."""
    return _shown(services, screen, identifier)


@post("/instructions/{identifier:str}", **FORM)
def instruction_form(
    services: OpenServices, screen: OnScreen, identifier: FromPath[str], data: URLEncodedBody[Form]
) -> Response[Any]:
    """Says that a message instructs, or that it does not."""
    state = VERDICTS.get(written(data, "act") or "", EdgeState.REJECTED)
    is_affirmed = state is EdgeState.AFFIRMED
    verdict = Verdict(state, written(data, "authority") if is_affirmed else None, written(data, "role"))
    try:
        return after(screen.path, judge_instruction(services, identifier, verdict, voice_of(data)))
    except PrevailError as error:
        status, words = refusal(error)
        return _shown(services, screen, identifier, status, Fields(data), words)


def _shown(
    services: Services,
    screen: Screen,
    identifier: str,
    status: int = 200,
    form: Fields | None = None,
    problem: str = "",
) -> Response[Any]:
    found = show_instruction(services, identifier, screen.viewpoint)
    return screen.show(
        "instruction.html",
        status,
        i=found,
        evidence=evidence_of(services, found["citation"]),
        impact=None if found["state"] == EdgeState.AFFIRMED else _impact(services, found["id"]),
        classes=[one.value for one in GRANTED],
        form=form or Fields(),
        problem=problem,
    )


def _impact(services: Services, identifier: str) -> dict[str, Any]:
    """What it would change to affirm a candidate."""
    voice = Voice(SOMEBODY, SOMEBODY, dry_run=True)
    impact: dict[str, Any] = judge_instruction(services, identifier, Verdict(EdgeState.AFFIRMED), voice)["impact"]
    return impact
