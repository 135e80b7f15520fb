"""The page on which a person says that one document takes another out of force."""

from __future__ import annotations

import re
from typing import Any

from litestar import Response, get, post
from litestar.params import URLEncodedBody

from app import moments
from app.api.opened import OpenServices
from app.use_cases.sources import list_sources
from app.use_cases.supersede import SupersedeRequest, supersede
from app.web.deciding import FORM, after
from app.web.projects import open_projects
from app.web.screen import Fields, Form, OnScreen, Screen, refusal, voice_of, written
from app.wiring import Services
from graph.errors import PrevailError

OFFERED = 1000
"""Documents that the fields offer while somebody types."""


@get("/supersede", include_in_schema=False, sync_to_thread=True)
def supersede_page(services: OpenServices, screen: OnScreen) -> Response[Any]:
    """The form; an address may fill in its fields."""
    return _shown(services, screen, form=screen.query)


@post("/supersede", **FORM)
def supersede_form(services: OpenServices, screen: OnScreen, data: URLEncodedBody[Form]) -> Response[Any]:
    """Shows what it would change, or records it and goes to the page of the edge."""
    is_preview = data.get("go") == "preview"
    try:
        report = supersede(services, wish_of(data), voice_of(data, dry_run=is_preview))
    except PrevailError as error:
        status, words = refusal(error)
        return _shown(services, screen, status, form=Fields(data), problem=words)
    if is_preview:
        return _shown(services, screen, form=Fields(data), preview=report)
    return after(f"/proposals/{report['edge']['id']}", report)


def wish_of(data: Form) -> SupersedeRequest:
    """What the form says; a document that ends without a successor needs no other one to be named.

    Raises:
        InvalidInput: The first day cannot be read.
    """
    clauses = tuple(part.strip() for part in re.split(r"[,;\n]", data.get("clauses", "")) if part.strip())
    withdraw = bool(written(data, "withdraw"))
    old = data.get("old", "").strip()
    new = written(data, "new") or (old if withdraw else "")
    return SupersedeRequest(new, old, clauses, moments.day(data.get("effective")), withdraw, written(data, "project"))


def _shown(services: Services, screen: Screen, status: int = 200, **more: Any) -> Response[Any]:
    context = {"form": Fields(), "problem": "", "preview": None} | more
    documents = list_sources(services, screen.viewpoint, None, OFFERED)["items"]
    return screen.show("supersede.html", status, documents=documents, projects=open_projects(services)[1], **context)
