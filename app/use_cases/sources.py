"""Sources and the history of works, each with what is said of it at the moment asked about."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any

from app.errors import InvalidInput, NothingIngested
from app.wiring import Services
from graph.claims import Description
from graph.errors import NotFound
from graph.governing import ChainLink, Governing, Successor
from graph.model import Claim, Clause, Passage, Source
from graph.references import normalise_number
from graph.snapshot import Snapshot, load_snapshot
from graph.time import DateAnchor, Moment
from graph.vocabulary import ClaimField, Ground

Json = dict[str, Any]

EVERYBODY = "*"
MAX_LIMIT = 1000


def require_sources(services: Services) -> None:
    """Checks that there is something to ask about.

    Raises:
        NothingIngested: There is no source.
    """
    with services.store.read() as reader:
        if reader.count(Source) == 0:
            raise NothingIngested(services.settings.data)


def view(
    services: Services,
    as_of: date | None = None,
    known_at: datetime | None = None,
    who: frozenset[str] | None = None,
) -> Governing:
    """What governs on a day of valid time, as known at an instant; kept until the store changes.

    Args:
        who: Principals to whom texts that they may not read, and all that rests on those, do not exist;
            None for everything that is held.
    """
    snapshot = _snapshot(services, services.store.generation(), known_at, who)
    return Governing(snapshot, Moment(as_of or datetime.now(UTC).date(), known_at))


@lru_cache(maxsize=8)
def _snapshot(services: Services, generation: int, known_at: datetime | None, who: frozenset[str] | None) -> Snapshot:
    with services.store.read() as reader:
        if who is None:
            return load_snapshot(reader, known_at)
        closed = {source.id for source in reader.find(Source) if who.isdisjoint(source.acl)}
        return load_snapshot(reader, known_at, sees=lambda source_id: source_id not in closed)


def list_sources(
    services: Services,
    project: str | None = None,
    cursor: str | None = None,
    limit: int = 50,
    *,
    reader: str | None = None,
) -> Json:
    """One page of the sources that a reader may see, ordered by work and version.

    Args:
        project: Only its sources and shared ones; None for all.
        cursor: `next_cursor` of the page before.
        limit: 1 to 1000.
        reader: Who asks; None for somebody who may read only what everybody may.

    Raises:
        InvalidInput: The cursor names no source of this list.
    """
    governing = view(services, who=principals(reader))
    ids = _in_order(governing.snapshot, project, reader)
    start = 0
    if cursor is not None:
        if cursor not in ids:
            raise InvalidInput(f"cursor {cursor!r} names no source of this list")
        start = ids.index(cursor) + 1
    page = ids[start : start + min(max(limit, 1), MAX_LIMIT)]
    more = start + len(page) < len(ids)
    return {
        "items": [source_json(governing, identifier) for identifier in page],
        "total": len(ids),
        "next_cursor": page[-1] if page and more else None,
    }


def _in_order(snapshot: Snapshot, project: str | None, reader: str | None) -> list[str]:
    """Readable sources by name of their work, then from the oldest version to the newest."""
    works = sorted(snapshot.versions, key=lambda work: (snapshot.name(work).casefold(), work))
    ids = [identifier for work in works for identifier in snapshot.versions[work]]
    return [identifier for identifier in ids if is_listed(snapshot.sources[identifier], project, reader)]


def is_listed(source: Source, project: str | None, reader: str | None) -> bool:
    """Whether a source is of the project or shared, and open to the reader."""
    in_project = project is None or source.project in (project, "")
    return in_project and is_open_to(source, reader)


def is_open_to(source: Source, reader: str | None) -> bool:
    """Whether a reader may see a source; an empty access list is open to nobody."""
    return not principals(reader).isdisjoint(source.acl)


def principals(reader: str | None) -> frozenset[str]:
    """What a reader is on access lists: himself, if he says who he is, and one of everybody."""
    return frozenset({EVERYBODY, reader} if reader else {EVERYBODY})


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


def source_detail(services: Services, identifier: str, *, reader: str | None = None) -> Json:
    """A source with every claim about it, their disagreements, and how much text it holds.

    Raises:
        NotFound: There is none that the reader may see.
    """
    source = readable_source(services, identifier, reader)
    governing = view(services, who=principals(reader))
    with services.store.read() as store:
        claims = list(store.find(Claim, source_id=source.id))
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


def history(
    services: Services,
    work: str,
    as_of: date | None = None,
    known_at: datetime | None = None,
    *,
    reader: str | None = None,
) -> Json:
    """The versions of a work, oldest first, and what displaced each.

    Args:
        work: Work id, source id, document number or title.

    Raises:
        NotFound: Nothing here is called that.
    """
    governing = view(services, as_of, known_at, principals(reader))
    snapshot = governing.snapshot
    work_id = _work_called(snapshot, work)
    ids = [i for i in snapshot.versions.get(work_id, ()) if is_open_to(snapshot.sources[i], reader)]
    if not ids:
        raise NotFound("work", work)
    newest = snapshot.descriptions[ids[-1]]
    return {
        "work_id": work_id,
        "work": snapshot.names.get(work_id) or newest.number or newest.title or snapshot.sources[ids[-1]].remote_id,
        "title": newest.title,
        "as_of": governing.moment.as_of.isoformat(),
        "known_at": known_at.isoformat() if known_at else None,
        "versions": [_version_json(governing, link) for link in governing.chain(work_id) if link.source_id in ids],
    }


def _version_json(governing: Governing, link: ChainLink) -> Json:
    return source_json(governing, link.source_id) | {
        "rule": link.verdict.rule,
        "since": link.since.isoformat() if link.since else None,
        "until": link.until.isoformat() if link.until else None,
        "replaced_by": [successor_json(governing.snapshot, later) for later in link.verdict.successors],
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


def _work_called(snapshot: Snapshot, name: str) -> str:
    """The work of that id, number or title; of several, the one with the most versions."""
    if name in snapshot.versions:
        return name
    if name in snapshot.sources:
        return snapshot.work(name)
    numbered = snapshot.sources_numbered(normalise_number(name))
    if numbered:
        return snapshot.work(numbered[0])
    titled = [i for i, d in snapshot.descriptions.items() if _is_titled(d, name)]
    works = sorted({snapshot.work(i) for i in titled}, key=lambda w: (-len(snapshot.versions[w]), w))
    if not works:
        raise NotFound("work", name)
    return works[0]


def _is_titled(description: Description, name: str) -> bool:
    return description.title is not None and description.title.casefold() == name.strip().casefold()
