"""Recall: receipts, and the stored answers that no longer stand on governing text."""

from __future__ import annotations

import json
from typing import Any

from app.use_cases.sources import page_of
from app.use_cases.stored_answers import Loss, Standing, StoredAnswer, every_source, is_visible, stored_answer
from app.use_cases.viewpoint import Viewpoint, view
from app.wiring import Services
from graph.errors import NotFound
from graph.impact import Texts
from graph.model import Receipt
from graph.store import Reader

Json = dict[str, Any]


def list_receipts(
    services: Services,
    at: Viewpoint | None = None,
    cursor: str | None = None,
    limit: int = 50,
    *,
    suspect: bool = False,
) -> Json:
    """One page of receipts, the newest first, each with what of its evidence does not hold from the viewpoint:
    on its day for answers about the day of asking, by what was known, and without later receipts.

    Args:
        suspect: Only answers that rest on something that does not govern.

    Raises:
        InvalidInput: The cursor names no receipt.
    """
    at = at or Viewpoint()
    with services.store.read() as store:
        judge = _Judge(services, store, at)
        rows = [row for receipt in _newest_first(services, at) if (row := judge.row(receipt)) is not None]
    listed = {row["id"]: row for row in rows if row["suspect"] or not suspect}
    page, more = page_of(list(listed), cursor, limit, "receipt")
    return {
        "items": [listed[receipt_id] for receipt_id in page],
        "total": len(listed),
        "next_cursor": page[-1] if page and more else None,
    }


def _newest_first(services: Services, at: Viewpoint) -> list[Receipt]:
    known = [r for r in services.receipts.all() if at.known_at is None or r.recorded_at <= at.known_at]
    return known[::-1]


def show_receipt(services: Services, identifier: str, at: Viewpoint | None = None) -> Json:
    """A receipt with all that it keeps, and what of its evidence no longer holds.

    Args:
        identifier: The id or its beginning.

    Raises:
        NotFound: There is none from that viewpoint.
    """
    receipt = services.receipts.get(identifier)
    with services.store.read() as store:
        row = _Judge(services, store, at or Viewpoint()).row(receipt)
    if row is None:
        raise NotFound("receipt", identifier)
    return row | {"previous": receipt.previous, **json.loads(receipt.body)}


def verify_receipts(services: Services) -> Json:
    """Whether the chain of receipts is as it was written, and where it first is not."""
    broken = services.receipts.broken_at()
    return {"intact": broken is None, "receipts": sum(1 for _ in services.receipts.all()), "broken_at": broken}


class _Judge:
    """Rows of receipts as they are seen from one viewpoint."""

    def __init__(self, services: Services, store: Reader, at: Viewpoint) -> None:
        self._at = at
        self._sources = every_source(store)
        self._standing = Standing(view(services, at).snapshot, Texts(store), at.moment.as_of)

    def row(self, receipt: Receipt) -> Json | None:
        """A receipt in one row; None where it is no answer, or none that is there from the viewpoint."""
        answer = stored_answer(receipt)
        if answer is None or not is_visible(self._sources, answer, self._at):
            return None
        return _row(answer, self._standing.losses(answer))


def _row(answer: StoredAnswer, losses: tuple[Loss, ...]) -> Json:
    return {
        "id": answer.receipt_id,
        "recorded_at": answer.recorded_at.isoformat(),
        "question": answer.question,
        "project": answer.project,
        "kind": answer.kind,
        "profile": answer.profile,
        "suspect": bool(losses),
        "reasons": [_loss_json(loss) for loss in losses],
    }


def _loss_json(loss: Loss) -> Json:
    return {
        "n": loss.cited.n,
        "source_id": loss.cited.source_id,
        "work": loss.cited.work,
        "version": loss.cited.version,
        "clause": loss.cited.clause,
        "quote": loss.cited.quote,
        "signal_then": loss.cited.signal,
        "signal_now": loss.signal,
        "reason": loss.reason,
    }
