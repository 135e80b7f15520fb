"""The extractive answerer: sentences of the governing evidence, quoted, or an abstention.

No model writes anything here. What the question asks about is weighed by its terms' rarity; the unit
that covers most of it comes first, further units only where they add something asked for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from graph.dates import find_dates
from graph.governing import Governing
from graph.vocabulary import SPOKEN, Signal
from retrieval.answering.asked import read_asked
from retrieval.answering.citations import cite
from retrieval.answering.composing import Composer, quoted
from retrieval.answering.contested import contested
from retrieval.answering.contradiction import Contradiction, contradiction, prevailing
from retrieval.answering.demanded import Demanded
from retrieval.answering.implied import implied_words, settling_words
from retrieval.answering.kinds import COUNT, kind_of
from retrieval.answering.left_open import leaves_open
from retrieval.answering.model import MAX_CITATIONS, Abstention, Outcome, Reason
from retrieval.answering.past import without_version
from retrieval.answering.question import CONTENT, Question, scaffold
from retrieval.answering.scope import Scope, thing_measured
from retrieval.answering.selection import Scored, Selection, holds_quantity, spread
from retrieval.answering.units import without_label
from retrieval.corpus import Corpus
from retrieval.coverage import Coverage, coverage
from retrieval.pipeline import Retrieval
from retrieval.subjects import simple
from retrieval.wording import Wording

MAX_SENTENCES = 3
WORTH_ADDING = 0.08
"""Share of the question's weight that a further sentence must newly cover."""
AS_GOOD = 0.85
"""Share of the best unit's score from which on another document's unit answers as well."""
SPEAKS_OF_THE_REST = 0.5
"""Share of the question's weight that another document's unit must speak of where the best one does not."""
CLOSE_BEHIND = 0.6
"""Share of the best unit's score that a further sentence must reach."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What would be answered: units, how they cover the question, and what speaks against it."""

    chosen: tuple[Scored, ...]
    coverage: Coverage
    vetoes: tuple[str, ...]


class Extractive:
    """Answers one question out of one retrieval.

    Args:
        threshold: Least coverage at which to answer.
        scope: What the question confines the answer to.
    """

    def __init__(self, corpus: Corpus, question: Question, wording: Wording, threshold: float, scope: Scope) -> None:
        self.corpus = corpus
        self.question = question
        self.wording = wording
        self.threshold = threshold
        self.scope = scope
        self.wanted = asked_terms(corpus, question, scope)
        self.selection = Selection(corpus, question, self.wanted, wording)
        self.kind = kind_of(question) if question.intent == CONTENT else None
        self._demanded: Demanded | None = None

    def answer(self, retrieval: Retrieval, required: Sequence[str]) -> Outcome:
        """The answer, or the abstention that the evidence calls for.

        Args:
            required: Names, as written, that the evidence must hold.
        """
        governing = self.corpus.governing(retrieval.query.moment)
        demanded = self._demanded = self._demands_of(retrieval)
        scored = self.selection.scored(retrieval, demanded.stating if demanded else ())
        scored = prevailing(self.question, scored, governing)
        scored = demanded.fitting(scored) if demanded else scored
        written = self._draft(sorted(scored, key=self._is_talk), required)
        draft = written if self._answers(written) else self._draft(scored, required)
        finding = demanded.finding(draft.chosen) if demanded and self._answers(draft) else None
        composer, covered = Composer(self.corpus, retrieval.query, self.wanted, self.wording), draft.coverage.value
        if finding and finding.open_conflict:
            return composer.open_conflict(finding.open_conflict, finding, covered, self.threshold)
        conflict = self._conflict(scored, draft, governing) if self._answers(draft) else None
        if conflict and not retrieval.history:
            return self._show_conflict(retrieval, conflict)
        if draft is not written and written.chosen and self._is_about(written.chosen[0], draft):
            return self._abstain(retrieval, written)
        held = self._held_back(retrieval, draft) if self._answers(draft) else None
        if held:
            return self._withhold(retrieval, draft, held)
        if not self._answers(draft):
            return self._abstain(retrieval, draft)
        return composer.answer(draft.chosen, finding, covered, self.threshold)

    def _demands_of(self, retrieval: Retrieval) -> Demanded | None:
        """The requirements of the evidence; None where no demand is asked for, or what was so is asked."""
        query = retrieval.query
        asked = read_asked(self.question, self.corpus.concepts(query.moment.known_at, query.project or ""))
        if retrieval.history or not (asked.asks_value or asked.asks_presence):
            return None
        return Demanded(self.corpus, retrieval, asked, self.scope.within)

    def _held_back(self, retrieval: Retrieval, draft: Draft) -> Scored | None:
        """The words, kept back because an amendment took them out or may have, of a document in force in part that
        say more of this than what would answer: what stands in their place was not found, and is not what somebody
        said, nor what another text says of something near."""
        if retrieval.history:
            return None
        best = draft.chosen[0]
        closed = [item for item in self.selection.closed(retrieval) if not self._is_talk(item)]
        if self._is_talk(best):
            return next((item for item in closed if item.score >= best.score), None)
        return next((item for item in closed if self._says_more(item, best, retrieval)), None)

    def _says_more(self, item: Scored, best: Scored, retrieval: Retrieval) -> bool:
        """Whether deleted words speak of what is asked, and the best of what is in force only of a part of it."""
        own, other = (self.selection.weight(one.terms) for one in (item, best))
        if own < self.threshold * self.selection.total or own - other < WORTH_ADDING * self.selection.total:
            return False
        verdict = self.corpus.verdict(item.passage, retrieval.query.moment, item.unit.span)
        return verdict.signal is Signal.WITHDRAWN

    def _withhold(self, retrieval: Retrieval, draft: Draft, held: Scored) -> Abstention:
        verdict = self.corpus.verdict(held.passage, retrieval.query.moment, held.unit.span)
        is_talk = self._is_talk(draft.chosen[0])
        where = "where it is amended, and otherwise only talk does" if is_talk else "in words that were deleted"
        detail = f"a document speaks of this {where}: {verdict.reason}"
        return replace(self._abstain(retrieval, draft), reason=Reason.of_withheld(verdict), detail=detail)

    def _conflict(self, scored: list[Scored], draft: Draft, governing: Governing) -> Contradiction | None:
        """What keeps an answer back: texts that contradict each other, or of which one claims the other's place.

        Where both sides are compared as requirements, arithmetic on what they demand has said what they are.
        """
        found = contradiction(self.question, scored, governing)
        if found and self._demanded and self._demanded.judges(found.sides[0].unit, found.sides[1].unit):
            found = None
        return found or contested(draft.chosen[0], scored, self.corpus, governing)

    def _answers(self, draft: Draft) -> bool:
        return bool(draft.chosen) and not draft.vetoes and draft.coverage.value >= self.threshold

    def _is_talk(self, item: Scored) -> bool:
        description = self.corpus.description(item.unit.source_id, self.selection.known_at)
        return description.authority in SPOKEN

    def _is_about(self, item: Scored, talk: Draft) -> bool:
        """Whether a document speaks of a quantity that talk would answer: then talk does not settle it."""
        asks = bool(self.question.quantities) and holds_quantity(item.unit, self.question)
        return asks and self._answers(talk) and item.score >= CLOSE_BEHIND * talk.chosen[0].score

    def abstain(self, retrieval: Retrieval, required: Sequence[str]) -> Abstention:
        """The abstention with what comes nearest, whatever it covers."""
        return self._abstain(retrieval, self.draft(retrieval, required))

    def draft(self, retrieval: Retrieval, required: Sequence[str]) -> Draft:
        """Chooses units and weighs them; decides nothing."""
        return self._draft(self.selection.scored(retrieval), required)

    def _draft(self, scored: list[Scored], required: Sequence[str]) -> Draft:
        chosen = self._unpadded(self._choose(self._naming(self._of_kind(scored) or scored, required)))
        covered = self._cover([item for item in chosen if item.unit.source_id == chosen[0].unit.source_id])
        vetoes = [*self._vetoes(chosen, required), *self._missing_thing(covered)]
        return Draft(tuple(chosen), covered, tuple(vetoes))

    def _missing_thing(self, covered: Coverage) -> list[str]:
        """The veto of a quantity of something else than the thing that is asked about."""
        thing = thing_measured(self.question)
        is_missing = thing is not None and not set(self.corpus.index.terms(thing)).isdisjoint(covered.missing)
        return [f"nothing cited speaks of {thing}"] if is_missing else []

    def _unpadded(self, chosen: list[Scored]) -> list[Scored]:
        """Without what states nothing that is asked, where the best unit surely states it and covers the question."""
        states = self._demanded.states_asked if self._demanded else None
        if states is None or len(chosen) < 2 or not states(chosen[0].unit):
            return chosen
        is_enough = self._cover(chosen[:1]).value >= self.threshold
        return [item for item in chosen if item is chosen[0] or states(item.unit)] if is_enough else chosen

    def _of_kind(self, scored: list[Scored]) -> list[Scored]:
        """The units that hold an expression of the kind that is asked for, of what is asked."""
        return [item for item in scored if self._is_of_kind(item)] if self.kind else scored

    def _is_of_kind(self, item: Scored) -> bool:
        kind = self.kind
        if kind is None:
            return True
        voice = item.passage.speaker or "" if self._is_talk(item) else ""
        held = item.terms | item.surroundings if kind.name == COUNT else item.terms
        words = [term for term in self.corpus.index.terms(kind.words) if term in self.wanted][-1:]
        speaks = all(self.wording.meets(term, held) or self.wording.similar(term, held) for term in words)
        return speaks and kind.is_expressed(item.unit, voice)

    def _naming(self, scored: list[Scored], required: Sequence[str]) -> list[Scored]:
        """The units that hold every name asked about, where some do."""
        naming = [item for item in scored if all(self._holds([item], name) for name in required)] if required else []
        return naming or scored

    def _choose(self, scored: list[Scored]) -> list[Scored]:
        if not scored:
            return []
        best = scored[0]
        chosen = [best, *self._items_led_in(best, scored)]
        held = set(best.terms | best.surroundings)
        for item in scored[1:]:
            if len(chosen) >= MAX_SENTENCES:
                break
            if item.score < CLOSE_BEHIND * best.score:
                continue
            if item.unit.source_id != best.unit.source_id:
                # sentences of different documents do not support one another: another one must answer by itself
                if self._answers_alone(item, best, chosen):
                    chosen.append(item)
                continue
            gain = sum(w for term, w in self.wanted.items() if term in item.terms and term not in held)
            if gain / self.selection.total >= WORTH_ADDING and item not in chosen:
                chosen.append(item)
                held |= item.terms
        return chosen

    def _answers_alone(self, item: Scored, best: Scored, chosen: list[Scored]) -> bool:
        """Whether a unit of another document answers the question too: for a quantity, as well as the best
        one does; else where its own words speak of what the best one only stands beneath. Talk does so only
        beside talk, and beside a sentence that leaves to somebody what talk may tell."""
        if item.unit.source_id in {other.unit.source_id for other in chosen}:
            return False
        if self._is_talk(item) and not (self._is_talk(best) or leaves_open(best.unit.text)):
            return False
        if self.question.quantities:
            as_good = item.score >= AS_GOOD * best.score and holds_quantity(item.unit, self.question)
            return as_good and self._cover([item]).value >= self.threshold
        own = sum(weight for term, weight in self.wanted.items() if term in item.terms and term not in best.terms)
        return own >= SPEAKS_OF_THE_REST * self.selection.total

    def _items_led_in(self, best: Scored, scored: list[Scored]) -> list[Scored]:
        """The items of the list that the best unit introduces: it says nothing without them."""
        text = " ".join(without_label(best.unit.text).split())
        items = [s for s in scored if s.unit.lead.endswith(text) and s.unit.passage_id == best.unit.passage_id]
        return sorted(items, key=lambda s: s.unit.span.start)[: MAX_CITATIONS - 1]

    def _cover(self, chosen: list[Scored]) -> Coverage:
        wanted = {term: self.wanted[term] for term in simple(self.wanted)}
        texts = [item.unit.text for item in chosen]
        implied = implied_words(self.question.text, texts) + settling_words(self.question.text, texts)
        bounds = self._demanded.implied(item.unit for item in chosen) if self._demanded else ()
        found = [*spread(chosen), *self.corpus.index.terms(" ".join([*implied, *sorted(bounds)]))]
        return coverage(wanted, found, self.wording.synonyms, self.wording.similar)

    def _vetoes(self, chosen: list[Scored], required: Sequence[str]) -> list[str]:
        vetoes = [f"nothing cited speaks of {name}" for name in required if not self._holds(chosen[:1], name)]
        if self.question.quantities and not any(holds_quantity(s.unit, self.question) for s in chosen):
            vetoes.append("a quantity is asked for and none is stated")
        if self.kind and not any(map(self._is_of_kind, chosen)):
            vetoes.append(self.kind.unmet)
        return vetoes

    def _holds(self, chosen: list[Scored], name: str) -> bool:
        wanted = dict.fromkeys(self.corpus.index.terms(name), 1.0)
        return not coverage(wanted, spread(chosen), self.wording.synonyms, lambda *_: False).missing

    def _show_conflict(self, retrieval: Retrieval, conflict: Contradiction) -> Abstention:
        sides = tuple(
            cite(self.corpus, retrieval.query.moment, side.passage, quoted(side.unit), n)
            for n, side in enumerate(conflict.sides, start=1)
        )
        are_said = all(side.authority in SPOKEN for side in sides)
        what = "what was said differs" if are_said else "texts in force contradict each other"
        said = "; ".join(f"{s.work} says {v.rstrip('.')}" for s, v in zip(sides, conflict.values, strict=True))
        return Abstention(
            reason=Reason.UNRESOLVED_CONFLICT,
            detail=f"{what} about {conflict.mark}: {said}",
            nearest=sides,
            would_settle=("a decision which of the two holds, recorded as superseding the other",),
            coverage=self._cover(list(conflict.sides[:1])).value,
            threshold=self.threshold,
            values=conflict.values,
        )

    def _abstain(self, retrieval: Retrieval, draft: Draft) -> Abstention:
        nearest = tuple(
            cite(self.corpus, retrieval.query.moment, item.passage, quoted(item.unit), n)
            for n, item in enumerate(draft.chosen[:3], start=1)
        )
        reason, detail = self._why(retrieval, draft)
        return Abstention(
            reason=reason,
            detail=detail,
            nearest=nearest,
            would_settle=tuple(self._would_settle(draft, reason)),
            coverage=draft.coverage.value,
            threshold=self.threshold,
        )

    def _why(self, retrieval: Retrieval, draft: Draft) -> tuple[Reason, str]:
        if draft.vetoes:
            return Reason.NO_EVIDENCE, "; ".join(draft.vetoes)
        if not draft.chosen:
            return Reason.NO_EVIDENCE, "no text in force speaks of this"
        missing = ", ".join(self._spelled(draft.coverage.missing))
        said = f"nothing found speaks of {missing}" if missing else "too little of the question is covered"
        best = f"coverage {draft.coverage.value:.2f} of the {self.threshold:.2f} that an answer needs"
        reason = Reason.NO_EVIDENCE if draft.coverage.missing else Reason.BELOW_COVERAGE
        return reason, f"{said} ({best})"

    def _spelled(self, terms: Sequence[str]) -> list[str]:
        """Terms as the question writes them, at most six, in its order."""
        wanted = set(terms)
        words = re.findall(r"\w[\w./'-]*", self.question.text)
        return [word for word in dict.fromkeys(words) if wanted & set(self.corpus.index.terms(word))][:6]

    def _would_settle(self, draft: Draft, reason: Reason) -> list[str]:
        missing = ", ".join(self._spelled(draft.coverage.missing))
        if missing:
            return [f"a document in force that speaks of: {missing}"]
        return ["a document in force that states it, or a question in its words"]


def asked_terms(corpus: Corpus, question: Question, scope: Scope) -> dict[str, float]:
    """The terms that an answer to a question has to cover, with their idf."""
    asked = question.subject if question.intent in (CONTENT, "defines") else question.asked
    return wanted_terms(corpus, asked, scope)


def wanted_terms(corpus: Corpus, text: str, scope: Scope) -> dict[str, float]:
    """The content terms and identifiers of a question, in order, with their idf.

    What the scope already holds the evidence to (the documents named, their version, the place) is not asked
    again.
    """
    for span, _ in reversed(find_dates(text)):
        if len(span) > len("2016"):  # a bare year may name an edition or an amendment
            text = f"{text[: span.start]} {text[span.end :]}"
    text = without_version(text) if scope.named else text
    for name in (*scope.names, scope.place or ""):
        text = text.replace(name, " ") if name else text
    without = scaffold(corpus.index.terms)
    return {term: corpus.idf(term) for term in corpus.index.terms(text) if term not in without}
