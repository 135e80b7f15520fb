"""What the pages share on which a person decides: forms of this server's own pages, and taking back."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar import Response, post
from litestar.params import URLEncodedBody

from app.api.decisions import require_own_origin
from app.api.opened import OpenServices
from app.use_cases.undo import undo
from app.web.screen import Form, OnScreen, Screen, refusal, seen_other, voice_of, written
from graph.errors import PrevailError

RECORDED, UNCHANGED, TAKEN_BACK = "recorded", "unchanged", "taken-back"
"""What the next page says of a change."""

FORM: dict[str, Any] = {"include_in_schema": False, "guards": [require_own_origin], "sync_to_thread": True}
"""How a route takes a form: only from pages of this server."""


def after(address: str, report: dict[str, Any]) -> Response[Any]:
    """To the page that shows a change, which then says whether there was one."""
    said = RECORDED if report.get("changed", True) else UNCHANGED
    return seen_other(f"{address}{'&' if '?' in address else '?'}said={said}")


@post("/undo", **FORM)
def undo_form(services: OpenServices, screen: OnScreen, data: URLEncodedBody[Form]) -> Response[Any]:
    """Takes back a decision or step, and returns to the page that it was shown on."""
    address = own_path(written(data, "next"))
    try:
        report = undo(services, written(data, "id") or "", voice_of(data))
    except PrevailError as error:
        return refused(screen, error, address)
    return seen_other(f"{_still_there(address, report)}?said={TAKEN_BACK}")


def _still_there(address: str, report: dict[str, Any]) -> str:
    """The page to return to: the list, where an edge that only a person said is gone with its page."""
    edge = report.get("edge")
    return "/proposals" if report.get("removed") and edge and address == f"/proposals/{edge['id']}" else address


def refused(screen: Screen, error: PrevailError, back: str) -> Response[Any]:
    """A page that says why a wish was not granted.

    Raises:
        PrevailError: The error again, where it is not about what was asked.
    """
    status, words = refusal(error)
    return screen.show("refused.html", status, problem=words, back=back)


def own_path(address: str | None) -> str:
    """The path of an address of ours; the first page for anything else."""
    path = urlsplit(address or "").path
    return path if path.startswith("/") and not path.startswith("//") else "/"
