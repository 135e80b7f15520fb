"""Whether two demands are about one thing by all that their sentences say, as records are linked.

After Fellegi and Sunter (1969), "A theory for record linkage": what agrees speaks for a link, what is left over
against it. Here every content word counts one. A name of one side that the other side has in no word, a measure
that is another, and words of their own on both sides speak against it alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from math import ceil

from graph.conflicts.gist import Role, gist, idle, linking, renamed, role_of, root, roots
from graph.conflicts.record import Party
from graph.conflicts.wording import do_oppose
from graph.demands import Requirement
from graph.quantities.values import PRESENCE, Measured, Named, allowed
from graph.requirements.slots import Slot
from graph.requirements.terms import concept_data, reduced, word_lists, words_of

_FEWEST = 2
_FEWEST_PRESENT = 3
_LEAST = 0.5
_LEAST_PRESENT = 0.6
"""Words that two sentences have to share, at all and of all that both say."""

MOST_OF_WORD = 400
_PRESENCE = "presence"
_LENGTH = "[length]"
_TIME = "[time]"


@dataclass(frozen=True, slots=True)
class Saying:
    """What a demand says, in roots.

    Attributes:
        words: All content words of its sentence outside values, without those that name the measure.
        named: Those that name the thing and what is done.
        head: Those of `named` without which it is another thing.
        places: Those that place it.
        measure: What is measured, where words say so.
        kind: Dimension of its values, or that it is a presence.
    """

    words: frozenset[str]
    named: frozenset[str] = frozenset()
    head: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    measure: frozenset[str] = frozenset()
    kind: str = ""


_NOTHING = Saying(frozenset())


def saying(party: Party) -> Saying:
    """What the demand of a party says; nothing where its values do not compare or no word names a thing."""
    return _saying(party.requirement, party.slot)


@lru_cache(maxsize=262144)
def _saying(requirement: Requirement, slot: Slot) -> Saying:
    kind = _kind(requirement)
    if not (kind and slot.is_named and requirement.said) or (kind == _PRESENCE and _is_twofold(requirement.said)):
        return _NOTHING
    spoken = _content(requirement.said)
    places = roots(slot.places)
    every = renamed(spoken | places | roots(slot.subject.split()) | _content(slot.property))
    idle_words = idle() - _timed() if kind == _TIME else idle()
    words = every - idle_words - _measuring()
    head, named = (found & words for found in _names(requirement, slot))
    measure = _measures(slot, spoken, requirement.said) if kind == _LENGTH else _measured(requirement, slot)
    is_misread = roots(slot.subject.split()) <= _measuring()
    return Saying(words, named, head, places & words, measure, kind) if named or is_misread else _NOTHING


def _kind(requirement: Requirement) -> str:
    if requirement.comparator in PRESENCE:
        return _PRESENCE
    match allowed(requirement):
        case Measured(dimension=dimension) | Named(dimension=dimension):
            return dimension
        case _:
            return ""


def _is_twofold(said: str) -> bool:
    """Whether a sentence binds twice, so that its words do not tell which of two things is to be."""
    binding = linking()["binding"]
    return sum(word in binding for word in said.casefold().split()) > 1


@lru_cache(maxsize=65536)
def _content(text: str) -> frozenset[str]:
    lists, silent = word_lists(), _silent()
    words = (word for word in words_of(text) if word and not any(sign.isdigit() for sign in word))
    return roots(w for w in words if w not in lists.stop and w not in lists.cut and w not in silent)


@cache
def _silent() -> frozenset[str]:
    words = linking()["silent"]
    return frozenset(words) | frozenset(map(reduced, words)) | word_lists().turning | word_lists().opening


@cache
def _timed() -> frozenset[str]:
    return roots(linking()["timed"])


def _names(requirement: Requirement, slot: Slot) -> tuple[frozenset[str], frozenset[str]]:
    """Words that may not be missing, and all that name the thing and what is done."""
    thing, of = slot.subject.split(), frozenset[str]()
    if slot.property not in concept_data()["property"]:
        of = _content(slot.property)
    last = next((word for word in reversed(thing) if not word.endswith("ed")), "")
    last_root = renamed(roots(filter(None, [last])))
    match role_of(requirement):
        case Role.PLACE:
            return last_root, renamed(roots(thing))
        case Role.DOES:
            return renamed(of), renamed(of)
        case _:
            return last_root | renamed(of), renamed(roots(thing) | of)


def _measured(requirement: Requirement, slot: Slot) -> frozenset[str]:
    """The measure that words name, unless it says no more than a unit does or is one of lengths."""
    label, lists = slot.property, linking()
    is_said = requirement.property_span is not None and label in concept_data()["property"]
    return frozenset([label]) if is_said and label not in (*lists["vague"], *lists["lengths"]) else frozenset()


def _measures(slot: Slot, spoken: frozenset[str], said: str) -> frozenset[str]:
    """Of a length the measure that the slot names, else those that its sentence does."""
    if slot.property in {*linking()["lengths"], *concept_data()["property"]}.difference(linking()["vague"]):
        return frozenset([slot.property])
    known, implied = _lengths(), linking()["implied"]
    found = {known[word] for word in roots(slot.property.split()) if word in known}
    found = found or {known[word] for word in spoken if word in known}
    return frozenset(found or {implied[word] for word in words_of(said) if word in implied})


@cache
def _lengths() -> Mapping[str, str]:
    """Root to the length that it names."""
    return {root(label): label for label in linking()["lengths"] if " " not in label}


@cache
def _measuring() -> frozenset[str]:
    """Words that are names of measures on their own."""
    single = (label for label in concept_data()["property"] if " " not in label)
    return roots(single) | roots(linking()["measuring"]) | frozenset(_lengths()) | _vague()


@cache
def _vague() -> frozenset[str]:
    return roots(linking()["vague"])


def untold(party: Party, other: Party) -> frozenset[str]:
    """Words of a demand's slot that the other side says nowhere."""
    own, words = saying(party), gist(party.requirement, party.slot).words
    told = words & (own.words | own.places) if own.words else words
    return told - gist(other.requirement, other.slot).words - saying(other).words


def are_turned(one: Saying, other: Saying) -> bool:
    """Whether each is about what only places the other: "the path beside the road", "the road beside the path"."""
    return one.head.isdisjoint(other.head) and _do_lie(one.head, other.places) and _do_lie(other.head, one.places)


def are_one(one: Saying, other: Saying) -> bool:
    """Whether two demands are about one thing; symmetric."""
    if not (one.head or other.head) or one.kind != other.kind or not _is_one_measure(one, other):
        return False
    if not (one.head <= other.words and other.head <= one.words) or are_turned(one, other):
        return False
    left, right = (one.named | one.places) - other.words, (other.named | other.places) - one.words
    if (left and right) or do_oppose(one.words, other.words):
        return False
    common = len(one.words & other.words)
    return common >= _fewest(one) and common >= _least(one) * len(one.words | other.words)


def _do_lie(head: frozenset[str], places: frozenset[str]) -> bool:
    return bool(head) and head <= places


def _fewest(one: Saying) -> int:
    return _FEWEST_PRESENT if one.kind == _PRESENCE else _FEWEST


def _least(one: Saying) -> float:
    return _LEAST_PRESENT if one.kind == _PRESENCE else _LEAST


def _is_one_measure(one: Saying, other: Saying) -> bool:
    """Whether both measure one; a measure that only one names may be said in the words of the other."""
    if one.measure and other.measure:
        return bool(one.measure & other.measure) or any(_akin(a, b) for a in one.measure for b in other.measure)
    if one.measure == other.measure or one.kind not in linking()["many"]:
        return True
    named, words = (one.measure, other.words) if one.measure else (other.measure, one.words)
    said = (_content(label) - _measuring() for label in named)
    return any(meant and meant <= words for meant in said)


def _akin(one: str, other: str) -> bool:
    return [one, other] in linking()["akin"] or [other, one] in linking()["akin"]


def linked(sayings: Iterable[Saying]) -> Iterator[tuple[Saying, Saying]]:
    """Every pair of different sayings that are about one thing, once, in an order that depends on them alone.

    Only sayings that share one of their rarest words are set against each other: two that share a share t of all
    their words share one of the first n - tn + 1 of the n words of each, in any order of all words
    (Chaudhuri, Ganti and Kaushik, 2006, doi:10.1109/ICDE.2006.9, "prefix filter"). A word of more than `MOST_OF_WORD`
    sayings leads to none of them, so that the cost grows with their number and not with its square.
    """
    every = sorted({one for one in sayings if one.words}, key=_order)
    counts = Counter(word for one in every for word in one.words)
    posted: dict[tuple[str, str], list[Saying]] = defaultdict(list)
    for one in every:
        keys = [(one.kind, word) for word in _rarest(one, counts) if counts[word] <= MOST_OF_WORD]
        near = dict.fromkeys(other for key in keys for other in posted[key])
        yield from ((other, one) for other in near if are_one(other, one))
        for key in keys:
            posted[key].append(one)


def _rarest(one: Saying, counts: Counter[str]) -> list[str]:
    rarest = sorted(one.words, key=lambda word: (counts[word], word))
    return rarest[: len(rarest) - ceil(_least(one) * len(rarest)) + 1]


def _order(one: Saying) -> tuple[object, ...]:
    return one.kind, *map(sorted, (one.words, one.named, one.head, one.places, one.measure))
