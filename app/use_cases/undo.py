"""Undo: takes back what a person decided, so that all stands as before."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from app.use_cases.concept_undo import take_back_link
from app.use_cases.edges import edge_json, is_edge_visible
from app.use_cases.impact import Scales
from app.use_cases.instructing import is_of_instruction, take_back_instruction
from app.use_cases.naming import edge_or_ruling_named
from app.use_cases.people_undo import take_back_person_link
from app.use_cases.proposals import rulings_json
from app.use_cases.ruling import Voice
from app.use_cases.undo_steps import step_named, undo_step
from app.use_cases.viewpoint import Viewpoint, closed_sources
from app.wiring import Services
from graph.decisions import RULABLE, check_sound, hypothetical, last_ruling, undone
from graph.errors import NotFound, Refused
from graph.model import Instruction, PrecedenceOrder, Ruling
from graph.precedence import Precedence
from graph.snapshot import Snapshot, load_snapshot
from graph.store import Reader, Writer
from graph.time import now_utc
from graph.vocabulary import RulingAct

Json = dict[str, Any]


def undo(services: Services, identifier: str, voice: Voice) -> Json:
    """Takes back a ruling, the last ruling on an edge or order, or a step of a register, and says what that changes.

    A ruling that implements a step of a register is taken back with the step.

    Signals, answers and the edges that are present are then as they were before the ruling; what stood
    in between stays in the history.

    Raises:
        NotFound: No ruling in effect, and no edge with one, has that id.
        Refused: A later ruling on the same edge has to be taken back first, or a circle would close.
        RetryLater: Another process is writing.
    """
    if identifier.startswith("t-"):
        return take_back_link(services, identifier, voice)
    if identifier.startswith("y-"):
        return take_back_person_link(services, identifier, voice)
    if is_of_instruction(services, identifier):
        return take_back_instruction(services, identifier, voice)
    step = step_named(services, identifier)
    if step is not None:
        return undo_step(services, step, voice, identifier)
    if voice.dry_run:
        with services.store.read() as store:
            return _Undoing(services, store, voice, identifier).report
    with services.writer_lock, services.store.write() as writer:
        undoing = _Undoing(services, writer, voice, identifier)
        undoing.restore(writer)
    return undoing.report


class _Undoing:
    """One ruling about to be taken back."""

    def __init__(self, services: Services, store: Reader, voice: Voice, identifier: str) -> None:
        self.voice = voice
        self.before = load_snapshot(store)
        self.ruling = _ruling(store, identifier)
        self._require_visible()
        after = self._after(store)
        scales = Scales(services, store, self.before, voice.viewpoint)
        standing = next((e for e in self.before.edges if e.id == self.ruling.subject), None)
        shown = self.ruling.edge_before or standing
        self.report: Json = {
            "act": "undo",
            "undone": self.ruling.act,
            "ruling_id": self.ruling.id,
            "dry_run": voice.dry_run,
            "changed": True,
            "removed": self.ruling.edge_before is None and self.ruling.order_before is None,
            "says": self._says(store),
            "edge": edge_json(self.before, shown) if shown else None,
            "impact": scales.weigh(after, voice.as_of),
        }

    def restore(self, writer: Writer) -> None:
        """Puts back what stood before, and ends the ruling."""
        at = now_utc()
        before = self.ruling.edge_before or self.ruling.order_before
        if before is None:
            writer.retract([self.ruling.subject], at)
        else:
            writer.replace(replace(before, recorded_at=at, retracted_at=None))
        writer.replace(undone(self.ruling, self.voice.by, self.voice.reason, at))

    def _after(self, store: Reader) -> Snapshot:
        if self.ruling.act is RulingAct.PRECEDENCE:
            project = _project(store, self.ruling)
            orders = {p: order for p, order in self.before.orders.items() if p != project}
            before = self.ruling.order_before
            return replace(self.before, orders=orders | ({project: _plain(before)} if before else {}))
        after = hypothetical(store, self.before, self.ruling.subject, self.ruling.edge_before)
        if self.ruling.edge_before:
            check_sound(self.before, after, self.ruling.edge_before)
        return after

    def _says(self, store: Reader) -> str:
        """What was decided about, in words."""
        if self.ruling.act is RulingAct.PRECEDENCE:
            return f"order of precedence of {_project(store, self.ruling) or 'all projects without their own'}"
        return f"{self.ruling.subject} as decided by {self.ruling.by}"

    def _require_visible(self) -> None:
        standing = [e for e in self.before.edges if e.id == self.ruling.subject]
        if not all(is_edge_visible(self.before, edge, None, self.voice.reader) for edge in standing):
            raise NotFound("ruling", self.ruling.id)


def _ruling(store: Reader, identifier: str) -> Ruling:
    standing = {ruling.id: ruling for ruling in store.find(Ruling)}
    subjects = {ruling.subject for ruling in standing.values()}
    known = edge_or_ruling_named({*standing, *subjects}, identifier, "ruling in effect")
    ruling = standing.get(known)
    last = last_ruling(store, ruling.subject if ruling else known)
    if last is None:
        raise NotFound("ruling", identifier)
    if ruling is not None and ruling.id != last.id:
        raise Refused("later ruling", f"{last.id} ({last.act} by {last.by}) was decided later: undo that first")
    return last


def _project(store: Reader, ruling: Ruling) -> str:
    """The project whose order a ruling set."""
    return next(order.project for order in store.find(PrecedenceOrder, ids=[ruling.subject]))


def _plain(order: PrecedenceOrder) -> Precedence:
    return Precedence(order.name, order.tiers)


def log_of(services: Services, at: Viewpoint | None = None) -> list[Json]:
    """All rulings made by then that are there from a viewpoint, oldest first: those on edges need access to
    both ends and the evidence, also where the edge itself is gone, and those on instructions to the message."""
    at = at or Viewpoint()
    with services.store.read() as store:
        snapshot = load_snapshot(store)
        edges = store.edges(types=RULABLE, history=True)
        hidden = {e.id for e in edges if not is_edge_visible(snapshot, e, at.project, at.reader)}
        closed = closed_sources(store, at)
        hidden |= {one.id for one in store.find(Instruction, history=True) if one.source_id in closed}
        return rulings_json([r for r in _by_then(store, at.known_at) if r.subject not in hidden])


def _by_then(store: Reader, known_at: datetime | None) -> list[Ruling]:
    """Every record of a ruling that was made by then, as it was known."""
    records = store.find(Ruling, history=True)
    return [r for r in records if known_at is None or r.recorded_at <= known_at]
