"""What the texts demand, over HTTP."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from litestar import Response, get
from litestar.di import NamedDependency, Provide
from litestar.params import FromQuery, QueryParameter
from litestar.types import ControllerRouterHandler

from app.api.files import file_response
from app.api.opened import OpenServices, SeenFrom
from app.use_cases.requirements import FORMS, RequirementFilter, export_requirements, list_requirements

Wanted = NamedDependency[RequirementFilter]


def provide_about(
    source: FromQuery[str | None] = None,
    subject: FromQuery[str | None] = None,
    prop: Annotated[str | None, QueryParameter(name="property")] = None,
    text: FromQuery[str | None] = None,
) -> RequirementFilter:
    """Dependency `about`: of which document, thing and property, and with which words."""
    return RequirementFilter(source=source or None, subject=subject or None, prop=prop or None, text=text or None)


def provide_wanted(
    about: Wanted,
    signal: FromQuery[str | None] = None,
    modality: FromQuery[str | None] = None,
    in_force: FromQuery[bool] = False,
    min_confidence: Annotated[float, QueryParameter(ge=0, le=1)] = 0.0,
) -> RequirementFilter:
    """Dependency `wanted`: what it is about, how its text stands, how it binds, how surely it was read."""
    return replace(
        about, signal=signal or None, modality=modality or None, in_force=in_force, min_confidence=min_confidence
    )


SIEVE = {
    "about": Provide(provide_about, sync_to_thread=False),
    "wanted": Provide(provide_wanted, sync_to_thread=False),
}


@get("/api/requirements", tags=["requirements"], dependencies=SIEVE, sync_to_thread=True)
def get_requirements(
    services: OpenServices,
    at: SeenFrom,
    wanted: Wanted,
    cursor: FromQuery[str | None] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=1000)] = 50,
) -> dict[str, Any]:
    """One page of requirements, each with its normal form, how its text stands, and the words that say it."""
    return list_requirements(services, at, wanted, cursor, limit)


def _exporting(form: str) -> ControllerRouterHandler:
    """The route that gives them all as a file of a form."""

    def exporting(services: OpenServices, at: SeenFrom, wanted: Wanted) -> Response[bytes]:
        return file_response(export_requirements(services, form, at, wanted), "requirements", form)

    exporting.__name__ = f"get_requirements_{form}"
    exporting.__doc__ = f"All requirements as {form.upper()}."
    route = get(f"/api/requirements/export.{form}", tags=["requirements"], dependencies=SIEVE, sync_to_thread=True)
    return route(exporting)


REQUIREMENT_ROUTES: list[ControllerRouterHandler] = [get_requirements, *(_exporting(form) for form in FORMS)]
