"""Why an edge takes something out of force, in one sentence for people."""

from __future__ import annotations

from graph.clause_places import spoken
from graph.methods import method
from graph.model import Edge
from graph.snapshot import BY_PERSON, Snapshot
from graph.time import DateAnchor
from graph.vocabulary import EdgeType

_VERBS = {
    EdgeType.SUPERSEDES: "supersedes",
    EdgeType.WITHDRAWS: "withdraws",
    EdgeType.AMENDS: "amends",
    EdgeType.CORRECTS: "corrects",
}


def spoken_date(anchor: DateAnchor | None) -> str:
    """ "(June 2022)" after a name; empty where no date is known."""
    return f" ({anchor.words})" if anchor and anchor.words else ""


def reason_of(snapshot: Snapshot, edge: Edge, by: str, target: str) -> str:
    """The sentence: both ends, the clauses, the ground and its words."""
    dated = snapshot.descriptions.get(by)
    named = [spoken(clause, snapshot.texts.get(target)) for clause in edge.scope.clauses]
    clauses = f" {', '.join(named)}" if named else ""
    doer = f"{snapshot.name(by)}{spoken_date(dated.date if dated else None)}"
    sentence = f"{doer} {_VERBS[edge.type]} {snapshot.name(target)}{clauses}"
    if by == target:
        sentence = f"{snapshot.name(target)}{clauses} is withdrawn"
    if edge.method == BY_PERSON:
        return f"{sentence}: decided by {edge.by}" + (f" ({edge.note})" if edge.note else "")
    affirmed = f", affirmed by {edge.by}" if edge.by else ""
    ground = method(edge.method).says
    if edge.evidence is None:
        return f"{sentence}: {ground}{affirmed}"
    holder = edge.evidence.source_id
    where = f" of {snapshot.name(holder)}" if holder not in (by, target) else ""
    return f"{sentence}: {ground}{where} {_quoted(edge.evidence.quote)}{affirmed}"


def _quoted(words: str, limit: int = 160) -> str:
    line = " ".join(words.split())
    return repr(line if len(line) <= limit else line[: limit - 1].rstrip() + "…")
