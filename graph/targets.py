"""Which sources an edge of supersession touches."""

from __future__ import annotations

import re

from graph.model import Edge
from graph.partial import claims_whole, is_partial
from graph.snapshot import EFFECTIVE, Snapshot
from graph.statuses import takes_effect
from graph.time import DateAnchor
from graph.vocabulary import EdgeType

_PART = re.compile(
    r"\b(?:chapter|title|part|division|article)\s+(?P<number>\d{1,3}[A-Z]?(?:\.\d{1,3})?|[IVX]{1,5})\b", re.IGNORECASE
)


def targets(snapshot: Snapshot, edge: Edge, by: str) -> list[str]:
    """The sources that an edge touches: a work's versions that are older than what displaces them.

    Where none is surely older, those that are not surely younger. A text may touch its own clauses,
    never itself as a whole.
    """
    named = snapshot.sources_of(edge.dst, edge.scope.version) or _sharing(snapshot, edge)
    if _is_mutual(snapshot, edge, by, named):
        return list(named)
    if edge.dst in snapshot.sources:
        return [target for target in named if target != by or edge.scope.clauses or edge.type is EdgeType.WITHDRAWS]
    if snapshot.work(by) == snapshot.work(edge.dst):
        return _earlier_versions(snapshot, edge, by, named)
    start = edge.effective_from or (snapshot.descriptions[by].starts if by in snapshot.descriptions else None)
    standing = [t for t in named if t != by and not _is_younger(snapshot.descriptions[t].date, start)]
    older = [t for t in standing if _is_younger(start, snapshot.descriptions[t].date)]
    return older if older and edge.scope.version is None else standing


def _is_mutual(snapshot: Snapshot, edge: Edge, by: str, named: tuple[str, ...]) -> bool:
    """Whether the one text that an edge takes out of force as a whole says the same of the other.

    Then their dates settle nothing: one of the two statements is wrong.
    """
    if len(named) != 1 or named[0] == by or not claims_whole(edge, by):
        return False
    return any(
        claims_whole(back, named[0])
        and snapshot.sources_of(back.dst, back.scope.version) == (by,)
        and back.state in EFFECTIVE
        and takes_effect(snapshot.descriptions[named[0]])
        for back in snapshot.edges_at(named[0])
    )


def _earlier_versions(snapshot: Snapshot, edge: Edge, by: str, named: tuple[str, ...]) -> list[str]:
    """Within one work: the version that the text pins, else those before it that it speaks of.

    Clauses are replaced in the version that is meant and in those before it.
    """
    versions = snapshot.versions.get(snapshot.work(by), ())
    before = versions[: versions.index(by)] if by in versions else ()
    if is_partial(edge, by):
        last = max((before.index(v) for v in named if v in before), default=-1)
        beside = [v for v in named if v not in before] if edge.scope.version else []
        named = (*before[: last + 1], *beside)
    elif edge.scope.version is None:
        named = before if edge.scope.condition else _unlabelled(snapshot, by, before)
    return [target for target in named if target != by]


def _unlabelled(snapshot: Snapshot, by: str, before: tuple[str, ...]) -> tuple[str, ...]:
    """The versions that a labelled one means by the bare number of their work: those without a label."""
    if by not in snapshot.descriptions or not snapshot.descriptions[by].version:
        return ()
    return tuple(version for version in before if not snapshot.descriptions[version].version)


def _is_younger(one: DateAnchor | None, other: DateAnchor | None) -> bool:
    return bool(one and other and one.earliest and other.latest and one.earliest > other.latest)


def _sharing(snapshot: Snapshot, edge: Edge) -> tuple[str, ...]:
    """The sources that are meant by a name which several works share, such as the chapters of one code.

    Those of the one work that has the clause, else whose part the clause's number starts with, else
    whose part the words of the edge name. Nothing is guessed: where two works fit, none is meant.
    """
    stating = snapshot.sources.get(edge.evidence.source_id) if edge.evidence else None
    if stating is None or not edge.scope.clauses:
        return ()
    named = [
        s for s in snapshot.sources_numbered(edge.note or "") if snapshot.sources[s].project in (stating.project, "")
    ]
    quote = edge.evidence.quote if edge.evidence else ""
    fits = (
        [s for s in named if _has_clause(snapshot, s, edge.scope.clauses)],
        [s for s in named if _is_part(snapshot, s, {lead for c in edge.scope.clauses for lead in _leads(c)})],
        [s for s in named if _is_part(snapshot, s, {m["number"].upper() for m in _PART.finditer(quote)})],
    )
    for found in fits:
        if len({snapshot.work(source) for source in found}) == 1:
            return tuple(found)
    return ()


def _has_clause(snapshot: Snapshot, source_id: str, clauses: tuple[str, ...]) -> bool:
    known = snapshot.clauses.get(source_id, {})
    return any(clause in known or clause.split("(")[0] in known for clause in clauses)


def _is_part(snapshot: Snapshot, source_id: str, numbers: set[str]) -> bool:
    """Whether a source is the chapter or title of one of these numbers, by its short names."""
    aliases = snapshot.descriptions[source_id].aliases
    return any(match["number"].upper() in numbers for alias in aliases if (match := _PART.fullmatch(alias)))


def _leads(clause: str) -> tuple[str, ...]:
    """What a clause's number may start with: "14" and "14.20" of "14.20.030(2)"."""
    parts = re.split(r"[-.]", clause.split("(")[0].upper())
    return parts[0], ".".join(parts[:2])
