"""The audit log: who decided what, and who took it back, as far as the reader may see what it is about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.use_cases.commitments import register as commitments_from
from app.use_cases.conflicts import history_of_all, matter_of, register_of, step_json
from app.use_cases.demanded import demanded
from app.use_cases.edges import edge_sentence
from app.use_cases.sources import page_of
from app.use_cases.undo import log_of
from app.use_cases.viewpoint import Viewpoint, view
from app.wiring import Services
from graph.model import ConceptLink
from graph.vocabulary import RulingAct

Json = dict[str, Any]

ORDER, EDGE, CONFLICT, COMMITMENT, WORD = "order of precedence", "edge", "conflict", "commitment", "word"


def audit_log(services: Services, at: Viewpoint | None = None, cursor: str | None = None, limit: int = 50) -> Json:
    """One page of decisions, the newest first: rulings, steps of the registers, and what was said of words.

    Raises:
        InvalidInput: The cursor names no decision of this list.
    """
    at = at or Viewpoint()
    found = {entry["id"]: entry for entry in sorted(_entries(services, at), key=_moment, reverse=True)}
    page, more = page_of(list(found), cursor, limit, "decision")
    return {
        **at.as_json(),
        "items": [found[one] for one in page],
        "total": len(found),
        "next_cursor": page[-1] if page and more else None,
    }


def _moment(entry: Json) -> tuple[str, str]:
    return entry["at"], entry["id"]


def _entries(services: Services, at: Viewpoint) -> Iterator[Json]:
    yield from _rulings(services, at)
    yield from _steps(services, at)
    yield from _words(services, at)


def _rulings(services: Services, at: Viewpoint) -> Iterator[Json]:
    snapshot = view(services, at).snapshot
    says = {edge.id: edge_sentence(snapshot, edge) for edge in snapshot.edges}
    for ruling in log_of(services, at):
        is_order = ruling["act"] == RulingAct.PRECEDENCE
        yield {
            "kind": ORDER if is_order else EDGE,
            "at": ruling["recorded_at"],
            "about": None if is_order else says.get(ruling["subject"], ruling["subject"]),
            **{name: ruling[name] for name in ("id", "act", "subject", "by", "reason", "undone_by", "undone_at")},
        }


def _steps(services: Services, at: Viewpoint) -> Iterator[Json]:
    demands = demanded(services, at)
    about = {one.id: (CONFLICT, matter_of(demands, one.conflict) if one.conflict else one.id)
             for one in register_of(services, demands, at)}  # fmt: skip
    with services.store.read() as store:
        about |= {one.id: (COMMITMENT, one.what) for one in commitments_from(store, services, at).by_id.values()}
    for step in history_of_all(services, about.keys(), at):
        kind, matter = about[step.subject]
        told = step_json(step)
        kept = {name: told[name] for name in ("id", "act", "by", "reason", "at", "undone_by", "undone_at")}
        yield {"kind": kind, "subject": step.subject, "about": matter, **kept}


def _words(services: Services, at: Viewpoint) -> Iterator[Json]:
    with services.store.read() as store:
        links = [one for one in store.find(ConceptLink, known_at=at.known_at) if at.project in (None, one.project)]
    for link in links:
        yield {
            "id": link.id,
            "kind": WORD,
            "act": "same" if link.accepted else "not the same",
            "subject": link.id,
            "about": f"{link.term} = {link.concept}",
            "by": link.by,
            "reason": link.reason,
            "at": link.recorded_at.isoformat(),
            "undone_by": None,
            "undone_at": None,
        }
