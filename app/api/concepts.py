"""Which words mean one thing, over HTTP."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from litestar import get, post
from litestar.params import FromQuery, JSONBody, QueryParameter
from litestar.types import ControllerRouterHandler

from app.api.decisions import Name, Text, require_own_origin
from app.api.opened import OpenServices, SeenFrom
from app.use_cases.concepts import Wording, list_concepts, propose_concepts, say_concept
from app.use_cases.ruling import Voice


@dataclass(frozen=True, slots=True)
class Saying:
    """Body of `POST /api/concepts`: what somebody says of a term.

    Attributes:
        role: subject or property.
        term: As a text writes it; `concept`: the preferred label, or another term.
        accepted: Whether they mean one thing.
        project: Only there; everywhere where absent.
        dry_run: Only say what it would change.
        reader: Whose access decides what is shown.
    """

    role: Name
    term: Name
    concept: Name
    by: Name
    accepted: bool = True
    reason: Text | None = None
    project: str | None = None
    dry_run: bool = False
    reader: str | None = None


@get("/api/concepts", tags=["concepts"], sync_to_thread=True)
def get_concepts(
    services: OpenServices,
    at: SeenFrom,
    role: FromQuery[str | None] = None,
    text: FromQuery[str | None] = None,
    cursor: FromQuery[str | None] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=1000)] = 50,
) -> dict[str, Any]:
    """One page of concepts: preferred label, terms, who says so, how many requirements use it."""
    return list_concepts(services, at, role or None, text or None, cursor, limit)


@get("/api/concepts/proposals", tags=["concepts"], sync_to_thread=True)
def get_concept_proposals(
    services: OpenServices,
    at: SeenFrom,
    by_meaning: FromQuery[bool] = False,
    limit: Annotated[int, QueryParameter(ge=1, le=1000)] = 50,
) -> dict[str, Any]:
    """Terms in use that may mean the same; nothing is joined until somebody accepts it."""
    return propose_concepts(services, at, by_meaning=by_meaning, limit=limit)


@post("/api/concepts", tags=["concepts"], status_code=200, guards=[require_own_origin], sync_to_thread=True)
def post_concept(services: OpenServices, at: SeenFrom, data: JSONBody[Saying]) -> dict[str, Any]:
    """Says whether a term means a concept, and what that changes; `POST /api/proposals/{id}/undo` takes it back."""
    seen = replace(at, reader=data.reader or at.reader)
    voice = Voice(data.by, data.reason or None, dry_run=data.dry_run, reader=seen.reader, as_of=seen.as_of)
    wording = Wording(data.role, data.term, data.concept, data.accepted, data.project or "")
    return say_concept(services, wording, voice, seen)


CONCEPT_ROUTES: list[ControllerRouterHandler] = [get_concepts, get_concept_proposals, post_concept]
