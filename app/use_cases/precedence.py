"""Precedence: which order of authority classes a project uses, since when, and by whose choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from app.errors import InvalidInput
from app.use_cases.impact import Scales
from app.use_cases.ruling import Voice
from app.wiring import Services
from graph.decisions import make_ruling
from graph.model import PrecedenceOrder
from graph.precedence import PRESETS, Precedence, preset
from graph.project_orders import chosen_order, order_id, order_in_use, order_of, unlisted, write_order
from graph.snapshot import load_snapshot
from graph.store import Reader
from graph.time import now_utc
from graph.vocabulary import RulingAct

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class OrderChoice:
    """An order of precedence as somebody names it: a preset, or tiers of classes, highest first."""

    preset: str | None = None
    tiers: Sequence[Sequence[str]] | None = None
    name: str | None = None

    def order(self) -> Precedence:
        """The order that is meant.

        Raises:
            UnknownName: There is no such preset or class.
            InvalidInput: Both or neither are given, a class is listed twice, or none is.
        """
        if (self.preset is None) == (self.tiers is None):
            raise InvalidInput("name either a preset or the tiers of an order of precedence")
        if self.preset is not None:
            return preset(self.preset)
        try:
            return order_of(self.tiers or (), self.name or "own")
        except ValueError as error:
            raise InvalidInput(str(error)) from error


def show_precedence(services: Services, project: str | None, known_at: datetime | None = None) -> Json:
    """The order in use for a project, its history and the presets; for None, the general one."""
    owner = project or ""
    with services.store.read() as store:
        order = order_in_use(store, owner, known_at)
        own = chosen_order(store, owner, known_at) or chosen_order(store, "", known_at)
        every = list(store.find(PrecedenceOrder, ids=[order_id(owner)], history=True))
    return order_json(owner, order) | {
        "known_at": known_at.isoformat() if known_at else None,
        "is_own": own is not None and own.project == owner,
        "by": own.by if own else None,
        "reason": own.reason if own else None,
        "recorded_at": own.recorded_at.isoformat() if own else None,
        "history": [_record_json(record) for record in every],
        "presets": sorted(PRESETS),
    }


def set_precedence(services: Services, project: str | None, choice: OrderChoice, voice: Voice) -> Json:
    """Chooses the order of a project from now on; what was answered before keeps the one of its time.

    Raises:
        UnknownName: There is no such preset or class.
        RetryLater: Another process is writing.
    """
    order, owner = choice.order(), project or ""
    if voice.dry_run:
        with services.store.read() as store:
            return _chosen(services, store, owner, order, voice)
    with services.writer_lock, services.store.write() as writer:
        report = _chosen(services, writer, owner, order, voice)
        if report["changed"]:
            at = now_utc()
            before = chosen_order(writer, owner)
            writer.replace(PrecedenceOrder(order_id(owner), owner, order.name, order.order, voice.by, voice.reason, at))
            ruling = make_ruling(RulingAct.PRECEDENCE, order_id(owner), voice.by, voice.reason, at)
            writer.put([replace(ruling, order_before=before)])
            report["ruling_id"] = ruling.id
    return report


def _chosen(services: Services, store: Reader, owner: str, order: Precedence, voice: Voice) -> Json:
    now = load_snapshot(store)
    standing = chosen_order(store, owner)
    then = replace(now, orders={**now.orders, owner: order})
    where = f"project {owner}" if owner else "shared texts, and projects without an order of their own"
    return {
        "act": RulingAct.PRECEDENCE,
        "says": f"order of precedence for {where}: {order.name}: {write_order(order.order)}",
        "dry_run": voice.dry_run,
        "changed": standing is None or (standing.name, standing.tiers) != (order.name, order.order),
        "ruling_id": None,
        "before": order_json(owner, order_in_use(store, owner)),
        "impact": Scales(services, store, now, voice.viewpoint).weigh(then, voice.as_of),
    } | order_json(owner, order)


def order_json(project: str, order: Precedence) -> Json:
    """An order as tiers and as text."""
    return {
        "project": project,
        "name": order.name,
        "tiers": [list(tier) for tier in order.order],
        "order": write_order(order.order),
        "unlisted": list(unlisted(order.order)),
    }


def _record_json(record: PrecedenceOrder) -> Json:
    return {
        "name": record.name,
        "order": write_order(record.tiers),
        "by": record.by,
        "reason": record.reason,
        "recorded_at": record.recorded_at.isoformat(),
        "retracted_at": record.retracted_at.isoformat() if record.retracted_at else None,
    }
