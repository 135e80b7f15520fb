"""The words of conditions and places as they compare: other forms and names of one thing are one word."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from graph.requirements.acts import act_of, done
from graph.requirements.concepts import SUBJECT, Concepts
from graph.requirements.terms import concept_data, reduced, word_lists, words_of

_TABLE = Concepts()


@dataclass(frozen=True, slots=True)
class Situation:
    """What a condition says: the words of what holds and of what does not, each by the name of what it means."""

    words: frozenset[str]
    denied: frozenset[str] = frozenset()

    def all(self) -> frozenset[str]:
        """What holds, and what does not with "not" before it."""
        return self.words.union(f"not {word}" for word in self.denied)

    def without(self, words: frozenset[str]) -> Situation:
        """The same without some words."""
        return Situation(self.words - words, self.denied - words)


@lru_cache(maxsize=65536)
def situation(text: str, *, negated: bool = False) -> Situation:
    """What a condition says, without the words that only say that it holds.

    Examples:
        >>> situation("In the event of suspension") == situation("if suspended")
        True
        >>> situation("Where it is sprinklered") == situation("where equipped throughout with sprinklers")
        True
        >>> situation("in buildings without sprinklers").denied
        frozenset({'sprinkler'})
        >>> situation("where the finish is not fitted") == situation("where there is no finish")
        True
    """
    holds, denied = set[str](), set[str]()
    is_all, is_next = negated, False
    for word in words_of(_idle().sub(" ", _phrased(text))):
        match _denial().get(word, ""):
            case "next" if is_all:
                holds, denied, is_all = holds | denied, set(), False
            case "next":
                is_next = True
            case "rest":
                is_all = True
            case "until":
                is_all = is_all and not denied
            case "idle" if is_next:
                holds, denied, is_next = set(), holds | denied, False
            case "":
                (denied if is_all or is_next else holds).update(_meant(word).split())
                is_next = False
    return Situation(frozenset(holds - denied), frozenset(denied))


def alike(words: Iterable[str]) -> frozenset[str]:
    """Words, each by the name of what it means."""
    return frozenset(part for word in words for part in _meant(word).split())


def undenied(one: Situation, other: Situation) -> Situation:
    """One as the other would say it: "unoccupied" denies what is "occupied" there.

    What is denied as a whole denies only what the other denies of it: "unless the pipe is lined", "where the pipe
    is not lined".
    """
    spoken = other.words | other.denied
    prefixes = concept_data()["denying"]["prefixes"]
    bare = {word: word.removeprefix(start) for word in one.words for start in prefixes if word.startswith(start)}
    turned = {word for word, rest in bare.items() if rest in spoken and word not in spoken}
    words, denied = one.words - turned, one.denied.union(bare[word] for word in turned)
    if other.denied and other.denied < denied and denied - other.denied <= other.words:
        return Situation(words | (denied - other.denied), other.denied)
    return Situation(words, denied)


def do_oppose(one: Iterable[str], other: Iterable[str]) -> bool:
    """Whether words that exclude one another stand in both: "in summer", "in winter"."""
    states = _states()
    first, second = ({states[word] for word in words if word in states} for words in (one, other))
    apart = first - second, second - first
    return any(mark[0] == against[0] for mark in apart[0] for against in apart[1])


def is_state(word: str) -> bool:
    """Whether a word is one of several that exclude one another: "upstream", "internal"."""
    return word in _states()


def is_of_the_rest(one: Situation, other: Situation) -> bool:
    """Whether one is of what another text left over: "in other buildings", "elsewhere"."""
    rest = _data()["rest"]["words"]
    said = one.words.difference(rest)
    return said != one.words and other.words.isdisjoint(rest) and (not said or bool(said & other.words))


@lru_cache(maxsize=4096)
def is_default(text: str) -> bool:
    """Whether a condition says that other texts are more particular: "unless noted otherwise"."""
    return _defaults().fullmatch(text.strip()) is not None


@lru_cache(maxsize=65536)
def _meant(word: str) -> str:
    lists, states = word_lists(), _states()
    if word in states:
        return states[word][1] if word not in lists.cut else word
    if word in lists.turning or word in lists.datum:
        return word
    prefixes = concept_data()["denying"]["prefixes"]
    denied = (prefix + act_of(word.removeprefix(prefix)) for prefix in prefixes if act_of(word.removeprefix(prefix)))
    return _TABLE.of(SUBJECT, word) or act_of(word) or next(denied, "") or done(word)


@cache
def _data() -> Mapping[str, Any]:
    return tomllib.loads(files("graph.conflicts").joinpath("scopes.toml").read_text("utf-8"))


@cache
def _denial() -> Mapping[str, str]:
    """Words that say nothing of their own, and those that deny others or end that, by what they do."""
    lists, data = word_lists(), {**_data()["denial"], "idle": _data()["idle"]["words"]}
    silent = dict.fromkeys(("", *lists.stop, *lists.opening), "silent")
    return silent | {form: name for name, words in data.items() for word in words for form in (word, reduced(word))}


@cache
def _states() -> Mapping[str, tuple[str, str]]:
    """Word to what it is a state of, and the first word for that state that names no place."""
    cut, known = word_lists().cut, {word: mark[0] for word, mark in word_lists().exclusive.items()}
    rows = [(known[reduced(row["words"][0][0])], row["words"]) for row in concept_data()["exclusive"]]
    rows += [(" ".join(group[0] for group in groups), groups) for groups in _data()["opposite"]["words"]]
    found: dict[str, tuple[str, str]] = {}
    for dimension, groups in rows:
        for group in groups:
            first = next((word for word in map(reduced, group) if word not in cut), reduced(group[0]))
            found |= {reduced(word): (dimension, first) for word in group if " " not in word}
    return found


def _phrased(text: str) -> str:
    """A text in which each phrase that the table knows stands in one form."""
    for pattern, instead in _phrases():
        text = pattern.sub(instead, text)
    pattern, labels = _names()
    return pattern.sub(lambda found: labels.get(" ".join(words_of(found[0])), found[0]), text)


@cache
def _phrases() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((_any_of(row["of"]), row["says"]) for row in _data()["same"])


@cache
def _names() -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Names of things that have several words, and the label of each: "holding-down bolts" are anchor bolts."""
    rows = ((words_of(name), label) for label, also in concept_data()[SUBJECT].items() for name in also)
    plain = (
        (words, label) for words, label in rows if len(words) > 1 and word_lists().exclusive.keys().isdisjoint(words)
    )
    labels = {" ".join(words): label for words, label in plain}
    return _any_of(f"{name.replace(' ', '[ -]')}(?:e?s)?" for name in labels), labels


@cache
def _idle() -> re.Pattern[str]:
    return _any_of(concept_data()["conditions"]["idle"])


@cache
def _defaults() -> re.Pattern[str]:
    return re.compile("|".join(_data()["default"]["phrases"]), re.IGNORECASE)


def _any_of(patterns: Iterable[str]) -> re.Pattern[str]:
    phrases = sorted(patterns, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(phrases)})(?!\w)".replace(" ", r"\s+"), re.IGNORECASE)
