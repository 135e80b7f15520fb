"""Edges of supersession as the outside sees them, and who may see them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from app.use_cases.sources import anchor_text
from app.use_cases.viewpoint import is_listed
from graph.clause_places import spoken
from graph.contests import contested_edges
from graph.effects import Contest, effects
from graph.methods import methods
from graph.model import Edge
from graph.snapshot import Snapshot
from graph.vocabulary import EdgeType

Json = dict[str, Any]

_SAYS = {
    EdgeType.SUPERSEDES: "supersedes",
    EdgeType.WITHDRAWS: "withdraws",
    EdgeType.AMENDS: "amends",
    EdgeType.CORRECTS: "corrects",
    EdgeType.CLARIFIES: "clarifies",
    EdgeType.RELIES_ON: "relies on",
    EdgeType.CITES: "cites",
    EdgeType.ATTACHED_TO: "came with",
    EdgeType.REPLY_TO: "answers",
}


def edge_json(snapshot: Snapshot, edge: Edge) -> Json:
    """An edge with both ends, its ground and its words."""
    return {
        "id": edge.id,
        "type": edge.type,
        "state": edge.state,
        "says": edge_sentence(snapshot, edge),
        "new": _end_json(snapshot, edge.src, None),
        "old": _end_json(snapshot, edge.dst, edge.scope.version),
        "clauses": list(edge.scope.clauses),
        "into": list(edge.scope.into),
        "condition": edge.scope.condition,
        "effective_from": anchor_text(edge.effective_from),
        "method": edge.method,
        "confidence": edge.confidence,
        "contested": contest_of(snapshot, edge) is not None,
        "reason": _reason(snapshot, edge),
        "evidence": _evidence_json(snapshot, edge),
        "by": edge.by,
        "recorded_at": edge.recorded_at.isoformat(),
    }


def edge_sentence(snapshot: Snapshot, edge: Edge) -> str:
    """What an edge says, in one line."""
    version = f" ({edge.scope.version})" if edge.scope.version and edge.dst not in snapshot.sources else ""
    text = next((snapshot.texts[source] for source in snapshot.sources_of(edge.dst) if source in snapshot.texts), None)
    named = [spoken(clause, text) for clause in edge.scope.clauses]
    clauses = f" {', '.join(named)}" if named else ""
    old = f"{snapshot.name(edge.dst)}{version}{clauses}"
    if edge.type is EdgeType.DECLARES:
        return f"{snapshot.name(edge.src)} declares {old}: {edge.note}"
    return f"{snapshot.name(edge.src)} {_SAYS.get(edge.type, edge.type)} {old}"


def _end_json(snapshot: Snapshot, node: str, version: str | None) -> Json:
    held = snapshot.sources_of(node, version)
    return {
        "id": node,
        "name": snapshot.name(node),
        "sources": [{"source_id": s, "name": snapshot.name(s), "path": snapshot.sources[s].remote_id} for s in held],
    }


def _reason(snapshot: Snapshot, edge: Edge) -> str:
    """The ground of an edge, and why it has no effect where a rule denies it one."""
    denied = contest_of(snapshot, edge)
    if denied:
        return denied.reason
    known = methods().get(edge.method)
    ground = known.says if known else edge.method
    if edge.by is None:
        return ground
    return f"{ground} {edge.by}" if edge.evidence is None else f"{ground}; {edge.state} by {edge.by}"


def contest_of(snapshot: Snapshot, edge: Edge) -> Contest | None:
    """What denies an edge its effect although it is certified or affirmed; None where nothing does."""
    return _contests(snapshot).get(edge.id)


@lru_cache(maxsize=4)
def _contests(snapshot: Snapshot) -> dict[str, Contest]:
    return dict(reversed(list(contested_edges(effects(snapshot)))))


def _evidence_json(snapshot: Snapshot, edge: Edge) -> Json | None:
    if edge.evidence is None:
        return None
    evidence = edge.evidence
    source = snapshot.sources.get(evidence.source_id)
    pages = source.pages if source else ()
    page = next((p.number for p in pages if p.span.start <= evidence.span.start < p.span.end), None)
    return {
        "source_id": evidence.source_id,
        "name": snapshot.name(evidence.source_id),
        "page": page,
        "path": source.remote_id if source else None,
        "uri": source.uri if source else None,
        "span": [evidence.span.start, evidence.span.end],
        "quote": evidence.quote,
    }


def is_edge_visible(snapshot: Snapshot, edge: Edge, project: str | None, reader: str | None) -> bool:
    """Whether a reader may see an edge: it needs access to its evidence and to the ends that are held."""
    stated = [edge.evidence.source_id] if edge.evidence else []
    ends = [node for node in (edge.src, edge.dst) if node in snapshot.sources]
    needed = [snapshot.sources[node] for node in (*stated, *ends) if node in snapshot.sources]
    whole_works = [snapshot.sources_of(node) for node in (edge.src, edge.dst) if node not in snapshot.sources]
    some = all(not held or any(is_listed(snapshot.sources[s], project, reader) for s in held) for held in whole_works)
    return some and all(is_listed(source, project, reader) for source in needed)
