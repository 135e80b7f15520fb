"""Supersede: a person says that one document takes another out of force, or clauses of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from app.errors import InvalidInput
from app.use_cases.naming import document_named
from app.use_cases.ruling import Voice, rule
from app.wiring import Services
from graph.decisions import Displacement, person_edge
from graph.governing import Governing
from graph.model import Clause, Edge
from graph.snapshot import Snapshot
from graph.store import Reader
from graph.time import DateAnchor, Moment
from graph.vocabulary import RulingAct


@dataclass(frozen=True, slots=True)
class SupersedeRequest:
    """What shall displace what.

    Attributes:
        new, old: As `document_named` reads them.
        clauses: Paths of clauses of `old`; empty for the whole of it.
        effective: First day; None for the first day of `new`.
        withdraw: `old` ends and nothing takes its place.
        project: Where names are looked up; None for everywhere.
    """

    new: str
    old: str
    clauses: tuple[str, ...] = ()
    effective: date | None = None
    withdraw: bool = False
    project: str | None = None


def supersede(services: Services, request: SupersedeRequest, voice: Voice) -> dict[str, Any]:
    """Makes the edge, affirmed by a person, and says what it changes.

    Raises:
        NotFound: A document, or a clause, is not held.
        Ambiguous: A name means several documents.
        Refused: It would close a circle, or break the order of precedence.
    """

    def wording(snapshot: Snapshot, store: Reader, at: datetime) -> Edge:
        return person_edge(_displacement(snapshot, store, request, voice), voice.by, voice.reason, at)

    return rule(services, voice, RulingAct.SUPERSEDE, wording)


def _displacement(snapshot: Snapshot, store: Reader, request: SupersedeRequest, voice: Voice) -> Displacement:
    governing = Governing(snapshot, Moment(datetime.now(UTC).date()))
    new = document_named(governing, request.new, request.project, voice.reader)
    old = document_named(governing, request.old, request.project, voice.reader)
    if new == old and not request.withdraw:
        raise InvalidInput(f"{snapshot.name(new)} cannot supersede itself; withdraw it with --withdraw")
    clauses = _clauses(store, snapshot, old, request.clauses)
    effective = DateAnchor.on(request.effective) if request.effective else None
    return Displacement(new, old, clauses, effective, request.withdraw)


def _clauses(store: Reader, snapshot: Snapshot, old: str, wanted: tuple[str, ...]) -> tuple[str, ...]:
    """The wanted clauses as the document writes them."""
    if not wanted or old not in snapshot.sources:
        return wanted
    held = {_plain(clause.path): clause.path for clause in store.find(Clause, source_id=old)}
    missing = [path for path in wanted if _plain(path) not in held]
    if missing:
        known = ", ".join(sorted(held.values())[:30]) or "none"
        raise InvalidInput(f"{snapshot.name(old)} has no clause {', '.join(missing)}; it has: {known}")
    return tuple(dict.fromkeys(held[_plain(path)] for path in wanted))


def _plain(path: str) -> str:
    return "".join(path.split()).casefold().rstrip(".")
