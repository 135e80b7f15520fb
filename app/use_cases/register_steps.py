"""Steps in the register of conflicts: weighed, checked, written with what implements them, or refused."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any

from app.use_cases.conflicts import conflict_named, resolution_json, step_json
from app.use_cases.demanded import demanded
from app.use_cases.edges import edge_json
from app.use_cases.impact import Scales
from app.use_cases.naming import edge_or_ruling_named
from app.use_cases.ruling import Voice
from app.use_cases.sources import anchor_text
from app.use_cases.viewpoint import Viewpoint
from app.wiring import Services
from graph.conflicts.demands import Demands
from graph.conflicts.record import Conflict
from graph.conflicts.register import fold
from graph.conflicts.renewal import renew
from graph.conflicts.settlement import Action, Settled, plan, settle
from graph.decisions import hypothetical
from graph.demands import RegisterStep
from graph.effects import first_day
from graph.errors import UnknownName
from graph.governing import Governing
from graph.precedence import Precedence
from graph.project_orders import write_order
from graph.snapshot import Snapshot, load_snapshot
from graph.spans import Evidence
from graph.store import Reader
from graph.time import DateAnchor, now_utc
from graph.vocabulary import RegisterAct

Json = dict[str, Any]

ACTS = tuple(act for act in RegisterAct if act not in (RegisterAct.DONE, RegisterAct.CANCEL))
"""What can be done about a conflict."""


_FATE = {RegisterAct.CLOSE_ONE: "stays", RegisterAct.REJECT_ONE: "goes", RegisterAct.RE_DATE: "takes the other's place"}
"""What becomes of the chosen side."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants done about a conflict.

    Attributes:
        act: Of `ACTS`, by its name.
        side: Number of the side as it is shown, from 1, or the beginning of its key: the one that stays; for
            *reject one*, the one that goes.
        due: Day of the task; for *re-date*, from which the chosen side takes the other's place.
        scope: For *keep both*: where each of them holds.
    """

    act: str
    side: str | None = None
    owner: str | None = None
    due: date | None = None
    scope: str | None = None

    def action(self, conflict: Conflict, voice: Voice) -> Action:
        """The action on a conflict.

        Raises:
            UnknownName: There is no such act.
            NotFound: It has no such side.
        """
        return Action(
            act=_act(self.act),
            by=voice.by,
            reason=voice.reason,
            owner=self.owner,
            due=DateAnchor.on(self.due) if self.due else None,
            scope=self.scope,
            chosen=_chosen(conflict, self.side),
            override=voice.override,
        )


def _act(name: str) -> RegisterAct:
    """The act of that name, however its words are set apart: "close one", "close-one", "close_one"."""
    known = {_letters(act): act for act in ACTS}
    if _letters(name) not in known:
        raise UnknownName("act on a conflict", name, [act.value for act in ACTS])
    return known[_letters(name)]


def _letters(name: str) -> str:
    return "".join(sign for sign in name.casefold() if sign.isalpha())


def _chosen(conflict: Conflict, side: str | None) -> str | None:
    """The key of the side of that number, or whose key begins so."""
    if side is None:
        return None
    keys = [one.key for one in conflict.sides]
    if side.isdecimal() and 1 <= int(side) <= len(keys):
        return keys[int(side) - 1]
    return edge_or_ruling_named(keys, side, "side of this conflict")


def act_on(services: Services, identifier: str, wish: Wish, voice: Voice, at: Viewpoint | None = None) -> Json:
    """Takes a step about a conflict, and says what that changes; with `dry_run` nothing is written.

    Args:
        at: From where the conflict is seen; its reader is the one whose access counts.

    Raises:
        NotFound: There is no such conflict that the reader may see, or no such side.
        Refused: The act is not for this conflict, lacks what it needs, is decided already, would close a circle, or
            breaks the order of precedence.
        RetryLater: Another process is writing.
    """
    at = at or voice.viewpoint
    demands = demanded(services, at)
    conflict = conflict_named(services, demands, at, identifier)
    action = wish.action(conflict, voice)
    if voice.dry_run:
        with services.store.read() as store:
            return _Taking(services, store, voice, demands).report(conflict, action)
    with services.writer_lock, services.store.write() as writer:
        taking = _Taking(services, writer, voice, demands)
        report = taking.report(conflict, action)
        settle(writer, taking.settled)
    return report


class _Taking:
    """One step about to be taken."""

    settled: Settled

    def __init__(self, services: Services, store: Reader, voice: Voice, demands: Demands) -> None:
        self.store = store
        self.voice = voice
        self.demands = demands
        self.before = load_snapshot(store)
        self.scales = Scales(services, store, self.before, voice.viewpoint)

    def report(self, conflict: Conflict, action: Action) -> Json:
        """What the step is and what it changes."""
        steps = [step for step in self.store.find(RegisterStep) if step.subject == conflict.id]
        standing = fold(steps, conflict.values)
        action = replace(action, evidence=self._pointed_to(conflict, action.chosen))
        self.settled = plan(self.store, self.before, conflict, action, standing, now_utc())
        step, edge, order = self.settled.step, self.settled.edge, self.settled.order
        after = self._after()
        then = fold([*steps, step], conflict.values)
        return {
            "act": step.act,
            "says": says(conflict, step),
            "dry_run": self.voice.dry_run,
            "changed": True,
            "step_id": None if self.voice.dry_run else step.id,
            "conflict_id": conflict.id,
            "state_before": standing.state,
            "state": then.state,
            "resolution": resolution_json(then),
            "owner": then.owner,
            "due": anchor_text(then.due),
            "step": step_json(step),
            "edge": edge_json(after, edge) if edge else None,
            "order": write_order(order.tiers) if order else None,
            **self._effects(conflict, after),
        }

    def _pointed_to(self, conflict: Conflict, chosen: str | None) -> Evidence | None:
        """The words of the chosen side, so that the step tells what was decided also where the conflict is gone."""
        side = next((one for one in conflict.sides if one.key == chosen), None)
        if side is None or side.span is None:
            return None
        return Evidence(side.source_id, side.span, self.store.text(side.source_id, side.span))

    def _after(self) -> Snapshot:
        """What is known once the step is written."""
        edge, order = self.settled.edge, self.settled.order
        if edge is not None:
            return hypothetical(self.store, self.before, edge.id, edge)
        if order is not None:
            return replace(self.before, orders={**self.before.orders, order.project: Precedence("own", order.tiers)})
        return self.before

    def _effects(self, conflict: Conflict, after: Snapshot) -> Json:
        edge = self.settled.edge
        starts = first_day(edge.effective_from) if edge else None
        impact = self.scales.weigh(after, self.voice.as_of or max(datetime.now(UTC).date(), starts or date.min))
        if after is self.before:
            return {"impact": impact, "class": conflict.kind, "conflicts_changed": 0}
        changed = changed_conflicts(self.demands, self.before, after)
        kinds = {one.id: one.kind for one in changed}
        return {
            "impact": impact,
            "class": kinds.get(conflict.id, conflict.kind),
            "conflicts_changed": len(changed),
        }


def changed_conflicts(demands: Demands, before: Snapshot, after: Snapshot) -> list[Conflict]:
    """The conflicts of a viewpoint that would be of another class in another state of the graph, as they would be."""
    now = _over(before, demands)
    kinds, seen = {one.id: one.kind for one in now.conflicts}, demands.governing.snapshot.sources.keys()
    then = _over(after, now)
    return [one for one in then.conflicts if kinds.get(one.id) is not one.kind and one.source_ids <= seen]


def _over(snapshot: Snapshot, demands: Demands) -> Demands:
    """The same requirements over another snapshot."""
    governing = Governing(snapshot, demands.governing.moment)
    every = demands.requirements.values()
    return renew(Demands(governing, every, demands.links, demands.project, demands.paths), demands)


def says(conflict: Conflict, step: RegisterStep) -> str:
    """What a step does about a conflict, in one line."""
    sides = {side.key: side.says for side in conflict.sides}
    told = [
        f"to {step.owner}" if step.owner else "",
        f"“{sides[step.chosen]}” {_FATE.get(step.act, 'comes first')}" if step.chosen in sides else "",
        f"({step.scope})" if step.scope else "",
        f"by {anchor_text(step.due)}" if step.due and step.act is not RegisterAct.RE_DATE else "",
        f"from {anchor_text(step.due)}" if step.due and step.act is RegisterAct.RE_DATE else "",
    ]
    return f"{conflict.slot}: " + ", ".join([step.act.value, *(part for part in told if part)])
