"""From a question to its outcome: by what the graph knows of documents, or by what texts say."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from graph.governing import Transition
from graph.model import Clause, Passage, Span
from graph.time import DateAnchor
from retrieval.answering.answered import asks_whether_answered, whether_answered
from retrieval.answering.composing import Composer
from retrieval.answering.editions import conditions, earlier_name, predecessor_of, reserved_by
from retrieval.answering.extractive import Draft, Extractive, wanted_terms
from retrieval.answering.facts import Facts
from retrieval.answering.governance import Governance
from retrieval.answering.joining import join_answers
from retrieval.answering.model import MAX_CITATIONS, Abstention, Answer, Outcome, Reason
from retrieval.answering.mute import telling
from retrieval.answering.past import asks_of_past, predecessors, relative_word, undated_event, without_relative
from retrieval.answering.question import CONTENT, Question, read_question
from retrieval.answering.scope import Scope, required_names, scope_of
from retrieval.answering.selection import SAID, Scored, is_caption, is_heading, statements_of
from retrieval.answering.transitional import applies, events_in, without_events
from retrieval.answering.units import Unit, units_of
from retrieval.corpus import Corpus
from retrieval.model import Query
from retrieval.pipeline import Retrieval, retrieve
from retrieval.profiles import Profile
from retrieval.wording import Wording

THRESHOLD = 0.62
"""Least coverage at which a question for content is answered."""
DEFINES_THRESHOLD = 0.85
"""The same for a question that asks which document defines something, where no title does."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An outcome and how it came about; `retrieval` is None where the graph alone answered."""

    outcome: Outcome
    intent: str
    retrieval: Retrieval | None
    timings_ms: dict[str, float]


def answer(query: Query, question: Question, profile: Profile, corpus: Corpus, wording: Wording) -> Answered:
    """Answers or abstains; the same question on the same corpus gives the same outcome."""
    return _Answering(query, question, profile, corpus.seen_by(query), wording).run()


class _Answering:
    """One question under way."""

    def __init__(self, query: Query, question: Question, profile: Profile, corpus: Corpus, wording: Wording) -> None:
        self.query = query
        self.question = question
        self.profile = profile
        self.corpus = corpus
        self.wording = wording
        self.scope = scope_of(question, query, corpus)
        self.threshold = DEFINES_THRESHOLD if question.intent == "defines" else THRESHOLD

    def run(self) -> Answered:
        started = time.perf_counter()
        unknown = self._unknown_document() or self._unknown_day()
        if unknown:
            return self._done(unknown, None, started)
        if self.scope.named and asks_whether_answered(self.question):
            found = whether_answered(self.corpus, self.query, self.scope.named, self.threshold)
            return self._done(found or self._tells_neither(), None, started)
        governance = Governance(Facts(self.query, self.question, self.scope, self.corpus))
        known = governance.answer()
        if known:
            return self._done(known, None, started)
        absent = governance.edition_not_held()
        if absent:
            return self._done(self._not_held(absent), None, started)
        if self.question.intent == "said" or asks_of_past(self.question):
            clause = governance.past_clause()
            past = [clause.source_id] if clause else governance.past_versions()
            if past:
                return self._as_history(past, clause)
        whole = self._whole_clause(governance)
        if whole:
            return self._done(self._as_of_then(governance.with_history(whole)), None, started)
        return self._before_today(governance) or self._by_event(governance) or self._by_content(governance)

    def _done(self, outcome: Outcome, retrieval: Retrieval | None, started: float) -> Answered:
        timings = dict(retrieval.timings_ms) if retrieval else {}
        timings["answer"] = (time.perf_counter() - started) * 1000
        return Answered(outcome, self.question.intent, retrieval, timings)

    def _tells_neither(self) -> Abstention:
        names = ", ".join(self.scope.names)
        detail = f"{names} holds no text that is marked as an answer, and does not say that there is none"
        settle = (f"ingest the answer to {names}",)
        return Abstention(Reason.NO_EVIDENCE, detail, (), settle, 0.0, self.threshold)

    def _unknown_document(self) -> Abstention | None:
        """Where all documents that the question names are unknown here, nothing can be said."""
        if self.scope.named or not self.scope.unknown:
            return None
        return self._not_held(", ".join(self.scope.unknown))

    def _unknown_day(self) -> Abstention | None:
        """A question about the day of something, such as the tender, can be answered only when that day is known."""
        event = undated_event(self.question)
        if event is None:
            return None
        detail = f"what governed depends on the day of the {event}, which the question does not give"
        settle = (f"the same question with the day of the {event} in it",)
        return Abstention(Reason.OUTSIDE_PERIOD, detail, (), settle, 0.0, self.threshold)

    def _not_held(self, names: str) -> Abstention:
        settle = (f"ingest {names}",)
        return Abstention(
            Reason.NO_EVIDENCE, f"{names} is not among the documents here", (), settle, 0.0, self.threshold
        )

    def _by_content(self, governance: Governance) -> Answered:
        within = governance.in_force_of(self.scope.within)
        retrieval = self._of_clauses(retrieve(self.query, self.profile, self.corpus, within), governance)
        started = time.perf_counter()
        extractive = Extractive(self.corpus, self.question, self.wording, self.threshold, self.scope)
        required = required_names(self.question, self.scope)
        outcome: Outcome = extractive.answer(retrieval, required)
        if governance.facts.clauses() and governance.names_only_superseded():
            outcome = governance.only_superseded(extractive.abstain(retrieval, required))
        if isinstance(outcome, Abstention) and outcome.reason in (Reason.NO_EVIDENCE, Reason.BELOW_COVERAGE):
            outcome = self._only_superseded(extractive, retrieval, required, outcome, governance)
        elif isinstance(outcome, Answer):
            outcome = self._as_of_then(governance.with_history(outcome))
        return self._done(outcome, retrieval, started)

    def _of_clauses(self, retrieval: Retrieval, governance: Governance) -> Retrieval:
        """The retrieval confined to the clauses that the question names of the documents that it names, and to what
        changes them: what a neighbour says is no answer."""
        clauses = self.scope.clauses if self.scope.named and governance.facts.clauses() else ()
        if not clauses:
            return retrieval
        own = confined(retrieval, clauses)
        kept = own.passages | {key: retrieval.passages[key] for key in retrieval.lent if key not in own.passages}
        candidates = tuple(candidate for candidate in retrieval.candidates if candidate.passage_id in kept)
        return replace(retrieval, candidates=candidates, passages=kept) if own.candidates else retrieval

    def _as_of_then(self, outcome: Answer) -> Answer:
        """The answer, introduced by the day that the question names, where it is about another day than today."""
        asked_on, day = self.question.asked_on, self.query.moment.as_of
        if asked_on is None or asked_on.latest != day:
            return outcome
        first = outcome.sentences[0]
        said = replace(first, text=f"As of {day.day} {day:%B %Y}: {first.text}")
        return replace(outcome, sentences=(said, *outcome.sentences[1:]), is_dated=True)

    def _before_today(self, governance: Governance) -> Answered | None:
        """What was so originally, or previously: said by what the text that answers today took the place of."""
        word = relative_word(self.question)
        if word is None:
            return None
        asked, self.question = self.question, without_relative(self.question)
        today = self._by_content(governance).outcome
        sources = [today.citations[-1].source_id] if isinstance(today, Answer) else []
        readable = self.corpus.readable_sources(self.query)
        governing = self.corpus.governing(self.query.moment)
        past = [p for source in sources for p in predecessors(governing, source, word, readable)]
        answered = self._as_history(past) if past else None
        self.question = asked
        return answered if answered and isinstance(answered.outcome, Answer) else None

    def _by_event(self, governance: Governance) -> Answered | None:
        """What applies to something that happened on a day: the text in force, or the one that its transitional
        provision leaves in force for it; both where the dates that decide are not given."""
        events = events_in(self.question) if self.question.asked_on is None else {}
        if not events:
            return None
        asked, self.question = self.question, replace(read_question(without_events(self.question.text)), asked_on=None)
        today = self._by_content(governance)
        answered = self._by_provision(today, events)
        self.question = asked
        return answered

    def _by_provision(self, today: Answered, events: Mapping[str, DateAnchor]) -> Answered | None:
        if not isinstance(today.outcome, Answer):
            return None
        verdict = self.corpus.governing(self.query.moment).of_source(today.outcome.citations[-1].source_id)
        for transitions in reserved_by(verdict):
            decided = applies(transitions, events)
            past = self._left_to(transitions[0]) if decided is not False else None
            if past is not None:
                name = earlier_name(self.corpus.governing(self.query.moment), transitions[0])
                limited = f"{name} continues to apply to {conditions(transitions)}. It says: "
                return replace(today, outcome=joined(past, limited, today.outcome if decided is None else None))
        return today

    def _left_to(self, transition: Transition) -> Answer | None:
        """What the text to which a provision leaves something says of it."""
        source = predecessor_of(self.corpus.governing(self.query.moment), transition)
        outcome = self._revealed(frozenset({source})).outcome if source else None
        return outcome if isinstance(outcome, Answer) else None

    def _revealed(self, sources: frozenset[str], clause: Clause | None = None) -> Answered:
        """What texts say, or one clause does, whether they govern or not."""
        retrieval = reveal_all(retrieve(self.query, self.profile, self.corpus, sources))
        retrieval = confined(retrieval, [clause]) if clause else retrieval
        started = time.perf_counter()
        scope = self._scope_within([clause]) if clause else self.scope
        extractive = Extractive(self.corpus, self.question, self.wording, self.threshold, scope)
        return self._done(extractive.answer(retrieval, required_names(self.question, self.scope)), retrieval, started)

    def _as_history(self, sources: list[str], clause: Clause | None = None) -> Answered:
        """What a version, or a clause, that no longer governs said: asked for by its name, answered as history."""
        answered = self._revealed(frozenset(sources), clause)
        outcome = answered.outcome
        if isinstance(outcome, Answer):
            first, name = outcome.sentences[0], self.corpus.snapshot(self.query.moment.known_at).name(sources[-1])
            governing = self.corpus.governing(self.query.moment)
            verdict = governing.of_clause(sources[-1], clause.path) if clause else governing.of_source(sources[-1])
            name = f"{clause.path} of {name}" if clause else name
            said = replace(first, text=f"{name}, which is {verdict.signal}, said: {first.text}")
            outcome = replace(outcome, sentences=(said, *outcome.sentences[1:]), history=True)
        elif isinstance(outcome, Abstention):
            outcome = replace(outcome, nearest=())  # a place that is out of force is nothing to rest on
        return replace(answered, outcome=outcome)

    def _scope_within(self, clauses: Sequence[Clause]) -> Scope:
        """The scope without the addresses of clauses to which the texts are confined: they need not hold them too,
        unless the question asks for nothing else."""
        scope = self._without_addresses(clauses)
        return scope if wanted_terms(self.corpus, self.question.asked, scope) else self.scope

    def _without_addresses(self, clauses: Sequence[Clause]) -> Scope:
        named = [
            found.group()
            for clause in clauses
            for found in re.finditer(rf"(?:\b[a-z]+\s+)?(?<![\w.]){re.escape(clause.path)}(?![\w])", self.question.text)
        ]
        return replace(self.scope, names=(*self.scope.names, *named))

    def _whole_clause(self, governance: Governance) -> Answer | None:
        """What a clause says, all of which is in force, where the question names nothing else."""
        named = self.scope.clauses if self.scope.named and self.question.intent in (CONTENT, SAID) else ()
        scope, of_clause = self._without_addresses(named), governance.facts.governing.of_clause
        clauses = [one for one in named if of_clause(one.source_id, one.path).is_in_force]
        if len(clauses) != 1 or wanted_terms(self.corpus, self.question.asked, scope):
            return None
        held = [part for p in self.corpus.passages_of(clauses[0].source_id) if (part := _within(p, clauses[0].span))]
        units = [(unit, passage) for passage in held for unit in _stated(passage, self.question.text)]
        chosen = [Scored(unit, passage, 1.0, frozenset(), frozenset()) for unit, passage in units[:MAX_CITATIONS]]
        if not chosen:
            return None
        answer = Composer(self.corpus, self.query, {}, self.wording).answer(chosen, None, 1.0, self.threshold)
        last = answer.sentences[-1]
        more = replace(last, text=f"{last.text} (The clause goes on.)") if len(units) > len(chosen) else last
        return replace(answer, sentences=(*answer.sentences[:-1], more))

    def _only_superseded(
        self,
        extractive: Extractive,
        retrieval: Retrieval,
        required: list[str],
        outcome: Abstention,
        governance: Governance,
    ) -> Abstention:
        """Names the reason where text that no longer governs would have answered."""
        if governance.names_only_superseded():
            return governance.only_superseded(outcome)
        revealed = reveal(retrieval)
        draft: Draft = extractive.draft(revealed, required)
        if not draft.chosen or draft.vetoes or draft.coverage.value < self.threshold:
            return outcome
        source = self.corpus.description(draft.chosen[0].unit.source_id, self.query.moment.known_at)
        verdict = self.corpus.verdict(draft.chosen[0].passage, self.query.moment)
        detail = f"only text that does not govern speaks of this: {source.name} is {verdict.signal}; {verdict.reason}"
        return replace(outcome, reason=Reason.of_withheld(verdict), detail=detail)


def _stated(passage: Passage, question: str) -> Iterator[Unit]:
    """What a passage states, without titles; what introduces a list stands with its items."""
    for unit in statements_of(telling(units_of(passage), passage, question)):
        if not (is_heading(unit) or is_caption(unit) or unit.text.rstrip().endswith((":", "\uff1a"))):
            yield unit


def joined(past: Answer, limited: str, today: Answer | None) -> Answer:
    """An answer of a text that applies to some things only, introduced by which, before that of today if given."""
    first = replace(past.sentences[0], text=f"{limited}{past.sentences[0].text}")
    limited_to = replace(past, sentences=(first, *past.sentences[1:]), history=True)
    if today is None:
        return limited_to
    otherwise = replace(today.sentences[0], text=f"Otherwise: {today.sentences[0].text}")
    return join_answers(limited_to, replace(today, sentences=(otherwise, *today.sentences[1:])))


def confined(retrieval: Retrieval, clauses: Sequence[Clause]) -> Retrieval:
    """The retrieval with nothing but the text of clauses: of a passage that holds more, the part that is theirs."""
    held = {
        passage.id: part
        for passage in retrieval.passages.values()
        for clause in clauses
        if clause.source_id == passage.source_id and (part := _within(passage, clause.span))
    }
    kept = tuple(candidate for candidate in retrieval.candidates if candidate.passage_id in held)
    return replace(retrieval, candidates=kept, passages=held)


def _within(passage: Passage, span: Span) -> Passage | None:
    """The part of a passage that lies in a span; a table is whole or not at all."""
    start, end = max(passage.span.start, span.start), min(passage.span.end, span.end)
    if start >= end or (passage.cells and not span.covers(passage.span)):
        return None
    base = passage.span.start
    return replace(passage, span=Span(start, end), text=passage.text[start - base : end - base])


def reveal_all(retrieval: Retrieval) -> Retrieval:
    """The retrieval with nothing withheld, for a question about what a past version said."""
    opened = tuple(replace(candidate, passes=True) for candidate in retrieval.candidates)
    return replace(retrieval, candidates=opened, history=True)


def reveal(retrieval: Retrieval) -> Retrieval:
    """The retrieval with what the gate withheld in place of what it let through."""
    opened = tuple(replace(candidate, passes=not candidate.passes) for candidate in retrieval.candidates)
    return replace(retrieval, candidates=opened)
