"""Slots: what a requirement is about, so that only requirements of one slot are set against each other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from graph.demands import Requirement
from graph.quantities.values import PRESENCE, Measured, Named, allowed
from graph.requirements.concepts import PROPERTY, SUBJECT, Concepts
from graph.requirements.terms import IDENTIFIER, Term, concept_data, content, read_term

_PRESENCE = "presence"


@dataclass(frozen=True, slots=True)
class Slot:
    """What a requirement is about.

    Attributes:
        subject, property: Labels of their concepts, or the terms themselves where no concept is known.
        marks: Sorted (dimension, word) of what excludes others of its kind: ("identifier", "d-201").
        places: Content words that narrow the subject: "of the pile caps".
        conditions: Sorted content words of each condition, with "not" before negated ones.
        is_named: Whether subject and property both have words; a nameless slot is compared with nothing.
    """

    subject: str
    property: str
    marks: tuple[tuple[str, str], ...] = ()
    places: frozenset[str] = frozenset()
    conditions: tuple[str, ...] = ()
    is_named: bool = True

    def key(self) -> tuple[str, str]:
        """What two requirements must share to be compared."""
        return self.subject, self.property

    def __str__(self) -> str:
        """The whole slot as text, which identities are made of."""
        marks = [f"{dimension} {word}" for dimension, word in self.marks]
        parts = [self.subject, self.property, *marks, " ".join(sorted(self.places)), *self.conditions]
        return " · ".join(part for part in parts if part)


def slot_of(requirement: Requirement, concepts: Concepts) -> Slot:
    """The slot of a requirement.

    A property that stands in the subject's words is found there ("ballast depth", "the rise of each step"), and a
    subject in the property's ("width of the ramp"). Where no word names the property, the dimension of the
    values does.
    """
    subject, prop = _apart(requirement, concepts)
    subject, prop = _as_whole(SUBJECT, subject, concepts), _as_whole(PROPERTY, prop, concepts)
    thing, narrowing = _named(SUBJECT, subject, concepts)
    of, also = _named(PROPERTY, prop, concepts)
    thing = thing or concept_data()["implied"].get(of, "")
    scope = tuple((dimension, " ".join(sorted(content(words)))) for dimension, words in requirement.scope)
    placing = (subject.rest | prop.rest) - {*subject.words, *prop.words}
    places = (placing | narrowing | also) - {*thing.split(), *of.split()}
    return Slot(
        subject=thing,
        property=of or _measure(requirement),
        marks=tuple(sorted({*subject.marks, *prop.marks, *scope})),
        places=places,
        conditions=tuple(sorted(_condition(one.text, one.negated) for one in requirement.conditions)),
        is_named=bool(thing),
    )


def terms_of(requirement: Requirement, concepts: Concepts) -> tuple[str, str]:
    """The terms of subject and property as links name them."""
    subject, prop = _apart(requirement, concepts)
    return subject.name, prop.name


def _apart(requirement: Requirement, concepts: Concepts) -> tuple[Term, Term]:
    subject, prop = read_term(requirement.subject), read_term(requirement.property)
    if prop.words and not subject.words:
        return _owner(prop), Term(prop.words)
    if prop.words or requirement.comparator in PRESENCE:
        return subject, prop
    words = subject.words
    at = next((at for at in range(len(words)) if concepts.of(PROPERTY, " ".join(words[at:]))), None)
    if at == 0 and subject.tail:
        return _owner(subject), Term(words)
    if at:
        return replace(subject, words=words[:at], whole=""), Term(words[at:])
    end = next((end for end in range(len(words) - 1, 0, -1) if concepts.of(PROPERTY, " ".join(words[:end]))), None)
    return (replace(subject, words=words[end:], whole=""), Term(words[:end])) if end else (subject, prop)


def _as_whole(role: str, term: Term, concepts: Concepts) -> Term:
    """The term without marks that belong to the name of a concept: "vertical height" is a height."""
    if not term.marks or concepts.of(role, term.whole) is None:
        return term
    marks = tuple(mark for mark in term.marks if mark[0] == IDENTIFIER)
    return replace(term, words=tuple(term.whole.split()), marks=marks)


def _owner(prop: Term) -> Term:
    """The thing of which a property is, read from the words behind it: "width of the ramp"."""
    owner = read_term(prop.tail)
    return replace(owner, marks=tuple(sorted({*owner.marks, *prop.marks})))


def _named(role: str, term: Term, concepts: Concepts) -> tuple[str, frozenset[str]]:
    """The label of the longest known end of a term, and the words before it; else the whole term."""
    for at in range(len(term.words)):
        label = concepts.of(role, " ".join(term.words[at:]))
        if label is not None:
            return label, frozenset(term.words[:at])
    return term.name, frozenset()


def _measure(requirement: Requirement) -> str:
    if requirement.comparator in PRESENCE:
        return _PRESENCE
    match allowed(requirement):
        case Measured(dimension=dimension) | Named(dimension=dimension):
            return dimension
        case _:
            return ""


@lru_cache(maxsize=65536)
def _condition(text: str, negated: bool) -> str:
    return ("not " if negated else "") + " ".join(sorted(content(text)))
