"""What requirements say to a question: which are asked for, what stands against them, and what was decided.

Requirements are read at ingest and lie in the passages that retrieval found; others of the same slot are looked
for by their words, so that a text in force that says otherwise is seen though it did not rank. Whether two of them
conflict is what `graph.conflicts` says of them; a text that is out of force is no side of anything here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from graph.conflicts.compare import compare
from graph.conflicts.engine import among
from graph.conflicts.pairs import do_meet
from graph.conflicts.record import Conflict, Party
from graph.conflicts.register import Standing
from graph.conflicts.scopes import relation
from graph.conflicts.verdict import ScopeRelation
from graph.demands import Requirement
from graph.model import Passage
from graph.quantities.numbers import find_quantities
from graph.quantities.projection import in_common
from graph.quantities.values import PRESENCE, Measured, allowed
from graph.requirements.concepts import PROPERTY, SUBJECT
from graph.requirements.conditions import limits
from graph.requirements.patterns import grammar
from graph.requirements.terms import concept_data, content, words_of
from graph.spans import Span
from graph.vocabulary import SPOKEN, ConflictClass, RegisterAct
from retrieval.answering.asked import Asked, is_special
from retrieval.answering.implied import words_of_bound
from retrieval.answering.selection import Scored
from retrieval.answering.units import Unit
from retrieval.corpus import Corpus
from retrieval.gate import may_quote
from retrieval.model import Candidate
from retrieval.pipeline import Retrieval

SURE = 0.9
"""Confidence from which on a requirement is stated in its normal form; below it, its sentence is quoted as it is."""
SURE_ENOUGH = 0.8
"""Confidence of both sides from which on what they are to each other counts: a conflict keeps an answer back."""
NEAR = 0.6
"""Share of the best unit's score that a unit must reach which makes others step back."""
FURTHER_DEPTH = 60
"""Evidence that is looked through for what surely states the asked, beyond what is read for an answer."""
FURTHER = 4
"""Passages that are read for an answer because they do."""
RIVAL_DEPTH = 60
"""Passages that are looked at for other requirements of the same slot."""
_DECIDING = frozenset({ConflictClass.CONTRADICTION, ConflictClass.MODALITY_CLASH})


@dataclass(frozen=True, slots=True)
class Related:
    """A conflict, difference or update that a stated requirement is party to, and where it stands.

    Attributes:
        day: The day asked about.
    """

    conflict: Conflict
    standing: Standing
    day: date

    @property
    def is_open(self) -> bool:
        """Whether it is a conflict that somebody has to decide."""
        return self.conflict.kind in _DECIDING and self._is_sure and not self.standing.is_settled

    @property
    def _is_sure(self) -> bool:
        return self.conflict.is_sure and self.conflict.confidence >= SURE_ENOUGH

    @property
    def winners(self) -> frozenset[str]:
        """Keys of the sides that stand where others are gone."""
        return frozenset(side.key for side in self.conflict.sides) - self.gone if self.gone else frozenset()

    @property
    def gone(self) -> frozenset[str]:
        """Keys of the sides that a decision, or the order of precedence, took away."""
        keys = {side.key for side in self.conflict.sides}
        if self.conflict.kind is ConflictClass.UPDATE:
            return frozenset(keys - {self.conflict.prevails} if self._is_sure else ())
        chosen = self.standing.chosen
        if not self.standing.is_settled or chosen not in keys or self._is_yet_to_come:
            return frozenset()
        return frozenset({chosen} if self.standing.resolution is RegisterAct.REJECT_ONE else keys - {chosen})

    @property
    def _is_yet_to_come(self) -> bool:
        """Whether one side takes the other's place only from a later day on, or it is not known from which."""
        if self.standing.resolution is not RegisterAct.RE_DATE:
            return False
        due = next((step.due for step in reversed(self.standing.history) if step.act is RegisterAct.RE_DATE), None)
        return due is None or due.latest is None or due.latest > self.day


@dataclass(frozen=True, slots=True)
class Finding:
    """What is stated to a question.

    Attributes:
        stated: Requirements that answer, those that were found first before others of their slot.
        asked: Those of the units that would answer, whether they are stated or not.
        related: What they are to others of their slot.
    """

    stated: tuple[Party, ...]
    related: tuple[Related, ...]
    asked: tuple[Party, ...] = ()

    @property
    def open_conflict(self) -> Conflict | None:
        """The conflict that keeps the answer back, if there is one."""
        return next((one.conflict for one in self.related if one.is_open), None)


class Demanded:
    """The requirements of one retrieval, for one question."""

    def __init__(
        self, corpus: Corpus, retrieval: Retrieval, asked: Asked, within: frozenset[str] | None = None
    ) -> None:
        """Takes what was found, what is asked, and the sources that the question confines itself to."""
        self.corpus = corpus
        self.retrieval = retrieval
        self.asked = asked
        self._within = within
        self._known_at = retrieval.query.moment.known_at

    @cached_property
    def _near(self) -> dict[str, list[Party]]:
        """Requirements in force of the shortlisted passages, by source."""
        read = (*self.retrieval.shortlist, *self.stating)
        passages = [self.retrieval.passages[c.passage_id] for c in read]
        found: dict[str, list[Party]] = defaultdict(list)
        for party in self._in_force(self._parties_in(passages)):
            found[party.requirement.source_id].append(party)
        return found

    def _parties_in(self, passages: Iterable[Passage]) -> list[Party]:
        return self.corpus.parties(self._requirements_in(passages), self.retrieval.query)

    def _requirements_in(self, passages: Iterable[Passage]) -> list[Requirement]:
        found = {
            one.id: one
            for passage in passages
            for one in self.corpus.requirements_over(passage.source_id, passage.span, self._known_at)
        }
        return list(found.values())

    def _in_force(self, parties: Iterable[Party]) -> list[Party]:
        return [party for party in parties if party.is_compared and may_quote(party.standing)]

    @cached_property
    def stating(self) -> tuple[Candidate, ...]:
        """Evidence that did not make the shortlist, and surely states what is asked."""
        shortlist = self.retrieval.shortlist
        further = [c for c in self.retrieval.evidence[:FURTHER_DEPTH] if c not in shortlist]
        passages = [self.retrieval.passages[c.passage_id] for c in further]
        sure = (one for one in self._requirements_in(passages) if one.confidence >= SURE and self.asked.may_fit(one))
        parties = self._in_force(self.corpus.parties(sure, self.retrieval.query))
        asked = [p.requirement for p in parties if self.asked.fits(p) > 1 and not self.asked.rules_out(p)]
        found = {
            c.passage_id for c, held in zip(further, passages, strict=True) if any(_lies_in(r, held) for r in asked)
        }
        return tuple(c for c in further if c.passage_id in found)[:FURTHER]

    def asked_of(self, unit: Unit) -> list[Party]:
        """The requirements of a unit that the question asks for, whether they can apply or not."""
        inside = [p for p in self._near.get(unit.source_id, ()) if p.requirement.span.overlaps(unit.span)]
        fits = [(self.asked.fits(party), party) for party in inside]
        best = max((fit for fit, _ in fits), default=0)
        return [party for fit, party in fits if fit == best] if best else []

    def implied(self, units: Iterable[Unit]) -> frozenset[str]:
        """The words that what units demand says without using them: "maximum" of "not more than", "colour"."""
        asked = [party for unit in units for party in self.asked_of(unit)]
        sure = (party.requirement for party in asked if party.requirement.confidence >= SURE)
        kinds = (party.slot.property for party in asked if party.has_kind)
        return words_of_bound(one.comparator for one in sure).union(*map(words_of, kinds))

    def fitting(self, scored: Sequence[Scored]) -> list[Scored]:
        """The units without those whose requirements cannot apply in the situation that the question names, and,
        where some state what is asked, without those that state values of other things or only in their conditions."""
        left = [item for item in scored if not self._is_ruled_out(item.unit)]
        least = NEAR * left[0].score if left else 0.0
        if not any(self.states_asked(item.unit) for item in left if item.score >= least):
            return left
        return [item for item in left if not (self._is_of_other_things(item.unit) or _is_only_condition(item.unit))]

    def states_asked(self, unit: Unit) -> bool:
        """Whether a unit surely states a value that is asked for."""
        sure = [party for party in self._values_in(unit) if not self.asked.rules_out(party)]
        return any(self.asked.fits(party) > 1 for party in sure)

    def _is_of_other_things(self, unit: Unit) -> bool:
        sure = self._values_in(unit)
        return bool(sure) and not any(self.asked.fits(party) for party in sure)

    def _values_in(self, unit: Unit) -> list[Party]:
        """The values that a unit surely demands of something."""
        inside = (p for p in self._near.get(unit.source_id, ()) if p.requirement.span.overlaps(unit.span))
        sure = (p for p in inside if p.requirement.confidence >= SURE and p.slot.is_named)
        return [party for party in sure if party.requirement.comparator not in PRESENCE]

    def _is_ruled_out(self, unit: Unit) -> bool:
        about = [party for party in self.asked_of(unit) if party.requirement.confidence >= SURE]
        return bool(about) and all(self.asked.rules_out(party) for party in about)

    def finding(self, chosen: Sequence[Scored]) -> Finding | None:
        """What is stated where these units would answer; None where no requirement is asked for."""
        asked = [party for item in chosen for party in self.asked_of(item.unit)]
        seeds = [party for party in asked if not self.asked.rules_out(party)]
        if not seeds:
            return None
        parties = self._of_slots(seeds)
        related = self._related(seeds, parties)
        gone = frozenset(key for one in related for key in one.gone)
        winners = frozenset(key for one in related for key in one.winners) - gone
        left = [seed for seed in seeds if seed.requirement.id not in gone]
        left += self._in_force(party for party in parties if party.requirement.id in winners)
        keys = {seed.slot.key() for seed in seeds}
        others = [p for p in parties if p.slot.key() in keys and p.requirement.id not in gone]
        beside = self._beside(left, others) if left else []
        stated = {party.requirement.id: party for party in self._without_rules([*left, *beside])}
        every = self._related([*seeds, *stated.values()], parties)
        return Finding(tuple(stated.values()), tuple(every), tuple(asked))

    def _of_slots(self, seeds: Sequence[Party]) -> list[Party]:
        """All requirements of the slots of some, and of slots that say alike, in their own sources and in those that
        rivals are of."""
        speaking = self._requirements_in(self._speaking_of(seeds))
        named = {word for seed in seeds for name in _names(seed) for word in words_of(name)}
        near = [one for one in speaking if not named.isdisjoint(words_of(f"{one.subject} {one.property}"))]
        known = self.corpus.parties(near, self.retrieval.query)
        rivals = [p for p in known if any(do_meet(seed, p) for seed in seeds)]
        keys = dict.fromkeys(p.slot.key() for p in (*seeds, *rivals))
        sources = dict.fromkeys(p.requirement.source_id for p in (*seeds, *rivals))
        project = self.retrieval.query.project or ""
        slots = [self.corpus.requirements_by_slot(source, self._known_at, project) for source in sources]
        every = {one.id: one for by_slot in slots for key in keys for one in by_slot.get(key, ())}
        return [p for p in self.corpus.parties(every.values(), self.retrieval.query) if p.slot.key() in keys]

    def _speaking_of(self, seeds: Sequence[Party]) -> list[Passage]:
        """Passages that hold the words of a slot, in any of its names, within what the question is confined to."""
        readable = self.corpus.readable_sources(self.retrieval.query)
        rows = self.corpus.rows_of(readable if self._within is None else readable & self._within)
        lane = self.corpus.index.lanes["lexical"]
        texts = dict.fromkeys(" ".join(_names(seed)) for seed in seeds)
        hits = [hit for text in texts for hit in lane.search(text, RIVAL_DEPTH, rows).hits]
        return list(self.corpus.passages(hit.passage_id for hit in hits).values())

    def _related(self, wanted: Iterable[Party], parties: Iterable[Party]) -> list[Related]:
        """What some requirements are to all of their slots, equal demands left out."""
        ids, governing = {one.requirement.id for one in wanted}, self.corpus.governing(self.retrieval.query.moment)
        applying = [party for party in parties if not self.asked.cannot_meet(party)]
        return [
            Related(conflict, self.corpus.standing(conflict, self._known_at), self.retrieval.query.moment.as_of)
            for conflict in among(applying, governing)
            if conflict.kind is not ConflictClass.DUPLICATE and any(side.key in ids for side in conflict.sides)
        ]

    def _beside(self, seeds: Sequence[Party], parties: Iterable[Party]) -> list[Party]:
        """Other requirements of the same slots that hold too: under other conditions, or as strictly elsewhere."""
        known = {seed.requirement.id for seed in seeds}
        others = [p for p in self._in_force(parties) if p.requirement.id not in known]
        others = [p for p in others if self._may_stand_beside(p, seeds)]
        near = {seed.work for seed in seeds}
        return sorted(others, key=lambda p: (p.work not in near, p.requirement.source_id, p.requirement.span))

    def _may_stand_beside(self, party: Party, seeds: Sequence[Party]) -> bool:
        is_value = {one.requirement.comparator not in PRESENCE for one in (party, *seeds)}
        is_talk = party.authority in SPOKEN and not all(seed.authority in SPOKEN for seed in seeds)
        if party.requirement.confidence < SURE_ENOUGH or len(is_value) > 1 or is_talk:
            return False
        if self.asked.rules_out(party) or not self.asked.may_place(party, seeds):
            return False
        if party.work in {seed.work for seed in seeds}:
            return min(one.requirement.confidence for one in (party, seeds[0])) >= SURE
        scopes = [relation(seed, party) for seed in seeds]
        if any(_say_the_same(seed, party) or self._is_lesser(party, seed) for seed in seeds):
            return False
        return all(scope in (ScopeRelation.SAME, ScopeRelation.OVERLAPPING) for scope in scopes)

    def _is_lesser(self, party: Party, seed: Party) -> bool:
        """Whether a requirement is of a lower class than one that is at least as strict: it adds nothing."""
        order = self.corpus.snapshot(self._known_at).order_between(
            seed.requirement.source_id, party.requirement.source_id
        )
        is_higher = order.compare(seed.authority, party.authority) == 1
        return is_higher and compare(seed.requirement, party.requirement).stricter == seed.requirement.id

    def _without_rules(self, stated: Sequence[Party]) -> Iterator[Party]:
        """Without the general rules of a text of which the question singles out a special case, and without the
        other cases of its kind."""
        special = [p for p in stated if self.asked.singles_out(p)]
        for party in stated:
            if party in special or not any(_takes_place_of(one, party) for one in special):
                yield party

    def judges(self, one: Unit, other: Unit) -> bool:
        """Whether what two units say to the question is compared as requirements, so that their words need not be."""
        pairs = [(a, b) for a in self.asked_of(one) for b in self.asked_of(other) if do_meet(a, b)]
        sure = [(a, b) for a, b in pairs if min(a.requirement.confidence, b.requirement.confidence) >= SURE_ENOUGH]
        return bool(sure) and all(_is_decided(a, b) for a, b in sure)


def _is_only_condition(unit: Unit) -> bool:
    """Whether the values of a sentence only say when it holds: "provided the corridor is at least 1800 mm wide"."""
    whole = Span(0, len(unit.text))
    found = [] if unit.is_row else find_quantities(unit.text, whole)
    return bool(found) and all(map(limits(unit.text, whole, grammar("en")).holds, (one.span.start for one in found)))


def _lies_in(requirement: Requirement, passage: Passage) -> bool:
    return requirement.source_id == passage.source_id and requirement.span.overlaps(passage.span)


def _is_decided(a: Party, b: Party) -> bool:
    """Whether arithmetic says what two requirements are to each other, be it that they hold together."""
    scope = relation(a, b)
    if scope is ScopeRelation.UNKNOWN:
        return False
    one, other = allowed(a.requirement), allowed(b.requirement)
    measured = isinstance(one, Measured) and isinstance(other, Measured) and in_common(one, other) is not None
    return measured or compare(a.requirement, b.requirement, scope).kind is not None


def _takes_place_of(special: Party, other: Party) -> bool:
    """Whether a special case takes the place of a general rule of its work, or of another case of its kind."""
    if special.work != other.work or special.requirement.comparator is not other.requirement.comparator:
        return False
    return not is_special(other) or _are_alternatives(special.requirement, other.requirement)


def _are_alternatives(one: Requirement, other: Requirement) -> bool:
    """Whether two are cases of one sentence, or every condition of the other that is not shared says in part the
    same: "bedrooms 1", "bedrooms 5"."""
    mine = [content(condition.text) for condition in one.conditions]
    apart = [words for condition in other.conditions if (words := content(condition.text)) not in mine]
    is_of_one_sentence = one.span.overlaps(other.span) and one.source_id == other.source_id
    return bool(apart) and (is_of_one_sentence or _are_in_part(mine, apart))


def _are_in_part(mine: Sequence[frozenset[str]], apart: Sequence[frozenset[str]]) -> bool:
    return all(any(2 * len(words & own) >= len(words) for own in mine) for words in apart)


def _say_the_same(one: Party, other: Party) -> bool:
    return compare(one.requirement, other.requirement).kind is ConflictClass.DUPLICATE


def _names(party: Party) -> Iterator[str]:
    """The words of a slot: as written, and all names of its concepts."""
    yield f"{party.requirement.subject} {party.requirement.property}"
    for role, label in ((SUBJECT, party.slot.subject), (PROPERTY, party.slot.property)):
        yield from (label, *concept_data()[role].get(label, ()))
