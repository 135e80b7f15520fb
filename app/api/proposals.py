"""Supersession by people, over HTTP: proposals, decisions on them, and taking decisions back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.types import ControllerRouterHandler
from msgspec import Meta

from app.api.decisions import Decision, Name, Text, require_own_origin
from app.api.opened import OpenServices, SeenFrom
from app.use_cases.proposals import judge, list_proposals, proposal
from app.use_cases.ruling import Voice
from app.use_cases.supersede import SupersedeRequest, supersede
from app.use_cases.undo import log_of, undo
from app.wiring import Services
from graph.vocabulary import EdgeState


@dataclass(frozen=True, slots=True)
class Displacing:
    """Body of `POST /api/proposals`: what takes what out of force, and who says so.

    Attributes:
        new, old: Document numbers with revision or edition, file names or source ids.
        clauses: Of `old`; none for all of it.
        effective: First day; absent for the first day of `new`.
        withdraw: Nothing takes the place of `old`.
    """

    new: Name
    old: Name
    by: Name
    clauses: Annotated[list[str], Meta(max_length=500)] | None = None
    effective: date | None = None
    withdraw: bool = False
    project: str | None = None
    reason: Text | None = None
    override: bool = False
    dry_run: bool = False
    reader: str | None = None


@get("/api/proposals", tags=["supersession"], sync_to_thread=True)
def get_proposals(
    services: OpenServices,
    at: SeenFrom,
    edge_state: Annotated[str, QueryParameter(name="state")] = EdgeState.PROPOSED.value,
    cursor: FromQuery[str | None] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=1000)] = 50,
) -> dict[str, Any]:
    """One page of edges that wait for a person (or in another state), each with what judging it changes."""
    return list_proposals(services, at, edge_state, cursor, limit)


@post("/api/proposals", tags=["supersession"], status_code=200, guards=[require_own_origin], sync_to_thread=True)
def post_proposal(services: OpenServices, data: JSONBody[Displacing]) -> dict[str, Any]:
    """Decides that one document takes another, or clauses of it, out of force; says what that changes."""
    request = SupersedeRequest(
        data.new, data.old, tuple(data.clauses or ()), data.effective, data.withdraw, data.project or None
    )
    voice = Voice(data.by, data.reason or None, data.override, data.dry_run, data.reader or None)
    return supersede(services, request, voice)


@get("/api/proposals/{identifier:str}", tags=["supersession"], sync_to_thread=True)
def get_proposal(services: OpenServices, at: SeenFrom, identifier: FromPath[str]) -> dict[str, Any]:
    """One edge with its words, what judging it would change, and what was decided about it."""
    return proposal(services, identifier, at)


Judge = Callable[[Services, str, Voice], dict[str, Any]]


def _judging(word: str, says: str, decide: Judge) -> ControllerRouterHandler:
    """The route by which a person judges one edge."""

    def judging(services: OpenServices, identifier: FromPath[str], data: JSONBody[Decision]) -> dict[str, Any]:
        return decide(services, identifier, data.voice())

    judging.__name__, judging.__doc__ = f"post_{word}", says
    route = post(
        f"/api/proposals/{{identifier:str}}/{word}",
        tags=["supersession"],
        status_code=200,
        guards=[require_own_origin],
        sync_to_thread=True,
    )
    return route(judging)


def _affirm(services: Services, identifier: str, voice: Voice) -> dict[str, Any]:
    return judge(services, identifier, EdgeState.AFFIRMED, voice)


def _reject(services: Services, identifier: str, voice: Voice) -> dict[str, Any]:
    return judge(services, identifier, EdgeState.REJECTED, voice)


@get("/api/rulings", tags=["supersession"], sync_to_thread=True)
def get_rulings(services: OpenServices, at: SeenFrom) -> dict[str, Any]:
    """All rulings ever made, oldest first, those that were taken back among them."""
    return {"items": log_of(services, at), "next_cursor": None}


PROPOSAL_ROUTES: list[ControllerRouterHandler] = [
    get_proposals,
    post_proposal,
    get_proposal,
    _judging("affirm", "Lets an edge take effect.", _affirm),
    _judging("reject", "Denies an edge its effect, also one that a rule certified.", _reject),
    _judging("undo", "Takes back a ruling, or the last ruling on an edge or order.", undo),
    get_rulings,
]
