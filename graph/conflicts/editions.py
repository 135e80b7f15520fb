"""Clashes of editions: two texts in force that pin different editions of one document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import combinations

from graph.conflicts.places import jurisdictions
from graph.conflicts.ranks import by_rank
from graph.conflicts.record import Conflict, Side
from graph.conflicts.scopes import are_apart
from graph.conflicts.verdict import ScopeRelation
from graph.governing import Governing
from graph.identity import conflict_id, digest
from graph.model import Edge
from graph.revisions import revision_key
from graph.snapshot import EFFECTIVE, Snapshot
from graph.versions import same_version
from graph.vocabulary import ConflictClass, EdgeType

_PINNING = frozenset({EdgeType.CITES, EdgeType.RELIES_ON})


@dataclass(frozen=True, slots=True)
class _Pins:
    """The editions of one document that one source names, each with the edge that names it first."""

    source_id: str
    editions: dict[str, Edge]


def edition_clashes(governing: Governing) -> Iterator[Conflict]:
    """Pairs of texts that name editions of one document, of which they have none in common; one is in force.

    A text that allows several editions ("1997 or 2002") clashes only with one that names none of them.
    """
    for document, pinning in sorted(_by_document(governing).items()):
        for one, other in combinations(pinning, 2):
            is_said = all(governing.of_source(pins.source_id).is_said for pins in (one, other))
            if not is_said and _do_clash(governing.snapshot, one, other):
                yield by_rank(_clash(governing.snapshot, document, one, other), governing)


def _by_document(governing: Governing) -> dict[str, list[_Pins]]:
    """The pins of sources that stand by document, ordered by source."""
    snapshot = governing.snapshot
    found: dict[str, dict[str, dict[str, Edge]]] = defaultdict(lambda: defaultdict(dict))
    for edge in snapshot.edges:
        if edge.type not in _PINNING or edge.state not in EFFECTIVE or not edge.scope.version:
            continue
        if edge.src in snapshot.sources and governing.of_source(edge.src).stands:
            found[_document(snapshot, edge)][edge.src].setdefault(edge.scope.version, edge)
    return {key: [_Pins(source, pins) for source, pins in sorted(by.items())] for key, by in found.items()}


def _document(snapshot: Snapshot, edge: Edge) -> str:
    """What is cited: the work if it is held, else the number by which it is called in every project."""
    work = snapshot.work(edge.dst)
    return work if work in snapshot.versions else edge.note or snapshot.names.get(work, work)


def _do_clash(snapshot: Snapshot, one: _Pins, other: _Pins) -> bool:
    first, second = (snapshot.sources[pins.source_id] for pins in (one, other))
    if are_apart(first.project, second.project) or snapshot.work(first.id) == snapshot.work(second.id):
        return False
    places = (snapshot.descriptions[source.id].jurisdiction for source in (first, second))
    if jurisdictions(*places) is ScopeRelation.DISJOINT:
        return False
    return not any(_may_be_one(label, own) for label in one.editions for own in other.editions)


def _may_be_one(label: str, other: str) -> bool:
    """Whether two labels may mean one edition: the same, or a year and a day or month of it."""
    if same_version(label, other):
        return True
    keys = {key.series: key.parts for key in map(revision_key, (label, other)) if key}
    if keys.keys() != {"year", "date"}:
        return False
    return keys["year"][0] in {date.fromordinal(day).year for day in keys["date"]}


def _clash(snapshot: Snapshot, document: str, one: _Pins, other: _Pins) -> Conflict:
    name = snapshot.names.get(document, document)
    sides = tuple(sorted((_side(snapshot, name, pins) for pins in (one, other)), key=lambda side: side.work))
    says = " and ".join(f"{snapshot.name(side.source_id)} names {side.says}" for side in sides)
    projects = sorted({snapshot.sources[side.source_id].project for side in sides})
    return Conflict(
        id=conflict_id([(side.work, side.slot) for side in sides]),
        kind=ConflictClass.EDITION_CLASH,
        slot=f"edition of {name}",
        sides=sides,
        reason=f"Two texts pin different editions of one document: {says}.{_doubt(one, other)}",
        values=digest(*sorted({*one.editions, *other.editions})),
        project=projects[-1],
        confidence=min(edge.confidence for pins in (one, other) for edge in pins.editions.values()),
    )


def _doubt(one: _Pins, other: _Pins) -> str:
    """A sentence where no two labels are of one series, as "7" and "2014" are not."""
    series = [{key.series for label in pins.editions if (key := revision_key(label))} for pins in (one, other)]
    return "" if series[0] & series[1] else " Two ways of counting may mean one edition."


def _side(snapshot: Snapshot, name: str, pins: _Pins) -> Side:
    first = min(pins.editions.values(), key=lambda edge: (edge.evidence.span.start if edge.evidence else 0, edge.id))
    says = " or ".join(f"{name} {edition}" for edition in sorted(pins.editions))
    span = first.evidence.span if first.evidence else None
    authority = snapshot.descriptions[pins.source_id].authority
    return Side(pins.source_id, snapshot.work(pins.source_id), f"edition of {name}", says, span, None, authority)
