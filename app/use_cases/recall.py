"""Recall: receipts, and the stored answers that no longer stand on governing text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from app.use_cases.contested import Contested
from app.use_cases.demanded import demanded
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
        seen = {answer.receipt_id: answer for receipt in _newest_first(services, at) for answer in judge.seen(receipt)}
        listed = [receipt_id for receipt_id, answer in seen.items() if not suspect or judge.losses(answer)]
        page, more = page_of(listed, cursor, limit, "receipt")
        items = [_row(seen[receipt_id], judge.losses(seen[receipt_id])) for receipt_id in page]
    return {
        "items": items,
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
        judge = _Judge(services, store, at or Viewpoint())
        rows = [_row(answer, judge.losses(answer)) for answer in judge.seen(receipt)]
    if not rows:
        raise NotFound("receipt", identifier)
    return rows[0] | {"previous": receipt.previous, **json.loads(receipt.body)}


def verify_receipts(services: Services) -> Json:
    """Whether the chain of receipts is as it was written, and where it first is not."""
    broken = services.receipts.broken_at()
    return {"intact": broken is None, "receipts": sum(1 for _ in services.receipts.all()), "broken_at": broken}


class _Judge:
    """Stored answers as they are seen from one viewpoint."""

    def __init__(self, services: Services, store: Reader, at: Viewpoint) -> None:
        self._at = at
        self._sources = every_source(store)
        self._standing = Standing(view(services, at).snapshot, Texts(store), at.moment.as_of)
        self._services = services
        self._seen: list[StoredAnswer] = []

    def seen(self, receipt: Receipt) -> Iterator[StoredAnswer]:
        """The answer that a receipt keeps, if it keeps one that is there from the viewpoint."""
        answer = stored_answer(receipt)
        if answer is not None and is_visible(self._sources, answer, self._at):
            self._seen.append(answer)
            yield answer

    def losses(self, answer: StoredAnswer) -> tuple[Loss, ...]:
        """What of its evidence does not hold or is contested since, by what is seen from the viewpoint."""
        return self._standing.losses(answer) or self._contested.losses(answer)

    @cached_property
    def _contested(self) -> Contested:
        return Contested(demanded(self._services, self._at), self._seen)


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
