"""Conflicts: what the texts in force say against each other, and where each matter stands in the register."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from app.use_cases.citing import Citer, cell_text, place_text
from app.use_cases.demand_json import demand_json
from app.use_cases.demanded import announced, demanded
from app.use_cases.naming import edge_or_ruling_named
from app.use_cases.requirements import sources_named
from app.use_cases.sources import anchor_text, page_of
from app.use_cases.viewpoint import Viewpoint, closed_sources
from app.wiring import Services
from graph.conflicts.access import Announced
from graph.conflicts.demands import Demands
from graph.conflicts.record import Conflict, Side
from graph.conflicts.register import Precedent, Standing, as_taken, precedents
from graph.conflicts.rfi import Quoted, draft
from graph.demands import RegisterStep
from graph.errors import NotFound, UnknownName
from graph.requirements.terms import IDENTIFIER
from graph.vocabulary import CONFLICTING, ConflictClass, ConflictState

Json = dict[str, Any]

TO_DECIDE = "to decide"
"""In place of a state: all of them in which somebody has to decide something."""

_STATES = [state.value for state in ConflictState]
_CLASSES = [kind.value for kind in ConflictClass]


@dataclass(frozen=True, slots=True)
class ConflictFilter:
    """Which conflicts are wanted; () and None are any.

    Attributes:
        states: Of the register, or `TO_DECIDE`.
        classes: Of `ConflictClass`; () for those that somebody has to decide, and what was decided.
        every: All classes.
        possible: Also what clashes if both texts apply at once, which their words leave open.
        overdue: Only those whose day has passed and that are not settled.
        source: A document, version or file, as people call it: only conflicts with a side in it.
        text: Words of the slot, the reason or what a side says; all of them.
    """

    states: Sequence[str] = ()
    classes: Sequence[str] = ()
    every: bool = False
    owner: str | None = None
    overdue: bool = False
    source: str | None = None
    text: str | None = None
    possible: bool = False

    def __post_init__(self) -> None:
        for what, names, known in (
            ("state", self.states, [*_STATES, TO_DECIDE]),
            ("class of conflicts", self.classes, _CLASSES),
        ):
            for name in names:
                if name not in known:
                    raise UnknownName(what, name, known)


@dataclass(frozen=True, slots=True)
class Entry:
    """A conflict with where it stands; `conflict` is None for one that was decided and is no longer found."""

    id: str
    conflict: Conflict | None
    standing: Standing

    @property
    def kind(self) -> ConflictClass | None:
        """What its sides are to each other; what was decided keeps the class that it was decided as."""
        if self.conflict is None:
            return None
        was, is_update = self.conflict.was, self.conflict.kind is ConflictClass.UPDATE
        return was if was in CONFLICTING and is_update and self.standing.is_settled else self.conflict.kind

    def is_to_decide(self) -> bool:
        """Whether somebody has to decide it."""
        return self.conflict is not None and self.conflict.kind in CONFLICTING and not self.standing.is_settled

    @property
    def is_possible(self) -> bool:
        """Whether it is a clash if both texts apply at once, and nobody has said so or settled it."""
        return self.conflict is not None and self.conflict.is_possible and not self.standing.is_settled

    def is_overdue(self, day: date) -> bool:
        """Whether its day has passed and it is not settled."""
        due = self.standing.due.latest if self.standing.due else None
        return due is not None and due < day and not self.standing.is_settled


def list_conflicts(
    services: Services,
    at: Viewpoint | None = None,
    wanted: ConflictFilter | None = None,
    cursor: str | None = None,
    limit: int = 50,
) -> Json:
    """One page of conflicts: what is to decide first, of that what is overdue, then by class and slot.

    To compliance leads, how many more there are of which they may not see a side is told, without content.

    Raises:
        UnknownName: There is no such state or class.
        NotFound, Ambiguous: No document, or several, are so called.
        InvalidInput: The cursor names no conflict of this list.
    """
    at = at or Viewpoint()
    demands = demanded(services, at)
    entries = {entry.id: entry for entry in wanted_entries(services, demands, at, wanted or ConflictFilter())}
    page, more = page_of(list(entries), cursor, limit, "conflict")
    hidden = announced(services, at)
    return {
        **at.as_json(),
        "items": items_of(services, demands, [entries[one] for one in page]),
        "total": len(entries),
        "to_decide": sum(entry.is_to_decide() for entry in entries.values()),
        "possible": sum(one.is_possible and not demands.standing(one).is_settled for one in demands.conflicts),
        "hidden": [{"id": one.id} for one in hidden],
        "next_cursor": page[-1] if page and more else None,
    }


def show_conflict(services: Services, identifier: str, at: Viewpoint | None = None) -> Json:
    """One conflict: both sides with their words, its history, what was decided before, and a draft RFI.

    Raises:
        NotFound: There is none from that viewpoint.
    """
    at = at or Viewpoint()
    demands = demanded(services, at)
    hidden = {one.id: one for one in announced(services, at)}
    entry = entry_named(services, demands, at, identifier, hidden)
    if entry is None:
        return {"id": edge_or_ruling_named(hidden, identifier, "conflict"), "hidden": True}
    (item,) = items_of(services, demands, [entry])
    before = _precedents(demands, entry.conflict)
    return item | {
        "hidden": False,
        "history": [step_json(step) for step in history_of_all(services, {entry.id}, at)],
        "precedents": [_precedent_json(one) for one in before],
        "rfi": _rfi(item, entry, demands.governing.moment.as_of),
    }


def entry_named(
    services: Services, demands: Demands, at: Viewpoint, identifier: str, hidden: dict[str, Announced] | None = None
) -> Entry | None:
    """The entry of that id or its beginning; None where it is one of the hidden.

    Raises:
        NotFound: There is none from that viewpoint.
    """
    entries = {entry.id: entry for entry in register_of(services, demands, at)}
    known = edge_or_ruling_named({*entries, *(hidden or {})}, identifier, "conflict")
    return entries.get(known)


def register_of(services: Services, demands: Demands, at: Viewpoint) -> list[Entry]:
    """All conflicts, and what was decided and is no longer found: that only for who may see every source."""
    found = [Entry(one.id, one, demands.standing(one)) for one in demands.conflicts]
    lost = [subject for subject in sorted(demands.steps) if subject.startswith("x-") and subject not in demands.by_id]
    if lost:
        with services.store.read() as store:
            if closed_sources(store, at):
                return found
    return found + [Entry(subject, None, demands.standing_of(subject)) for subject in lost]


def wanted_entries(services: Services, demands: Demands, at: Viewpoint, wanted: ConflictFilter) -> list[Entry]:
    """The entries that a filter lets through, in the order in which they are listed."""
    day = demands.governing.moment.as_of
    tests = _tests(demands, wanted, day)
    found = [e for e in register_of(services, demands, at) if all(test(e) for test in tests)]
    return sorted(found, key=lambda entry: _order(entry, day))


def _tests(demands: Demands, wanted: ConflictFilter, day: date) -> list[Callable[[Entry], bool]]:
    tests: list[Callable[[Entry], bool]] = []
    if wanted.classes:
        tests.append(lambda e: e.kind in wanted.classes)
    elif not wanted.every:
        tests.append(lambda e: bool(e.standing.history) or e.is_to_decide() or (wanted.possible and e.is_possible))
    if wanted.states:
        states = set(wanted.states)
        tests.append(lambda e: e.standing.state in states or (TO_DECIDE in states and e.is_to_decide()))
    if wanted.owner:
        tests.append(lambda e: e.standing.owner == wanted.owner)
    if wanted.overdue:
        tests.append(lambda e: e.is_overdue(day))
    if wanted.source:
        sources = sources_named(demands.governing, wanted.source)
        tests.append(lambda e: e.conflict is not None and not sources.isdisjoint(e.conflict.source_ids))
    if wanted.text:
        words = wanted.text.casefold().split()
        tests.append(lambda e: all(word in _said(e) for word in words))
    return tests


def _said(entry: Entry) -> str:
    if entry.conflict is None:
        return entry.id
    parts = [
        entry.conflict.slot,
        *(side.slot for side in entry.conflict.sides),
        entry.conflict.reason,
        *(side.says for side in entry.conflict.sides),
    ]
    return "\n".join(parts).casefold()


def _order(entry: Entry, day: date) -> tuple[bool, bool, int, int, str, str]:
    kind = _CLASSES.index(entry.kind) if entry.kind else len(_CLASSES)
    slot = entry.conflict.slot if entry.conflict else ""
    state = _STATES.index(entry.standing.state)
    return not entry.is_to_decide(), not entry.is_overdue(day), kind, state, slot, entry.id


def items_of(services: Services, demands: Demands, entries: Sequence[Entry]) -> list[Json]:
    """Entries as JSON, each side with its citation and its value."""
    with services.store.read() as store:
        citer = Citer(store, demands.governing)
        return [_item(citer, demands, entry) for entry in entries]


def _item(citer: Citer, demands: Demands, entry: Entry) -> Json:
    conflict, standing = entry.conflict, entry.standing
    return {
        "id": entry.id,
        "class": entry.kind,
        "was": conflict.was if conflict else None,
        "state": standing.state,
        "slot": matter_of(demands, conflict) if conflict else None,
        "project": conflict.project if conflict else None,
        "sides": [_side(citer, demands, conflict, at, side) for at, side in enumerate(conflict.sides, 1)]
        if conflict
        else [],
        "reason": conflict.reason if conflict else "its texts say nothing any more that compares",
        "is_sure": conflict.is_sure if conflict else None,
        "confidence": conflict.confidence if conflict else None,
        "stricter": conflict.stricter if conflict else None,
        "prevails": conflict.prevails if conflict else None,
        "rule": conflict.rule if conflict else None,
        "to_decide": entry.is_to_decide(),
        "possible": entry.is_possible,
        "resolution": resolution_json(standing),
        "owner": standing.owner,
        "due": anchor_text(standing.due),
        "overdue": entry.is_overdue(demands.governing.moment.as_of),
        "reopened": standing.reopened,
        "steps": len(standing.history),
    }


def matter_of(demands: Demands, conflict: Conflict) -> str:
    """What a conflict is about, with what names one thing of its kind on all sides: "door · width · d-201"."""
    parties = [demands.parties[side.requirement.id] for side in conflict.sides if side.requirement]
    marks = [frozenset(party.slot.marks) for party in parties] or [frozenset()]
    common = sorted(frozenset.intersection(*marks)) if len(parties) == len(conflict.sides) else []
    return " · ".join([conflict.slot, *(words for dimension, words in common if dimension == IDENTIFIER)])


def _side(citer: Citer, demands: Demands, conflict: Conflict, n: int, side: Side) -> Json:
    requirement = side.requirement
    party = demands.parties.get(requirement.id) if requirement else None
    demand = (
        demand_json(requirement)
        if requirement
        else {"value": side.says, "unit": None, "comparator": None, "conditions": [], "scope": {}}
    )
    verdict = party.standing if party else demands.governing.of_source(side.source_id)
    return demand | {
        "n": n,
        "key": side.key,
        "says": side.says,
        "authority": side.authority,
        "confidence": requirement.confidence if requirement else conflict.confidence,
        "signal": verdict.text_signal,
        "why": verdict.reason,
        "in_force": party.governs if party else verdict.is_in_force,
        "citation": citer.cite_demand(requirement, n) if requirement else citer.cite(side.source_id, side.span, n),
    }


def resolution_json(standing: Standing) -> Json | None:
    """How a conflict was settled; None while it is not."""
    step = next((one for one in reversed(standing.history) if one.values is not None), None)
    if not standing.is_settled or step is None:
        return None
    return {
        "act": step.act,
        "chosen": step.chosen,
        "scope": step.scope,
        "by": step.by,
        "reason": step.reason,
        "at": step.recorded_at.isoformat(),
        "step_id": step.id,
        "edge_id": step.edge_id,
    }


def history_of_all(services: Services, subjects: Collection[str], at: Viewpoint) -> list[RegisterStep]:
    """Every step taken on some conflicts by then, those that were taken back among them, oldest first."""
    with services.store.read() as store:
        records = [one for one in store.find(RegisterStep, history=True) if one.subject in subjects]
    return as_taken(records, at.known_at)


def step_json(step: RegisterStep) -> Json:
    """A step of the register, with who took it back."""
    return {
        "id": step.id,
        "act": step.act,
        "by": step.by,
        "reason": step.reason,
        "at": step.recorded_at.isoformat(),
        "owner": step.owner,
        "due": anchor_text(step.due),
        "scope": step.scope,
        "chosen": step.chosen,
        "edge_id": step.edge_id,
        "quote": step.evidence.quote if step.evidence else None,
        "undone_at": step.retracted_at.isoformat() if step.retracted_at else None,
        "undone_by": step.undone_by,
        "undone_reason": step.undone_reason,
    }


def _precedents(demands: Demands, conflict: Conflict | None) -> list[Precedent]:
    if conflict is None:
        return []
    decided = [one for one in demands.conflicts if one.id in demands.steps]
    return precedents(conflict, decided, {one.id: demands.standing(one) for one in decided})


def _precedent_json(precedent: Precedent) -> Json:
    return {
        "id": precedent.conflict.id,
        "slot": precedent.conflict.slot,
        "project": precedent.conflict.project,
        "same_values": precedent.same_values,
        "says": [side.says for side in precedent.conflict.sides],
        "resolution": resolution_json(precedent.standing),
    }


def _rfi(item: Json, entry: Entry, day: date) -> str | None:
    if entry.conflict is None:
        return None
    sides = [
        Quoted(place_text(s["citation"]), s["citation"]["quote"], s["says"], cell_text(s["citation"]))
        for s in item["sides"]
    ]
    return draft(replace(entry.conflict, slot=item["slot"]), sides, day, item["due"])


def conflict_named(services: Services, demands: Demands, at: Viewpoint, identifier: str) -> Conflict:
    """The conflict that can be acted on, by its id or its beginning.

    Raises:
        NotFound: There is none from that viewpoint, or it is no longer found.
    """
    entry = entry_named(services, demands, at, identifier)
    if entry is None or entry.conflict is None:
        raise NotFound("conflict that is found now", identifier)
    return entry.conflict
