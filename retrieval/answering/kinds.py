"""Questions after a person, a time or a number of things: what answers them holds an expression of that kind."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from graph.quantities.numbers import find_quantities
from graph.spans import Span
from retrieval.answering.question import Question
from retrieval.answering.units import Unit, without_label

PERSON, TIME, COUNT = "person", "time", "count"


@cache
def _table() -> Mapping[str, Mapping[str, Any]]:
    return tomllib.loads(files(__package__).joinpath("kinds.toml").read_text("utf-8"))


@cache
def _pattern(kind: str, name: str) -> re.Pattern[str]:
    return re.compile(_table()[kind][name], 0 if name == "names" else re.I)


@dataclass(frozen=True, slots=True)
class Kind:
    """The kind of thing a question is after.

    Attributes:
        name: One of the tables of `kinds.toml`.
        words: Of the question, which an answer must speak of itself: what is done, or what is counted.
        is_dated: A case in which something is so is no answer: a date or a time is.
    """

    name: str
    words: str = ""
    is_dated: bool = False

    @property
    def unmet(self) -> str:
        """What keeps an answer back that holds no expression of the kind."""
        return str(_table()[self.name]["said"])

    def is_expressed(self, unit: Unit, voice: str = "") -> bool:
        """Whether a unit holds an expression of the kind, of whatever.

        Args:
            voice: Who says it, where somebody does.
        """
        text = " ".join(filter(None, (unit.lead, *unit.column_heads, without_label(unit.text))))
        if self.name == COUNT:
            return _counts(without_label(unit.text))
        if self.name == PERSON:
            return bool(voice or _pattern(PERSON, "holds").search(text) or _pattern(PERSON, "names").search(unit.text))
        is_case = not self.is_dated and _pattern(TIME, "cases").search(text) is not None
        return is_case or _pattern(TIME, "holds").search(text) is not None


def _counts(text: str) -> bool:
    """Whether a text holds a number that is of no unit of measure, or a word for one."""
    found = find_quantities(text, Span(0, len(text)))
    is_counted = any(one.unit is None and one.magnitude is not None for one in found)
    return is_counted or _pattern(COUNT, "holds").search(text) is not None


def kind_of(question: Question) -> Kind | None:
    """The kind of a question; None where its form asks for none of them.

    Examples:
        >>> from retrieval.answering.question import read_question
        >>> kind_of(read_question("Who approves the mock-up?"))
        Kind(name='person', words='approves', is_dated=False)
        >>> kind_of(read_question("How many spare keys shall be handed over?")).words
        'spare keys'
    """
    text = question.text
    if _pattern(PERSON, "asks").search(text):
        return Kind(PERSON, _done(text))
    if _pattern(TIME, "asks").search(text):
        return Kind(TIME, is_dated=_pattern(TIME, "dated").search(text) is not None)
    counted = _pattern(COUNT, "asks").search(text)
    is_measured = bool(question.units) or "duration" in question.quantities
    return Kind(COUNT, counted["thing"].strip()) if counted and not is_measured else None


def _done(text: str) -> str:
    """The word of a question after somebody that tells what they do; "" where it asks for whoever has a duty."""
    found = re.search(r"\b(?P<asks>who|whom|whose)\b(?P<rest>.*)", text, re.I | re.S)
    words = re.findall(r"[\w’'-]+", found["rest"]) if found else []
    told = [word for word in words if word.casefold() not in _table()[PERSON]["passed_over"]]
    if not told or any(word.casefold() in _table()[PERSON]["anything"] for word in told[:2]):
        return ""
    is_passive = found is not None and found["asks"].casefold() == "whom" and len(words) > len(told)
    return str(told[-1] if is_passive else told[0])
