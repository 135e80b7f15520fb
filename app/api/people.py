"""Who writes and meets, and which addresses are one person's, over HTTP."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.types import ControllerRouterHandler

from app.api.decisions import Name, Text, require_own_origin
from app.api.opened import OpenServices, SeenFrom
from app.use_cases.people import Identity, list_people, propose_people, say_identity, show_person
from app.use_cases.ruling import Voice


@dataclass(frozen=True, slots=True)
class Identifying:
    """Body of `POST /api/people`: what somebody says of two people.

    Attributes:
        one, other: Addresses or ids of people; of a speaker, the label and an address.
        same: Whether they are one person.
        source_id: The recording in which `one` is a speaker's label; absent for addresses.
        dry_run: Only say what it would change.
        reader: Whose access decides what is shown.
    """

    one: Name
    other: Name
    by: Name
    same: bool = True
    source_id: str | None = None
    reason: Text | None = None
    dry_run: bool = False
    reader: str | None = None


@get("/api/people", tags=["people"], sync_to_thread=True)
def get_people(
    services: OpenServices,
    at: SeenFrom,
    text: FromQuery[str | None] = None,
    cursor: FromQuery[str | None] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=1000)] = 50,
) -> dict[str, Any]:
    """One page of people: addresses, names in use, how often they wrote, who said what of them."""
    return list_people(services, at, text or None, cursor, limit)


@get("/api/people/proposals", tags=["people"], sync_to_thread=True)
def get_people_proposals(services: OpenServices, at: SeenFrom) -> dict[str, Any]:
    """People who use one name from several addresses; nobody is joined until somebody says so."""
    return propose_people(services, at)


@get("/api/people/{name:str}", tags=["people"], sync_to_thread=True)
def get_person(services: OpenServices, at: SeenFrom, name: FromPath[str]) -> dict[str, Any]:
    """One person by address or id."""
    return show_person(services, name, at)


@post("/api/people", tags=["people"], status_code=200, guards=[require_own_origin], sync_to_thread=True)
def post_person(services: OpenServices, at: SeenFrom, data: JSONBody[Identifying]) -> dict[str, Any]:
    """Says whether two are one person; `POST /api/proposals/{id}/undo` takes it back."""
    seen = replace(at, reader=data.reader or at.reader)
    voice = Voice(data.by, data.reason or None, dry_run=data.dry_run, reader=seen.reader, as_of=seen.as_of)
    return say_identity(services, Identity(data.one, data.other, data.same, data.source_id or None), voice, seen)


PEOPLE_ROUTES: list[ControllerRouterHandler] = [get_people, get_people_proposals, get_person, post_person]
