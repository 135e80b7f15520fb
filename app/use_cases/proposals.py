"""Proposals: edges that wait for a person, and the verdict of a person on any edge."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import Any

from app.use_cases.edges import contest_of, edge_json, is_edge_visible
from app.use_cases.impact import Scales
from app.use_cases.naming import edge_or_ruling_named
from app.use_cases.ruling import Voice, rule
from app.use_cases.sources import page_of
from app.use_cases.viewpoint import Viewpoint, view
from app.wiring import Services
from graph.contests import is_denied_by_order
from graph.decisions import RULABLE, judged
from graph.errors import UnknownName
from graph.model import Edge, Ruling
from graph.snapshot import EFFECTIVE, Snapshot
from graph.store import Reader
from graph.time import now_utc
from graph.vocabulary import DISPLACING, EdgeState, EdgeType, RulingAct

Json = dict[str, Any]

EVERY_STATE = "all"

Relation = tuple[str, str, str, tuple[str, ...], str | None]
"""What an edge says, whoever says it: type, both works, clauses and version."""


def list_proposals(
    services: Services,
    at: Viewpoint | None = None,
    state: str = EdgeState.PROPOSED,
    cursor: str | None = None,
    limit: int = 50,
) -> Json:
    """One page of edges, those that are contested first, then those that displace, the surest first, each with
    what affirming it would change; of a certified or affirmed edge, what rejecting it would.

    What is proposed is all that waits for a person: without those that say again what an edge in effect says
    already, and with the edges in effect that another text or the order of precedence contests.

    Raises:
        UnknownName: There is no such state.
        InvalidInput: The cursor names no edge of this list.
    """
    if state != EVERY_STATE and state not in list(EdgeState):
        raise UnknownName("state", state, [EVERY_STATE, *EdgeState])
    at = at or Viewpoint()
    now = view(services, at).snapshot
    edges = {edge.id: edge for edge in _rulable(now) if _is_of(now, edge, state)}
    page, more = page_of(list(edges), cursor, limit, "edge")
    with services.store.read() as store:
        scales = Scales(services, store, now, at)
        items = [_item(scales, edges[e]) if _is_light(edges[e]) else _unweighed(now, edges[e]) for e in page]
    return {"items": items, "total": len(edges), "next_cursor": page[-1] if page and more else None}


def proposal(services: Services, identifier: str, at: Viewpoint | None = None) -> Json:
    """One edge with what judging it would change, and the rulings on it, oldest first.

    Raises:
        NotFound: There is none from that viewpoint.
    """
    at = at or Viewpoint()
    now = view(services, at).snapshot
    edges = {edge.id: edge for edge in _rulable(now)}
    edge = edges[edge_or_ruling_named(edges, identifier, "proposal")]
    with services.store.read() as store:
        rulings = [r for r in store.find(Ruling, history=True) if r.subject == edge.id]
        return _item(Scales(services, store, now, at), edge) | {"rulings": rulings_json(rulings)}


def judge(services: Services, identifier: str, state: EdgeState, voice: Voice) -> Json:
    """Affirms or rejects an edge, and says what that changes.

    Raises:
        NotFound: There is no such edge that the reader may see.
        Refused: Affirming it would close a circle, or break the order of precedence.
    """

    def wording(snapshot: Snapshot, store: Reader, at: datetime) -> Edge:
        edge = _edge(snapshot, identifier, voice.reader)
        return edge if edge.state is state else judged(edge, state, voice.by, at)

    return rule(services, voice, RulingAct.AFFIRM if state is EdgeState.AFFIRMED else RulingAct.REJECT, wording)


def rulings_json(rulings: list[Ruling]) -> list[Json]:
    """Rulings by time of recording, each once, with who took it back."""
    last = {ruling.id: ruling for ruling in rulings}
    first = {ruling.id: ruling for ruling in reversed(rulings)}
    ordered = sorted(last.values(), key=lambda ruling: (first[ruling.id].recorded_at, ruling.id))
    return [
        {
            "id": ruling.id,
            "act": ruling.act,
            "subject": ruling.subject,
            "by": ruling.by,
            "reason": ruling.reason,
            "recorded_at": first[ruling.id].recorded_at.isoformat(),
            "undone_by": ruling.undone_by,
            "undone_reason": ruling.undone_reason,
            "undone_at": ruling.retracted_at.isoformat() if ruling.retracted_at else None,
        }
        for ruling in ordered
    ]


def _rulable(snapshot: Snapshot) -> list[Edge]:
    found = [edge for edge in snapshot.edges if edge.type in RULABLE]
    return sorted(found, key=lambda e: (not contest_of(snapshot, e), e.type not in DISPLACING, -e.confidence, e.id))


def _is_of(snapshot: Snapshot, edge: Edge, state: str) -> bool:
    """Whether an edge is in a state, or waits for a person, where that is asked."""
    if state != EdgeState.PROPOSED:
        return state in (EVERY_STATE, edge.state)
    if edge.state is EdgeState.PROPOSED:
        return _relation(snapshot, edge) not in _said(snapshot)
    return contest_of(snapshot, edge) is not None


@lru_cache(maxsize=4)
def _said(snapshot: Snapshot) -> frozenset[Relation]:
    """What edges in effect say already."""
    return frozenset(_relation(snapshot, edge) for edge in snapshot.edges if edge.state in EFFECTIVE)


def _relation(snapshot: Snapshot, edge: Edge) -> Relation:
    return edge.type, snapshot.work(edge.src), snapshot.work(edge.dst), edge.scope.clauses, edge.scope.version


def _edge(snapshot: Snapshot, identifier: str, reader: str | None) -> Edge:
    edges = {edge.id: edge for edge in _rulable(snapshot) if is_edge_visible(snapshot, edge, None, reader)}
    return edges[edge_or_ruling_named(edges, identifier, "proposal")]


def _is_light(edge: Edge) -> bool:
    return edge.type is not EdgeType.DECLARES or edge.state is EdgeState.PROPOSED


def _unweighed(snapshot: Snapshot, edge: Edge) -> Json:
    return edge_json(snapshot, edge) | {"impact_of": _other_state(snapshot, edge), "impact": None}


def _other_state(snapshot: Snapshot, edge: Edge) -> EdgeState:
    """What a person would most likely make of an edge: of one on a circle, no more than a rejection is allowed."""
    contest = contest_of(snapshot, edge)
    if contest is not None:
        denies = is_denied_by_order(snapshot, contest)
        return EdgeState.AFFIRMED if denies else EdgeState.REJECTED
    is_waiting = edge.state in (EdgeState.PROPOSED, EdgeState.REJECTED)
    return EdgeState.AFFIRMED if is_waiting else EdgeState.REJECTED


def _item(scales: Scales, edge: Edge) -> Json:
    other = judged(edge, _other_state(scales.now, edge), "somebody", now_utc())
    return edge_json(scales.now, edge) | {"impact_of": other.state, "impact": scales.weigh_edge(other)}
