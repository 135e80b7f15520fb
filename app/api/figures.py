"""The figures of the running index over HTTP."""

from __future__ import annotations

from typing import Any

from litestar import get
from litestar.types import ControllerRouterHandler

from app.api.opened import OpenServices, SeenFrom
from app.use_cases.stats import stats


@get("/api/stats", tags=["figures"], sync_to_thread=True)
def get_stats(services: OpenServices, at: SeenFrom) -> dict[str, dict[str, Any]]:
    """Every figure of the methods page: name to value, unit and definition."""
    return stats(services, at)


FIGURE_ROUTES: list[ControllerRouterHandler] = [get_stats]
