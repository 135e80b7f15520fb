"""The graph page: the neighbourhood of a document, drawn and as a table."""

from __future__ import annotations

from typing import Any

from litestar import Response, get

from app.api.opened import OpenServices
from app.use_cases.naming import Ambiguous
from app.use_cases.neighbourhood import FARTHEST, neighbourhood
from app.use_cases.sources import list_sources
from app.web.drawing import HEIGHT, WIDTH, draw
from app.web.governing import works_of
from app.web.projects import open_projects
from app.web.screen import OnScreen
from graph.errors import NotFound

OFFERED = 40
"""Documents to start from, where none is named."""


@get("/graph", include_in_schema=False, sync_to_thread=True)
def graph_page(services: OpenServices, screen: OnScreen) -> Response[Any]:
    """What touches a document, and what touches that."""
    at = screen.viewpoint
    context: dict[str, Any] = {"found": None, "drawing": None, "notice": None, "names": {}, "works": []}
    if "node" in screen.query:
        try:
            found = neighbourhood(services, screen.query["node"], at, _depth(screen.query.get("depth")))
        except (NotFound, Ambiguous) as error:
            context["notice"] = str(error)
        else:
            names = {node["id"]: node for node in found["nodes"]}
            context |= {"found": found, "drawing": draw(found), "names": names, "size": (WIDTH, HEIGHT)}
    if context["found"] is None:
        context["works"] = works_of(list_sources(services, at, None, 1000)["items"])[:OFFERED]
    depths = [str(depth) for depth in range(1, FARTHEST + 1)]
    return screen.show("graph.html", projects=open_projects(services)[1], depths=depths, **context)


def _depth(text: str | None) -> int:
    return int(text) if text and text.isdecimal() else 1
