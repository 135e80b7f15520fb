"""What people decide about supersession: the edges they make or judge, and the rules that bind them too.

A person may do what no rule may do by itself: affirm what a mail says, displace a text of a complementary
class. A circle is refused, always. Refused unless the person overrides it with a reason: a text of a
lower class that displaces one of a higher class, an earlier version that displaces a later one, and a text
that was never issued and displaces anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

import networkx as nx

from graph.effects import UNISSUED, Effects, effects
from graph.errors import Refused
from graph.identity import digest, edge_id
from graph.model import Clause, Edge, Ruling, Scope
from graph.project_orders import write_order
from graph.snapshot import BY_PERSON, EFFECTIVE, Snapshot, load_snapshot, texts_of, with_edges
from graph.store import Reader
from graph.time import DateAnchor
from graph.versions import later_rule
from graph.vocabulary import EdgeState, EdgeType, RulingAct

RULABLE = frozenset(
    {
        EdgeType.SUPERSEDES,
        EdgeType.AMENDS,
        EdgeType.CORRECTS,
        EdgeType.WITHDRAWS,
        EdgeType.CLARIFIES,
        EdgeType.DECLARES,
        EdgeType.RELIES_ON,
    }
)
"""Types of edges about which a person can decide."""


@dataclass(frozen=True, slots=True)
class Displacement:
    """What a person says of two texts.

    Attributes:
        new, old: Ids of sources, or of works that are only known by name.
        clauses: Of `old`; empty for all of it.
        effective: First day; None for the first day of `new`.
        withdraws: Nothing takes the place of `old`.
    """

    new: str
    old: str
    clauses: tuple[str, ...] = ()
    effective: DateAnchor | None = None
    withdraws: bool = False


def person_edge(wanted: Displacement, by: str, reason: str | None, at: datetime) -> Edge:
    """The affirmed edge that says so."""
    kind = EdgeType.WITHDRAWS if wanted.withdraws else EdgeType.SUPERSEDES
    return Edge(
        id=edge_id(kind, wanted.new, wanted.old, BY_PERSON, digest(*wanted.clauses)),
        type=kind,
        src=wanted.new,
        dst=wanted.old,
        recorded_at=at,
        effective_from=wanted.effective,
        method=BY_PERSON,
        state=EdgeState.AFFIRMED,
        scope=Scope(wanted.clauses),
        by=by,
        note=reason,
    )


def judged(edge: Edge, state: EdgeState, by: str, at: datetime) -> Edge:
    """The edge as affirmed or rejected by somebody."""
    return replace(edge, state=state, by=by, recorded_at=at, retracted_at=None)


def same_fact(first: Edge | None, second: Edge | None) -> bool:
    """Whether two records of an edge say the same, whenever they were recorded."""
    if first is None or second is None:
        return first is second
    return replace(first, recorded_at=second.recorded_at, retracted_at=second.retracted_at) == second


def make_ruling(act: RulingAct, subject: str, by: str, reason: str | None, at: datetime) -> Ruling:
    """The record of a decision; what stood before is added by who knows it."""
    return Ruling("r-" + digest(act, subject, by, at.isoformat()), act, subject, by, reason, at)


def last_ruling(reader: Reader, subject: str) -> Ruling | None:
    """The ruling in effect on an edge or order: the latest that was not taken back."""
    found = [ruling for ruling in reader.find(Ruling) if ruling.subject == subject]
    return max(found, key=lambda ruling: (ruling.recorded_at, ruling.id), default=None)


def undone(ruling: Ruling, by: str, reason: str | None, at: datetime) -> Ruling:
    """The last record of a ruling that is taken back: it ends in the instant in which it is recorded."""
    return replace(ruling, recorded_at=at, retracted_at=at, undone_by=by, undone_reason=reason)


def hypothetical(
    reader: Reader, snapshot: Snapshot, identifier: str, edge: Edge | None, known_at: datetime | None = None
) -> Snapshot:
    """What a snapshot of what was known would be with this edge under that id, or with none.

    Args:
        known_at: Instant of the snapshot; None for now.
    """
    replaced = [e for e in snapshot.edges if e.id == identifier]
    edges = [*(e for e in snapshot.edges if e.id != identifier), *([edge] if edge else [])]
    if any(e.type is EdgeType.DECLARES for e in (*replaced, *([edge] if edge else []))):
        return load_snapshot(reader, known_at, edges, snapshot.sources.__contains__)
    touched = snapshot.sources_of(edge.dst) if edge is not None and edge.scope.clauses else ()
    return with_edges(snapshot, edges, _clauses_touched(reader, snapshot, edge), texts_of(reader, touched))


def _clauses_touched(reader: Reader, snapshot: Snapshot, edge: Edge | None) -> Iterator[Clause]:
    if edge is not None and edge.scope.clauses:
        for source in snapshot.sources_of(edge.dst):
            if source not in snapshot.clauses:
                yield from reader.find(Clause, source_id=source)


def check_sound(before: Snapshot, after: Snapshot, edge: Edge) -> None:
    """Refuses an edge that would close a circle.

    Args:
        after: The snapshot with the edge.

    Raises:
        Refused: With the names on the circle, and which edges to reject first.
    """
    if edge.state not in EFFECTIVE:
        return
    probe = replace(edge, state=EdgeState.AFFIRMED)
    tried = effects(with_edges(after, [*(e for e in after.edges if e.id != edge.id), probe]))
    closed = [c for found in tried.contests.values() for c in found if c.edge and c.edge.id == edge.id]
    if closed:
        raise _circle(before, effects(before), closed[0].by, closed[0].target)


def check_order(after: Snapshot, edge: Edge) -> None:
    """Refuses an edge by which a lower class, an earlier version, or a text that was never issued, displaces.

    Args:
        after: The snapshot with the edge, which is affirmed.

    Raises:
        Refused: With the order of precedence that forbids it.
    """
    for by, target in _pairs(effects(after), edge):
        displacing, displaced = after.descriptions.get(by), after.descriptions[target]
        if displacing is None or by == target:
            continue
        order = after.order_between(by, target)
        if order.compare(displacing.authority, displaced.authority) == -1:
            raise Refused(
                "precedence",
                f"{after.name(by)} ({displacing.authority}) ranks below {after.name(target)} ({displaced.authority}) "
                f"in the order of precedence {order.name!r}: {write_order(order.order)}; "
                "override it with a reason if it displaces it all the same",
            )
        if _is_later(after, target, by):
            raise Refused(
                "revision order",
                f"{after.name(target)} is a later version of {after.name(by)} by the order of versions; "
                "override it with a reason if the earlier one displaces it all the same",
                tuple(after.name(node) for node in (by, target, by)),
            )
        if displacing.status in UNISSUED:
            raise Refused(
                "not issued",
                f"{after.name(by)} was never issued (it is {displacing.status}), and only issued text governs; "
                f"override it with a reason if it displaces {after.name(target)} all the same",
            )


def _is_later(snapshot: Snapshot, newer: str, older: str) -> bool:
    """Whether one source is a later version of the same work as the other."""
    if newer not in snapshot.versions.get(snapshot.work(older), ()):
        return False
    first, second = ((snapshot.sources[node], snapshot.descriptions[node]) for node in (newer, older))
    return later_rule(first, second) is not None


def _pairs(found: Effects, edge: Edge) -> list[tuple[str, str]]:
    """Who displaces whom by an edge."""
    effective = [e for some in found.by_target.values() for e in some if e.edge and e.edge.id == edge.id]
    return sorted({(effect.by, effect.target) for effect in effective})


def _circle(snapshot: Snapshot, standing: Effects, by: str, target: str) -> Refused:
    graph: nx.DiGraph[str] = nx.DiGraph()
    for some in standing.by_target.values():
        for effect in some:
            if not effect.clauses and effect.by != effect.target:
                graph.add_edge(effect.by, effect.target, by=effect.edge.id if effect.edge else effect.rule)
    graph.add_nodes_from((by, target))
    steps = nx.shortest_path(graph, target, by) if nx.has_path(graph, target, by) else [target, by]
    grounds = [graph.edges[pair]["by"] for pair in zip(steps, steps[1:], strict=False) if pair in graph.edges]
    path = tuple(snapshot.name(node) for node in (by, *steps))
    way_out = f"; reject or undo one of {', '.join(grounds)} first" if grounds else ""
    return Refused("circle", f"this would close a circle: {' → '.join(path)}{way_out}", path)
