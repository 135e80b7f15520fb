"""What governs: signal, reason, evidence and chain for whatever an identifier names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from app.outcomes import citation_json
from app.use_cases.naming import file_named
from app.use_cases.sources import anchor_text, successor_json, transition_json
from app.use_cases.viewpoint import Viewpoint
from app.wiring import Services
from graph.claims import Description
from graph.clause_places import clause_key
from graph.errors import NotFound
from graph.governing import ChainLink, Governing, Match, Verdict
from graph.lookup import address_in, nearest
from graph.model import Evidence
from graph.references import normalise_number
from graph.snapshot import Snapshot
from graph.vocabulary import ClaimField, Ground, Signal
from retrieval.answering.citations import cite
from retrieval.clause_search import clauses_named
from retrieval.corpus import Corpus
from retrieval.model import Query

Json = dict[str, Any]

FITTING = 0.6
"""Share of a subject that the title of a document about it holds."""
CLOSE = 0.8
"""Share of the best title's score from which on another document is about the subject too."""


@dataclass(frozen=True, slots=True)
class _Named:
    """One version of what an identifier names, and the clause of it that is meant."""

    source_id: str
    clause: str | None


def governs(services: Services, query: str, at: Viewpoint | None = None) -> Json:
    """What is in force for a document number, clause or subject, as JSON (`interfaces.md` §3).

    The named versions come first, those in force before the others, newer before older; then what
    replaced them, and what they leave in force beside them. A work that is only cited here is `unverified`.

    Raises:
        NotFound: Nothing here is called that; the nearest names are told.
    """
    at = at or Viewpoint()
    corpus = services.corpus().seen_by(Query("", at.project, at.principals, at.moment))
    governing = corpus.governing(at.moment)
    found = _named(corpus, governing, query) or _files(governing, query) or _about(corpus, governing, query)
    if not found:
        raise NotFound("document, clause or subject", query, nearest(governing.snapshot, query))
    held = [named for match in found for named in _versions(governing, match)]
    rows = [_row(corpus, governing, named) for named in dict.fromkeys([*held, *_beside(governing, held)])]
    spelt = {match.read_as: None for match in found if match.read_as}
    return {
        "query": query,
        **at.as_json(),
        "read_as": list(spelt),
        "needs": list(dict.fromkeys(t["needs"] for row in rows for t in row["transitions"])),
        "matches": [*rows, *(_unheld(match) for match in found if not match.sources)],
    }


def _named(corpus: Corpus, governing: Governing, query: str) -> tuple[Match, ...]:
    """What a query names; where it is a clause address alone, that clause of every source that has it.

    Sources that others act upon come first, then in the order of their names.
    """
    found = governing.resolve(query)
    address, snapshot, by_target = address_in(query), governing.snapshot, governing.effects.by_target
    if address is None or snapshot.sources_numbered(normalise_number(query)):
        return found
    named = dict.fromkeys((clause.source_id, clause.path) for clause in clauses_named(corpus, address))
    held = {(source, clause_key(match.clause or "")) for match in found for source in match.sources}
    more = [
        Match(snapshot.work(source), snapshot.name(source), (source,), None, path)
        for source, path in named
        if source in snapshot.sources and (source, clause_key(path)) not in held
    ]
    return tuple(sorted((*found, *more), key=lambda m: (not any(s in by_target for s in m.sources), m.name, m.sources)))


def _files(governing: Governing, name: str) -> tuple[Match, ...]:
    """The sources of that id or file name, each by itself."""
    snapshot = governing.snapshot
    return tuple(Match(snapshot.work(s), snapshot.name(s), (s,)) for s in file_named(snapshot, name.strip()))


def _about(corpus: Corpus, governing: Governing, subject: str) -> tuple[Match, ...]:
    """The works whose titles fit a subject best; none for what may be a number."""
    words = re.findall(r"\w+", subject)
    if not all(len(word) > 2 and word.isalpha() for word in words):
        return ()
    snapshot = governing.snapshot
    fitting = corpus.subjects(governing.moment.known_at).match(subject, FITTING)
    works = {snapshot.work(m.source_id): None for m in fitting if m.score >= CLOSE * fitting[0].score}
    return tuple(
        Match(work, snapshot.name(work), snapshot.versions[work], read_as=snapshot.name(work)) for work in works
    )


def _versions(governing: Governing, match: Match) -> list[_Named]:
    """The versions that a match means: the pinned one, else all; in force first, newer first."""
    snapshot = governing.snapshot
    pinned = snapshot.sources_of(match.work, match.version) if match.version else ()
    newest_first = list(reversed(pinned or match.sources))
    in_force = [source for source in newest_first if governing.of_source(source).is_in_force]
    others = [source for source in newest_first if source not in in_force]
    return [_Named(source, match.clause) for source in (*in_force, *others)]


def _beside(governing: Governing, held: list[_Named]) -> Iterator[_Named]:
    """What is in force today in the place of named versions that no longer are, and what contests those that
    are or still applies beside them under a condition."""
    snapshot = governing.snapshot
    for named in held:
        verdict = _verdict(governing, named)
        if not verdict.is_in_force:
            for later in governing.successors(named.source_id, named.clause):
                if later.node in snapshot.sources:
                    yield _Named(later.node, later.clauses[0] if later.clauses else None)
        kept = [source for t in verdict.transitions for source in snapshot.sources_of(t.node)]
        for other in (*governing.contested_with(named.source_id), *kept):
            if other in snapshot.sources and other != named.source_id:
                yield _Named(other, None)


def _verdict(governing: Governing, named: _Named) -> Verdict:
    if named.clause is None:
        return governing.of_source(named.source_id)
    return governing.of_clause(named.source_id, named.clause)


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
        "authority": description.authority,
        "ranked": _ranked(description),
        "signal": verdict.signal,
        "reason": verdict.reason,
        "rule": verdict.rule,
        "since": verdict.since.isoformat() if verdict.since else None,
        "evidence": [citation for citation in cited if citation],
        "replaced_by": [successor_json(snapshot, later) for later in verdict.successors],
        "contested_with": [contender_json(snapshot, other) for other in governing.contested_with(named.source_id)],
        "listed_not_held": listed_json(verdict),
        "transitions": [transition_json(snapshot, transition) for transition in verdict.transitions],
        "chain": [_link_json(governing, link) for link in governing.chain(snapshot.work(named.source_id))],
    }


def contender_json(snapshot: Snapshot, node: str) -> Json:
    """The other side of a contest; `source_id` is None where it is only known by name."""
    return {"source_id": node if node in snapshot.sources else None, "name": snapshot.name(node)}


def listed_json(verdict: Verdict) -> Json | None:
    """The later version that a register lists and that is not held."""
    listed = verdict.listed
    return {"version": listed.version, "reason": listed.reason} if listed else None


def _citation(corpus: Corpus, governing: Governing, evidence: Evidence, n: int) -> Json | None:
    """The citation of an edge's evidence; None where no passage holds it."""
    holding = corpus.passage_over(evidence.source_id, evidence.span)
    return citation_json(cite(corpus, governing.moment, holding, evidence.span, n)) if holding else None


def _link_json(governing: Governing, link: ChainLink) -> Json:
    description = governing.snapshot.descriptions[link.source_id]
    return {
        "source_id": link.source_id,
        "work": description.number or description.title or link.name,
        "version": description.version,
        "date": anchor_text(description.date),
        "authority": description.authority,
        "signal": link.verdict.signal,
        "since": link.since.isoformat() if link.since else None,
        "until": link.until.isoformat() if link.until else None,
    }


def _ranked(description: Description) -> str | None:
    """By which person's word it has its class of authority; None where it has it of itself."""
    claim = description.taken.get(ClaimField.AUTHORITY)
    return claim.note if claim and claim.ground is Ground.PERSON else None


def _unheld(match: Match) -> Json:
    """A work that other texts name and of which nothing is held."""
    facts = dict.fromkeys(("source_id", "title", "date", "status", "authority", "ranked", "since"))
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
        "contested_with": [],
        "listed_not_held": None,
        "transitions": [],
        "chain": [],
    }
