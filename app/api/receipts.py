"""Receipts over HTTP: what was answered, whether it still stands, and the same question again."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import get, post
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.types import ControllerRouterHandler

from app.api.decisions import require_own_origin
from app.api.opened import OpenServices
from app.use_cases.recall import list_receipts, show_receipt, verify_receipts
from app.use_cases.replay import replay


@get("/api/receipts", tags=["receipts"], sync_to_thread=True)
def get_receipts(
    services: OpenServices,
    suspect: FromQuery[bool] = False,
    project: FromQuery[str | None] = None,
    reader: FromQuery[str | None] = None,
    cursor: FromQuery[str | None] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=1000)] = 50,
) -> dict[str, Any]:
    """One page of receipts, the newest first; `suspect=1` for answers whose evidence no longer governs."""
    return list_receipts(services, project, cursor, limit, suspect=suspect, reader=reader)


@get("/api/receipts/{receipt_id:str}", tags=["receipts"], sync_to_thread=True)
def get_receipt(
    services: OpenServices, receipt_id: FromPath[str], reader: FromQuery[str | None] = None
) -> dict[str, Any]:
    """A receipt with all that it keeps, and what of its evidence no longer governs."""
    return show_receipt(services, receipt_id, reader=reader)


@post(
    "/api/receipts/{receipt_id:str}/replay",
    tags=["receipts"],
    status_code=200,
    guards=[require_own_origin],
    sync_to_thread=True,
)
def post_replay(
    services: OpenServices, receipt_id: FromPath[str], reader: FromQuery[str | None] = None
) -> dict[str, Any]:
    """Asks the question again as it was asked then, and lists what comes out differently."""
    return replay(services, receipt_id, reader=reader)


@get("/api/receipts/chain", tags=["receipts"], sync_to_thread=True)
def get_chain(services: OpenServices) -> dict[str, Any]:
    """Whether no receipt was changed, left out or put in."""
    return verify_receipts(services)


RECEIPT_ROUTES: list[ControllerRouterHandler] = [get_receipts, get_receipt, post_replay, get_chain]
