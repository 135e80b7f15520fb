"""A shelf of made-up documents from which snapshots are built by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from graph import identity
from graph.dates import parse_date
from graph.governing import Governing
from graph.model import WHOLE, Claim, Clause, Edge, Evidence, Scope, Source, Span
from graph.precedence import DEFAULT, Precedence
from graph.references import normalise_number
from graph.snapshot import Snapshot, build_snapshot
from graph.time import DateAnchor, Moment
from graph.vocabulary import ClaimField, EdgeState, EdgeType, Ground

NOON = datetime(2025, 1, 1, 12, tzinfo=UTC)
_GROUNDS = {"file_version": (ClaimField.VERSION, Ground.FILE_NAME)}


@dataclass
class Library:
    """Collects sources, claims and edges; `snapshot()` builds from what is there.

    Attributes:
        project: Of everything that is added.
    """

    project: str = "tower"
    sources: list[Source] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    clauses: list[Clause] = field(default_factory=list)

    def add(self, number: str | None, name: str | None = None, /, **facts: str) -> str:
        """Adds a document and returns its source id; facts are named as `ClaimField` values."""
        remote = name or f"{number} {facts.get('version', '')}".strip()
        sha = identity.digest(remote, str(sorted(facts.items())))
        source = identity.source_id("files", remote, sha)
        recorded = NOON + timedelta(minutes=len(self.sources))
        self.sources.append(
            Source(source, "files", remote, f"file:{remote}", "text/plain", sha, 1, 1, self.project, ("*",), recorded)
        )
        for fact, value in ({"number": number} if number else {}).items() | facts.items():
            kind, ground = _GROUNDS.get(fact, (ClaimField(fact) if fact not in _GROUNDS else None, Ground.HEADER))
            assert kind is not None
            identifier = identity.claim_id(source, kind, value, ground, "")
            self.claims.append(Claim(identifier, source, kind, value, ground, 1.0, recorded, date=parse_date(value)))
        return source

    def call(self, source: str, alias: str) -> None:
        """Gives a document one more name."""
        identifier = identity.claim_id(source, ClaimField.ALIAS, alias, Ground.HEADER, "")
        self.claims.append(Claim(identifier, source, ClaimField.ALIAS, alias, Ground.HEADER, 1.0, NOON))

    def work(self, number: str) -> str:
        """Id of the work of that number."""
        return identity.work_id(self.project, normalise_number(number))

    def link(
        self,
        kind: EdgeType,
        src: str,
        dst: str,
        /,
        method: str = "header-field",
        scope: Scope = WHOLE,
        state: EdgeState = EdgeState.CERTIFIED,
        effective: str | None = None,
        note: str | None = None,
        by: str | None = None,
        evidence: Evidence | None = None,
    ) -> Edge:
        """Adds an edge; ends are source ids, or numbers of works."""
        ends = [end if end.startswith(("s-", "w-")) else self.work(end) for end in (src, dst)]
        names = [end for end in (src, dst) if not end.startswith(("s-", "w-"))]
        stating = next((end for end in ends if end.startswith("s-")), ends[0])
        edge = Edge(
            id=identity.edge_id(kind, ends[0], ends[1], method, repr(scope)),
            type=kind,
            src=ends[0],
            dst=ends[1],
            recorded_at=NOON,
            effective_from=parse_date(effective) if effective else None,
            method=method,
            state=state,
            scope=scope,
            evidence=evidence or Evidence(stating, Span(0, 5), "words"),
            by=by,
            note=note or (names[0] if names else None),
        )
        self.edges.append(edge)
        return edge

    def clause(self, source: str, path: str, start: int, end: int) -> None:
        """Adds a clause of a source."""
        identifier = identity.clause_id(source, path, start)
        self.clauses.append(Clause(identifier, source, path, path, None, Span(start, end), None, NOON))

    def snapshot(self) -> Snapshot:
        """Everything added so far."""
        return build_snapshot(self.sources, self.claims, self.edges, (), self.clauses)

    def governing(self, as_of: str = "2025-01-01", precedence: Precedence = DEFAULT) -> Governing:
        """The verdicts on a day."""
        return Governing(self.snapshot(), Moment(day(as_of)), precedence)


def day(text: str) -> date:
    """The day of an ISO date."""
    return date.fromisoformat(text)


def words(anchor: DateAnchor | None) -> str | None:
    """How a date was written."""
    return anchor.text if anchor else None


def names(governing: Governing, nodes: Sequence[str]) -> list[str]:
    """What people call these nodes."""
    return [governing.snapshot.name(node) for node in nodes]
