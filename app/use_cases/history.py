"""History: the versions of a work as a timeline, each with its interval, its edges and who decided."""

from __future__ import annotations

from typing import Any

from app.use_cases.edges import edge_json
from app.use_cases.governs import contender_json, listed_json
from app.use_cases.naming import work_named
from app.use_cases.sources import anchor_text, source_json, successor_json, transition_json
from app.use_cases.viewpoint import Viewpoint, view
from app.wiring import Services
from graph.claims import Description
from graph.contests import contested_edges
from graph.decisions import RULABLE
from graph.effects import ended_on
from graph.governing import ChainLink, Governing
from graph.methods import methods
from graph.model import Clause, Edge
from graph.store import Reader
from graph.time import DateAnchor
from graph.vocabulary import ClaimField, Signal

Json = dict[str, Any]


def history(services: Services, work: str, at: Viewpoint | None = None) -> Json:
    """The versions of a work, oldest first: when each was in force and on what ground, which of its clauses
    are, which edges touch it, and who decided about those.

    Args:
        work: Work id, source id, document number or title.

    Raises:
        NotFound: Nothing is called that, from this viewpoint; the nearest names are told.
        Ambiguous: Several works are.
    """
    at = at or Viewpoint()
    governing = view(services, at)
    snapshot = governing.snapshot
    work_id = work_named(governing, work)
    newest = snapshot.versions[work_id][-1]
    description = snapshot.descriptions[newest]
    with services.store.read() as store:
        versions = [_version_json(store, governing, link) for link in governing.chain(work_id)]
    return {
        "work_id": work_id,
        "work": snapshot.names.get(work_id) or description.number or snapshot.sources[newest].remote_id,
        "title": description.title,
        **at.as_json(),
        "needs": list(dict.fromkeys(t["needs"] for version in versions for t in version["transitions"])),
        "versions": versions,
    }


def _version_json(store: Reader, governing: Governing, link: ChainLink) -> Json:
    snapshot, verdict, source_id = governing.snapshot, link.verdict, link.source_id
    return source_json(governing, source_id) | {
        "rule": verdict.rule,
        "decided_by": rule_text(verdict.rule),
        "decided_by_edges": list(verdict.edges),
        "since": link.since.isoformat() if link.since else None,
        "until": link.until.isoformat() if link.until else None,
        "from": _from_json(snapshot.descriptions[source_id]),
        "to": _to_json(governing, link),
        "replaced_by": [successor_json(snapshot, later) for later in verdict.successors],
        "contested_with": [contender_json(snapshot, other) for other in governing.contested_with(source_id)],
        "listed_not_held": listed_json(verdict),
        "transitions": [transition_json(snapshot, transition) for transition in verdict.transitions],
        "clauses": _clauses_json(store, governing, source_id),
        "edges": _edges_json(governing, source_id),
        "disagreements": [str(disagreement) for disagreement in snapshot.descriptions[source_id].disagreements],
    }


def rule_text(rule: str) -> str:
    """What a rule is called in a sentence: the words of the table of methods, else its name."""
    known = methods().get(rule)
    return known.says if known else rule.replace("-", " ").replace("_", " ")


def _from_json(description: Description) -> Json | None:
    """The first day, as bounds, and what states it; None where no date is known."""
    fact = ClaimField.EFFECTIVE_FROM if description.effective_from else ClaimField.DATE
    stated = description.ground_of(fact)
    if description.starts is None:
        return None
    ground = stated or description.ground_of(ClaimField.VERSION) or description.ground_of(ClaimField.NUMBER)
    return _anchor_json(description.starts) | {"fact": fact if stated else ClaimField.VERSION, "ground": ground}


def _to_json(governing: Governing, link: ChainLink) -> Json | None:
    """The first day after the last, and what ends it; None for a version that nothing ends."""
    description = governing.snapshot.descriptions[link.source_id]
    whole = [e for e in governing.effects.by_target.get(link.source_id, ()) if not e.clauses]
    for effect in whole:
        if effect.since == link.until:
            stated = effect.edge.effective_from if effect.edge else None
            started = governing.snapshot.descriptions.get(effect.by)
            anchor = stated or (started.starts if started and effect.by != link.source_id else None)
            if anchor and any(other.since is None for other in whole):
                anchor = DateAnchor(None, anchor.latest, f"{anchor.text} at the latest")
            return _end_json(anchor, effect.rule, rule_text(effect.rule), effect.reason, effect.edge)
    ended = ended_on(description)
    anchor = description.effective_to or (DateAnchor.on(ended) if ended else None)
    if anchor is None:
        return None
    fact = ClaimField.EFFECTIVE_TO if description.effective_to else ClaimField.STATUS
    return _end_json(anchor, fact, description.ground_of(fact) or fact, link.verdict.reason, None)


def _end_json(anchor: DateAnchor | None, rule: str, decided_by: str, reason: str, edge: Edge | None) -> Json:
    decided = {"rule": rule, "decided_by": decided_by, "reason": reason, "edge": edge.id if edge else None}
    return _anchor_json(anchor) | decided


def _anchor_json(anchor: DateAnchor | None) -> Json:
    if anchor is None:
        return {"date": None, "earliest": None, "latest": None, "text": None}
    return {
        "date": anchor_text(anchor),
        "earliest": anchor.earliest.isoformat() if anchor.earliest else None,
        "latest": anchor.latest.isoformat() if anchor.latest else None,
        "text": anchor.text,
    }


def _clauses_json(store: Reader, governing: Governing, source_id: str) -> Json:
    """How many clauses are in force; of a version that is in force in part, every clause and its signal."""
    clauses = list(store.find(Clause, source_id=source_id))
    whole = governing.of_source(source_id)
    if whole.signal is not Signal.SUPERSEDED_IN_PART:
        return {"total": len(clauses), "in_force": len(clauses) if whole.is_in_force else 0, "items": None}
    items = [_clause_json(governing, clause) for clause in clauses]
    return {"total": len(items), "in_force": sum(item["is_in_force"] for item in items), "items": items}


def _clause_json(governing: Governing, clause: Clause) -> Json:
    named = governing.of_clause(clause.source_id, clause.path)
    verdict = governing.of_passage(clause.source_id, clause.path, clause.span) if named.is_in_force else named
    return {
        "path": clause.path,
        "heading": clause.heading,
        "signal": verdict.signal,
        "is_in_force": verdict.is_in_force,
        "reason": verdict.reason,
        "since": verdict.since.isoformat() if verdict.since else None,
        "edges": list(verdict.edges),
        "replaced_by": [successor_json(governing.snapshot, later) for later in verdict.successors],
    }


def _edges_json(governing: Governing, source_id: str) -> list[Json]:
    """The edges from and to a version that people can judge, with what each does here."""
    snapshot = governing.snapshot
    acting = {e.edge.id for e in governing.effects.by_target.get(source_id, ()) if e.edge}
    denied = {edge for edge, _ in contested_edges(governing.effects)}
    rows = []
    for edge in snapshot.edges_at(source_id):
        direction = _direction(governing, edge, source_id)
        if edge.type in RULABLE and direction:
            is_acting = edge.id in acting if direction == "in" else _acts(governing, edge)
            effect = "contested" if edge.id in denied else "displaces" if is_acting else "displaces nothing"
            rows.append(edge_json(snapshot, edge) | {"direction": direction, "effect": effect})
    return rows


def _direction(governing: Governing, edge: Edge, source_id: str) -> str | None:
    """Whether an edge of the work comes to this version, or from it; None where it is about another one."""
    snapshot = governing.snapshot
    if source_id in snapshot.sources_of(edge.dst, edge.scope.version):
        return "in"
    return "out" if source_id in snapshot.sources_of(edge.src) else None


def _acts(governing: Governing, edge: Edge) -> bool:
    targets = governing.snapshot.sources_of(edge.dst)
    return any(e.edge and e.edge.id == edge.id for t in targets for e in governing.effects.by_target.get(t, ()))
