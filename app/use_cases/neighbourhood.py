"""The neighbourhood of a document in the graph: what touches it, and what touches that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from app.use_cases.edges import edge_sentence
from app.use_cases.naming import work_named
from app.use_cases.sources import anchor_text
from app.use_cases.viewpoint import Viewpoint, view
from app.wiring import Services
from graph.governing import Governing
from graph.model import Edge
from graph.snapshot import Snapshot
from graph.vocabulary import EdgeState, EdgeType, Status

Json = dict[str, Any]

MOST_NODES = 60
FARTHEST = 3

_FAMILY = {
    EdgeType.SUPERSEDES: "supersession",
    EdgeType.AMENDS: "supersession",
    EdgeType.CORRECTS: "supersession",
    EdgeType.WITHDRAWS: "supersession",
    EdgeType.CLARIFIES: "supersession",
    EdgeType.DECLARES: "citation",
    EdgeType.CITES: "citation",
    EdgeType.RELIES_ON: "reliance",
    EdgeType.ATTACHED_TO: "conversation",
    EdgeType.REPLY_TO: "conversation",
}
"""Families of edges that are drawn alike."""

_ENDED = frozenset({Status.SUPERSEDED, Status.WITHDRAWN})


def neighbourhood(services: Services, name: str, at: Viewpoint | None = None, depth: int = 1) -> Json:
    """All versions of a document, and what is up to `depth` edges away from them.

    Nodes are versions that are held, each with its signal, and works that are only named; ordered by their
    distance from the document, then by name. What does not fit into `MOST_NODES` is counted in `left_out`.

    Args:
        name: Number, title, file, or id of a work or source.
        depth: 1 to `FARTHEST`.

    Raises:
        NotFound, Ambiguous: No document, or several, are so called.
    """
    at = at or Viewpoint()
    governing = view(services, at)
    found = _Walk(governing).from_work(work_named(governing, name), min(max(depth, 1), FARTHEST))
    return {
        **at.as_json(),
        "centre": found.centre,
        "name": governing.snapshot.name(found.centre),
        "nodes": [_node_json(governing, node, steps) for node, steps in found.nodes.items()],
        "edges": [_edge_json(governing.snapshot, link) for link in found.links if found.holds(link)],
        "left_out": len(found.left_out),
    }


@dataclass(frozen=True, slots=True)
class _Link:
    """An edge between two nodes that are drawn."""

    edge: Edge
    src: str
    dst: str


@dataclass(slots=True)
class _Walk:
    """Breadth first from one work; `nodes` are in the order of their distance.

    Attributes:
        nodes: To the number of edges from the start.
    """

    governing: Governing
    centre: str = ""
    nodes: dict[str, int] = field(default_factory=dict)
    links: list[_Link] = field(default_factory=list)
    left_out: set[str] = field(default_factory=set)

    def from_work(self, work: str, depth: int) -> _Walk:
        """Everything up to that many edges away."""
        self.centre = work
        frontier = self._enter(list(self.governing.snapshot.sources_of(work)) or [work], 0)
        for step in range(1, depth + 1):
            links = [link for node in frontier for link in self._links(node)]
            self.links += links
            frontier = self._enter([end for link in links for end in (link.src, link.dst)], step)
        self.links += [link for node in frontier for link in self._links(node)]
        self.links = list({(one.edge.id, one.src, one.dst): one for one in self.links}.values())
        return self

    def holds(self, link: _Link) -> bool:
        """Whether both ends are drawn."""
        return link.src in self.nodes and link.dst in self.nodes

    def _enter(self, found: list[str], step: int) -> list[str]:
        name = self.governing.snapshot.name
        new = sorted({node for node in found if node not in self.nodes}, key=lambda node: (name(node), node))
        room = max(MOST_NODES - len(self.nodes), 0)
        self.nodes |= dict.fromkeys(new[:room], step)
        self.left_out |= set(new[room:])
        return new[:room]

    def _links(self, node: str) -> Iterator[_Link]:
        snapshot = self.governing.snapshot
        for edge in snapshot.edges_at(node):
            if edge.type not in _FAMILY or edge.state is EdgeState.REJECTED:
                continue
            src, dst = self._end(edge.src, None), self._end(edge.dst, edge.scope.version)
            if node in (src, dst) and src != dst:
                yield _Link(edge, src, dst)

    def _end(self, node: str, version: str | None) -> str:
        """The node that is drawn for an end: of a work that is held, the newest version that can be meant."""
        held = self.governing.snapshot.sources_of(node, version)
        return held[-1] if held else self.governing.snapshot.work(node)


def _node_json(governing: Governing, node: str, steps: int) -> Json:
    snapshot = governing.snapshot
    description = snapshot.descriptions.get(node)
    if description is None:
        return {
            "id": node, "source_id": None, "work_id": node, "label": snapshot.name(node), "title": None,
            "version": None, "kind": None, "date": None, "day": None, "authority": None,
            "signal": "unverified", "reason": "named here, not held", "steps": steps,
        }  # fmt: skip
    verdict = governing.of_source(node)
    return {
        "id": node,
        "source_id": node,
        "work_id": snapshot.work(node),
        "label": description.number or description.title or snapshot.sources[node].remote_id,
        "title": description.title,
        "version": description.version,
        "kind": description.kind,
        "date": anchor_text(description.date),
        "day": _day(snapshot, node),
        "authority": description.authority,
        "signal": verdict.signal,
        "reason": verdict.reason,
        "steps": steps,
    }


def _day(snapshot: Snapshot, node: str) -> str | None:
    """The first day that its date can mean, to order by; None where it has none."""
    anchor = snapshot.descriptions[node].date
    earliest: date | None = anchor.earliest or anchor.latest if anchor else None
    return earliest.isoformat() if earliest else None


def _family(edge: Edge) -> str:
    """How an edge is drawn; what a register declares out of force is drawn as what displaces."""
    return "supersession" if edge.type is EdgeType.DECLARES and edge.note in _ENDED else _FAMILY[edge.type]


def _edge_json(snapshot: Snapshot, link: _Link) -> Json:
    edge = link.edge
    return {
        "id": edge.id,
        "type": edge.type,
        "family": _family(edge),
        "state": edge.state,
        "src": link.src,
        "dst": link.dst,
        "says": edge_sentence(snapshot, edge),
        "clauses": list(edge.scope.clauses),
        "effective_from": anchor_text(edge.effective_from),
        "quote": edge.evidence.quote if edge.evidence else None,
        "evidence": edge.evidence.source_id if edge.evidence else None,
        "span": [edge.evidence.span.start, edge.evidence.span.end] if edge.evidence else None,
    }
