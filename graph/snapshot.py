"""All that was known at one instant, with the look-ups that deciding what governs needs.

A snapshot is a pure function of sources, claims, edges and works: the order in which they came does
not matter. Which work a source is a version of follows from its claims, unless a person said so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime

from graph.claims import Description, describe, work_key
from graph.clause_places import exchanged_words, spans_at
from graph.declared import declarations
from graph.errors import NotFound
from graph.identity import is_commitment, work_id
from graph.model import Claim, Clause, Edge, PrecedenceOrder, Source, Span, Work
from graph.precedence import DEFAULT, Precedence
from graph.references import normalise_number
from graph.same_works import same_works
from graph.store import Reader
from graph.versions import Version, ordered, pinned
from graph.vocabulary import EdgeState, EdgeType

EFFECTIVE = frozenset({EdgeState.CERTIFIED, EdgeState.AFFIRMED})
"""States of edges that have effect."""

BY_PERSON = "person"
"""Method of the edges that people make."""

DECIDING = frozenset(
    {
        EdgeType.SUPERSEDES,
        EdgeType.AMENDS,
        EdgeType.CORRECTS,
        EdgeType.WITHDRAWS,
        EdgeType.CLARIFIES,
        EdgeType.DECLARES,
        EdgeType.CITES,
        EdgeType.RELIES_ON,
        EdgeType.VERSION_OF,
        EdgeType.ATTACHED_TO,
        EdgeType.REPLY_TO,
    }
)
"""Types of edges that a snapshot holds."""


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """Sources, their descriptions and works, and the edges between them, as known at one instant.

    Attributes:
        sources, descriptions: By source id.
        edges: Ordered by id.
        versions: Work id to the ids of its versions, oldest first.
        work_ids: Source id to the id of its work.
        names: Work id to its number as written, also for works known only by being named.
        clauses: Source id to clause path to spans; only for sources that an edge touches in part.
        texts: Source id to its text; only for sources of which an edge touches a clause that is not found.
        orders: Project to the order of precedence in use there; "" for shared texts and all others.
    """

    sources: Mapping[str, Source]
    descriptions: Mapping[str, Description]
    edges: tuple[Edge, ...]
    versions: Mapping[str, tuple[str, ...]]
    work_ids: Mapping[str, str]
    names: Mapping[str, str]
    clauses: Mapping[str, Mapping[str, tuple[Span, ...]]] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    orders: Mapping[str, Precedence] = field(default_factory=dict)
    _same: Mapping[str, str] = field(default_factory=dict)
    _numbered: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    _touching: Mapping[str, tuple[Edge, ...]] = field(default_factory=dict)

    def work(self, node_id: str) -> str:
        """The work that a node id means: itself, a source's work, or the shared work of that number."""
        return self.work_ids.get(node_id) or self._same.get(node_id, node_id)

    def sources_of(self, node_id: str, version: str | None = None) -> tuple[str, ...]:
        """The sources that a node id means, oldest first: itself, or the versions of a work.

        Args:
            version: Only those of this revision label.
        """
        found = (node_id,) if node_id in self.sources else self.versions.get(self.work(node_id), ())
        if version is None:
            return found
        return pinned(version, [(self.sources[s], self.descriptions[s]) for s in found])

    def sources_numbered(self, key: str) -> tuple[str, ...]:
        """The sources whose number or alias has this key, in all projects, ordered by work and age."""
        return self._numbered.get(key, ())

    def named_by(self, edge: Edge) -> tuple[str, ...]:
        """The sources that an edge's target may mean: its own, else those that share the name it is called by."""
        return self.sources_of(edge.dst) or self.sources_numbered(edge.note or "")

    def order_between(self, by: str, target: str) -> Precedence:
        """The order that decides whether one source may displace another: that of the target's project,
        of the displacing text's project where the target is shared, else the general one."""
        projects = [self.sources[node].project for node in (target, by) if node in self.sources]
        own = next((self.orders[project] for project in projects if project and project in self.orders), None)
        return own or self.orders.get("", DEFAULT)

    def edges_at(self, node_id: str) -> tuple[Edge, ...]:
        """The edges from and to a source or its work, ordered by id."""
        mine = self._touching.get(node_id, ())
        work = self.work(node_id)
        return mine if work == node_id else tuple(sorted({*mine, *self._touching.get(work, ())}, key=lambda e: e.id))

    def name(self, node_id: str) -> str:
        """What people call a node: number and version, else title, else the number it is cited by."""
        if node_id in self.descriptions:
            return self._source_name(node_id)
        work = self.work(node_id)
        return self.names.get(work) or self.names.get(node_id) or "a document not held here"

    def _source_name(self, source_id: str) -> str:
        description = self.descriptions[source_id]
        if description.number or description.title:
            return description.name
        return self.sources[source_id].remote_id


def build_snapshot(
    sources: Iterable[Source],
    claims: Iterable[Claim],
    edges: Iterable[Edge] = (),
    works: Iterable[Work] = (),
    clauses: Iterable[Clause] = (),
    texts: Mapping[str, str] | None = None,
) -> Snapshot:
    """The snapshot of these values, which are taken as known: times are not looked at."""
    held = {source.id: source for source in sorted(sources, key=lambda s: s.id)}
    by_source: dict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        by_source[claim.source_id].append(claim)
    known = tuple(sorted((e for e in edges if e.type in DECIDING and not is_commitment(e.dst)), key=lambda e: e.id))
    plain = _describe_all(held, by_source)
    first = _assemble(held, plain, known, tuple(works))
    declared = declarations(first, [e for e in known if e.type is EdgeType.DECLARES and e.state in EFFECTIVE])
    if declared:
        for claim in declared:
            by_source[claim.source_id].append(claim)
        first = _assemble(held, _describe_all(held, by_source), known, tuple(works))
    return replace(_with_clauses(first, clauses), texts=texts or {})


def load_snapshot(
    reader: Reader,
    known_at: datetime | None = None,
    edges: Sequence[Edge] | None = None,
    sees: Callable[[str], bool] | None = None,
) -> Snapshot:
    """The snapshot of a store as known at an instant; None for all that is not retracted.

    Args:
        edges: Instead of those that the store holds.
        sees: Which sources, by id, there are at all; what is known only by others is not known.
    """
    edges = reader.edges(types=DECIDING, known_at=known_at) if edges is None else edges
    sources = list(reader.find(Source, known_at=known_at))
    works = list(reader.find(Work, known_at=known_at))
    if sees is not None:
        sources, edges, works = _seen(sources, edges, works, sees)
    snapshot = build_snapshot(
        sources, (_as_known(claim) for claim in reader.find(Claim, known_at=known_at)), edges, works
    )
    partial = {s for e in edges if e.scope.clauses for s in snapshot.named_by(e)}
    found = (c for s in sorted(partial) for c in reader.find(Clause, source_id=s, known_at=known_at))
    orders = {o.project: Precedence(o.name, o.tiers) for o in reader.find(PrecedenceOrder, known_at=known_at)}
    whole = _with_clauses(snapshot, found)
    return replace(whole, orders=orders, texts=texts_of(reader, _wanting(whole)))


def texts_of(reader: Reader, source_ids: Iterable[str]) -> dict[str, str]:
    """The texts of sources, by id; without those that have none."""
    found = {}
    for source_id in source_ids:
        with suppress(NotFound):
            found[source_id] = reader.text(source_id)
    return found


def _wanting(snapshot: Snapshot) -> list[str]:
    """The sources of which an edge touches a clause that is not among theirs, or words of a clause."""
    touched = ((edge, source) for edge in snapshot.edges if edge.scope.clauses for source in snapshot.named_by(edge))
    return sorted(
        {
            source
            for edge, source in touched
            if (edge.evidence and exchanged_words(edge.evidence.quote))
            or not all(spans_at(snapshot.clauses.get(source, {}), clause) for clause in edge.scope.clauses)
        }
    )


def _seen(
    sources: list[Source], edges: Sequence[Edge], works: list[Work], sees: Callable[[str], bool]
) -> tuple[list[Source], list[Edge], list[Work]]:
    """The sources that are seen, the edges of which both ends and the evidence are, and the works that either names."""
    hidden = {source.id for source in sources if not sees(source.id)}
    kept = [e for e in edges if hidden.isdisjoint({e.src, e.dst, *((e.evidence.source_id,) if e.evidence else ())})]
    named = {end for edge in kept for end in (edge.src, edge.dst)}
    return [s for s in sources if s.id not in hidden], kept, [w for w in works if w.id in named]


def with_edges(
    snapshot: Snapshot,
    edges: Iterable[Edge],
    clauses: Iterable[Clause] = (),
    texts: Mapping[str, str] | None = None,
) -> Snapshot:
    """The snapshot with other edges, which must neither declare a status nor make versions.

    Args:
        clauses, texts: Of sources that only now are touched in part.
    """
    known = tuple(sorted(edges, key=lambda e: e.id))
    changed = _with_clauses(snapshot, clauses)
    return replace(
        changed,
        edges=known,
        clauses={**snapshot.clauses, **changed.clauses},
        texts={**snapshot.texts, **(texts or {})},
        _touching=_touching(known, snapshot._same),
    )


def _as_known(claim: Claim) -> Claim:
    """The claim as it stood while it was known: a later retraction was not known then."""
    return claim if claim.retracted_at is None else replace(claim, retracted_at=None)


def _describe_all(sources: Mapping[str, Source], claims: Mapping[str, list[Claim]]) -> dict[str, Description]:
    return {identifier: describe(source, claims.get(identifier, ())) for identifier, source in sources.items()}


def _assemble(
    sources: Mapping[str, Source],
    descriptions: Mapping[str, Description],
    edges: tuple[Edge, ...],
    works: tuple[Work, ...],
) -> Snapshot:
    work_ids = _work_ids(sources, descriptions, edges)
    members: dict[str, dict[str, Version]] = defaultdict(dict)
    for identifier, work in work_ids.items():
        members[work][identifier] = (sources[identifier], descriptions[identifier])
    versions = {work: ordered(found) for work, found in sorted(members.items())}
    same = same_works(sources, descriptions, work_ids, edges)
    return Snapshot(
        sources=sources,
        descriptions=descriptions,
        edges=edges,
        versions=versions,
        work_ids=work_ids,
        names=_names(sources, descriptions, work_ids, edges, works),
        _same=same,
        _numbered=_numbered(descriptions, versions),
        _touching=_touching(edges, same),
    )


def _work_ids(
    sources: Mapping[str, Source], descriptions: Mapping[str, Description], edges: tuple[Edge, ...]
) -> dict[str, str]:
    by_person = {e.src: e.dst for e in edges if e.type is EdgeType.VERSION_OF and e.by is not None}
    return {
        identifier: by_person.get(identifier) or work_id(source.project, work_key(source, descriptions[identifier]))
        for identifier, source in sources.items()
    }


def _names(
    sources: Mapping[str, Source],
    descriptions: Mapping[str, Description],
    work_ids: Mapping[str, str],
    edges: tuple[Edge, ...],
    works: tuple[Work, ...],
) -> dict[str, str]:
    """Numbers of works, from edges that name them, from work nodes, best from their own sources."""
    names: dict[str, str] = {}
    for edge in sorted(edges, key=lambda e: (e.note or "", e.id)):
        if edge.note and edge.evidence and edge.method != BY_PERSON and edge.type is not EdgeType.DECLARES:
            stating = sources.get(edge.evidence.source_id)
            named = work_id(stating.project if stating else "", edge.note)
            if named in (edge.src, edge.dst):
                names.setdefault(named, edge.note)
    names.update({work.id: work.number for work in works if work.number})
    for identifier, work in sorted(work_ids.items(), reverse=True):
        description = descriptions[identifier]
        if description.number or description.title:
            names[work] = description.number or description.title or ""
    return names


def _numbered(
    descriptions: Mapping[str, Description], versions: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for members in versions.values():
        for identifier in members:
            description = descriptions[identifier]
            for key in (description.key, *map(normalise_number, description.aliases)):
                if key:
                    found[key][identifier] = None
    return {key: tuple(identifiers) for key, identifiers in found.items()}


def _touching(edges: tuple[Edge, ...], same: Mapping[str, str]) -> dict[str, tuple[Edge, ...]]:
    found: dict[str, list[Edge]] = defaultdict(list)
    for edge in edges:
        for end in {same.get(edge.src, edge.src), same.get(edge.dst, edge.dst)}:
            found[end].append(edge)
    return {end: tuple(touching) for end, touching in found.items()}


def _with_clauses(snapshot: Snapshot, clauses: Iterable[Clause]) -> Snapshot:
    table: dict[str, dict[str, tuple[Span, ...]]] = defaultdict(dict)
    for clause in clauses:
        spans = table[clause.source_id].get(clause.path, ())
        table[clause.source_id][clause.path] = (*spans, clause.span)
    return replace(snapshot, clauses={source: dict(paths) for source, paths in table.items()}) if table else snapshot
