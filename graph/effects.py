"""What displaces what: the edges of a snapshot, and the versions of its works, made into effects.

An edge has an effect if it is certified or affirmed, the text that it comes from was issued, that text's
class is not lower than its target's, and the newer text does not contradict it. Edges that run in a
circle have none. What fails for another reason than not being issued is kept as a `Contest`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache
from typing import TypeVar

import networkx as nx

from graph.listed import Listed, listed_not_held
from graph.methods import method
from graph.model import Edge, Evidence
from graph.overtaken import overtaken, revived
from graph.partial import partial_versions
from graph.precedence import Precedence
from graph.reasons import reason_of, spoken_date
from graph.snapshot import BY_PERSON, EFFECTIVE, Snapshot
from graph.statuses import UNISSUED, WITHOUT_EFFECT, ended_on, first_day, takes_effect
from graph.suspended import pending, timed
from graph.targets import targets
from graph.versions import later_rule
from graph.vocabulary import EdgeState, EdgeType

__all__ = [
    "UNISSUED",
    "WITHOUT_EFFECT",
    "Contest",
    "Effect",
    "Effects",
    "effects",
    "ended_on",
    "evidence_of",
    "find_cycle",
    "first_day",
    "then",
    "unless",
]

Decided = TypeVar("Decided", "Effect", "Contest")


@dataclass(frozen=True, slots=True)
class Effect:
    """Something takes a source, or clauses of it, out of force.

    Attributes:
        target: Id of the source that is displaced.
        by: Id of what displaces it: a source, or a work that is only known by name.
        rule: Method of the edge, or of the order of versions.
        clauses: Of the target; empty for all of it.
        into: Clauses of `by` where the replacement stands.
        since: First day; None where no date is known, which counts as always.
        until: The day from which it is no more, because the act itself was withdrawn.
        ends: Nothing takes its place (withdrawal, deletion).
        condition: What the text reserves from it, such as a transitional provision.
    """

    target: str
    by: str
    rule: str
    reason: str
    edge: Edge | None = None
    clauses: tuple[str, ...] = ()
    into: tuple[str, ...] = ()
    since: date | None = None
    ends: bool = False
    condition: str | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Contest:
    """Something says that a source is displaced, and a rule denies it the effect.

    Attributes:
        since: First day on which it would have had one; None where no date is known.
    """

    target: str
    by: str
    edge: Edge | None
    reason: str
    since: date | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Effects:
    """All effects and contests of a snapshot under an order of precedence, by target, in a fixed order.

    Attributes:
        listed_not_held: By source id, a later version that a register lists and that is not held.
    """

    by_target: Mapping[str, tuple[Effect, ...]]
    contests: Mapping[str, tuple[Contest, ...]]
    listed_not_held: Mapping[str, Listed] = field(default_factory=dict)


@lru_cache(maxsize=16)
def effects(snapshot: Snapshot, precedence: Precedence | None = None) -> Effects:
    """Decides every edge and every pair of versions; the moment asked about plays no part yet.

    Args:
        precedence: Instead of the orders that the projects of the snapshot use.
    """
    found: list[Effect] = list(_of_versions(snapshot))
    denied: list[Contest] = []
    for edge in snapshot.edges:
        if edge.state in EFFECTIVE and _displaces(edge):
            for outcome in _of_edge(snapshot, precedence, edge):
                if isinstance(outcome, Effect):
                    found.append(outcome)
                else:
                    denied.append(outcome)
    found = timed(snapshot, revived(snapshot, _bounded(found)))
    found += list(pending(snapshot, found))
    found += overtaken(snapshot, found, precedence, _added(snapshot, precedence))
    circular = _circular(found)
    denied += [_refused(snapshot, effect, path) for effect, path in circular]
    refused = {id(effect) for effect, _ in circular}
    return Effects(
        _by_target(sorted((e for e in found if id(e) not in refused), key=_effect_order)),
        _by_target(sorted(denied, key=lambda c: (c.target, c.by, c.edge.id if c.edge else "", c.reason))),
        listed_not_held(snapshot),
    )


def _added(snapshot: Snapshot, precedence: Precedence | None) -> Iterator[Effect]:
    """What acts add to other texts, as if it displaced something: it may itself be taken out again."""
    edges = [e for e in snapshot.edges if e.method == "addition" and e.state in EFFECTIVE and e.scope.into]
    outcomes = (outcome for edge in edges for outcome in _of_edge(snapshot, precedence, edge))
    return (outcome for outcome in outcomes if isinstance(outcome, Effect))


def find_cycle(edges: Iterable[tuple[str, str]]) -> list[str] | None:
    """The nodes of one circle among directed pairs, first repeated at the end; None if there is none."""
    graph = nx.DiGraph(sorted(edges))
    try:
        steps = nx.find_cycle(graph)
    except nx.NetworkXNoCycle:
        return None
    return [steps[0][0], *(target for _, target in steps)]


def _displaces(edge: Edge) -> bool:
    if edge.type in (EdgeType.AMENDS, EdgeType.CORRECTS):
        return bool(edge.scope.clauses) and (edge.method == BY_PERSON or method(edge.method).displaces)
    return edge.type in (EdgeType.SUPERSEDES, EdgeType.WITHDRAWS)


def _of_edge(snapshot: Snapshot, precedence: Precedence | None, edge: Edge) -> Iterator[Effect | Contest]:
    agents = snapshot.sources_of(edge.src)
    issued = [agent for agent in agents if takes_effect(snapshot.descriptions[agent])]
    unissued = (agents and not issued) or _is_said_by_unissued(snapshot, edge)
    if unissued and edge.state is not EdgeState.AFFIRMED:
        return
    by = issued[-1] if issued else agents[-1] if agents else snapshot.work(edge.src)
    for target in targets(snapshot, edge, by):
        objection = _objection(snapshot, precedence, edge, by, target)
        if objection and edge.state is not EdgeState.AFFIRMED:
            yield Contest(target, by, edge, objection, _since(snapshot, edge, by, target))
        else:
            yield _effect(snapshot, edge, by, target)


def _is_said_by_unissued(snapshot: Snapshot, edge: Edge) -> bool:
    """Whether only a text that was never issued says so of others: what it says of itself counts."""
    stating = edge.evidence.source_id if edge.evidence else ""
    description = snapshot.descriptions.get(stating)
    if description is None or description.status not in UNISSUED or edge.method == BY_PERSON:
        return False
    return stating not in snapshot.sources_of(edge.dst, edge.scope.version)


def _objection(snapshot: Snapshot, precedence: Precedence | None, edge: Edge, by: str, target: str) -> str | None:
    """Why an edge has no effect on a target although it says so; None where it has."""
    displacing, displaced = snapshot.descriptions.get(by), snapshot.descriptions[target]
    order = precedence or snapshot.order_between(by, target)
    if displacing and not order.may_displace(displacing.authority, displaced.authority):
        lower = order.compare(displacing.authority, displaced.authority) == -1
        relation = "ranks below" if lower else "is complementary to"
        return (
            f"{snapshot.name(by)} says that it displaces {snapshot.name(target)}, but {displacing.authority} "
            f"{relation} {displaced.authority} in the order of precedence {order.name!r}"
        )
    if edge.method == "register" and _contradicted(snapshot, by, target):
        return (
            f"the register lists {snapshot.name(by)} as displacing {snapshot.name(target)}, but the header of "
            f"{snapshot.name(by)} says only that it amends it; the document's own header is believed"
        )
    return None


def _contradicted(snapshot: Snapshot, by: str, target: str) -> bool:
    """Whether the displacing text's own header names the target, but only as amended."""
    if by not in snapshot.sources:
        return False
    stated = [e for e in snapshot.edges_at(by) if e.src == by and e.state is not EdgeState.REJECTED]
    own = {e.type for e in stated if target in snapshot.sources_of(e.dst)}
    return EdgeType.AMENDS in own and EdgeType.SUPERSEDES not in own


def _since(snapshot: Snapshot, edge: Edge, by: str, target: str) -> date | None:
    """The day from which an edge binds: its own, else that of the displacing text, where it is another.

    The day in a row of a register is that of the end only where it is no day on which the text began.
    """
    own = first_day(edge.effective_from)
    began = first_day(snapshot.descriptions[target].starts)
    is_told = own is not None and not (edge.method == "register" and began is not None and own <= began)
    if is_told or by == target or by not in snapshot.descriptions:
        return own if is_told else None
    return first_day(snapshot.descriptions[by].starts)


def _effect(snapshot: Snapshot, edge: Edge, by: str, target: str) -> Effect:
    return Effect(
        target=target,
        by=by,
        rule=edge.method,
        reason=reason_of(snapshot, edge, by, target),
        edge=edge,
        clauses=edge.scope.clauses,
        into=edge.scope.into,
        since=_since(snapshot, edge, by, target),
        ends=edge.type is EdgeType.WITHDRAWS,
        condition=edge.scope.condition,
    )


def _of_versions(snapshot: Snapshot) -> Iterator[Effect]:
    """Within each work: a later issued version displaces the earlier ones, unless a person reversed it."""
    reversed_by_person = {
        (e.dst, e.src)
        for e in snapshot.edges
        if e.method == BY_PERSON
        and e.type is EdgeType.SUPERSEDES
        and e.state is EdgeState.AFFIRMED
        and e.scope.is_whole
    }
    partial = set(partial_versions(snapshot))
    for members in snapshot.versions.values():
        for newer in members:
            description = snapshot.descriptions[newer]
            if newer in partial or not takes_effect(description):
                continue
            for older in members:
                rule = _later(snapshot, newer, older)
                if rule and (newer, older) not in reversed_by_person:
                    yield Effect(
                        target=older,
                        by=newer,
                        rule=rule,
                        reason=f"{snapshot.name(newer)}{spoken_date(description.date)} supersedes "
                        f"{snapshot.name(older)}: {method(rule).says}",
                        since=first_day(description.starts),
                    )


def _later(snapshot: Snapshot, newer: str, older: str) -> str | None:
    if newer == older:
        return None
    return later_rule(
        (snapshot.sources[newer], snapshot.descriptions[newer]), (snapshot.sources[older], snapshot.descriptions[older])
    )


def _bounded(found: list[Effect]) -> list[Effect]:
    """The effects, where a text that says of itself without a day that it ended did so when its first dated
    successor came."""
    came: dict[str, date] = {}
    for effect in found:
        if effect.since and not effect.clauses and effect.by != effect.target:
            came[effect.target] = min(effect.since, came.get(effect.target, effect.since))
    return [
        replace(effect, since=came.get(effect.target))
        if effect.ends and effect.since is None and not effect.clauses and effect.by == effect.target
        else effect
        for effect in found
    ]


def _circular(found: list[Effect]) -> list[tuple[Effect, tuple[str, ...]]]:
    """Effects on whole texts that lie on a circle, each with the nodes of its circle."""
    graph: nx.DiGraph[str] = nx.DiGraph((e.by, e.target) for e in found if not e.clauses and e.by != e.target)
    component: dict[str, tuple[str, ...]] = {}
    for nodes in nx.strongly_connected_components(graph):
        if len(nodes) > 1:
            component.update(dict.fromkeys(nodes, tuple(sorted(nodes))))
    return [
        (effect, component[effect.by])
        for effect in found
        if not effect.clauses and effect.by != effect.target and effect.target in component.get(effect.by, ())
    ]


def _refused(snapshot: Snapshot, effect: Effect, nodes: tuple[str, ...]) -> Contest:
    names = " → ".join(sorted(snapshot.name(node) for node in nodes))
    reason = f"refused as circular among {names}: {effect.reason}"
    return Contest(effect.target, effect.by, effect.edge, reason, effect.since)


def _effect_order(effect: Effect) -> tuple[str, bool, date, float, str, str]:
    """Per target: whole before part, earliest first, the surest ground first."""
    edge = effect.edge.id if effect.edge else ""
    sureness = effect.edge.confidence if effect.edge else method(effect.rule).confidence
    return effect.target, bool(effect.clauses), effect.since or date.min, -sureness, effect.by, edge


def _by_target(items: Iterable[Decided]) -> dict[str, tuple[Decided, ...]]:
    table: dict[str, list[Decided]] = defaultdict(list)
    for item in items:
        table[item.target].append(item)
    return {target: tuple(found) for target, found in table.items()}


def then(displacing: Sequence[Effect]) -> str:
    """What took the place of something that had ended by itself, as the end of a sentence."""
    return f"; {displacing[0].reason}" if displacing else ""


def unless(active: Iterable[Effect]) -> str:
    """Under which conditions what is displaced still applies, as the end of a sentence."""
    conditions = dict.fromkeys(effect.condition for effect in active if effect.condition)
    return f"; it still applies to {'; '.join(conditions)}" if conditions else ""


def evidence_of(active: Iterable[Effect]) -> tuple[Evidence, ...]:
    """The words of the edges of effects, each once."""
    return tuple(dict.fromkeys(e.edge.evidence for e in active if e.edge and e.edge.evidence))
