"""Classes such as "FD60", "REI 60", "C30/37" and "IP65": found in texts, and ordered within their family.

A class is a point with one or more components, and is at least another where no component is less:
"REI 60" is more than "EI 30", while "FD60" and "FD30S" do not order. The families are data (`classes.toml`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from graph.spans import Span

_HAN = "\u4e00-\u9fff"
_START = rf"(?<![^\W{_HAN}])(?<![./-])"
_END = rf"(?![^\W{_HAN}]|[./-]\d)"
_VERSION_STEP = 1000
_LEAD = re.compile(r"(?:[Gg]rade|[Cc]lass)[ \u00a0](?=\S*\d\S*\d)")


@dataclass(frozen=True, slots=True)
class Family:
    """One family of classes.

    Attributes:
        parts: How its components order; empty where classes are only equal or not.
        unit: Unit of which the largest component is a quantity; None for most families.
    """

    name: str
    pattern: re.Pattern[str]
    parts: tuple[Mapping[str, Any], ...]
    unit: str | None


@dataclass(frozen=True, slots=True)
class Grade:
    """A class as read.

    Attributes:
        family: Name of its family.
        name: How it is written, without blanks and case; equal classes have equal names or points.
        point: Its components; empty in a family without order.
        unit: As of its family.
    """

    family: str
    name: str
    point: tuple[Decimal, ...]
    unit: str | None = None


@cache
def families() -> tuple[Family, ...]:
    """All families, in the order in which they are tried."""
    return tuple(
        Family(row["name"], re.compile(_expand(row["pattern"])), tuple(row.get("parts", ())), row.get("unit"))
        for row in _data()["family"]
    )


def _expand(pattern: str) -> str:
    return _START + "(?:" + pattern.replace("~?", "~").replace("~", r"[ \u00a0-]?") + ")" + _END


def read_class(text: str) -> Grade | None:
    """The class that a text writes and nothing else; None where it is none.

    Examples:
        >>> read_class("REI 60").point == read_class("REI60").point
        True
    """
    written = text.strip()
    behind = _LEAD.sub("", written)
    if behind != written and (grade := read_class(behind)) is not None:
        return grade
    for family in families():
        match = family.pattern.fullmatch(written)
        if match:
            point = tuple(_component(match, part) for part in family.parts)
            return Grade(family.name, re.sub(r"[\s-]+", "", written).casefold(), point, family.unit)
    return None


def find_classes(text: str, span: Span) -> list[Span]:
    """Where classes stand within a span, left to right, not overlapping; the first family that fits wins."""
    found: list[Span] = []
    end = -1
    for start in _openings().finditer(text, span.start, span.end):
        if start.start() < end or _any_family().match(text, start.start(), span.end) is None:
            continue
        matches = (family.pattern.match(text, start.start(), span.end) for family in families())
        match = next((match for match in matches if match), None)
        if match is not None:
            end = match.end()
            found.append(Span(match.start(), end))
    return found


@cache
def _any_family() -> re.Pattern[str]:
    """All families in one, which tells at once where none fits."""
    unnamed = "|".join(re.sub(r"\(\?P<\w+>", "(?:", family.pattern.pattern) for family in families())
    return re.compile(unnamed)


@cache
def _openings() -> re.Pattern[str]:
    """Where a class can begin, so that the families are tried at few places."""
    leads = "|".join(_data()["leads"])
    return re.compile(rf"{_START}(?=[A-ZА-Я一二三四甲乙丙]|(?:{leads})\b|(?:\d{{2,3}}|[-–—])/)")


@cache
def _data() -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name("classes.toml").read_text(encoding="utf-8"))


def _component(match: re.Match[str], part: Mapping[str, Any]) -> Decimal:
    """One component of a class as a number that orders as the class does."""
    groups = part["group"] if isinstance(part["group"], list) else [part["group"]]
    written = next((match[group] for group in groups if match[group]), "")
    match part["order"]:
        case "number":
            digits = written.replace(",", ".")
            return Decimal(digits) if re.fullmatch(r"\d+(?:\.\d+)?", digits) else Decimal(0)
        case "flag":
            return Decimal(bool(written))
        case "version":
            return _version(written)
        case {"letters": str(letter)}:
            return Decimal(written) if letter in match["letters"] else Decimal(0)
        case list(ranks):
            return Decimal(next(at for at, rank in enumerate(ranks) if written == rank or written in list(rank)))
        case order:
            raise ValueError(f"unknown order of classes: {order}")


def _version(written: str) -> Decimal:
    """A number that orders as the version does: three places, the first weighs most."""
    places = [int(place) for place in written.split(".")] + [0, 0, 0]
    return Decimal(places[0] * _VERSION_STEP**2 + places[1] * _VERSION_STEP + places[2])
