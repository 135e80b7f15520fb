"""Receipts over HTTP: what was answered, whether it still stands, and the same question again."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import get, post
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.types import ControllerRouterHandler

from app.api.decisions import require_own_origin
from app.api.opened import OpenServices, SeenFrom
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


RECEIPT_ROUTES: list[ControllerRouterHandler] = [get_receipts, get_receipt, post_replay, get_chain]
