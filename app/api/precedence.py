"""The order of precedence of a project, over HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from litestar import get, put
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler

from app.api.decisions import Name, Text, require_own_origin
from app.api.opened import OpenServices, SeenFrom
from app.use_cases.precedence import OrderChoice, set_precedence, show_precedence
from app.use_cases.ruling import Voice


@dataclass(frozen=True, slots=True)
class Chosen:
    """Body of `PUT /api/projects/{name}/precedence`: either a preset or tiers, and who chooses.

    Attributes:
        tiers: Authority classes, highest tier first; those of one tier are complementary.
        name: What to call an order of your own.
    """

    by: Name
    preset: str | None = None
    tiers: list[list[str]] | None = None
    name: Name | None = None
    reason: Text | None = None
    dry_run: bool = False
    reader: str | None = None


@get("/api/projects/{name:str}/precedence", tags=["precedence"], sync_to_thread=True)
def get_precedence(services: OpenServices, at: SeenFrom, name: FromPath[str]) -> dict[str, Any]:
    """The order that decides for a project's texts, who chose it, and the orders before it."""
    return show_precedence(services, name, at.known_at)


@put("/api/projects/{name:str}/precedence", tags=["precedence"], guards=[require_own_origin], sync_to_thread=True)
def put_precedence(services: OpenServices, name: FromPath[str], data: JSONBody[Chosen]) -> dict[str, Any]:
    """Chooses the order of a project from now on, and says what that changes."""
    choice = OrderChoice(data.preset, data.tiers, data.name)
    voice = Voice(data.by, data.reason or None, dry_run=data.dry_run, reader=data.reader or None)
    return set_precedence(services, name, choice, voice)


@get("/api/precedence", tags=["precedence"], sync_to_thread=True)
def get_general_precedence(services: OpenServices, at: SeenFrom) -> dict[str, Any]:
    """The order for shared texts, and for projects without one of their own."""
    return show_precedence(services, None, at.known_at)


@put("/api/precedence", tags=["precedence"], guards=[require_own_origin], sync_to_thread=True)
def put_general_precedence(services: OpenServices, data: JSONBody[Chosen]) -> dict[str, Any]:
    """Chooses the order for shared texts, and for projects without one of their own."""
    voice = Voice(data.by, data.reason or None, dry_run=data.dry_run, reader=data.reader or None)
    return set_precedence(services, None, OrderChoice(data.preset, data.tiers, data.name), voice)


PRECEDENCE_ROUTES: list[ControllerRouterHandler] = [
    get_precedence,
    put_precedence,
    get_general_precedence,
    put_general_precedence,
]
