"""What a decision would change, for people and programs, before anything is changed."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from app.use_cases.sources import is_open_to
from app.use_cases.stored_answers import Standing, StoredAnswer, endangered, is_visible, stored_answers
from app.wiring import Services
from graph.governing import Governing
from graph.impact import Impact, SignalChange, Texts, weigh
from graph.snapshot import Snapshot
from graph.store import Reader
from graph.time import Moment

Json = dict[str, Any]


class Scales:
    """Weighs hypothetical states against the present one; reads texts and receipts once for all of them.

    Held by a block that keeps `store` open.
    """

    def __init__(self, services: Services, store: Reader, now: Snapshot, reader: str | None = None) -> None:
        self.now = now
        self.today = datetime.now(UTC).date()
        self._texts = Texts(store)
        self._reader = reader
        self._standing = Standing(now, self._texts, self.today)
        self._answers = stored_answers(services.receipts.all())

    def weigh(self, then: Snapshot, day: date | None = None) -> Json:
        """The impact of another state, on a day of valid time; today for None.

        What the reader may not see is left out, the counts of its texts included.
        """
        moment = Moment(day or self.today)
        before, after = Governing(self.now, moment), Governing(then, moment)
        seen = [identifier for identifier, source in self.now.sources.items() if is_open_to(source, self._reader)]
        found = weigh(before, after, self._texts, seen)
        lost = endangered(self._answers, self._standing, Standing(then, self._texts, moment.as_of), self._may_see)
        return _impact_json(self.now, moment, found, lost)

    def _may_see(self, answer: StoredAnswer) -> bool:
        return is_visible(self.now, answer, self._reader)


def _impact_json(snapshot: Snapshot, moment: Moment, found: Impact, lost: list[StoredAnswer]) -> Json:
    return {
        "as_of": moment.as_of.isoformat(),
        "sources": [_change_json(snapshot, change) for change in found.sources],
        "clauses": found.clauses,
        "passages": found.passages,
        "requirements": 0,
        "commitments": 0,
        "stored_answers": [
            {"receipt_id": a.receipt_id, "question": a.question, "recorded_at": a.recorded_at.isoformat()} for a in lost
        ],
    }


def _change_json(snapshot: Snapshot, change: SignalChange) -> Json:
    return {
        "source_id": change.source_id,
        "name": snapshot.name(change.source_id),
        "from": change.before.signal,
        "to": change.after.signal,
        "reason": change.after.reason,
    }
