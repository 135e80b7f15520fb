"""Answers and conflicts out of chosen units and the requirements in them, every sentence with its citation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from graph.conflicts.record import Conflict, Party
from graph.conflicts.record import Side as ConflictSide
from graph.conflicts.register import Standing
from graph.demands import Requirement
from graph.model import Passage, Span
from graph.vocabulary import CONFLICTING, SPOKEN, ConflictClass, SourceKind
from retrieval.answering.amended import as_amended
from retrieval.answering.citations import cite
from retrieval.answering.demanded import SURE, Finding, Related
from retrieval.answering.model import (
    MAX_CITATIONS,
    Abstention,
    Answer,
    Citation,
    Dispute,
    Reason,
    Sentence,
    Side,
    Stated,
)
from retrieval.answering.moved import as_moved
from retrieval.answering.plain import plain
from retrieval.answering.selection import Scored, best_column
from retrieval.answering.stating import bound, can_state, decision, said, says_more, stated, subject_of
from retrieval.answering.units import Unit, read_row, units_of, without_label
from retrieval.corpus import Corpus
from retrieval.gate import may_quote
from retrieval.model import Query
from retrieval.wording import Wording

MAX_STATED = 10
"""Sentences up to which further requirements of a slot are listed."""
NOTHING_FOUND = Finding((), ())


class Composer:
    """Writes the outcome of one question.

    Args:
        wanted: Term to idf weight of what the question asks about.
    """

    def __init__(self, corpus: Corpus, query: Query, wanted: dict[str, float], wording: Wording) -> None:
        self.corpus = corpus
        self.query = query
        self.wanted = wanted
        self.wording = wording

    def answer(self, chosen: Sequence[Scored], finding: Finding | None, coverage: float, threshold: float) -> Answer:
        """The chosen units as sentences, with the requirements that they state in normal form, and others beside."""
        page = _Page(self, chosen, finding or NOTHING_FOUND)
        return Answer(
            tuple(page.sentences),
            tuple(page.citations),
            coverage,
            threshold,
            history=all(citation.authority in SPOKEN for citation in page.citations),
            requirements=tuple(page.stated),
            disputes=tuple(page.disputes),
            unlisted=page.unlisted,
        )

    def open_conflict(self, conflict: Conflict, finding: Finding, coverage: float, threshold: float) -> Abstention:
        """Both sides of a conflict that nobody decided, and none of them picked."""
        answering = {party.requirement.id for party in finding.stated}
        sides = sorted(self._in_force(conflict), key=lambda side: side.key not in answering)[:MAX_CITATIONS]
        dispute = self.dispute(conflict, self.corpus.standing(conflict, self.query.moment.known_at), sides, [])
        told = "; ".join(f"{side.citation.work} says {side.says}" for side in dispute.sides)
        return Abstention(
            reason=Reason.UNRESOLVED_CONFLICT,
            detail=f"texts in force contradict each other about {subject_of(conflict)}: {told}",
            nearest=tuple(side.citation for side in dispute.sides),
            would_settle=(f"a decision on the conflict about {conflict.slot} ({conflict.id[:10]}) in the register",),
            coverage=coverage,
            threshold=threshold,
            values=tuple(side.says for side in dispute.sides),
            dispute=dispute,
        )

    def dispute(
        self, conflict: Conflict, standing: Standing, sides: Iterable[ConflictSide], known: Sequence[Citation]
    ) -> Dispute:
        """A conflict with some of its sides as cited, those that are cited already by their numbers."""
        citations, shown, numbers = list(known), [], {}
        for side in sides:
            assert side.requirement is not None  # the sides are those of requirements
            passage, unit = self.place(side.source_id, side.requirement.span)
            citation = self.cite(passage, quoted(unit), citations)
            numbers[side.key] = citation.n
            shown.append(Side(citation, said(side.requirement, self.text_of(side.requirement)), side.requirement))
        is_decided = conflict.kind in CONFLICTING or bool(standing.history)
        return Dispute(
            id=conflict.id,
            kind=conflict.kind,
            reason=conflict.reason,
            sides=tuple(shown),
            stricter=numbers.get(conflict.stricter or ""),
            prevails=numbers.get(conflict.prevails or ""),
            state=standing.state if is_decided else None,
            decision=decision(standing),
        )

    def _in_force(self, conflict: Conflict) -> list[ConflictSide]:
        requirements = [side.requirement for side in conflict.sides if side.requirement]
        parties = {party.requirement.id: party for party in self.corpus.parties(requirements, self.query)}
        return [side for side in conflict.sides if side.key in parties and may_quote(parties[side.key].standing)]

    def related_sides(self, related: Related) -> list[ConflictSide]:
        """The sides of what was found that are in force, without those that a decision took away."""
        decided = related.gone if related.standing.is_settled else ()
        return [side for side in self._in_force(related.conflict) if side.key not in decided]

    def cite(self, passage: Passage, span: Span, known: list[Citation]) -> Citation:
        """The citation of a place: the one that is known, else a new one, which is then known."""
        found = next((c for c in known if c.source_id == passage.source_id and c.quote.span == span), None)
        if found is None:
            found = cite(self.corpus, self.query.moment, passage, span, len(known) + 1)
            known.append(found)
        return found

    def place(self, source_id: str, span: Span) -> tuple[Passage, Unit]:
        """The passage and the unit in it that hold a span of a source's text."""
        passage = self.corpus.passage_over(source_id, span)
        assert passage is not None  # a requirement is read from text, and all text is in passages
        units = [unit for unit in units_of(passage) if unit.span.overlaps(span)]
        whole = Unit(passage.id, source_id, span, self.corpus.text(source_id, span))
        return passage, max(units, key=lambda unit: _shared(unit.span, span), default=whole)

    def text_of(self, requirement: Requirement) -> str:
        """The characters of a requirement's span."""
        return self.corpus.text(requirement.source_id, requirement.span)

    def spoken(self, item: Scored) -> str:
        """The unit as a sentence: a row with its heads, an item with what leads into it."""
        unit = item.unit
        if unit.is_row:
            column = best_column(unit, self.wanted, self.wording)
            return f"{_last_heading(item.passage.context)}: {read_row(unit, column)}"
        text = " ".join(plain(without_label(unit.text)).split())
        return f"{' '.join(unit.lead.split())} {text}" if unit.lead else text


class _Page:
    """One answer while it is being written."""

    def __init__(self, composer: Composer, chosen: Sequence[Scored], finding: Finding) -> None:
        self.composer = composer
        self.finding = finding
        self.citations: list[Citation] = []
        self.sentences: list[Sentence] = []
        self.stated: list[Stated] = []
        self._said: dict[str, int] = {}
        self.unlisted = 0
        self.disputes: list[Dispute] = []
        self._left = list(finding.stated)
        self._forms: set[str] = set()
        kept = [item for item in chosen if not self._is_beaten(item)]
        sources = {item.unit.source_id for item in kept} | {party.requirement.source_id for party in finding.stated}
        self._alone = len(sources) == 1
        for item in kept[:MAX_CITATIONS]:
            self._say_unit(item)
        self._say_beside()
        for related in finding.related:
            self._say_related(related)

    def _is_beaten(self, item: Scored) -> bool:
        """Whether all that the unit demands of what is asked is gone: decided away, or no answer here."""
        inside = [party for party in self.finding.asked if _is_in(party, item.unit)]
        return bool(inside) and not any(party in self.finding.stated for party in inside)

    def _say_unit(self, item: Scored) -> None:
        if self._say_amended(item):
            return
        inside = [party for party in self._left if _is_in(party, item.unit)]
        self._left = [party for party in self._left if party not in inside]
        citation = self.composer.cite(item.passage, quoted(item.unit), self.citations)
        if inside and all(_is_sure(party) for party in inside) and are_told_apart(inside):
            self._state(inside, citation)
        else:
            named = self._introduced(citation)
            self.sentences.append(Sentence(named + self.composer.spoken(item), (citation.n,)))
        self._keep(inside, citation)

    def _say_amended(self, item: Scored) -> bool:
        """Says a clause as it reads with the words that the unit puts into it, if that is what the unit does."""
        reading = as_amended(self.composer.corpus, self.composer.query, item.unit)
        if reading is None or len(self.citations) + len(reading.kept) >= MAX_CITATIONS:
            return False
        act = self.composer.cite(item.passage, quoted(item.unit), self.citations)
        kept = [self.composer.cite(reading.passage, span, self.citations) for span in reading.kept]
        words = f"{reading.text} ({reading.where}, as amended by {act.work})"
        self.sentences.append(Sentence(words, tuple(dict.fromkeys(one.n for one in (act, *kept)))))
        self._left = [party for party in self._left if not _is_in(party, item.unit)]
        return True

    def _introduced(self, citation: Citation) -> str:
        """What stands before a sentence: its document where several speak, and that talk is no contract text."""
        if citation.authority in SPOKEN:
            what = "mail" if citation.kind == SourceKind.MAIL else "talk"
            moved = as_moved(self.composer.corpus, self.composer.query, citation.source_id, citation.quote.span)
            parts = [f"Said in {what}{self._by(citation)}", "in no document of the contract", moved]
            return f"{', '.join(filter(None, parts))}: "
        return "" if self._alone else f"{citation.work}: "

    def _by(self, citation: Citation) -> str:
        """Who said it, where, and on which day, as far as it is known."""
        description = self.composer.corpus.description(citation.source_id, self.composer.query.moment.known_at)
        who = citation.speaker or (description.author or "").partition("<")[0].strip()
        where = ", ".join(filter(None, (citation.title or citation.work, citation.date)))
        return f" by {who} ({where})" if who else f" ({where})"

    def _keep(self, parties: Sequence[Party], citation: Citation) -> None:
        """Remembers what is said by which citation; only what was read for sure is given as a requirement."""
        for party in parties:
            self._said[party.requirement.id] = citation.n
            if party.requirement.confidence >= SURE and are_told_apart(parties):
                self.stated.append(Stated(party.requirement, citation.n))

    def _state(self, parties: Sequence[Party], citation: Citation) -> None:
        named = self._introduced(citation)
        by_id = {party.requirement.id: party for party in parties}
        forms = [self._in_normal_form(party) for party in by_id.values()]
        self._forms.update(forms)
        words = next(filter(None, map(self._in_its_words, by_id.values())), "")
        self.sentences += [Sentence(named + form, (citation.n,)) for form in (*forms[:-1], forms[-1] + words)]

    def _in_normal_form(self, party: Party) -> str:
        return stated(party.requirement, self.composer.text_of(party.requirement))

    def _in_its_words(self, party: Party) -> str:
        """The sentence itself, where it says more than the demand."""
        text = self.composer.text_of(party.requirement)
        return f" In its words: “{' '.join(plain(text).split())}”" if says_more(party.requirement, text) else ""

    def _say_beside(self) -> None:
        """The other requirements of the slot, as far as citations go; how many more there are is said."""
        for party in self._left:
            if _is_sure(party) and self._in_normal_form(party) in self._forms:
                continue
            passage, unit = self.composer.place(party.requirement.source_id, party.requirement.span)
            known = any(c.source_id == passage.source_id and c.quote.span == quoted(unit) for c in self.citations)
            if len(self.sentences) >= MAX_STATED or (len(self.citations) >= MAX_CITATIONS and not known):
                self.unlisted += 1
                continue
            citation = self.composer.cite(passage, quoted(unit), self.citations)
            if _is_sure(party):
                self._state([party], citation)
            else:
                words = self.composer.spoken(Scored(unit, passage, 0.0, frozenset(), frozenset()))
                named = self._introduced(citation)
                self.sentences.append(Sentence(named + words, (citation.n,)))
            self._keep([party], citation)
        if self.unlisted:
            last = self.sentences[-1]
            text = (
                f"{last.text} ({self.unlisted} more of the kind, under other conditions or in other texts, not listed.)"
            )
            self.sentences[-1] = replace(last, text=text)

    def _say_related(self, related: Related) -> None:
        """What the stated requirements differ from, or what was decided of them."""
        sides = self.composer.related_sides(related)
        numbers = tuple(sorted({self._said[side.key] for side in sides if side.key in self._said}))
        words = self._relation(related, sides) if numbers else None
        if words is None:
            return
        conflict = related.conflict
        self.disputes.append(self.composer.dispute(conflict, related.standing, sides, self.citations))
        self.sentences.append(Sentence(words, numbers))

    def _relation(self, related: Related, sides: Sequence[ConflictSide]) -> str | None:
        conflict, decided = related.conflict, decision(related.standing)
        by_key = {side.key: side for side in sides}
        if decided:
            return f"Two texts said different things of this; {decided}."
        if conflict.kind is ConflictClass.UPDATE and len(sides) > 1 and conflict.prevails in self._said:
            names = [self._work(side) for side in sides if side.key != conflict.prevails]
            winner = self._work(by_key[conflict.prevails])
            return f"{winner} prevails over {names[0]} by the order of precedence ({conflict.rule})."
        strict = by_key.get(conflict.stricter or "")
        both = len(sides) > 1 and all(side.key in self._said for side in sides)
        if conflict.kind is not ConflictClass.DIFFERENCE or not both or not strict or not conflict.is_sure:
            return None
        if len({side.work for side in sides}) == 1 or strict.requirement is None:
            return None
        return (
            f"Both are in force; what meets “{bound(strict.requirement, self.composer.text_of(strict.requirement))}” "
            f"({self._work(strict)}) meets both: it is the stricter."
        )

    def _work(self, side: ConflictSide) -> str:
        description = self.composer.corpus.description(side.source_id, self.composer.query.moment.known_at)
        return description.number or description.title or self.composer.corpus.source(side.source_id).remote_id


def _shared(one: Span, other: Span) -> int:
    """How many characters two spans have in common."""
    return min(one.end, other.end) - max(one.start, other.start)


def _is_sure(party: Party) -> bool:
    return party.requirement.confidence >= SURE and can_state(party.requirement)


def are_told_apart(parties: Sequence[Party]) -> bool:
    """Whether no two demands of one unit differ in their values alone, and none has another's value among its
    conditions: then one of them is not read as it is meant."""
    alike = [(p.slot, p.requirement.comparator, p.requirement.modality) for p in parties]
    return len(set(alike)) == len(alike) and not any(_holds_value(p.requirement, parties) for p in parties)


def _holds_value(requirement: Requirement, parties: Iterable[Party]) -> bool:
    values = [value.span for party in parties for value in party.requirement.values]
    return any(condition.span.covers(value) for condition in requirement.conditions for value in values)


def _is_in(party: Party, unit: Unit) -> bool:
    return party.requirement.source_id == unit.source_id and party.requirement.span.overlaps(unit.span)


def quoted(unit: Unit) -> Span:
    """The unit's span without blanks at its ends."""
    start = len(unit.text) - len(unit.text.lstrip())
    return Span(unit.span.start + start, unit.span.start + len(unit.text.rstrip()))


def _last_heading(context: str) -> str:
    return context.rsplit(" > ", 1)[-1]
