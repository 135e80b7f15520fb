"""The page of people: names that are used from several addresses, and who said who is one person."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import URLEncodedBody

from app.api.opened import OpenServices
from app.use_cases.people import Identity, list_people, propose_people, say_identity
from app.web.deciding import FORM, after
from app.web.screen import Fields, Form, OnScreen, Screen, refusal, voice_of
from app.wiring import Services
from graph.errors import PrevailError

SHOWN = 50


@get("/people", include_in_schema=False, sync_to_thread=True)
def people_page(services: OpenServices, screen: OnScreen) -> Response[Any]:
    """Who may be one person, and everybody with their addresses."""
    return _shown(services, screen)


@post("/people", **FORM)
def people_form(services: OpenServices, screen: OnScreen, data: URLEncodedBody[Form]) -> Response[Any]:
    """Says that two addresses are one person's, or two people's."""
    said = Identity(data.get("one", ""), data.get("other", ""), data.get("same") != "no")
    try:
        return after(screen.path, say_identity(services, said, voice_of(data), screen.viewpoint))
    except PrevailError as error:
        status, words = refusal(error)
        return _shown(services, screen, status, Fields(data), words)


def _shown(
    services: Services, screen: Screen, status: int = 200, form: Fields | None = None, problem: str = ""
) -> Response[Any]:
    at, query = screen.viewpoint, screen.query
    listed = list_people(services, at, query.get("text"), query.get("cursor"), SHOWN)
    said = {link["id"]: link for person in listed["items"] for link in person["said"]}
    return screen.show(
        "people.html",
        status,
        alike=propose_people(services, at)["items"],
        listed=listed,
        said=list(said.values()),
        form=form or Fields(),
        problem=problem,
    )
