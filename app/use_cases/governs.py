"""What governs: signal, reason, evidence and chain for whatever an identifier names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from app.outcomes import citation_json
from app.use_cases.sources import anchor_text, is_listed, principals, successor_json
from app.wiring import Services
from graph.errors import NotFound
from graph.governing import ChainLink, Governing, Match, Verdict
from graph.model import Evidence, Passage
from graph.time import Moment
from graph.vocabulary import Signal
from retrieval.answering.citations import cite
from retrieval.corpus import Corpus
from retrieval.model import Query

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Named:
    """One version of what an identifier names, and the clause of it that is meant."""

    source_id: str
    clause: str | None


def governs(
    services: Services,
    query: str,
    as_of: date | None = None,
    known_at: datetime | None = None,
    project: str | None = None,
    *,
    reader: str | None = None,
) -> Json:
    """What is in force for a document number, clause or subject, as JSON (`interfaces.md` §3).

    The named versions come first, those in force before the others, newer before older; then what
    replaced them. A work that is only cited here is `unverified`.

    Raises:
        NotFound: Nothing here is called that.
    """
    moment = Moment(as_of or datetime.now(UTC).date(), known_at)
    corpus = services.corpus().seen_by(Query("", project, principals(reader), moment))
    governing = corpus.governing(moment)
    found = [match for match in governing.resolve(query) if _is_open(governing, match, project, reader)]
    if not found:
        raise NotFound("document, clause or subject", query)
    held = [named for match in found for named in _versions(governing, match)]
    later = [named for named in _replacements(governing, held) if _is_seen(governing, named.source_id, project, reader)]
    rows = [_row(corpus, governing, named) for named in dict.fromkeys([*held, *later])]
    unheld = [_unheld(match) for match in found if not match.sources]
    return {
        "query": query,
        "as_of": moment.as_of.isoformat(),
        "known_at": known_at.isoformat() if known_at else None,
        "matches": [*rows, *unheld],
    }


def _is_open(governing: Governing, match: Match, project: str | None, reader: str | None) -> bool:
    """Whether a match is a work that is only named, or one of which the reader may see a version."""
    return not match.sources or any(_is_seen(governing, source, project, reader) for source in match.sources)


def _is_seen(governing: Governing, source_id: str, project: str | None, reader: str | None) -> bool:
    return is_listed(governing.snapshot.sources[source_id], project, reader)


def _versions(governing: Governing, match: Match) -> list[_Named]:
    """The versions that a match means: the pinned one, else all; in force first, newer first."""
    snapshot = governing.snapshot
    pinned = snapshot.sources_of(match.work, match.version) if match.version else ()
    newest_first = list(reversed(pinned or match.sources))
    in_force = [source for source in newest_first if governing.of_source(source).is_in_force]
    others = [source for source in newest_first if source not in in_force]
    return [_Named(source, match.clause) for source in (*in_force, *others)]


def _replacements(governing: Governing, held: list[_Named]) -> Iterator[_Named]:
    """What is in force today in the place of named versions that no longer are."""
    for named in held:
        if not _verdict(governing, named).is_in_force:
            for later in governing.successors(named.source_id, named.clause):
                if later.node in governing.snapshot.sources:
                    yield _Named(later.node, later.clauses[0] if later.clauses else None)


def _verdict(governing: Governing, named: _Named) -> Verdict:
    return governing.of_passage(named.source_id, named.clause)


def _row(corpus: Corpus, governing: Governing, named: _Named) -> Json:
    snapshot = governing.snapshot
    description = snapshot.descriptions[named.source_id]
    verdict = _verdict(governing, named)
    cited = [_citation(corpus, governing, evidence, n) for n, evidence in enumerate(verdict.evidence, 1)]
    return {
        "source_id": named.source_id,
        "work_id": snapshot.work(named.source_id),
        "work": description.number or description.title or snapshot.sources[named.source_id].remote_id,
        "version": description.version,
        "clause": named.clause,
        "title": description.title,
        "date": anchor_text(description.date),
        "status": description.status,
        "signal": verdict.signal,
        "reason": verdict.reason,
        "rule": verdict.rule,
        "since": verdict.since.isoformat() if verdict.since else None,
        "evidence": [citation for citation in cited if citation],
        "replaced_by": [successor_json(snapshot, later) for later in verdict.successors],
        "chain": [_link_json(governing, link) for link in governing.chain(snapshot.work(named.source_id))],
    }


def _citation(corpus: Corpus, governing: Governing, evidence: Evidence, n: int) -> Json | None:
    """The citation of an edge's evidence; None where no passage holds it."""
    with corpus.store.read() as reader:
        passages = reader.find(Passage, source_id=evidence.source_id)
        holding = next((passage for passage in passages if passage.span.overlaps(evidence.span)), None)
    return citation_json(cite(corpus, governing.moment, holding, evidence.span, n)) if holding else None


def _link_json(governing: Governing, link: ChainLink) -> Json:
    description = governing.snapshot.descriptions[link.source_id]
    return {
        "source_id": link.source_id,
        "work": description.number or description.title or link.name,
        "version": description.version,
        "date": anchor_text(description.date),
        "signal": link.verdict.signal,
        "since": link.since.isoformat() if link.since else None,
        "until": link.until.isoformat() if link.until else None,
    }


def _unheld(match: Match) -> Json:
    """A work that other texts name and of which nothing is held."""
    facts = dict.fromkeys(("source_id", "title", "date", "status", "since"))
    return facts | {
        "work_id": match.work,
        "work": match.name,
        "version": match.version,
        "clause": match.clause,
        "signal": Signal.UNVERIFIED,
        "reason": f"{match.name} is cited here but not held, so nothing can be said of it",
        "rule": "not-held",
        "evidence": [],
        "replaced_by": [],
        "chain": [],
    }
