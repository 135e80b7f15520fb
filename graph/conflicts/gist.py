"""The gist of a slot: its words as a set, so that one thing said with nouns or verbs, or in another order, is one.

"Welding of rail joints on site" and "rail joints welded on site" part into other subjects and properties, and have
the same gist. A gist that says all that another says and a little more is of a special case of it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from importlib.resources import files
from itertools import combinations
from typing import Any

from graph.demands import Requirement
from graph.quantities.values import PRESENCE
from graph.requirements.acts import act_of
from graph.requirements.concepts import PROPERTY, SUBJECT, Concepts
from graph.requirements.slots import Slot
from graph.requirements.terms import concept_data, read_term, reduced, word_lists, words_of

_TABLE = Concepts()
_FEWEST = 2
_MOST = 8
_SHORTEST = 4


@dataclass(frozen=True, slots=True)
class Gist:
    """What a slot says.

    Attributes:
        words: All of it, each word by the root of what it means.
        loose: Those that only place the thing; without one of them the same is said more generally.
    """

    words: frozenset[str]
    loose: frozenset[str]

    def general(self) -> Iterator[frozenset[str]]:
        """What more general texts would say: the words without one or two of those that place."""
        if not _FEWEST < len(self.words) <= _MOST:
            return
        for count in (1, 2):
            for left in combinations(sorted(self.loose), count):
                rest = self.words.difference(left)
                if len(rest) >= _FEWEST:
                    yield rest


_NONE = Gist(frozenset(), frozenset())


class Role(Enum):
    """What the words of a slot's property are: a measure, a place of the thing, what is done to it, or what it does."""

    MEASURE = "measure"
    HELD = "measure of a part"
    PLACE = "place"
    DONE = "done"
    DOES = "does"


def gist(requirement: Requirement, slot: Slot) -> Gist:
    """The gist of what a requirement says of its slot."""
    role = role_of(requirement)
    part = slot.places.intersection(read_term(requirement.property).words) if role is Role.MEASURE else frozenset[str]()
    return gist_of(slot, Role.HELD if part else role, part)


@lru_cache(maxsize=65536)
def gist_of(slot: Slot, role: Role = Role.MEASURE, part: frozenset[str] = frozenset()) -> Gist:
    """The gist of a slot; without words where it says too little, or turns what it says, to be known by them.

    Who does something is left out of the more general, and so is where something is to be there, and what has the
    `part` that is measured.
    """
    head, measured = slot.subject.split(), slot.property.split()
    if not slot.is_named or not _unclear().isdisjoint((*slot.places, *head)):
        return _NONE
    thing, of, places = roots(head), roots(_of_what(measured)), roots(slot.places)
    words = renamed(thing | of | places) - idle()
    if role is Role.DOES and len(of - idle()) < _FEWEST:
        role = Role.DONE
    kept = {Role.PLACE: thing, Role.DOES: of, Role.HELD: of | roots(part)}.get(role, thing | of)
    is_known = role in (Role.DOES, Role.HELD) or not roots(head[-1:]) <= idle()
    loose = words - renamed(kept) if is_known else frozenset[str]()
    fewest = 1 if role is Role.MEASURE and of <= idle() else _FEWEST
    return Gist(words, loose) if len(words) >= fewest else _NONE


def do_say_alike(first: Gist, second: Gist) -> bool:
    """Whether two gists are one, or one of them is that of a special case of the other."""
    if not (first.words and second.words):
        return False
    return first.words == second.words or first.words in second.general() or second.words in first.general()


def role_of(requirement: Requirement) -> Role:
    """What the words of a requirement's property are."""
    if requirement.comparator not in PRESENCE:
        return Role.MEASURE
    first = next(iter(requirement.property.casefold().split()), "")
    if not first or first in word_lists().cut:
        return Role.PLACE
    return Role.DONE if first.endswith("ed") or act_of(reduced(first)) not in ("", reduced(first)) else Role.DOES


@lru_cache(maxsize=65536)
def renamed(words: frozenset[str]) -> frozenset[str]:
    """Roots, with those that together mean others in place of these, the longest names first."""
    same = _same()
    rows = (row for word in words for row in same.get(word, ()))
    for said, meant in sorted(rows, key=lambda row: (-len(row[0]), sorted(row[0]), sorted(row[1]))):
        words = (words - said) | meant if said <= words else words
    return words


def _of_what(measured: list[str]) -> list[str]:
    """The words of a property, without the extent of what has one of its own: "length of the overlap"."""
    kept = [word for word in measured if word not in linking()["extents"]]
    return kept or measured


def roots(words: Iterable[str]) -> frozenset[str]:
    """The root of each word."""
    return frozenset(map(root, words))


@lru_cache(maxsize=65536)
def root(word: str) -> str:
    """The root that forms of a word share.

    Examples:
        >>> root("encryption") == root("encrypted"), root("terminated") == root("termination")
        (True, True)
        >>> root("visible") == root("visibility"), root("signal") == root("signature")
        (True, False)
    """
    label = _TABLE.of(SUBJECT, word) or _TABLE.of(PROPERTY, word)
    if label and " " not in label:
        return label
    known = act_of(word)
    if known:
        return known
    for ending, instead in linking()["endings"]:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST - 1:
            return _bare(word.removesuffix(ending) + instead)
    return _bare(word)


def _bare(word: str) -> str:
    """Without a mute "e", a doubled letter or the "at" of verbs at its end."""
    word = word.removesuffix("e") if len(word) > _SHORTEST else word
    word = word[:-1] if len(word) >= _SHORTEST and word[-1] == word[-2] and word[-1] not in "sl" else word
    return word.removesuffix("at") if len(word) > _SHORTEST + 1 else word


@cache
def linking() -> Mapping[str, Any]:
    """The word lists of `gist.toml`, as they are written."""
    return tomllib.loads(files("graph.conflicts").joinpath("gist.toml").read_text("utf-8"))


@cache
def _unclear() -> frozenset[str]:
    """Words that turn what a slot says, and counts that were taken for a part of a name."""
    return word_lists().turning | frozenset(linking()["counts"])


@cache
def idle() -> frozenset[str]:
    """Roots that say no more than that a thing is there, is so, or has to be."""
    return frozenset({root(reduced(word)) for word in linking()["idle"]})


@cache
def _same() -> Mapping[str, tuple[tuple[frozenset[str], frozenset[str]], ...]]:
    """Roots of words that together mean others, with the roots of those, by one of the words."""
    told = [(words_of(said), words_of(meant)) for said, meant in linking()["same"]]
    told += [(words_of(said), words_of(label)) for label, also in concept_data()[SUBJECT].items() for said in also]
    rows: dict[str, tuple[tuple[frozenset[str], frozenset[str]], ...]] = {}
    plain = (row for row in told if word_lists().exclusive.keys().isdisjoint(row[0]))
    for said, meant in ((roots(said), roots(meant)) for said, meant in plain):
        if said and said != meant:
            first = min(said)
            rows[first] = (*rows.get(first, ()), (said, meant))
    return rows
