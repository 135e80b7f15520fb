"""Claims that some texts make about others: registers and change logs of their status, later acts of their days."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graph.model import Claim, Edge
from graph.references import normalise_number
from graph.statuses import takes_effect
from graph.time import DateAnchor
from graph.vocabulary import ClaimField, Ground, Status

if TYPE_CHECKING:
    from graph.snapshot import Snapshot

TERMS = {"extended": ClaimField.EFFECTIVE_TO, "postponed": ClaimField.EFFECTIVE_FROM}
"""What the note of an edge says that a later text did to another one, and the fact that it changed."""


def declarations(snapshot: Snapshot, edges: Sequence[Edge]) -> list[Claim]:
    """The claims of edges that declare something and have effect."""
    statuses = [edge for edge in edges if edge.method != "term" and edge.note != Status.UNKNOWN]
    terms = [edge for edge in edges if edge.note in TERMS and not edge.scope.clauses]
    return [*_statuses(snapshot, statuses), *_terms(snapshot, terms)]


def _statuses(snapshot: Snapshot, edges: Sequence[Edge]) -> list[Claim]:
    """Claims of status that registers and change logs make about the sources they list."""
    return [
        _claim(snapshot, edge, target, _told_on(snapshot, edge, target))
        for edge in edges
        for target in _listed(snapshot, edge)
        if target != edge.src
    ]


def _terms(snapshot: Snapshot, edges: Sequence[Edge]) -> list[Claim]:
    """Claims of later texts that put off the end or the start of another one as a whole."""
    return [
        _claim(snapshot, edge, target, edge.effective_from)
        for edge in edges
        for target in snapshot.sources_of(edge.dst, edge.scope.version)
        if target != edge.src and edge.src in snapshot.descriptions and takes_effect(snapshot.descriptions[edge.src])
    ]


def _claim(snapshot: Snapshot, edge: Edge, target: str, told: DateAnchor | None) -> Claim:
    term = TERMS.get(edge.note or "")
    return Claim(
        id=f"{edge.id}/{target}",
        source_id=target,
        field=term or ClaimField.STATUS,
        value=told.text if term and told else edge.note or "",
        ground=Ground.LATER_TEXT if term else Ground.REGISTER,
        confidence=edge.confidence,
        recorded_at=edge.recorded_at,
        date=told,
        note=f"{snapshot.name(edge.src)}: {edge.evidence.quote if edge.evidence else edge.method}",
    )


def _told_on(snapshot: Snapshot, edge: Edge, target: str) -> DateAnchor | None:
    """The day of a row where the text that it lists began before, else that of the register."""
    starts = snapshot.descriptions[target].starts
    told, began = edge.effective_from, starts.latest if starts else None
    if told and told.earliest and not (began and told.earliest <= began):
        return told
    return snapshot.descriptions[edge.src].date if edge.src in snapshot.descriptions else None


def _listed(snapshot: Snapshot, edge: Edge) -> tuple[str, ...]:
    """The sources that a register or log means: a log of "X" also speaks of "X BOM" of the same version."""
    found = snapshot.sources_of(edge.dst, edge.scope.version)
    subject = normalise_number(snapshot.names.get(snapshot.work(edge.dst), ""))
    if edge.method != "change-log" or not subject:
        return found
    works = sorted({w for s, w in snapshot.work_ids.items() if _is_below(snapshot.descriptions[s].key, subject)})
    return (*found, *(source for work in works for source in snapshot.sources_of(work, edge.scope.version)))


def _is_below(key: str | None, subject: str) -> bool:
    return key is not None and key.startswith(f"{subject} ")
