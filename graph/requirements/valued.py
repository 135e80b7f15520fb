"""What a thing can be only one of: a demand that doors are painted white has a colour, and meets one for grey doors."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files

from graph.demands import Quantity, Requirement
from graph.quantities.values import PRESENCE
from graph.vocabulary import Comparator

_KNOWN = 0.85


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of value.

    Attributes:
        said: Matches the words of a demand, with what names the value as the group `value`.
        of: Matches the kind's own name at either end of a subject.
        values: What is written to the first words for it.
    """

    name: str
    said: re.Pattern[str]
    of: re.Pattern[str]
    values: dict[str, str]


def valued(requirement: Requirement) -> Requirement:
    """A demand that a thing is there or so, as a demand for the value that it names; unchanged where it names none.

    The value is written in the words by which the table knows it: two ways of saying it are one value. Where the
    whole predicate is known, little is left to doubt.
    """
    if requirement.comparator not in PRESENCE:
        return requirement
    found = _found(requirement.subject, requirement.property)
    if found is None:
        return requirement
    subject, kind, value = found
    named = Quantity(value, None, None, requirement.span)
    return replace(
        requirement,
        subject=subject,
        property=kind,
        comparator=Comparator.EQUAL,
        values=(named,),
        confidence=max(requirement.confidence, _KNOWN),
    )


@lru_cache(maxsize=65536)
def _found(subject: str, words: str) -> tuple[str, str, str] | None:
    """The thing, the kind and the value; None where the words name no value, or more than one."""
    told = " ".join(words.casefold().replace("’", "'").split())
    for kind in _kinds():
        match = kind.said.fullmatch(told)
        if match is not None:
            return kind.of.sub("", subject).strip() or subject, kind.name, kind.values[match["value"]]
    return None


@cache
def _kinds() -> tuple[Kind, ...]:
    return tuple(_read())


def _read() -> Iterator[Kind]:
    for row in tomllib.loads(files("graph.requirements").joinpath("valued.toml").read_text("utf-8"))["kind"]:
        values = {written: line[0] for line in row["values"] for written in line}
        before, own = _any(row["by"]), _any(row["of"])
        yield Kind(
            name=row["name"],
            said=re.compile(rf"(?:{before}\s+)*(?P<value>{_any(values)})(?:\s+(?:in\s+)?{own})?"),
            of=re.compile(rf"^(?:the\s+)?{own}\s+of\s+(?:the\s+)?|\s+{own}$", re.IGNORECASE),
            values=values,
        )


def _any(words: list[str] | dict[str, str]) -> str:
    return f"(?:{'|'.join(map(re.escape, sorted(words, key=len, reverse=True)))})"
