"""Edges as statements of their own source: that it replaces another as a whole, or some clauses of it."""

from __future__ import annotations

from collections.abc import Iterator

from graph.model import Edge
from graph.snapshot import EFFECTIVE, Snapshot
from graph.vocabulary import EdgeType

_ACTS = frozenset({"substitution", "deletion", "person"})
"""Methods of amendments after which the old words are no longer in force."""


def claims_whole(edge: Edge, source_id: str) -> bool:
    """Whether a text says in its own words that it replaces another as a whole."""
    says = edge.evidence is not None and edge.evidence.source_id == source_id == edge.src
    return says and edge.type is EdgeType.SUPERSEDES and edge.scope.is_whole


def is_partial(edge: Edge, source_id: str) -> bool:
    """Whether an edge says that a source takes clauses of another text out of force, not all of it."""
    takes_out = edge.type is EdgeType.SUPERSEDES or (
        edge.type in (EdgeType.AMENDS, EdgeType.CORRECTS) and edge.method in _ACTS
    )
    return edge.src == source_id and bool(edge.scope.clauses) and takes_out


def partial_versions(snapshot: Snapshot) -> Iterator[str]:
    """The versions that say of themselves that they replace only some clauses of an earlier one, or amend it."""
    for edge in snapshot.edges:
        stated = edge.state in EFFECTIVE and edge.src in snapshot.sources and edge.dst != edge.src
        says_so = is_partial(edge, edge.src) or edge.method == "correction"
        if stated and says_so and snapshot.work(edge.dst) == snapshot.work(edge.src):
            yield edge.src
