"""The graph around a document, over HTTP."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import get
from litestar.params import QueryParameter
from litestar.types import ControllerRouterHandler

from app.api.opened import OpenServices, SeenFrom
from app.use_cases.neighbourhood import FARTHEST, neighbourhood


@get("/api/graph", tags=["sources"], sync_to_thread=True)
def get_graph(
    services: OpenServices,
    at: SeenFrom,
    node: Annotated[str, QueryParameter(min_length=1, max_length=500, description="Number, title, file or id.")],
    depth: Annotated[int, QueryParameter(ge=1, le=FARTHEST, description="Edges away from the document.")] = 1,
) -> dict[str, Any]:
    """The versions of a document and what touches them, each with its signal, and the edges between them."""
    return neighbourhood(services, node, at, depth)


GRAPH_ROUTES: list[ControllerRouterHandler] = [get_graph]
