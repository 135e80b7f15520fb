"""The projects that pages offer to choose from."""

from __future__ import annotations

from app.use_cases.viewpoint import is_open_to
from app.wiring import Services
from graph.model import Source


def open_projects(services: Services) -> tuple[int, list[str]]:
    """How many sources everybody may read, and the projects that own them."""
    with services.store.read() as reader:
        sources = [source for source in reader.find(Source) if is_open_to(source, None)]
    return len(sources), sorted({source.project for source in sources} - {""})
