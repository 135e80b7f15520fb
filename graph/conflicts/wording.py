"""The words of conditions and places as they compare: other forms and names of one thing are one word."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from graph.requirements.acts import act_of, done
from graph.requirements.concepts import SUBJECT, Concepts
from graph.requirements.terms import concept_data, content, word_lists

_TABLE = Concepts()


@lru_cache(maxsize=65536)
def situation(text: str) -> frozenset[str]:
    """What a condition says, without the words that only say that it holds.

    Examples:
        >>> situation("In the event of suspension") == situation("if suspended")
        True
        >>> situation("Where it is sprinklered") == situation("where equipped throughout with sprinklers")
        True
    """
    return alike(content(_idle().sub(" ", text)))


def alike(words: Iterable[str]) -> frozenset[str]:
    """Words, each by the name of what it means."""
    return frozenset(part for word in words for part in _meant(word).split())


def undenied(one: frozenset[str], other: frozenset[str]) -> frozenset[str]:
    """The words of one, in which "not occupied" is "unoccupied" where the other says that."""
    prefixes = concept_data()["denying"]["prefixes"]
    denied = {word: prefix + word for word in one for prefix in prefixes if prefix + word in other}
    if not denied or "not" not in one:
        return one
    return frozenset(denied.get(word, word) for word in one - {"not"})


@lru_cache(maxsize=65536)
def _meant(word: str) -> str:
    lists = word_lists()
    if word in lists.exclusive or word in lists.turning or word in lists.datum:
        return word
    prefixes = concept_data()["denying"]["prefixes"]
    denied = (prefix + act_of(word.removeprefix(prefix)) for prefix in prefixes if act_of(word.removeprefix(prefix)))
    return _TABLE.of(SUBJECT, word) or act_of(word) or next(denied, "") or done(word)


@cache
def _idle() -> re.Pattern[str]:
    phrases = sorted(concept_data()["conditions"]["idle"], key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(phrases)})\b".replace(" ", r"\s+"), re.IGNORECASE)
