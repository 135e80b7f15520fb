"""Words of a question that the quantity of an answer says by itself."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from importlib.resources import files

from graph.vocabulary import Comparator


class Bound(StrEnum):
    """From which side a demand binds."""

    AT_MOST = "at most"
    AT_LEAST = "at least"


_BOUNDS = {
    Comparator.AT_MOST: frozenset({Bound.AT_MOST}),
    Comparator.LESS: frozenset({Bound.AT_MOST}),
    Comparator.AT_LEAST: frozenset({Bound.AT_LEAST}),
    Comparator.MORE: frozenset({Bound.AT_LEAST}),
    Comparator.RANGE: frozenset(Bound),
}
_NUMBER = r"(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty)"


@cache
def _units() -> Mapping[str, re.Pattern[str]]:
    table = tomllib.loads(files(__package__).joinpath("implied.toml").read_text("utf-8"))
    return {
        word: re.compile(rf"\b{_NUMBER}[ \u00a0-]?(?:{'|'.join(units)})(?![\w/])", re.I)
        for word, units in table["words"].items()
    }


def implied_words(question: str, texts: Iterable[str]) -> list[str]:
    """The words after "how" in a question that some text answers with a quantity.

    Examples:
        >>> implied_words("How long must mortar cure?", ["Mortar shall cure for 7 days."])
        ['long']
        >>> implied_words("How long must mortar cure?", ["Mortar shall be 20 mm thick."])
        []
    """
    said = list(texts)
    asked = {word.casefold() for word in re.findall(r"\bhow (\w+)", question, re.I)}
    return [word for word, unit in _units().items() if word in asked and any(unit.search(text) for text in said)]


def settling_words(question: str, texts: Iterable[str]) -> list[str]:
    """The words of a question that ask what was settled, where some text settles something in whichever words.

    Examples:
        >>> settling_words("What was decided about the doors?", ["It was agreed that the doors be oak."])
        ['decided']
        >>> settling_words("What was decided about the doors?", ["I move that the doors be oak."])
        []
    """
    deciding, settles, leaves_open = _settled()
    wanted = [word for word in dict.fromkeys(re.findall(r"\w+", question.casefold())) if word in deciding]
    is_settled = wanted and any(settles.search(text) and not leaves_open.search(text) for text in texts)
    return wanted if is_settled else []


@cache
def _settled() -> tuple[frozenset[str], re.Pattern[str], re.Pattern[str]]:
    """Words that ask what was settled, words that settle, and those that leave open."""
    table = tomllib.loads(files(__package__).joinpath("implied.toml").read_text("utf-8"))["settled"]
    said, leaves_open = (re.compile(table[name], re.IGNORECASE) for name in ("said", "not"))
    return frozenset(table["asked"]), said, leaves_open


@cache
def _bound_words() -> Mapping[Bound, frozenset[str]]:
    table = tomllib.loads(files(__package__).joinpath("implied.toml").read_text("utf-8"))
    return {Bound(name): frozenset(words) for name, words in table["bounds"].items()}


def bounds_asked(question: str) -> frozenset[Bound]:
    """The sides from which a question asks to be told a bound.

    Examples:
        >>> bounds_asked("What is the maximum slope?") == {Bound.AT_MOST}
        True
    """
    words = set(re.findall(r"[a-z]+", question.casefold()))
    return frozenset(bound for bound, known in _bound_words().items() if words & known)


def bounds_of(comparator: Comparator) -> frozenset[Bound]:
    """The sides from which a comparator binds; none for values as they stand."""
    return _BOUNDS.get(comparator, frozenset())


def words_of_bound(comparators: Iterable[Comparator]) -> frozenset[str]:
    """The words that demands with these comparators say without using them."""
    known = _bound_words()
    return frozenset(word for one in comparators for bound in bounds_of(one) for word in known[bound])
