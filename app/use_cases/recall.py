"""Recall: receipts, and the stored answers that no longer stand on governing text."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from app.errors import InvalidInput
from app.use_cases.sources import MAX_LIMIT
from app.use_cases.stored_answers import Loss, Standing, StoredAnswer, is_visible, stored_answer
from app.wiring import Services
from graph.errors import NotFound
from graph.impact import Texts
from graph.model import Receipt
from graph.snapshot import Snapshot, load_snapshot
from graph.store import Reader

Json = dict[str, Any]


def list_receipts(
    services: Services,
    project: str | None = None,
    cursor: str | None = None,
    limit: int = 50,
    *,
    suspect: bool = False,
    reader: str | None = None,
) -> Json:
    """One page of receipts, the newest first, each with what of its evidence no longer holds.

    Args:
        suspect: Only answers that rest on something that no longer governs.

    Raises:
        InvalidInput: The cursor names no receipt.
    """
    with services.store.read() as store:
        judge = _Judge(store, reader)
        rows = [row for receipt in _newest_first(services) if (row := judge.row(receipt, project)) is not None]
    rows = [row for row in rows if row["suspect"] or not suspect]
    ids = [row["id"] for row in rows]
    if cursor is not None and cursor not in ids:
        raise InvalidInput(f"cursor {cursor!r} names no receipt of this list")
    start = ids.index(cursor) + 1 if cursor is not None else 0
    page = rows[start : start + min(max(limit, 1), MAX_LIMIT)]
    more = start + len(page) < len(rows)
    return {"items": page, "total": len(rows), "next_cursor": page[-1]["id"] if page and more else None}


def _newest_first(services: Services) -> list[Receipt]:
    return list(reversed(list(services.receipts.all())))


def show_receipt(services: Services, identifier: str, *, reader: str | None = None) -> Json:
    """A receipt with all that it keeps, and what of its evidence no longer holds.

    Args:
        identifier: The id or its beginning.

    Raises:
        NotFound: There is none that the reader may see.
    """
    receipt = services.receipts.get(identifier)
    with services.store.read() as store:
        row = _Judge(store, reader).row(receipt, None)
    if row is None:
        raise NotFound("receipt", identifier)
    return row | {"previous": receipt.previous, **json.loads(receipt.body)}


def verify_receipts(services: Services) -> Json:
    """Whether the chain of receipts is as it was written, and where it first is not."""
    broken = services.receipts.broken_at()
    return {"intact": broken is None, "receipts": sum(1 for _ in services.receipts.all()), "broken_at": broken}


class _Judge:
    """Rows of receipts as one reader may see them now."""

    def __init__(self, store: Reader, reader: str | None) -> None:
        self._snapshot: Snapshot = load_snapshot(store)
        self._standing = Standing(self._snapshot, Texts(store), datetime.now(UTC).date())
        self._reader = reader

    def row(self, receipt: Receipt, project: str | None) -> Json | None:
        """A receipt in one row; None where it is no answer, of another project, or not for this reader."""
        answer = stored_answer(receipt)
        if answer is None or (project is not None and answer.project not in (project, None)):
            return None
        if not is_visible(self._snapshot, answer, self._reader):
            return None
        losses = self._standing.losses(answer)
        return _row(answer, losses)


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
