"""What is demanded from a viewpoint, kept until the store changes: the one place that loads it for every surface."""

from __future__ import annotations

from datetime import date, datetime
from functools import lru_cache

from app.use_cases.viewpoint import Viewpoint, view
from app.wiring import Services
from graph.conflicts.demands import Demands, load_demands


def demanded(services: Services, at: Viewpoint | None = None) -> Demands:
    """Requirements, conflicts and register as they are from a viewpoint; see `graph.conflicts.demands`."""
    at = at or Viewpoint()
    moment = at.moment
    return _demanded(services, services.store.generation(), moment.as_of, moment.known_at, at.project, at.reader)


@lru_cache(maxsize=4)
def _demanded(
    services: Services, generation: int, as_of: date, known_at: datetime | None, project: str | None, asker: str | None
) -> Demands:
    governing = view(services, Viewpoint(project, as_of, known_at, asker))
    with services.store.read() as reader:
        return load_demands(reader, governing, project)
