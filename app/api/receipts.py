"""Receipts over HTTP: what was answered, whether it still stands, and the same question again."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.types import ControllerRouterHandler

from app.api.decisions import require_own_origin
from app.api.files import file_response
from app.api.opened import OpenServices, SeenFrom
from app.use_cases.answer_export import FORMS, export_answer
from app.use_cases.recall import list_receipts, show_receipt, verify_receipts
from app.use_cases.replay import replay


@get("/api/receipts", tags=["receipts"], sync_to_thread=True)
def get_receipts(
    services: OpenServices,
    at: SeenFrom,
    suspect: FromQuery[bool] = False,
    cursor: FromQuery[str | None] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=1000)] = 50,
) -> dict[str, Any]:
    """One page of receipts, the newest first; `suspect=1` for answers whose evidence no longer governs."""
    return list_receipts(services, at, cursor, limit, suspect=suspect)


@get("/api/receipts/{receipt_id:str}", tags=["receipts"], sync_to_thread=True)
def get_receipt(services: OpenServices, at: SeenFrom, receipt_id: FromPath[str]) -> dict[str, Any]:
    """A receipt with all that it keeps, and what of its evidence no longer governs."""
    return show_receipt(services, receipt_id, at)


@post(
    "/api/receipts/{receipt_id:str}/replay",
    tags=["receipts"],
    status_code=200,
    guards=[require_own_origin],
    sync_to_thread=True,
)
def post_replay(services: OpenServices, at: SeenFrom, receipt_id: FromPath[str]) -> dict[str, Any]:
    """Asks the question again as it was asked then, and lists what comes out differently."""
    return replay(services, receipt_id, at)


@get("/api/receipts/chain", tags=["receipts"], sync_to_thread=True)
def get_chain(services: OpenServices) -> dict[str, Any]:
    """Whether no receipt was changed, left out or put in."""
    return verify_receipts(services)


def _exporting(form: str) -> ControllerRouterHandler:
    """The route that gives a stored answer as a file of a form."""

    def exporting(services: OpenServices, at: SeenFrom, receipt_id: FromPath[str]) -> Response[bytes]:
        return file_response(export_answer(services, receipt_id, form, at), "answer", form)

    exporting.__name__ = f"get_answer_{form}"
    exporting.__doc__ = f"A stored answer with every quote and where it stands, as {form.upper()}."
    route = get(f"/api/receipts/{{receipt_id:str}}/export.{form}", tags=["receipts"], sync_to_thread=True)
    return route(exporting)


RECEIPT_ROUTES: list[ControllerRouterHandler] = [
    get_receipts,
    get_receipt,
    post_replay,
    get_chain,
    *(_exporting(form) for form in FORMS),
]
