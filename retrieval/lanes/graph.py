"""The graph lane: from what the question names, one step along the graph, to passages there.

Seeds are the documents that the question names and the sources at the head of the other lanes. From a
seed the walk takes one edge: to what superseded it, what amends, corrects or clarifies it, what is
attached to it, or what it answers. Within the neighbourhood passages come in lexical order, those of
nearer sources first; every hit carries the walk that explains it.
"""

from __future__ import annotations

from graph.model import Edge
from graph.references import find_references
from graph.vocabulary import EdgeState, EdgeType
from retrieval.corpus import Corpus
from retrieval.model import Hit, Query, Ranking

WALKED = {
    EdgeType.SUPERSEDES: ("supersedes", "is superseded by"),
    EdgeType.AMENDS: ("amends", "is amended by"),
    EdgeType.CORRECTS: ("corrects", "is corrected by"),
    EdgeType.CLARIFIES: ("clarifies", "is clarified by"),
    EdgeType.ATTACHED_TO: ("is attached to", "has attached"),
    EdgeType.REPLY_TO: ("answers", "is answered by"),
}
"""Edges that the walk takes, with their reading forwards and backwards."""

HEAD = 3
"""Hits of each other lane whose sources are seeds."""


class GraphLane:
    """The graph lane of one query.

    Attributes:
        name: `graph`.
    """

    name = "graph"

    def __init__(self, corpus: Corpus, query: Query, sources: frozenset[str]) -> None:
        self._corpus = corpus
        self._query = query
        self._sources = sources
        self._snapshot = corpus.snapshot(query.moment.known_at)

    def search(self, text: str, depth: int, others: list[Ranking]) -> Ranking:
        """Passages of the neighbourhood, at most `depth`, nearer sources first."""
        named = self._named(text)
        walks = dict(named)
        for source_id in [*named, *self._heads(others)]:
            start = walks.get(source_id) or f"found: {self._name(source_id)}"
            for neighbour, step in self._steps(source_id):
                walks.setdefault(neighbour, f"{start} → {step} {self._name(neighbour)}")
        return Ranking(self.name, tuple(self._hits(text, depth, named, walks)))

    def _hits(self, text: str, depth: int, named: dict[str, str], walks: dict[str, str]) -> list[Hit]:
        near = frozenset(named)
        far = frozenset(walks) - near
        hits: list[Hit] = []
        lexical = self._corpus.index.lanes["lexical"]
        for ring in (near, far):
            if not ring or len(hits) >= depth:
                continue
            ranking = lexical.search(text, depth - len(hits), self._corpus.rows_of(ring & self._sources))
            for hit in ranking.hits:
                path = walks[self._corpus.source_of(hit.passage_id)]
                hits.append(Hit(hit.passage_id, len(hits) + 1, hit.score, path))
        return hits

    def _named(self, text: str) -> dict[str, str]:
        """Sources of the documents that the question names, with the walk's beginning."""
        named: dict[str, str] = {}
        for reference in find_references(text, self._corpus.names(self._query.moment.known_at)):
            for source_id in self._snapshot.sources_numbered(reference.key):
                named[source_id] = f"the question names {reference.key}"
        return named

    def _heads(self, others: list[Ranking]) -> list[str]:
        heads = [self._corpus.source_of(hit.passage_id) for r in others for hit in r.hits[:HEAD]]
        return list(dict.fromkeys(heads))

    def _steps(self, source_id: str) -> list[tuple[str, str]]:
        """Neighbours of a source with the reading of the edge, in a fixed order."""
        steps = []
        for edge in self._snapshot.edges_at(source_id):
            if edge.type in WALKED and edge.state in (EdgeState.CERTIFIED, EdgeState.AFFIRMED):
                steps += self._ends(edge, source_id)
        return sorted(steps)

    def _ends(self, edge: Edge, source_id: str) -> list[tuple[str, str]]:
        forwards, backwards = WALKED[edge.type]
        sources = self._snapshot.sources_of(edge.src)
        targets = self._snapshot.sources_of(edge.dst)
        ends = [(target, forwards) for target in targets] if source_id in sources else []
        ends += [(source, backwards) for source in sources] if source_id in targets else []
        return [end for end in ends if end[0] != source_id]

    def _name(self, source_id: str) -> str:
        return self._snapshot.name(source_id)
