"""Proposals: edges that wait for a person, and the verdict of a person on any edge."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from app.errors import InvalidInput
from app.use_cases.edges import edge_json, is_edge_visible
from app.use_cases.impact import Scales
from app.use_cases.naming import edge_or_ruling_named
from app.use_cases.ruling import Voice, rule
from app.use_cases.sources import MAX_LIMIT
from app.wiring import Services
from graph.decisions import RULABLE, hypothetical, judged
from graph.errors import UnknownName
from graph.model import Edge, Ruling
from graph.snapshot import EFFECTIVE, Snapshot, load_snapshot
from graph.store import Reader
from graph.time import now_utc
from graph.vocabulary import DISPLACING, EdgeState, EdgeType, RulingAct

Json = dict[str, Any]

EVERY_STATE = "all"


def list_proposals(
    services: Services,
    state: str = EdgeState.PROPOSED,
    project: str | None = None,
    cursor: str | None = None,
    limit: int = 50,
    *,
    reader: str | None = None,
) -> Json:
    """One page of edges, those that displace first, the surest first, each with what affirming it would
    change; of a certified or affirmed edge, what rejecting it would. Among the proposed ones, those that say
    again what an edge in effect says already wait for nobody and are left out.

    Raises:
        UnknownName: There is no such state.
        InvalidInput: The cursor names no edge of this list.
    """
    if state != EVERY_STATE and state not in list(EdgeState):
        raise UnknownName("state", state, [EVERY_STATE, *EdgeState])
    with services.store.read() as store:
        now = load_snapshot(store)
        edges = [e for e in _rulable(now, project, reader) if state in (EVERY_STATE, e.state)]
        if state == EdgeState.PROPOSED:
            edges = _undecided(now, edges)
        page, more = _page(edges, cursor, limit)
        scales = Scales(services, store, now, reader)
        items = [_item(store, scales, edge) if _is_light(edge) else _unweighed(now, edge) for edge in page]
    return {"items": items, "total": len(edges), "next_cursor": page[-1].id if page and more else None}


def proposal(services: Services, identifier: str, *, reader: str | None = None) -> Json:
    """One edge with what judging it would change, and the rulings on it, oldest first.

    Raises:
        NotFound: There is none that the reader may see.
    """
    with services.store.read() as store:
        now = load_snapshot(store)
        edge = _edge(now, identifier, reader)
        rulings = [r for r in store.find(Ruling, history=True) if r.subject == edge.id]
        return _item(store, Scales(services, store, now, reader), edge) | {"rulings": rulings_json(rulings)}


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


def _rulable(snapshot: Snapshot, project: str | None, reader: str | None) -> list[Edge]:
    found = [e for e in snapshot.edges if e.type in RULABLE and is_edge_visible(snapshot, e, project, reader)]
    return sorted(found, key=lambda e: (e.type not in DISPLACING, -e.confidence, e.id))


def _undecided(snapshot: Snapshot, proposed: list[Edge]) -> list[Edge]:
    """The proposals without those that say again what an edge in effect says already."""
    said = {_relation(snapshot, e) for e in snapshot.edges if e.state in EFFECTIVE}
    return [edge for edge in proposed if _relation(snapshot, edge) not in said]


def _relation(snapshot: Snapshot, edge: Edge) -> tuple[str, str, str, tuple[str, ...], str | None]:
    return edge.type, snapshot.work(edge.src), snapshot.work(edge.dst), edge.scope.clauses, edge.scope.version


def _page(edges: list[Edge], cursor: str | None, limit: int) -> tuple[list[Edge], bool]:
    ids = [edge.id for edge in edges]
    if cursor is not None and cursor not in ids:
        raise InvalidInput(f"cursor {cursor!r} names no edge of this list")
    start = ids.index(cursor) + 1 if cursor is not None else 0
    page = edges[start : start + min(max(limit, 1), MAX_LIMIT)]
    return page, start + len(page) < len(edges)


def _edge(snapshot: Snapshot, identifier: str, reader: str | None) -> Edge:
    edges = {edge.id: edge for edge in _rulable(snapshot, None, reader)}
    return edges[edge_or_ruling_named(edges, identifier, "proposal")]


def _is_light(edge: Edge) -> bool:
    return edge.type is not EdgeType.DECLARES or edge.state is EdgeState.PROPOSED


def _unweighed(snapshot: Snapshot, edge: Edge) -> Json:
    return edge_json(snapshot, edge) | {"impact_of": _other_state(edge), "impact": None}


def _other_state(edge: Edge) -> EdgeState:
    """What a person would most likely make of an edge."""
    is_waiting = edge.state in (EdgeState.PROPOSED, EdgeState.REJECTED)
    return EdgeState.AFFIRMED if is_waiting else EdgeState.REJECTED


def _item(store: Reader, scales: Scales, edge: Edge) -> Json:
    other = judged(edge, _other_state(edge), "somebody", now_utc())
    then = hypothetical(store, scales.now, edge.id, other)
    return edge_json(scales.now, edge) | {"impact_of": other.state, "impact": scales.weigh(then)}
