"""The admin page: order of precedence, words that mean one thing, settings in force, and the log of decisions."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import URLEncodedBody

from app.api.opened import Opened, OpenServices
from app.use_cases.audit import audit_log
from app.use_cases.concepts import Wording, list_concepts, propose_concepts, say_concept
from app.use_cases.doctor import doctor
from app.use_cases.precedence import OrderChoice, set_precedence, show_precedence
from app.use_cases.setup import settings_shown
from app.web.deciding import FORM, after, refused
from app.web.projects import open_projects
from app.web.screen import Form, OnScreen, voice_of, written
from graph.errors import PrevailError
from graph.precedence import PRESETS
from graph.project_orders import write_order
from graph.requirements.concepts import ROLES

LOG_SHOWN = 100
PROPOSALS_SHOWN = 10

Json = dict[str, Any]


@get("/admin", include_in_schema=False, sync_to_thread=True)
def admin_page(services: OpenServices, state: State, screen: OnScreen) -> Response[Any]:
    """What is set, and what was decided by whom."""
    opened: Opened = state.opened
    at = screen.viewpoint
    return screen.show(
        "admin.html",
        projects=open_projects(services)[1],
        precedence=show_precedence(services, at.project, at.known_at),
        presets={name: write_order(order.order) for name, order in PRESETS.items()},
        concepts=list_concepts(services, at, None, screen.query.get("text"), screen.query.get("cursor"), 30),
        likely=propose_concepts(services, at, limit=PROPOSALS_SHOWN)["items"],
        roles=ROLES,
        settings=settings_shown(opened.settings),
        leads=opened.settings.compliance_leads,
        log=audit_log(services, at, screen.query.get("decision"), LOG_SHOWN),
    )


@get("/admin/setup", include_in_schema=False, sync_to_thread=True)
def setup_page(state: State, screen: OnScreen) -> Response[Any]:
    """What can be wrong with a set-up, looked at now."""
    opened: Opened = state.opened
    return screen.show("setup.html", checks=doctor(opened.settings))


@post("/admin/precedence", **FORM)
def precedence_form(services: OpenServices, screen: OnScreen, data: URLEncodedBody[Form]) -> Response[Any]:
    """Chooses the order of precedence of a project, or the general one."""
    try:
        choice = OrderChoice(written(data, "preset"), tiers_of(data.get("tiers", "")), written(data, "name"))
        report = set_precedence(services, written(data, "project"), choice, voice_of(data))
    except PrevailError as error:
        return refused(screen, error, "/admin")
    return after("/admin", report)


def tiers_of(text: str) -> list[list[str]] | None:
    """Tiers as people write them: one a line, or set apart by `>`; classes of one tier by commas; None for blanks."""
    lines = [line for part in text.splitlines() for line in part.split(">")]
    tiers = [[name.strip() for name in line.replace("=", ",").split(",") if name.strip()] for line in lines]
    return [tier for tier in tiers if tier] or None


@post("/admin/concepts", **FORM)
def concept_form(services: OpenServices, screen: OnScreen, data: URLEncodedBody[Form]) -> Response[Any]:
    """Says whether a term means a concept."""
    try:
        accepted = data.get("accepted") != "no"
        role, term, concept = (data.get(name, "") for name in ("role", "term", "concept"))
        wording = Wording(role, term, concept, accepted, data.get("project", ""))
        report = say_concept(services, wording, voice_of(data))
    except PrevailError as error:
        return refused(screen, error, "/admin#concepts")
    return after("/admin", report)
