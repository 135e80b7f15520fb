"""Taking back a step of a register, with the edge or order that implements it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.use_cases.demanded import demanded
from app.use_cases.edges import edge_json
from app.use_cases.impact import Scales
from app.use_cases.naming import edge_or_ruling_named
from app.use_cases.ruling import Voice
from app.use_cases.viewpoint import closed_sources, is_open_to
from app.wiring import Services
from graph.conflicts.settlement import take_back
from graph.decisions import hypothetical, last_ruling
from graph.demands import Commitment, RegisterStep
from graph.errors import NotFound
from graph.model import Ruling, Source
from graph.precedence import Precedence
from graph.project_orders import order_id
from graph.snapshot import Snapshot, load_snapshot
from graph.store import Reader
from graph.time import now_utc
from graph.vocabulary import RulingAct

Json = dict[str, Any]


def step_named(services: Services, identifier: str) -> RegisterStep | None:
    """The step in effect of that id or its beginning, or that a ruling or edge of that id implements; None for others.

    Raises:
        NotFound: It begins like the id of a step, and there is none in effect.
    """
    with services.store.read() as store:
        steps = {step.id: step for step in store.find(RegisterStep)}
        if identifier.startswith("g-"):
            return steps[edge_or_ruling_named(steps, identifier, "step in effect")]
        carrying = {step.edge_id: step for step in steps.values() if step.edge_id}
        rulings = [ruling for ruling in store.find(Ruling) if ruling.subject in carrying]
        for ruling in rulings if len(identifier) > 2 else []:
            step = carrying[ruling.subject]
            means = ruling.id.startswith(identifier) or ruling.subject.startswith(identifier)
            if means and ruling.recorded_at == step.recorded_at and last_ruling(store, ruling.subject) == ruling:
                return step
    return None


def undo_step(services: Services, step: RegisterStep, voice: Voice, identifier: str) -> Json:
    """Takes back a step and what implements it, and says what that changes.

    Args:
        identifier: By which the step was asked for.

    Raises:
        NotFound: The reader may not see what it is about.
        Refused: Somebody decided about its edge or order since then: that has to be undone first.
        RetryLater: Another process is writing.
    """
    if not _is_visible(services, step, voice):
        raise NotFound("step in effect", identifier)
    if voice.dry_run:
        with services.store.read() as store:
            return _report(services, store, step, voice)
    with services.writer_lock, services.store.write() as writer:
        report = _report(services, writer, step, voice)
        take_back(writer, step, voice.by, voice.reason, now_utc())
    return report


def _is_visible(services: Services, step: RegisterStep, voice: Voice) -> bool:
    """A step on what is found is its readers'; one on what is no longer found, of whoever may see every source."""
    at = voice.viewpoint
    with services.store.read() as store:
        commitment = store.get(Commitment, step.subject)
        source = store.get(Source, commitment.source_id) if commitment else None
        sees_all = not closed_sources(store, at)
    if source is not None:
        return is_open_to(source, at.reader)
    return sees_all or step.subject in demanded(services, at).by_id


def _report(services: Services, store: Reader, step: RegisterStep, voice: Voice) -> Json:
    now = load_snapshot(store)
    ruling = last_ruling(store, step.edge_id) if step.edge_id else None
    then = _without(store, now, ruling)
    standing = next((edge for edge in now.edges if edge.id == step.edge_id), None)
    return {
        "act": "undo",
        "undone": step.act,
        "step_id": step.id,
        "subject": step.subject,
        "ruling_id": ruling.id if ruling else None,
        "dry_run": voice.dry_run,
        "changed": True,
        "removed": ruling is not None and ruling.edge_before is None and ruling.order_before is None,
        "says": f"{step.subject}: {step.act} by {step.by}",
        "edge": edge_json(now, standing) if standing else None,
        "impact": Scales(services, store, now, voice.viewpoint).weigh(then, voice.as_of),
    }


def _without(store: Reader, now: Snapshot, ruling: Ruling | None) -> Snapshot:
    """What is known once the ruling that implements a step is taken back."""
    if ruling is None:
        return now
    if ruling.act is not RulingAct.PRECEDENCE:
        return hypothetical(store, now, ruling.subject, ruling.edge_before)
    before = ruling.order_before
    orders = {p: order for p, order in now.orders.items() if order_id(p) != ruling.subject}
    return replace(now, orders=orders | ({before.project: Precedence(before.name, before.tiers)} if before else {}))
