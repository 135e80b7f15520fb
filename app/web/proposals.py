"""The pages of proposals: what waits for a person, what judging it changes, and the verdict."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath, URLEncodedBody

from app.api.opened import OpenServices
from app.use_cases.proposals import judge, list_proposals, proposal
from app.web.deciding import FORM, after
from app.web.evidence import Evidence, evidence_of, page_boxes
from app.web.projects import open_projects
from app.web.screen import Fields, Form, OnScreen, Screen, refusal, voice_of, written
from app.wiring import Services
from graph.errors import PrevailError
from graph.model import Span
from graph.vocabulary import EdgeState

Json = dict[str, Any]

VERDICTS = {"affirm": EdgeState.AFFIRMED, "reject": EdgeState.REJECTED}


@get("/proposals", include_in_schema=False, sync_to_thread=True)
def proposals_page(services: OpenServices, screen: OnScreen) -> Response[Any]:
    """What waits for a person, the contested first."""
    state = screen.query.get("state", EdgeState.PROPOSED.value)
    listed = list_proposals(services, screen.viewpoint, state, screen.query.get("cursor"), 20)
    return screen.show("proposals.html", listed=listed, projects=open_projects(services)[1])


@get("/proposals/{identifier:str}", include_in_schema=False, sync_to_thread=True)
def proposal_page(services: OpenServices, screen: OnScreen, identifier: FromPath[str]) -> Response[Any]:
    """One edge: its words, what judging it changes, and the form to judge it."""
    return _shown(services, screen, identifier)


@post("/proposals/{identifier:str}", **FORM)
def proposal_form(
    services: OpenServices, screen: OnScreen, identifier: FromPath[str], data: URLEncodedBody[Form]
) -> Response[Any]:
    """The verdict of a person."""
    try:
        verdict = VERDICTS.get(written(data, "act") or "", EdgeState.REJECTED)
        return after(screen.path, judge(services, identifier, verdict, voice_of(data)))
    except PrevailError as error:
        status, words = refusal(error)
        return _shown(services, screen, identifier, data, status, words)


def _shown(
    services: Services, screen: Screen, identifier: str, form: Form | None = None, status: int = 200, problem: str = ""
) -> Response[Any]:
    found = proposal(services, identifier, screen.viewpoint)
    evidence = stated(services, found["evidence"]) if found["evidence"] else None
    return screen.show("proposal.html", status, p=found, evidence=evidence, form=Fields(form or {}), problem=problem)


def stated(services: Services, evidence: Json) -> Evidence:
    """The words that an edge rests on, boxed on their page where they stand on one."""
    span = Span(*evidence["span"])
    boxes = page_boxes(services, evidence["source_id"], evidence["page"], span) if evidence["page"] else []
    return evidence_of(services, {**evidence, "boxes": boxes})
