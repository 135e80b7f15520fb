"""The register of conflicts, over HTTP."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.types import ControllerRouterHandler

from app.api.decisions import Name, Text, require_own_origin
from app.api.files import file_response
from app.api.opened import OpenServices, SeenFrom
from app.use_cases.conflicts import ConflictFilter, list_conflicts, show_conflict
from app.use_cases.register_export import FORMS, export_register
from app.use_cases.register_steps import Wish, act_on
from app.use_cases.ruling import Voice

Wanted = NamedDependency[ConflictFilter]


@dataclass(frozen=True, slots=True)
class Step:
    """Body of `POST /api/conflicts/{id}/actions`: what somebody does about a conflict.

    Attributes:
        act: acknowledge, assign, comment, close one, keep both, reject one, re-date, precedence rule, withdraw, reopen.
        by: Who does it.
        side: Number of a side as it is shown, from 1, or its key: the one that stays; for *reject one*, that goes.
        due: Day of the task; for *re-date*, from which the side takes the other's place.
        scope: For *keep both*: where each side holds.
        override: Also against the order of precedence; needs a reason.
        dry_run: Only say what it would change.
        reader: Whose access decides what is there.
    """

    act: Name
    by: Name
    reason: Text | None = None
    side: str | int | None = None
    owner: Name | None = None
    due: date | None = None
    scope: Text | None = None
    override: bool = False
    dry_run: bool = False
    reader: str | None = None

    def wish(self) -> Wish:
        """What is wanted, for the use case."""
        side = None if self.side is None else str(self.side)
        return Wish(self.act, side, self.owner or None, self.due, self.scope or None)


def provide_which(
    states: Annotated[list[str] | None, QueryParameter(name="state")] = None,
    classes: Annotated[list[str] | None, QueryParameter(name="class")] = None,
    every: Annotated[bool, QueryParameter(name="all")] = False,
    possible: FromQuery[bool] = False,
) -> ConflictFilter:
    """Dependency `which`: in which states, of which classes; all classes where `all` is true."""
    return ConflictFilter(states or (), classes or (), every, possible=possible)


def provide_wanted(
    which: Wanted,
    owner: FromQuery[str | None] = None,
    overdue: FromQuery[bool] = False,
    source: FromQuery[str | None] = None,
    text: FromQuery[str | None] = None,
) -> ConflictFilter:
    """Dependency `wanted`: whose, whether overdue, with a side in which document, about which words."""
    return replace(which, owner=owner or None, overdue=overdue, source=source or None, text=text or None)


SIEVE = {
    "which": Provide(provide_which, sync_to_thread=False),
    "wanted": Provide(provide_wanted, sync_to_thread=False),
}


@get("/api/conflicts", tags=["conflicts"], dependencies=SIEVE, sync_to_thread=True)
def get_conflicts(
    services: OpenServices,
    at: SeenFrom,
    wanted: Wanted,
    cursor: FromQuery[str | None] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=1000)] = 50,
) -> dict[str, Any]:
    """One page of conflicts, those to decide first; classes that need no decision only where they are asked for."""
    return list_conflicts(services, at, wanted, cursor, limit)


@get("/api/conflicts/{identifier:str}", tags=["conflicts"], sync_to_thread=True)
def get_conflict(services: OpenServices, at: SeenFrom, identifier: FromPath[str]) -> dict[str, Any]:
    """Both sides with their words, the history, what was decided before, and the draft of an RFI."""
    return show_conflict(services, identifier, at)


@post(
    "/api/conflicts/{identifier:str}/actions",
    tags=["conflicts"],
    status_code=200,
    guards=[require_own_origin],
    sync_to_thread=True,
)
def post_action(
    services: OpenServices, at: SeenFrom, identifier: FromPath[str], data: JSONBody[Step]
) -> dict[str, Any]:
    """Takes a step about a conflict; says what that changes. `POST /api/proposals/{step}/undo` takes it back."""
    seen = replace(at, reader=data.reader or at.reader)
    voice = Voice(data.by, data.reason or None, data.override, data.dry_run, seen.reader, seen.as_of)
    return act_on(services, identifier, data.wish(), voice, seen)


def _exporting(form: str) -> ControllerRouterHandler:
    """The route that gives the register as a file of a form."""

    def exporting(services: OpenServices, at: SeenFrom, wanted: Wanted) -> Response[bytes]:
        return file_response(export_register(services, form, at, wanted), "conflicts", form)

    exporting.__name__ = f"get_conflicts_{form}"
    exporting.__doc__ = f"The register with its whole history as {form.upper()}; replaying it gives the same state."
    route = get(f"/api/conflicts/export.{form}", tags=["conflicts"], dependencies=SIEVE, sync_to_thread=True)
    return route(exporting)


CONFLICT_ROUTES: list[ControllerRouterHandler] = [
    get_conflicts,
    get_conflict,
    post_action,
    *(_exporting(form) for form in FORMS),
]
