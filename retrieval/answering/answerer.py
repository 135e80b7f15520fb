"""From a question to its outcome: by what the graph knows of documents, or by what texts say."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from retrieval.answering.extractive import Draft, Extractive
from retrieval.answering.facts import Facts
from retrieval.answering.governance import Governance
from retrieval.answering.model import Abstention, Answer, Outcome, Reason
from retrieval.answering.past import asks_of_past, predecessors, relative_word, undated_event, without_relative
from retrieval.answering.question import Question
from retrieval.answering.scope import required_names, scope_of
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
        governance = Governance(Facts(self.query, self.question, self.scope, self.corpus))
        known = governance.answer()
        if known:
            return self._done(known, None, started)
        absent = governance.edition_not_held()
        if absent:
            return self._done(self._not_held(absent), None, started)
        if self.question.intent == "said" or asks_of_past(self.question):
            past = governance.past_versions()
            if past:
                return self._as_history(past)
        return self._before_today(governance) or self._by_content(governance)

    def _done(self, outcome: Outcome, retrieval: Retrieval | None, started: float) -> Answered:
        timings = dict(retrieval.timings_ms) if retrieval else {}
        timings["answer"] = (time.perf_counter() - started) * 1000
        return Answered(outcome, self.question.intent, retrieval, timings)

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
        retrieval = retrieve(self.query, self.profile, self.corpus, within)
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

    def _as_of_then(self, outcome: Answer) -> Answer:
        """The answer, introduced by the day that the question names, where it is about another day than today."""
        asked_on, day = self.question.asked_on, self.query.moment.as_of
        if asked_on is None or asked_on.latest != day:
            return outcome
        first = outcome.sentences[0]
        said = replace(first, text=f"As of {day.day} {day:%B %Y}: {first.text}")
        return replace(outcome, sentences=(said, *outcome.sentences[1:]))

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

    def _as_history(self, sources: list[str]) -> Answered:
        """What a version that no longer governs said: asked for by its name, answered as history."""
        retrieval = reveal_all(retrieve(self.query, self.profile, self.corpus, frozenset(sources)))
        started = time.perf_counter()
        extractive = Extractive(self.corpus, self.question, self.wording, self.threshold, self.scope)
        outcome = extractive.answer(retrieval, required_names(self.question, self.scope))
        if isinstance(outcome, Answer):
            first, name = outcome.sentences[0], self.corpus.snapshot(self.query.moment.known_at).name(sources[-1])
            signal = self.corpus.governing(self.query.moment).of_source(sources[-1]).signal
            said = replace(first, text=f"{name}, which is {signal}, said: {first.text}")
            outcome = replace(outcome, sentences=(said, *outcome.sentences[1:]), history=True)
        return self._done(outcome, retrieval, started)

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
        return replace(outcome, reason=Reason.of_withheld(verdict.signal), detail=detail)


def reveal_all(retrieval: Retrieval) -> Retrieval:
    """The retrieval with nothing withheld, for a question about what a past version said."""
    opened = tuple(replace(candidate, passes=True) for candidate in retrieval.candidates)
    return replace(retrieval, candidates=opened, history=True)


def reveal(retrieval: Retrieval) -> Retrieval:
    """The retrieval with what the gate withheld in place of what it let through."""
    opened = tuple(replace(candidate, passes=not candidate.passes) for candidate in retrieval.candidates)
    return replace(retrieval, candidates=opened)
