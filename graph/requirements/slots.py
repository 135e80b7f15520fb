"""Slots: what a requirement is about, so that only requirements of one slot are set against each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from graph.demands import Requirement
from graph.quantities.values import PRESENCE, Measured, Named, allowed
from graph.requirements.acts import act_of, done, is_extent, is_measure, property_done
from graph.requirements.concepts import PROPERTY, SUBJECT, Concepts
from graph.requirements.frames import LISTED, SECTION
from graph.requirements.terms import IDENTIFIER, Term, concept_data, content, listed, read_term, words_of
from graph.requirements.valued import valued

_PRESENCE = "presence"
_COUNT = "number"
_CLASS = "class"
_LENGTH = "length"
_AROUND = (SECTION, LISTED)
_LONGEST_NAME = 4


@dataclass(frozen=True, slots=True)
class Slot:
    """What a requirement is about.

    Attributes:
        subject, property: Labels of their concepts, or the terms themselves where no concept is known.
        marks: Sorted (dimension, word) of what excludes others of its kind: ("identifier", "d-201").
        places: Content words that narrow the subject: "of the pile caps".
        conditions: Sorted content words of each condition, with "not" before negated ones.
        context: Other things that its lead-in or section is about, as concepts; no part of an identity.
        is_named: Whether subject and property both have words; a nameless slot is compared with nothing.
    """

    subject: str
    property: str
    marks: tuple[tuple[str, str], ...] = ()
    places: frozenset[str] = frozenset()
    conditions: tuple[str, ...] = ()
    context: frozenset[str] = frozenset()
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
    requirement = valued(requirement)
    subject, prop = _paid_for(*_owned(*_apart(requirement, concepts), concepts))
    subject, prop = _as_whole(SUBJECT, subject, concepts), _as_whole(PROPERTY, prop, concepts)
    thing, narrowing = _named(SUBJECT, subject, concepts)
    of, also = _measured(prop, concepts)
    of = _of_family(requirement) if of == _CLASS else _raised(requirement, of)
    thing = (_standing(of, concepts) if _is_borrowed(requirement) else "") or thing
    thing = thing or concept_data()["implied"].get(of, "") or _standing(of, concepts)
    thing = thing or _identified(subject) or subject.whole
    around = dict(requirement.scope)
    scope = ((name, " ".join(sorted(words_of(words)))) for name, words in requirement.scope if name not in _AROUND)
    placing = (subject.rest | prop.rest) - {*subject.words, *prop.words}
    places = (placing | narrowing | also) - {*thing.split(), *of.split()}
    return Slot(
        subject=thing,
        property=of or _measure(requirement),
        marks=tuple(sorted({*subject.marks, *prop.marks, *scope})),
        places=places,
        conditions=tuple(sorted(_condition(one.text, one.negated) for one in requirement.conditions)),
        context=_context(around, thing, concepts),
        is_named=bool(thing),
    )


def _context(around: Mapping[str, str], thing: str, concepts: Concepts) -> frozenset[str]:
    """What the lead-in is about, or else the innermost section that names things; nothing where it is the thing."""
    texts = [around.get(LISTED, ""), *reversed(around.get(SECTION, "").split(" / "))]
    for text in filter(None, texts):
        found = _things(text, concepts)
        if found:
            return frozenset() if thing in found else found
    return frozenset()


@lru_cache(maxsize=4096)
def _things(text: str, concepts: Concepts) -> frozenset[str]:
    """The concepts of things that a text names, the longest first."""
    words, found, at = words_of(text), set[str](), 0
    while at < len(words):
        ends = range(min(len(words), at + _LONGEST_NAME), at, -1)
        end = next((end for end in ends if concepts.of(SUBJECT, " ".join(words[at:end]))), None)
        if end:
            found.add(concepts.of(SUBJECT, " ".join(words[at:end])) or "")
        at = end or at + 1
    return frozenset(found)


def slots_of(requirement: Requirement, concepts: Concepts, whole: Slot) -> list[Slot]:
    """The slots of all things that a requirement lists as its subject; `whole` where it lists none."""
    things = listed(valued(requirement).subject)
    if len(things) < 2:
        return [whole]
    return [slot_of(replace(requirement, subject=thing), concepts) for thing in things]


def terms_of(requirement: Requirement, concepts: Concepts) -> tuple[str, str]:
    """The terms of subject and property as links name them."""
    subject, prop = _apart(requirement, concepts)
    return subject.name, prop.name


def _apart(requirement: Requirement, concepts: Concepts) -> tuple[Term, Term]:
    found = _of_named(requirement, concepts) if requirement.property_span is None else None
    if found is not None:
        return found
    subject, prop = _done_to(read_term(requirement.subject), read_term(requirement.property), concepts)
    subject, prop = _longer_named(subject, prop, concepts)
    is_unnamed = not (subject.words or _identified(subject))
    if prop.words and (is_unnamed or subject.name in concept_data()["agents"]["keepers"]):
        thing, of = (_owner(prop), Term(prop.words)) if prop.tail else _own_thing(prop, concepts)
        marks = tuple(sorted({*thing.marks, *subject.marks}))
        return replace(thing, marks=marks, whole=thing.whole or subject.whole), of
    if prop.tail and concepts.of(PROPERTY, prop.name) == _COUNT:
        counted = _counted(subject, prop)
        return (subject, Term((_LENGTH,))) if counted.name in _signs() else (counted, Term(prop.words))
    if subject.words and prop.words[: len(subject.words)] == subject.words and len(prop.words) > len(subject.words):
        return subject, replace(prop, words=prop.words[len(subject.words) :])
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


def _longer_named(subject: Term, prop: Term, concepts: Concepts) -> tuple[Term, Term]:
    """A property whose known name begins in the words for the thing: "stair riser height" is the rise of the stair."""
    words = subject.words
    if len(words) < 2 or not prop.words or subject.tail:
        return subject, prop
    longer = (words[-1], *prop.words)
    label = concepts.of(PROPERTY, " ".join(longer))
    if label is None or label in concept_data()["implied"]:
        return subject, prop
    return replace(subject, words=words[:-1], whole=""), replace(prop, words=longer)


def _owned(subject: Term, prop: Term, concepts: Concepts) -> tuple[Term, Term]:
    """A property whose name holds a known thing is that thing's: "session timeout of web clients"."""
    words = prop.words
    at = next((at for at in range(1, len(words)) if concepts.of(PROPERTY, " ".join(words[at:]))), 0)
    if not at or concepts.of(PROPERTY, prop.name) or concepts.of(SUBJECT, " ".join(words[:at])) is None:
        return subject, prop
    around = subject.rest | set(subject.words) | prop.rest
    return Term(words[:at], tuple(sorted({*subject.marks, *prop.marks})), around), Term(words[at:])


def _paid_for(subject: Term, prop: Term) -> tuple[Term, Term]:
    """What is done to a thing measures the thing: the time of the "payment of invoices" is one of invoices."""
    act = act_of(subject.name) if len(subject.words) == 1 and subject.tail else ""
    if not act or len(prop.words) != 1 or not is_measure(prop.name):
        return subject, prop
    owner = _owner(subject)
    return replace(owner, marks=tuple(sorted({*owner.marks, *subject.marks}))), replace(prop, words=(*prop.words, act))


def _as_whole(role: str, term: Term, concepts: Concepts) -> Term:
    """The term without marks that belong to the name of a concept: "vertical height" is a height."""
    if not term.marks or concepts.of(role, term.whole) is None:
        return term
    marks = tuple(mark for mark in term.marks if mark[0] == IDENTIFIER)
    return replace(term, words=tuple(term.whole.split()), marks=marks)


def _standing(prop: str, concepts: Concepts) -> str:
    """A property that is a thing of its own, and needs no other: "travel distance", "retention"."""
    stands = concepts.of(PROPERTY, prop) is None and len(prop.split()) > 1
    return prop if stands or prop in concept_data()["standing"]["properties"] else ""


def _of_family(requirement: Requirement) -> str:
    """What a class is of, where its family tells."""
    family = _measure(requirement).removeprefix(f"{_CLASS}: ")
    return str(concept_data()["families"].get(family, _CLASS))


def _is_borrowed(requirement: Requirement) -> bool:
    """Whether the subject stands above the statement, as in a heading."""
    place = requirement.subject_span
    return place is not None and not requirement.span.covers(place)


def _identified(subject: Term) -> str:
    return dict(subject.marks).get(IDENTIFIER, "")


@cache
def _signs() -> frozenset[str]:
    """What a text of some length is made of: characters, digits."""
    return frozenset(concept_data()["standing"]["signs"])


def _counted(subject: Term, prop: Term) -> Term:
    """What is counted, in its place: "stairs with no more than 12 risers" is about the number of risers."""
    counted = read_term(prop.tail)
    if not counted.words or counted.words == subject.words:
        return subject
    marks = {**dict(counted.marks), **dict(subject.marks)}
    return replace(counted, marks=tuple(sorted(marks.items())), rest=counted.rest | subject.rest | set(subject.words))


def _of_named(requirement: Requirement, concepts: Concepts) -> tuple[Term, Term] | None:
    """Of a property whose name holds an "of", which stands in the subject: "degree of protection of the lamp"."""
    words = requirement.subject.split()
    for at in range(len(words) - 1, 2, -1):
        if words[at].casefold() != "of" or "of" not in map(str.casefold, words[:at]):
            continue
        label = concepts.of(PROPERTY, " ".join(words_of(" ".join(words[:at]))))
        if label is not None:
            return read_term(" ".join(words[at + 1 :])), Term(tuple(label.split()))
    return None


def _own_thing(prop: Term, concepts: Concepts) -> tuple[Term, Term]:
    """Thing and property of a property that names both: "ambient humidity"."""
    words = prop.words
    at = next((at for at in range(len(words)) if concepts.of(PROPERTY, " ".join(words[at:]))), 0)
    return Term(words[:at], prop.marks), Term(words[at:])


def _raised(requirement: Requirement, prop: str) -> str:
    """The property, but height where it is how far a thing is from the floor, or its top or underside from anything."""
    data = concept_data()["raised"]
    is_part = words_of(requirement.subject)[:1] in ([word] for word in data["parts"])
    is_up = any(f"from {base}" in requirement.property.casefold() for base in data["bases"])
    return data["as"].get(prop, prop) if is_part or is_up else prop


def _owner(prop: Term) -> Term:
    """The thing of which a property is, read from the words behind it: "width of the ramp"."""
    owner = read_term(prop.tail)
    return replace(owner, marks=tuple(sorted({*owner.marks, *prop.marks})))


def _named(role: str, term: Term, concepts: Concepts) -> tuple[str, frozenset[str]]:
    """The label of the longest known end of a term, and the words before it; else the whole term.

    A word that only places the thing stands before it as others behind it do: "site hoarding".
    """
    for at in range(len(term.words)):
        label = concepts.of(role, " ".join(term.words[at:]))
        if label is not None:
            return label, frozenset(term.words[:at])
    if role == SUBJECT and len(term.words) > 1 and term.words[0] in concept_data()["placing"]["words"]:
        return " ".join(term.words[1:]), frozenset(term.words[:1])
    return term.name, frozenset()


def _measured(prop: Term, concepts: Concepts) -> tuple[str, frozenset[str]]:
    """The label of a property; that of an act is the same in its verbal and its nominal form."""
    label, also = _named(PROPERTY, prop, concepts)
    words = prop.words
    if label == prop.name and len(words) > 1 and concepts.of(PROPERTY, label) is None and is_measure(words[0]):
        return property_done(concepts.of(PROPERTY, words[0]) or words[0], map(done, words[1:])), frozenset()
    before = next((word for word in reversed(words) if word in also), "")
    if is_measure(label) and (act := _act_measured(before, label, concepts)):
        return property_done(label, (act,)), also - {before}
    return (act_of(label) or label) if len(words) == 1 else label, also


def _act_measured(word: str, label: str, concepts: Concepts) -> str:
    """The act that the word before a measure names: "test pressure", "sighting time"; "" where it names none."""
    is_doing = word.endswith("ing") and not is_extent(label) and concepts.of(SUBJECT, word) is None
    return done(word) if is_doing else act_of(word)


def _done_to(subject: Term, prop: Term, concepts: Concepts) -> tuple[Term, Term]:
    """An act between a thing and a measure belongs to the measure: "signal sighting time"."""
    words, label = subject.words, concepts.of(PROPERTY, prop.name) or prop.name
    is_known = len(words) < 2 or len(prop.words) != 1 or concepts.of(SUBJECT, subject.name) is not None
    if is_known or not is_measure(label) or not _act_measured(words[-1], label, concepts):
        return subject, prop
    return replace(subject, words=words[:-1], whole=""), replace(prop, words=(words[-1], *prop.words))


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
