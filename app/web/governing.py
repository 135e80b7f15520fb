"""The page of what governs: works, and the versions of one with what put them into and out of force."""

from __future__ import annotations

from typing import Any

from litestar import Response, get

from app.api.opened import OpenServices
from app.use_cases.governs import governs
from app.use_cases.history import history
from app.use_cases.naming import Ambiguous
from app.use_cases.proposals import list_proposals
from app.use_cases.sources import list_sources
from app.use_cases.viewpoint import Viewpoint
from app.web.projects import open_projects
from app.web.screen import OnScreen
from app.web.timeline import timeline_of
from app.wiring import Services
from graph.errors import NotFound
from graph.vocabulary import CITABLE, Signal, SourceKind

Json = dict[str, Any]

MOST_WORKS = 12
"""Works whose timelines one page draws."""
IN_FORCE = CITABLE
"""Signals of versions of which some text binds."""
SAID = (SourceKind.MAIL, SourceKind.TRANSCRIPT)
"""Kinds that are listed after documents."""


@get("/governing", include_in_schema=False, sync_to_thread=True)
def governing_page(services: OpenServices, screen: OnScreen) -> Response[Any]:
    """What is in force: of all works in one line each, or of what is asked for with its timeline."""
    at = screen.viewpoint
    _, projects = open_projects(services)
    context: Json = {"projects": projects, "notice": None, "nearest": (), "found": None, "works": [], "waiting": 0}
    named = screen.query.get("work")
    try:
        if named:
            context["found"] = {"matches": [], "works": [_drawn(services, named, at)], "read_as": [], "needs": []}
        elif "q" in screen.query:
            context["found"] = _found(services, screen.query["q"], at)
    except (NotFound, Ambiguous) as error:
        context["notice"], context["nearest"] = str(error), getattr(error, "nearest", ())
    if context["found"] is None:
        context["works"] = works_of(list_sources(services, at, None, 1000)["items"])
        context["waiting"] = list_proposals(services, at, limit=1)["total"]
    return screen.show("governing.html", **context)


def _found(services: Services, query: str, at: Viewpoint) -> Json:
    found = governs(services, query, at)
    held = dict.fromkeys(match["work_id"] for match in found["matches"] if match["source_id"])
    works = [_drawn(services, work, at) for work in list(held)[:MOST_WORKS]]
    return found | {"works": works}


def _drawn(services: Services, work: str, at: Viewpoint) -> Json:
    told = history(services, work, at)
    return told | {"timeline": timeline_of(told["versions"], at.moment.as_of)}


def works_of(items: list[Json]) -> list[Json]:
    """Sources, in the order of their works and versions, as one row for each work; messages and talk come last."""
    rows: dict[str, list[Json]] = {}
    for item in items:
        rows.setdefault(item["work_id"], []).append(item)
    return sorted(map(_row, rows.values()), key=lambda work: work["kind"] in SAID)


def _row(versions: list[Json]) -> Json:
    in_force = [one for one in versions if one["signal"] in IN_FORCE]
    shown = (in_force or versions)[-1]
    return {**shown, "versions": len(versions), "in_force": bool(in_force), "is_contested": _contested(versions)}


def _contested(versions: list[Json]) -> bool:
    return any(one["signal"] == Signal.CONTESTED for one in versions)
