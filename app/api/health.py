"""Whether the server lives, and whether it can answer."""

from __future__ import annotations

from typing import Any

from litestar import get
from litestar.types import ControllerRouterHandler

from app.api.opened import OpenServices
from app.use_cases.index import index_status


@get("/health/live", tags=["health"], sync_to_thread=False)
def live() -> dict[str, str]:
    """The process answers."""
    return {"status": "live"}


@get("/health/ready", tags=["health"], sync_to_thread=True)
def ready(services: OpenServices) -> dict[str, Any]:
    """The data directory and its index are open and usable; a problem (503) says what is missing."""
    return {"status": "ready", "index": index_status(services)}


HEALTH_ROUTES: list[ControllerRouterHandler] = [live, ready]
