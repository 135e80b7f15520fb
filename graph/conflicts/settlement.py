"""Steps in the register and what implements them: the edge, the order or the scope; undo takes both back."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from graph.clause_places import words_address
from graph.conflicts.record import Conflict, Side
from graph.conflicts.register import RESOLVING, Standing
from graph.decisions import (
    Displacement,
    check_order,
    check_sound,
    hypothetical,
    last_ruling,
    make_ruling,
    person_edge,
    undone,
)
from graph.demands import RegisterStep, Requirement
from graph.errors import NotFound, Refused
from graph.identity import digest
from graph.model import Clause, Edge, PrecedenceOrder, Ruling
from graph.precedence import Tiers
from graph.project_orders import chosen_order, order_id, order_in_use
from graph.snapshot import Snapshot
from graph.spans import Evidence, Span
from graph.store import Reader, Writer
from graph.time import DateAnchor
from graph.vocabulary import AuthorityClass, ConflictClass, RegisterAct, RulingAct

CHOOSING = frozenset({RegisterAct.CLOSE_ONE, RegisterAct.REJECT_ONE, RegisterAct.RE_DATE, RegisterAct.PRECEDENCE_RULE})
"""Acts that name one of the sides."""

_FOR_COMMITMENTS = frozenset({RegisterAct.DONE, RegisterAct.CANCEL})


@dataclass(frozen=True, slots=True)
class Action:
    """What a person wants done about a conflict.

    Attributes:
        chosen: Key of the side that stays; for *reject one*, of the side that goes.
        due: Of the task; for *re-date*, the day from which the chosen side displaces the other.
        scope: For *keep both*: where each holds, in words.
        override: Also against the order of precedence; then a reason has to be given.
    """

    act: RegisterAct
    by: str
    reason: str | None = None
    owner: str | None = None
    due: DateAnchor | None = None
    scope: str | None = None
    chosen: str | None = None
    evidence: Evidence | None = None
    override: bool = False


@dataclass(frozen=True, slots=True)
class Settled:
    """A step with what implements it, ready to be written.

    Attributes:
        edge: Takes the words of the other side out of force; None where the step alone says it.
        order: The project's order of precedence from now on.
        ruling: Record of the decision about the edge or order.
    """

    step: RegisterStep
    edge: Edge | None = None
    order: PrecedenceOrder | None = None
    ruling: Ruling | None = None


def plan(
    reader: Reader, snapshot: Snapshot, conflict: Conflict, action: Action, standing: Standing, at: datetime
) -> Settled:
    """What an action would write.

    *Close one*, *reject one* and *re-date* make an affirmed edge on the words of the side that goes, or on its clause
    where nothing else stands there. Where sides of more than two sources differ, the step alone says it.

    Args:
        standing: Where the conflict stands before it.

    Raises:
        Refused: The act is not for this conflict, lacks what it needs, or breaks a rule of `graph.decisions`.
        NotFound: The chosen side is none of the conflict's.
    """
    _check(conflict, action)
    _check_standing(action, standing)
    step = _step(conflict, action, at)
    if action.act is RegisterAct.PRECEDENCE_RULE:
        return _with_order(reader, snapshot, conflict, action, step)
    edge = _edge(reader, conflict, action, at) if action.act in CHOOSING else None
    if edge is None:
        return Settled(step)
    after = hypothetical(reader, snapshot, edge.id, edge)
    check_sound(snapshot, after, edge)
    if not (action.override and action.reason):
        check_order(after, edge)
    before = next((one for one in snapshot.edges if one.id == edge.id), None)
    ruling = replace(make_ruling(RulingAct.SUPERSEDE, edge.id, action.by, action.reason, at), edge_before=before)
    return Settled(replace(step, edge_id=edge.id), edge, ruling=ruling)


def settle(writer: Writer, settled: Settled) -> None:
    """Writes a step and what implements it, in the one transaction of the writer."""
    for made in (settled.edge, settled.order):
        if made is not None:
            writer.replace(made)
    writer.put([settled.step, *([settled.ruling] if settled.ruling else [])])


def take_back(writer: Writer, step: RegisterStep, by: str, reason: str | None, at: datetime) -> None:
    """Takes back a step, and the edge or order that implements it.

    Raises:
        Refused: Somebody decided about the edge or order since then: that has to be undone first.
    """
    if step.edge_id is not None:
        ruling = last_ruling(writer, step.edge_id)
        if ruling is not None:
            if ruling.recorded_at > step.recorded_at:
                raise Refused("later ruling", f"{ruling.id} ({ruling.act} by {ruling.by}) came later: undo that first")
            before = ruling.edge_before or ruling.order_before
            if before is None:
                writer.retract([step.edge_id], at)
            else:
                writer.replace(replace(before, recorded_at=at, retracted_at=None))
            writer.replace(undone(ruling, by, reason, at))
    writer.replace(replace(step, recorded_at=at, retracted_at=at, undone_by=by, undone_reason=reason))


def step_id(subject: str, act: RegisterAct, by: str, at: datetime) -> str:
    """Id of a step: what was done about what, by whom, when."""
    return "g-" + digest(subject, act, by, at.isoformat())


def _check(conflict: Conflict, action: Action) -> None:
    """Refuses what a person cannot mean."""
    if not action.by.strip():
        raise Refused("no name", "a step in the register needs the name of whoever takes it")
    if action.act in _FOR_COMMITMENTS:
        raise Refused("not for conflicts", f"{action.act!r} is said of commitments; resolve or withdraw a conflict")
    if action.act is RegisterAct.ASSIGN and not action.owner:
        raise Refused("no owner", "to assign a conflict, name its owner")
    if action.act is RegisterAct.KEEP_BOTH and not (action.scope or "").strip():
        raise Refused("no scope", "to keep both, say where each of them holds")
    if action.act is RegisterAct.RE_DATE and action.due is None:
        raise Refused("no date", "to re-date, give the day from which the chosen side takes the other's place")
    if action.act in CHOOSING:
        if conflict.kind is ConflictClass.METADATA_CLASH:
            raise Refused("not for metadata", "correct the claim of one side, or keep both or withdraw the conflict")
        _chosen(conflict, action)


def _chosen(conflict: Conflict, action: Action) -> tuple[Side, list[Side]]:
    """The chosen side and the others."""
    keys = tuple(side.key for side in conflict.sides)
    if action.chosen not in keys:
        raise NotFound("side of this conflict", action.chosen or "", keys)
    chosen = conflict.sides[keys.index(action.chosen)]
    return chosen, [side for side in conflict.sides if side.key != action.chosen]


def _step(conflict: Conflict, action: Action, at: datetime) -> RegisterStep:
    decides = action.act in RESOLVING or action.act is RegisterAct.WITHDRAW
    return RegisterStep(
        id=step_id(conflict.id, action.act, action.by, at),
        subject=conflict.id,
        act=action.act,
        by=action.by,
        reason=action.reason,
        recorded_at=at,
        owner=action.owner,
        due=action.due,
        scope=action.scope,
        chosen=action.chosen,
        values=conflict.values if decides else None,
        evidence=action.evidence,
    )


def _check_standing(action: Action, standing: Standing) -> None:
    """Refuses to decide what is decided, and to reopen what would stay decided by an edge or order."""
    decides = action.act in RESOLVING or action.act is RegisterAct.WITHDRAW
    last = next((step for step in reversed(standing.history) if step.values is not None), None)
    if decides and standing.is_settled and last is not None:
        raise Refused("settled", f"{last.by} decided it ({last.act}): reopen it, or undo {last.id}, first")
    if action.act is RegisterAct.REOPEN and standing.is_settled and last is not None and last.edge_id is not None:
        raise Refused("implemented", f"{last.edge_id} carries out what {last.by} decided ({last.act}): undo {last.id}")


def _edge(reader: Reader, conflict: Conflict, action: Action, at: datetime) -> Edge | None:
    stay, go = _sides(conflict, action)
    sources = {side.source_id for side in stay}, {side.source_id for side in go}
    gone = [side.requirement for side in go if side.requirement]
    if any(len(found) != 1 for found in sources) or len(gone) < len(go):
        return None
    addresses = tuple(dict.fromkeys(_address(reader, requirement) for requirement in gone))
    effective = action.due if action.act is RegisterAct.RE_DATE else None
    withdraws = action.act is RegisterAct.REJECT_ONE
    wanted = Displacement(stay[0].source_id, go[0].source_id, addresses, effective, withdraws)
    return person_edge(wanted, action.by, action.reason, at)


def _sides(conflict: Conflict, action: Action) -> tuple[Sequence[Side], Sequence[Side]]:
    """The sides that stay and those that go; what the chosen side's source says elsewhere goes with it."""
    chosen, others = _chosen(conflict, action)
    with_it = [side for side in others if side.source_id == chosen.source_id]
    against = [side for side in others if side.source_id != chosen.source_id]
    mine, rest = ([chosen, *with_it], against) if against else ([chosen], others)
    return (rest, mine) if action.act is RegisterAct.REJECT_ONE else (mine, rest)


def _address(reader: Reader, requirement: Requirement) -> str:
    """The clause of a requirement, or its words there where something else stands in the clause too."""
    clause = reader.get(Clause, requirement.clause_id) if requirement.clause_id else None
    if clause is not None and _is_alone(reader, clause, requirement.span):
        return clause.path
    return words_address(clause.path if clause else None, requirement.span)


def _is_alone(reader: Reader, clause: Clause, span: Span) -> bool:
    """Whether a clause says nothing but what stands in a span, apart from its number and heading."""
    with suppress(NotFound):
        before = reader.text(clause.source_id, Span(clause.span.start, max(clause.span.start, span.start)))
        after = reader.text(clause.source_id, Span(min(span.end, clause.span.end), clause.span.end))
        rest = f"{before} {after}"
        for said in (clause.heading or "", clause.path):
            rest = rest.replace(said, " ", 1) if said else rest
        return not any(sign.isalnum() for sign in rest)
    return False


def _with_order(reader: Reader, snapshot: Snapshot, conflict: Conflict, action: Action, step: RegisterStep) -> Settled:
    """The project's order, in which the chosen side's class now comes before that of the other."""
    chosen, others = _chosen(conflict, action)
    before = order_in_use(reader, conflict.project)
    if chosen.authority is others[0].authority:
        raise Refused("one class", f"both sides are {chosen.authority}: an order of classes cannot decide between them")
    tiers = raised(before.order, chosen.authority, others[0].authority)
    identifier = order_id(conflict.project)
    order = PrecedenceOrder(identifier, conflict.project, "own", tiers, action.by, action.reason, step.recorded_at)
    ruling = make_ruling(RulingAct.PRECEDENCE, identifier, action.by, action.reason, step.recorded_at)
    ruling = replace(ruling, order_before=chosen_order(reader, conflict.project))
    return Settled(replace(step, edge_id=identifier), order=order, ruling=ruling)


def raised(tiers: Tiers, higher: AuthorityClass, lower: AuthorityClass) -> Tiers:
    """The order with one class in a tier of its own right above the tier of another; the same where it is above.

    A class that the order does not list comes last.
    """
    place = {authority: at for at, tier in enumerate(tiers) for authority in tier}
    if place.get(higher, len(tiers)) < place.get(lower, len(tiers)):
        return tiers
    without = [tuple(a for a in tier if a is not higher) for tier in tiers]
    if lower not in place:
        without.append((lower,))
    at = next(at for at, tier in enumerate(without) if lower in tier)
    return tuple(tier for tier in (*without[:at], (higher,), *without[at:]) if tier)
