"""Which demands a question asks for, and in which situation, read with the words by which requirements are read."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from graph.conflicts.record import Party
from graph.conflicts.scopes import relation
from graph.conflicts.verdict import ScopeRelation
from graph.demands import Condition, Requirement
from graph.quantities.numbers import find_quantities
from graph.quantities.units import NUMBER, SHARE
from graph.quantities.values import PRESENCE, Measured, allowed
from graph.requirements.concepts import PROPERTY, SUBJECT, Concepts
from graph.requirements.conditions import conditions, limits, scope_of
from graph.requirements.frames import LISTED, SECTION
from graph.requirements.measures import measures
from graph.requirements.patterns import Grammar, grammar
from graph.requirements.phrases import property_before
from graph.requirements.terms import IDENTIFIER, concept_data, content, read_term, word_lists, words_of
from graph.spans import Span
from graph.vocabulary import Comparator
from retrieval.answering.implied import Bound, bounds_asked, bounds_of
from retrieval.answering.question import CONTENT, Question

LONGEST_TERM = 3
"""Words of a question that are taken together as the name of a thing or property."""
_DIMENSIONS = {
    "length": "[length]",
    "duration": "[time]",
    "temperature": "[temperature]",
    "slope": SHARE,
    "count": NUMBER,
}
"""Kinds of quantity a question asks for to what answers them, where it names no property."""
_ASKS = re.compile(r"\b(?:what|which|how)\b", re.I)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question says in the terms of requirements.

    Attributes:
        words: All its words, reduced.
        subjects, properties: Labels of the concepts that it names.
        dimensions: Of the quantities it asks for; empty where any will do.
        marks: What it says that excludes others of its kind: zone B, dwellings, winter.
        conditions: What it says of the situation.
        bounds: From which sides it asks for a bound; empty where it does not say.
        reach: The words of all names of what it names.
    """

    words: frozenset[str]
    subjects: frozenset[str]
    properties: frozenset[str]
    dimensions: frozenset[str]
    asks_value: bool
    asks_presence: bool
    marks: tuple[tuple[str, str], ...] = ()
    conditions: tuple[Condition, ...] = ()
    bounds: frozenset[Bound] = frozenset()
    reach: frozenset[str] = frozenset()

    def may_fit(self, requirement: Requirement) -> bool:
        """Whether it is worth the while to read a requirement's slot: its thing shares a word with the question."""
        return not self.reach.isdisjoint(words_of(f"{requirement.subject} {requirement.property}"))

    def fits(self, party: Party) -> int:
        """How surely a requirement is asked for: 2 by its property, 1 by what its values measure, 0 not at all.

        That doors are painted white is asked for by their colour.
        """
        if not self._is_about(party):
            return 0
        if party.requirement.comparator in PRESENCE:
            return 2 if self.asks_presence or (party.has_kind and self._names(party.slot.property)) else 0
        if not self.asks_value:
            return 0
        if self._asks_for(party.slot.property) or self._names(party.requirement.property):
            return 2
        return int(self._measures(party) and not self.asks_presence)

    def _is_about(self, party: Party) -> bool:
        """Whether the question names the thing that the requirement is of."""
        subject = party.slot.subject
        return party.slot.is_named and (subject in self.subjects or subject.split()[-1] in self.words)

    def _asks_for(self, name: str) -> bool:
        """Whether a property is one that the question names, or a kind of it: a clear width is a width."""
        return name in self.properties or (bool(name) and name.split()[-1] in self.properties)

    def _names(self, words: str) -> bool:
        own = read_term(words).words
        return bool(own) and self.words.issuperset(own)

    def _measures(self, party: Party) -> bool:
        if self.properties or not self.dimensions:
            return False
        values = allowed(party.requirement)
        if not isinstance(values, Measured):
            return False
        return bool(self.dimensions & {values.dimension, "[time]" if values.unit == "min" else ""})

    def rules_out(self, party: Party) -> bool:
        """Whether a requirement is no answer: it bounds from the other side than is asked, or cannot apply."""
        bounds = bounds_of(party.requirement.comparator)
        return bool(self.bounds and bounds and not self.bounds & bounds) or self.cannot_meet(party)

    def cannot_meet(self, party: Party) -> bool:
        """Whether a requirement cannot apply in the situation that the question names."""
        own = dict(party.slot.marks)
        named = {
            dimension: word
            for dimension, word in self.marks
            if dimension != IDENTIFIER or _shape(word) == _shape(own.get(dimension, word))
        }
        slot = replace(party.slot, marks=tuple(sorted((own | named).items())))
        there = replace(party.requirement, conditions=self.conditions)
        return relation(replace(party, requirement=there, slot=slot), party) is ScopeRelation.DISJOINT

    def singles_out(self, party: Party) -> bool:
        """Whether the question names everything that makes a requirement a special case."""
        limited = [one for one in party.requirement.conditions if not self._states(one)]
        marked = [mark for mark in party.slot.marks if mark[0] != IDENTIFIER and not self._is_marked(mark)]
        return is_special(party) and not limited and not marked

    def _states(self, condition: Condition) -> bool:
        """Whether the question says that a condition holds, in its words or by a value of the same property."""
        if not condition.negated and content(condition.text) <= self.words:
            return True
        return any(_is_typed_alike(one, condition) for one in self.conditions)

    def _is_marked(self, mark: tuple[str, str]) -> bool:
        dimension, word = mark
        return any(name == dimension and set(said.split()) & set(word.split()) for name, said in self.marks)

    def may_place(self, party: Party, seeds: Iterable[Party]) -> bool:
        """Whether all that narrows a requirement is said by the question or holds of what was found already."""
        said = self.words.union(*(seed.slot.places for seed in seeds))
        identifiers = {word for seed in seeds for dimension, word in seed.slot.marks if dimension == IDENTIFIER}
        named = identifiers | {word for dimension, word in self.marks if dimension == IDENTIFIER}
        own = {word for dimension, word in party.slot.marks if dimension == IDENTIFIER}
        return party.slot.places <= said and own <= named


def is_special(party: Party) -> bool:
    """Whether a requirement holds in some situations only, by its conditions or scope."""
    return bool(party.requirement.conditions or limits_of(party.requirement))


def limits_of(requirement: Requirement) -> tuple[tuple[str, str], ...]:
    """The scope of a requirement without what only says in which section or list it stands."""
    return tuple((name, words) for name, words in requirement.scope if name not in (SECTION, LISTED))


def _is_typed_alike(one: Condition, other: Condition) -> bool:
    return bool(one.values and other.values) and content(one.property or "") == content(other.property or "")


def _shape(mark: str) -> str:
    """An identifier with every run of digits as one: marks of one shape name things of one kind."""
    return re.sub(r"\d+", "9", mark)


def read_asked(question: Question, concepts: Concepts) -> Asked:
    """Reads a question as requirements are read."""
    text, rules = _without_documents(question), grammar("en")
    situation = tuple(_situation(text, rules))
    asked = text if question.asks_permission else _without(text, [one.span for one in situation if one.values])
    words = words_of(asked)
    wanted = {_DIMENSIONS[kind] for kind in question.quantities if kind in _DIMENSIONS}
    is_content = question.intent == CONTENT
    asks = bool(question.quantities) or _ASKS.search(text) is not None or question.asks_permission
    subjects, properties = (_concepts_in(words, role, concepts) for role in (SUBJECT, PROPERTY))
    names = (*_names_of(SUBJECT, subjects), *_names_of(PROPERTY, properties))
    return Asked(
        words=frozenset(words_of(text)),
        subjects=subjects,
        properties=properties,
        dimensions=frozenset(wanted),
        asks_value=asks and is_content,
        asks_presence=question.asks_permission and is_content,
        marks=tuple(_marks(text, rules)),
        conditions=situation,
        bounds=bounds_asked(text),
        reach=frozenset(words_of(" ".join((text, *names)))),
    )


def _without_documents(question: Question) -> str:
    text = question.text.rstrip(" ?")
    for reference in question.references:
        text = text.replace(reference.text, " ")
    return text


def _without(text: str, parts: Iterable[Span]) -> str:
    for part in sorted(parts, reverse=True):
        text = f"{text[: part.start]}, {text[part.end :]}"
    return text


def _concepts_in(words: Sequence[str], role: str, concepts: Concepts) -> frozenset[str]:
    """The concepts that runs of words name, the longest run at each word."""
    found, at = set[str](), 0
    while at < len(words):
        runs = ((n, concepts.of(role, " ".join(words[at : at + n]))) for n in range(LONGEST_TERM, 0, -1))
        n, label = next(((n, label) for n, label in runs if label), (1, None))
        found |= {label} if label else set()
        at += n
    return frozenset(found)


def _names_of(role: str, labels: Iterable[str]) -> Iterator[str]:
    """All names of concepts in the table."""
    for label in labels:
        yield from (label, *concept_data()[role].get(label, ()))


def _marks(text: str, rules: Grammar) -> Iterator[tuple[str, str]]:
    """What the question says that excludes others; of a dimension of which it names several, nothing."""
    cut = "|".join(map(re.escape, sorted(word_lists().cut, key=len, reverse=True)))
    parts = re.split(rf"(?<!\w)(?:{cut})(?!\w)|[,;:]", text, flags=re.I)
    found: dict[str, set[str]] = defaultdict(set)
    for dimension, word in (mark for part in parts for mark in read_term(part).marks):
        found[dimension].add(word)
    for dimension, words in scope_of([text], rules):
        found[dimension].add(" ".join(sorted(content(words))))
    for dimension, said in sorted(found.items()):
        if len(said) == 1:
            yield dimension, said.pop()


def _situation(text: str, rules: Grammar) -> Iterator[Condition]:
    """The conditions of a question, and each value in it as one."""
    whole = Span(0, len(text))
    found = measures(text, whole, find_quantities(text, whole), rules)
    for one in found:
        named = property_before(text, Span(0, one.first), rules)
        if named.words:
            words = Span(named.span.start if named.span else 0, one.end)
            kind = one.comparator or Comparator.EQUAL
            yield Condition(text[words.start : words.end], words, False, named.words, kind, one.values)
    placed = [part for part in limits(text, whole, rules).tails if not any(part.start <= one.first for one in found)]
    yield from conditions(text, placed, (), rules)
