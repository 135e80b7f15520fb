"""The page of what the texts demand: a table that can be filtered, each row with its words."""

from __future__ import annotations

from typing import Any

from litestar import Response, get

from app.api.opened import OpenServices
from app.use_cases.requirements import FORMS, RequirementFilter, list_requirements
from app.web.projects import open_projects
from app.web.screen import OnScreen
from graph.vocabulary import Modality, Signal


@get("/requirements", include_in_schema=False, sync_to_thread=True)
def requirements_page(services: OpenServices, screen: OnScreen) -> Response[Any]:
    """One page of requirements."""
    query = screen.query
    wanted = RequirementFilter(
        source=query.get("source"),
        subject=query.get("subject"),
        prop=query.get("property"),
        signal=query.get("signal"),
        modality=query.get("modality"),
        in_force="in_force" in query,
        text=query.get("text"),
    )
    listed = list_requirements(services, screen.viewpoint, wanted, query.get("cursor"), 50)
    return screen.show(
        "requirements.html",
        listed=listed,
        signals=[signal.value for signal in Signal],
        modalities=[modality.value for modality in Modality],
        forms_of_export=FORMS,
        projects=open_projects(services)[1],
    )
