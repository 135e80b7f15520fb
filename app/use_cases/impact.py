"""What a decision would change, for people and programs, before anything is changed."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import Any

from app.use_cases.commitments import Held, count_turned, held
from app.use_cases.stored_answers import Standing, StoredAnswer, endangered, every_source, is_visible, stored_answers
from app.use_cases.viewpoint import Viewpoint, is_listed
from app.wiring import Services
from graph.decisions import hypothetical
from graph.governing import Governing
from graph.impact import Impact, SignalChange, Texts, weigh
from graph.model import Edge, Source
from graph.snapshot import Snapshot
from graph.store import Reader
from graph.time import Moment

Json = dict[str, Any]


class Scales:
    """Weighs hypothetical states against what is known; reads texts and receipts once for all of them.

    Held by a block that keeps `store` open.

    Args:
        now: The state to compare with.
        at: What its reader may not see is left out of the impact, the counts of its texts included.
    """

    def __init__(self, services: Services, store: Reader, now: Snapshot, at: Viewpoint | None = None) -> None:
        self.now = now
        self.at = at or Viewpoint()
        self._store = store
        self._texts = Texts(store)
        self._standing = Standing(now, self._texts, self.at.moment.as_of)
        self._sources = every_source(store)
        self._answers = stored_answers(services.receipts.all())

    def weigh_edge(self, edge: Edge) -> Json:
        """The impact of an edge that stands as given, in place of the one of its id."""
        return self.weigh(hypothetical(self._store, self.now, edge.id, edge, self.at.known_at))

    def weigh(self, then: Snapshot, day: date | None = None) -> Json:
        """The impact of another state, on a day of valid time; for None, on that of the viewpoint."""
        moment = Moment(day or self.at.moment.as_of)
        before, after = Governing(self.now, moment), Governing(then, moment)
        seen = [source_id for source_id, source in self.now.sources.items() if self._sees(source)]
        found = weigh(before, after, self._texts, seen)
        lost = endangered(self._answers, self._standing, Standing(then, self._texts, moment.as_of), self._may_see)
        touches = bool(found.sources or found.clauses)
        turned = count_turned(self._commitments, before, after, self.at) if touches else 0
        return _impact_json(self.now, moment, found, lost) | {"commitments": turned}

    @cached_property
    def _commitments(self) -> Held:
        """The commitments that rely on something, and what people did about them."""
        holds = held(self._store, self.at.known_at)
        return replace(holds, commitments=tuple(one for one in holds.commitments if one.relies_on))

    def _sees(self, source: Source) -> bool:
        return is_listed(source, self.at.project, self.at.reader)

    def _may_see(self, answer: StoredAnswer) -> bool:
        return is_visible(self._sources, answer, self.at)


def _impact_json(snapshot: Snapshot, moment: Moment, found: Impact, lost: list[StoredAnswer]) -> Json:
    return {
        "as_of": moment.as_of.isoformat(),
        "sources": [_change_json(snapshot, change) for change in found.sources],
        "clauses": found.clauses,
        "passages": found.passages,
        "requirements": found.requirements,
        "commitments": 0,
        "stored_answers": [
            {"receipt_id": a.receipt_id, "question": a.question, "recorded_at": a.recorded_at.isoformat()} for a in lost
        ],
    }


def _change_json(snapshot: Snapshot, change: SignalChange) -> Json:
    return {
        "source_id": change.source_id,
        "name": snapshot.name(change.source_id),
        "path": snapshot.sources[change.source_id].remote_id,
        "from": change.before.signal,
        "to": change.after.signal,
        "reason": change.after.reason,
    }
