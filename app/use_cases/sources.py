"""Sources, each with what is said of it at the moment asked about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from app.errors import InvalidInput, NothingIngested
from app.use_cases.viewpoint import Viewpoint, is_open_to, view
from app.wiring import Services
from graph.errors import NotFound
from graph.governing import Governing, Successor, Transition
from graph.model import Claim, Clause, Passage, Source
from graph.snapshot import Snapshot
from graph.time import DateAnchor
from graph.vocabulary import ClaimField, Ground

Json = dict[str, Any]

MAX_LIMIT = 1000


def require_sources(services: Services) -> None:
    """Checks that there is something to ask about.

    Raises:
        NothingIngested: There is no source.
    """
    with services.store.read() as reader:
        if reader.count(Source) == 0:
            raise NothingIngested(services.place)


def list_sources(services: Services, at: Viewpoint | None = None, cursor: str | None = None, limit: int = 50) -> Json:
    """One page of the sources that are there from a viewpoint, ordered by work and version.

    Args:
        cursor: `next_cursor` of the page before.
        limit: 1 to 1000.

    Raises:
        InvalidInput: The cursor names no source of this list.
    """
    governing = view(services, at or Viewpoint())
    ids = in_order(governing.snapshot)
    page, more = page_of(ids, cursor, limit, "source")
    return {
        "items": [source_json(governing, identifier) for identifier in page],
        "total": len(ids),
        "next_cursor": page[-1] if page and more else None,
    }


def page_of(ids: list[str], cursor: str | None, limit: int, what: str) -> tuple[list[str], bool]:
    """The ids after the cursor, as many as the limit allows, and whether there are more.

    Raises:
        InvalidInput: The cursor is none of the ids.
    """
    if cursor is not None and cursor not in ids:
        raise InvalidInput(f"cursor {cursor!r} names no {what} of this list")
    start = ids.index(cursor) + 1 if cursor is not None else 0
    page = ids[start : start + min(max(limit, 1), MAX_LIMIT)]
    return page, start + len(page) < len(ids)


def in_order(snapshot: Snapshot) -> list[str]:
    """Sources by name of their work, then from the oldest version to the newest."""
    works = sorted(snapshot.versions, key=lambda work: (snapshot.name(work).casefold(), work))
    return [identifier for work in works for identifier in snapshot.versions[work]]


def readable_source(services: Services, identifier: str, reader: str | None = None) -> Source:
    """A source by id.

    Raises:
        NotFound: There is none, or the reader may not see it: the two look the same from outside.
    """
    with services.store.read() as store:
        source = store.get(Source, identifier)
    if source is None or source.retracted_at is not None or not is_open_to(source, reader):
        raise NotFound("source", identifier)
    return source


def source_json(governing: Governing, identifier: str) -> Json:
    """A source in one row: what it is, where it came from and what is said of it."""
    snapshot = governing.snapshot
    source, description = snapshot.sources[identifier], snapshot.descriptions[identifier]
    verdict = governing.of_source(identifier)
    return {
        "id": identifier,
        "work_id": snapshot.work(identifier),
        "work": description.number or description.title or source.remote_id,
        "title": description.title,
        "version": description.version,
        "kind": description.kind,
        "authority": description.authority,
        "status": description.status,
        "date": anchor_text(description.date),
        "effective_from": anchor_text(description.effective_from),
        "project": source.project,
        "path": source.remote_id,
        "uri": source.uri,
        "media_type": source.media_type,
        "size_bytes": source.size_bytes,
        "pages": len(source.pages),
        "recorded_at": source.recorded_at.isoformat(),
        "signal": verdict.signal,
        "reason": verdict.reason,
        "warnings": list(source.warnings),
    }


def anchor_text(anchor: DateAnchor | None) -> str | None:
    """A date as an ISO day where it is known, else as the text has it; None where there is none."""
    if anchor is None:
        return None
    return anchor.earliest.isoformat() if anchor.is_exact and anchor.earliest else anchor.text


def source_detail(services: Services, identifier: str, at: Viewpoint | None = None) -> Json:
    """A source with every claim about it, their disagreements, and how much text it holds.

    Raises:
        NotFound: There is none from that viewpoint.
    """
    at = at or Viewpoint()
    source = readable_source(services, identifier, at.reader)
    governing = view(services, at)
    if source.id not in governing.snapshot.sources:
        raise NotFound("source", identifier)
    with services.store.read() as store:
        claims = list(store.find(Claim, source_id=source.id, known_at=at.known_at))
        clauses = sum(1 for _ in store.find(Clause, source_id=source.id))
        passages = sum(1 for _ in store.find(Passage, source_id=source.id))
    description = governing.snapshot.descriptions[source.id]
    return source_json(governing, source.id) | {
        "sha256": source.sha256,
        "text_chars": source.text_chars,
        "clauses": clauses,
        "passages": passages,
        "claims": [_claim_json(claim) for claim in _by_fact(claims)],
        "disagreements": [str(disagreement) for disagreement in description.disagreements],
    }


def _by_fact(claims: Iterable[Claim]) -> list[Claim]:
    """Claims by fact, the better ground first."""
    return sorted(claims, key=lambda claim: (_place(claim.field), _place(claim.ground), -claim.confidence, claim.id))


def _place(word: ClaimField | Ground) -> int:
    """Place of a word in its closed list."""
    return tuple(type(word)).index(word)


def _claim_json(claim: Claim) -> Json:
    return {
        "field": claim.field,
        "value": claim.value,
        "ground": claim.ground,
        "confidence": claim.confidence,
        "span": [claim.span.start, claim.span.end] if claim.span else None,
        "note": claim.note,
    }


def successor_json(snapshot: Snapshot, later: Successor) -> Json:
    """What took the place of something; `source_id` is None where it is only known by name."""
    known = snapshot.descriptions.get(later.node)
    return {
        "source_id": later.node if known else None,
        "work": known.number or known.title if known else later.name,
        "version": known.version if known else None,
        "name": later.name,
        "clauses": list(later.clauses),
        "since": later.since.isoformat() if later.since else None,
    }


def transition_json(snapshot: Snapshot, transition: Transition) -> Json:
    """What a replacement leaves to its predecessor, and what has to be known to choose between the two."""
    evidence = transition.evidence
    return {
        "source_id": transition.node if transition.node in snapshot.sources else None,
        "name": transition.name,
        "condition": transition.condition,
        "since": transition.since.isoformat() if transition.since else None,
        "needs": transition.needs,
        "evidence": {"source_id": evidence.source_id, "quote": evidence.quote} if evidence else None,
    }
