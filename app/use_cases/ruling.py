"""Putting a person's decision into the graph: weighed, checked, recorded with who and why, or refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any

from app.errors import InvalidInput
from app.use_cases.edges import edge_json
from app.use_cases.impact import Scales
from app.use_cases.viewpoint import Viewpoint
from app.wiring import Services
from graph.decisions import check_order, check_sound, hypothetical, make_ruling, same_fact
from graph.effects import first_day
from graph.model import Edge, Ruling
from graph.snapshot import Snapshot, load_snapshot
from graph.store import Reader
from graph.time import now_utc
from graph.vocabulary import EdgeState, RulingAct

Json = dict[str, Any]

Wording = Callable[[Snapshot, Reader, datetime], Edge]
"""From what is known, and the instant of the decision, to the edge as it shall stand."""


@dataclass(frozen=True, slots=True)
class Voice:
    """Who decides, and how far.

    Attributes:
        override: Also against the order of precedence; then a reason has to be given.
        dry_run: Only say what it would change.
        reader: Whose access decides what the impact shows.
        as_of: Day on which the impact is weighed; None for the day on which the edge takes effect.
    """

    by: str
    reason: str | None = None
    override: bool = False
    dry_run: bool = False
    reader: str | None = None
    as_of: date | None = None

    @property
    def viewpoint(self) -> Viewpoint:
        """From where the impact is shown."""
        return Viewpoint(as_of=self.as_of, reader=self.reader)

    def __post_init__(self) -> None:
        if not self.by.strip():
            raise InvalidInput("a decision needs the name of whoever makes it")
        if self.override and not (self.reason or "").strip():
            raise InvalidInput("to override the order of precedence, give the reason")


def rule(services: Services, voice: Voice, act: RulingAct, wording: Wording) -> Json:
    """Decides about one edge, and says what that changes; with `dry_run` nothing is written.

    Raises:
        Refused: It would close a circle, or break the order of precedence.
        RetryLater: Another process is writing.
    """
    if voice.dry_run:
        with services.store.read() as store:
            return _Case(services, store, voice).decide(act, wording).report
    with services.writer_lock, services.store.write() as writer:
        decided = _Case(services, writer, voice).decide(act, wording)
        if decided.ruling:
            writer.replace(decided.edge)
            writer.put([decided.ruling])
    return decided.report


@dataclass(frozen=True, slots=True)
class _Decided:
    """A decision ready to be written; no ruling where nothing changes."""

    edge: Edge
    ruling: Ruling | None
    report: Json


class _Case:
    """One decision over one consistent view."""

    def __init__(self, services: Services, store: Reader, voice: Voice) -> None:
        self.store = store
        self.voice = voice
        self.before = load_snapshot(store)
        self.scales = Scales(services, store, self.before, voice.viewpoint)

    def decide(self, act: RulingAct, wording: Wording) -> _Decided:
        at = now_utc()
        edge = wording(self.before, self.store, at)
        standing = next((e for e in self.before.edges if e.id == edge.id), None)
        changes = standing is None or not same_fact(replace(standing, by=edge.by, note=edge.note), edge)
        after = hypothetical(self.store, self.before, edge.id, edge) if changes else self.before
        if changes:
            self._check(after, edge)
        ruling = replace(make_ruling(act, edge.id, self.voice.by, self.voice.reason, at), edge_before=standing)
        report = {
            "act": act,
            "dry_run": self.voice.dry_run,
            "changed": changes,
            "ruling_id": ruling.id if changes and not self.voice.dry_run else None,
            "edge": edge_json(after, edge if changes else standing or edge),
            "impact": self.scales.weigh(after, self.voice.as_of or _day(edge)),
        }
        return _Decided(edge, ruling if changes else None, report)

    def _check(self, after: Snapshot, edge: Edge) -> None:
        check_sound(self.before, after, edge)
        if edge.state is EdgeState.AFFIRMED and not self.voice.override:
            check_order(after, edge)


def _day(edge: Edge) -> date:
    """Today, or the later day on which the edge takes effect."""
    return max(datetime.now(UTC).date(), first_day(edge.effective_from) or date.min)
