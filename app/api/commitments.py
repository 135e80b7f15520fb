"""Commitments and decisions, over HTTP."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Annotated, Any

from litestar import get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.types import ControllerRouterHandler

from app.api.decisions import Name, Text, require_own_origin
from app.api.opened import OpenServices, SeenFrom
from app.use_cases.commitment_steps import Wish, act_on_commitment
from app.use_cases.commitments import CommitmentFilter, list_commitments, show_commitment
from app.use_cases.ruling import Voice

Wanted = NamedDependency[CommitmentFilter]


@dataclass(frozen=True, slots=True)
class CommitmentStep:
    """Body of `POST /api/commitments/{id}/actions`: what somebody does about a commitment or decision.

    Attributes:
        act: done, cancel, assign, comment, reopen.
        by: Who does it.
        owner, due: For *assign*: who has it now, and by when.
        replaced_by: For *cancel* of a decision: id of the later decision that takes its place.
        dry_run: Only say what it would change.
        reader: Whose access decides what is there.
    """

    act: Name
    by: Name
    reason: Text | None = None
    owner: Name | None = None
    due: date | None = None
    replaced_by: Name | None = None
    dry_run: bool = False
    reader: str | None = None


def provide_about(
    owner: FromQuery[str | None] = None,
    source: FromQuery[str | None] = None,
    text: FromQuery[str | None] = None,
    min_confidence: Annotated[float, QueryParameter(ge=0, le=1)] = 0.0,
) -> CommitmentFilter:
    """Dependency `about`: whose, said where, with which words, read how surely."""
    return CommitmentFilter(
        owner=owner or None, source=source or None, text=text or None, min_confidence=min_confidence
    )


def provide_wanted(
    about: Wanted,
    states: Annotated[list[str] | None, QueryParameter(name="state")] = None,
    kind: FromQuery[str | None] = None,
    due_before: FromQuery[date | None] = None,
    every: Annotated[bool, QueryParameter(name="all")] = False,
) -> CommitmentFilter:
    """Dependency `wanted`: in which states, promises or decisions, due before when, of which versions."""
    return replace(about, states=tuple(states or ()), kind=kind or None, due_before=due_before, every=every)


SIEVE = {
    "about": Provide(provide_about, sync_to_thread=False),
    "wanted": Provide(provide_wanted, sync_to_thread=False),
}


@get("/api/commitments", tags=["commitments"], dependencies=SIEVE, sync_to_thread=True)
def get_commitments(
    services: OpenServices,
    at: SeenFrom,
    wanted: Wanted,
    cursor: FromQuery[str | None] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=1000)] = 50,
) -> dict[str, Any]:
    """One page of commitments and decisions, overdue ones first, each with its words and where it stands."""
    return list_commitments(services, at, wanted, cursor, limit)


@get("/api/commitments/{identifier:str}", tags=["commitments"], sync_to_thread=True)
def get_commitment(services: OpenServices, at: SeenFrom, identifier: FromPath[str]) -> dict[str, Any]:
    """One commitment with what it relies on, what may have taken its place, and what was done about it."""
    return show_commitment(services, identifier, at)


@post(
    "/api/commitments/{identifier:str}/actions",
    tags=["commitments"],
    status_code=200,
    guards=[require_own_origin],
    sync_to_thread=True,
)
def post_commitment_action(
    services: OpenServices, at: SeenFrom, identifier: FromPath[str], data: JSONBody[CommitmentStep]
) -> dict[str, Any]:
    """Takes a step about a commitment; says where it then stands. `POST /api/proposals/{step}/undo` takes it back."""
    seen = replace(at, reader=data.reader or at.reader)
    voice = Voice(data.by, data.reason or None, False, data.dry_run, seen.reader, seen.as_of)
    wish = Wish(data.act, data.owner or None, data.due, data.replaced_by or None)
    return act_on_commitment(services, identifier, wish, voice, seen)


COMMITMENT_ROUTES: list[ControllerRouterHandler] = [get_commitments, get_commitment, post_commitment_action]
