"""From text that no longer governs to what took its place, by the edge, whatever words it uses.

An amendment seldom repeats the words that a question asks with: 'delete "1050 mm" and substitute "1100
mm"' names neither guard nor height. It is found through the clause that it changes, whose heading and
words, without their figures, then count as what it stands under.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from graph.clause_places import exchanged_words, place_of
from graph.governing import Successor, Verdict
from graph.model import Clause, Edge, Evidence, Passage, Span
from graph.vocabulary import EdgeType, Signal
from retrieval.chunking.sentences import sentences
from retrieval.corpus import Corpus
from retrieval.model import Query

HEAD = 6
"""Withheld passages, best first, whose successors are looked up."""
OF_EDITION = 2
"""Passages of a later edition, besides the clause of the same number, that are taken for one withheld."""
LEFT = frozenset({Signal.SUPERSEDED, Signal.SUPERSEDED_IN_PART, Signal.WITHDRAWN})
"""Signals of text that something may have taken the place of."""
_FIGURE = re.compile(r"\S*\d\S*")


@dataclass(frozen=True, slots=True)
class Lent:
    """Words of withheld text, without their figures, under which text that took its place stands too.

    Attributes:
        span: Of the text that they are lent to: of an amendment only the part that changes the clause.
        words: What it changes: with its own words these make the text that is in force now.
        above: What they stand under.
    """

    span: Span
    words: str
    above: str


@dataclass(frozen=True, slots=True)
class Succeeding:
    """A passage in force that stands in the place of withheld ones.

    Attributes:
        path: The step that led here, in words; the first where several did.
    """

    passage: Passage
    path: str
    lent: tuple[Lent, ...]


class Succession:
    """What took the place of withheld passages, for one query."""

    def __init__(self, corpus: Corpus, query: Query, sources: frozenset[str]) -> None:
        self._corpus = corpus
        self._query = query
        self._sources = sources
        self._snapshot = corpus.snapshot(query.moment.known_at)
        self._governing = corpus.governing(query.moment)

    def of(self, withheld: Iterable[Passage]) -> list[Succeeding]:
        """The passages that stand in the place of these, each once, in the order of what they replace."""
        found: dict[str, Succeeding] = {}
        for passage in withheld:
            verdict = self._corpus.verdict(passage, self._query.moment)
            if verdict.signal in LEFT:
                for step in (*self._amending(passage, verdict), *self._succeeding(passage, verdict)):
                    known = found.setdefault(step.passage.id, step)
                    lent = tuple(dict.fromkeys((*known.lent, *step.lent)))
                    found[step.passage.id] = replace(known, lent=lent)
        return list(found.values())

    def _amending(self, passage: Passage, verdict: Verdict) -> Iterator[Succeeding]:
        """Where acts on single clauses state the new text."""
        for edge in self._snapshot.edges_at(passage.source_id):
            evidence = edge.evidence
            if evidence is None or edge.id not in verdict.edges or not _gives_new_text(edge):
                continue
            at = self._at(evidence.source_id, evidence.span.start) if self._is_open(evidence.source_id) else None
            words = self._displaced_words(edge, passage)
            if at is not None and words is not None and evidence.source_id != passage.source_id:
                name, old = self._snapshot.name(evidence.source_id), self._snapshot.name(passage.source_id)
                path = f"{name} {_verb(edge)} {', '.join(edge.scope.clauses)} of {old}"
                yield Succeeding(at, path, self._lent_by_act(at, evidence, words, passage.context))

    def _lent_by_act(self, at: Passage, act: Evidence, words: str, above: str) -> tuple[Lent, ...]:
        """What an act is lent by the text that it changes: its own sentence, unless it only leads in to the new
        text, says with those words what is in force; what follows it stands under them."""
        part = self._part(at, act.span)
        if at.cells or act.quote.rstrip().endswith((":", "\uff1a")) or part.end <= act.span.end:
            whole = part.end <= act.span.end and not at.cells
            return (_lent(part, words if whole else "", above if whole else f"{above} {words}"),)
        return (_lent(act.span, words, above), _lent(Span(act.span.end, part.end), "", f"{above} {words}"))

    def _displaced_words(self, edge: Edge, passage: Passage) -> str | None:
        """What an act on clauses takes out of a passage: nothing else that stands there is what its new text is about.

        Returns:
            None where it takes nothing out of it; "" where what it takes out is not found in the text.
        """
        text = self._snapshot.texts.get(passage.source_id)
        known = self._snapshot.clauses.get(passage.source_id, {})
        act = edge.evidence.quote if edge.evidence else ""
        places = [place_of(clause, known, text, act) for clause in edge.scope.clauses]
        spans = [span for place in places for span in place.spans if span.overlaps(passage.span)]
        if not spans:
            return None
        lines = [_lines_of(passage, span) for span in spans if not span.covers(Span(0, len(text or "")))]
        said = [line[part.start : part.end] for line in lines for part in sentences(line)]
        changed = [sentence for sentence in said if any(words in sentence for words in exchanged_words(act))]
        return " ".join(changed or said)

    def _succeeding(self, passage: Passage, verdict: Verdict) -> Iterator[Succeeding]:
        """The clauses, or the editions, that stand in the place of what is withheld."""
        clause = self._corpus.clause_of(passage)
        in_part = verdict.signal is Signal.SUPERSEDED_IN_PART
        chained = self._governing.successors(passage.source_id, clause.path if clause else None)
        for step in verdict.successors if in_part else chained:
            if self._is_open(step.node) and step.node != passage.source_id:
                path = f"{step.name} takes the place of {self._snapshot.name(passage.source_id)}"
                for found in self._places(step, clause):
                    yield Succeeding(found, path, (_lent(found.span, "", passage.context),))

    def _places(self, step: Successor, clause: Clause | None) -> list[Passage]:
        held = self._corpus.passages_of(step.node)
        if step.clauses:
            return [p for p in held if self._path(p) in step.clauses]
        same = [p for p in held if clause is not None and self._path(p) == clause.path]
        rows = self._corpus.rows_of(frozenset({step.node}))
        hits = self._corpus.index.lanes["lexical"].search(self._query.text, OF_EDITION, rows).hits
        near = self._corpus.passages(hit.passage_id for hit in hits)
        return list({p.id: p for p in (*same, *near.values())}.values())

    def _is_open(self, source_id: str) -> bool:
        return source_id in self._sources and self._governing.of_source(source_id).is_in_force

    def _at(self, source_id: str, position: int) -> Passage | None:
        return next((p for p in self._corpus.passages_of(source_id) if p.span.start <= position < p.span.end), None)

    def _path(self, passage: Passage) -> str | None:
        clause = self._corpus.clause_of(passage)
        return clause.path if clause else None

    def _part(self, passage: Passage, span: Span) -> Span:
        """What of a passage belongs to an act: all up to the next one, of a table all of it."""
        edges = self._snapshot.edges_at(passage.source_id)
        acts = [e.evidence.span for e in edges if e.evidence and e.scope.clauses and e.src == passage.source_id]
        end = min((s.start for s in acts if span.end <= s.start < passage.span.end), default=passage.span.end)
        return passage.span if passage.cells or end <= span.start else Span(span.start, end)


def _lines_of(passage: Passage, span: Span) -> str:
    """The lines of a passage in which the words of a span stand."""
    base = passage.span.start
    start = passage.text.rfind("\n", 0, max(span.start - base, 0)) + 1
    end = passage.text.find("\n", max(span.end - base - 1, 0))
    return passage.text[start : end if end >= 0 else None]


def _lent(span: Span, words: str, above: str) -> Lent:
    return Lent(span, *(" ".join(_FIGURE.sub(" ", text).split()) for text in (words, above)))


def _gives_new_text(edge: Edge) -> bool:
    is_act = edge.type in (EdgeType.AMENDS, EdgeType.CORRECTS, EdgeType.SUPERSEDES)
    return is_act and edge.method != "deletion" and bool(edge.scope.clauses)


def _verb(edge: Edge) -> str:
    return "supersedes clause" if edge.type is EdgeType.SUPERSEDES else f"{edge.type.lower()} clause"
