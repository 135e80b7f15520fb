"""Until when somebody promised something: the words, and the days that they mean.

Relative words are resolved against the day on which they were said. What is only said loosely keeps bounds:
"next week" is any day of it, "next Friday" the coming one or the one after. A word that names no day ("soon"),
and a relative one of which nobody knows when it was said, has words and no day.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from importlib.resources import files
from typing import Any

from graph.dates import find_dates
from graph.spans import Span
from graph.time import DateAnchor

LANGUAGES = ("en", "ru", "uz", "zh")

_KINDS = (
    "after_tomorrow",
    "within",
    "next_weekday",
    "next_week",
    "next_month",
    "month_end",
    "this_month",
    "year_end",
    "this_week",
    "month_day",
    "day_of_month",
    "tomorrow",
    "today",
    "weekday",
    "in_month",
    "vague",
)
"""Ways of saying until when, in the order in which they are tried at one place."""

Days = tuple[date, date] | None


@dataclass(frozen=True, slots=True)
class Due:
    """Until when: the words, and the days that they mean where that is known."""

    span: Span
    text: str
    anchor: DateAnchor | None


@dataclass(frozen=True, slots=True)
class _Language:
    """The compiled words of one language."""

    patterns: tuple[tuple[str, re.Pattern[str]], ...]
    weekdays: tuple[re.Pattern[str], ...]
    months: tuple[re.Pattern[str], ...]
    units: Mapping[str, re.Pattern[str]]
    numbers: Mapping[str, int]
    before_date: re.Pattern[str]


def find_dues(text: str, span: Span, said: DateAnchor | None, language: str = "en") -> list[Due]:
    """What a sentence says about until when, from left to right, without overlaps.

    Args:
        said: When it was said; None where nobody knows.
    """
    words = _language(language)
    found = [*_of_dates(text, span, said, words), *_of_words(text, span, said, words)]
    kept: list[Due] = []
    for due in sorted(found, key=lambda one: (one.span.start, -len(one.span))):
        if not kept or due.span.start >= kept[-1].span.end:
            kept.append(due)
    return kept


def _of_dates(text: str, span: Span, said: DateAnchor | None, words: _Language) -> Iterator[Due]:
    """Full dates, and days without a year where it is known when they were said."""
    near = said.latest if said else None
    for place, anchor in find_dates(text[span.start : span.end], near=near):
        start, end = span.start + place.start, span.start + place.end
        lead = words.before_date.search(text, span.start, start)
        led = lead is not None and bool(lead[0].strip())
        start = lead.start() if lead and led else start
        is_year = anchor.earliest and anchor.latest and (anchor.latest - anchor.earliest).days > 300
        if led or not is_year:
            yield _due(text, Span(start, end), (anchor.earliest, anchor.latest))


def _of_words(text: str, span: Span, said: DateAnchor | None, words: _Language) -> Iterator[Due]:
    for kind, pattern in words.patterns:
        for match in pattern.finditer(text, span.start, span.end):
            place = Span(match.start(), match.end())
            yield _due(text, place, _resolved(kind, match, said, words))


def _due(text: str, span: Span, days: tuple[date | None, date | None] | None) -> Due:
    words = " ".join(text[span.start : span.end].split())
    return Due(span, words, DateAnchor(days[0], days[1], words) if days else None)


def _resolved(kind: str, match: re.Match[str], said: DateAnchor | None, words: _Language) -> Days:
    """The first day that the earliest day of saying it gives, and the last that the latest one gives."""
    if said is None or said.earliest is None or said.latest is None or kind == "vague":
        return None
    first, last = (_from_day(kind, match, day, words) for day in (said.earliest, said.latest))
    return (first[0], last[1]) if first and last else None


def _from_day(kind: str, match: re.Match[str], base: date, words: _Language) -> Days:
    """The days that words of a kind mean when they are said on a day."""
    plain = _plain(kind, base)
    if plain:
        return plain
    if kind in ("weekday", "next_weekday"):
        coming = _coming(base, _place(words.weekdays, match["day"]))
        return coming, coming + timedelta(days=7 * (kind == "next_weekday"))
    if kind in ("month_end", "in_month"):
        month = _place(words.months, match["month"]) + 1
        end = _month_end(base.year + (month < base.month), month)
        return (end if kind == "month_end" else end.replace(day=1)), end
    if kind == "month_day":
        return _day_of(base, int(match["m"]), _number(match["n"], words))
    if kind == "day_of_month":
        return _day_of_month(base, _number(match["n"], words))
    return _after(base, _number(match["n"], words), _unit(match["unit"], words))


def _plain(kind: str, base: date) -> Days:
    """The days of what needs no further word."""
    friday = base + timedelta(days=max(4 - base.weekday(), 0))
    sunday = base + timedelta(days=6 - base.weekday())
    following = _month_end(base.year, base.month) + timedelta(days=1)
    found: Mapping[str, Days] = {
        "today": (base, base),
        "tomorrow": (base + timedelta(days=1),) * 2,
        "after_tomorrow": (base + timedelta(days=2),) * 2,
        "this_week": (friday, sunday),
        "next_week": (sunday + timedelta(days=1), sunday + timedelta(days=7)),
        "this_month": (_month_end(base.year, base.month),) * 2,
        "next_month": (following, _month_end(following.year, following.month)),
        "year_end": (date(base.year, 12, 31),) * 2,
    }
    return found.get(kind)


def _coming(base: date, weekday: int) -> date:
    """The first such weekday after a day."""
    return base + timedelta(days=(weekday - base.weekday() - 1) % 7 + 1)


def _month_end(year: int, month: int) -> date:
    following = date(year + month // 12, month % 12 + 1, 1)
    return following - timedelta(days=1)


def _day_of_month(base: date, day: int) -> Days:
    """The first such day of a month from a day on; none where it is no day of a month."""
    if not 1 <= day <= 31:
        return None
    month_end = _month_end(base.year, base.month)
    if day < base.day or day > month_end.day:
        month_end = _month_end((month_end + timedelta(days=1)).year, (month_end + timedelta(days=1)).month)
    found = month_end.replace(day=min(day, month_end.day))
    return found, found


def _day_of(base: date, month: int, day: int) -> Days:
    """The first such day from the month of a day on; none where no calendar has it."""
    try:
        found = date(base.year + (month < base.month), month, day)
    except ValueError:
        return None
    return found, found


def _after(base: date, count: int, unit: str) -> Days:
    """A number of units after a day; hours and minutes end on the same day, or the next."""
    if unit == "workday":
        found = base
        for _ in range(min(count, 500)):
            found += timedelta(days=7 - found.weekday() if found.weekday() >= 4 else 1)
        return found, found
    if unit == "hour":
        return base, base + timedelta(days=1)
    if unit == "month":
        month = base.month - 1 + min(count, 1200)
        end = _month_end(base.year + month // 12, month % 12 + 1)
        found = end.replace(day=min(base.day, end.day))
        return found, found
    found = base + timedelta(days=min(count, 3650) * (7 if unit == "week" else 1))
    return found, found


def _place(patterns: tuple[re.Pattern[str], ...], word: str) -> int:
    return next(at for at, pattern in enumerate(patterns) if pattern.fullmatch(word.strip()))


def _number(word: str | None, words: _Language) -> int:
    """A number as written; one where only the unit is."""
    if not word:
        return 1
    plain = " ".join(word.casefold().split())
    return int(plain) if plain.isdigit() else words.numbers[plain]


def _unit(word: str, words: _Language) -> str:
    return next(name for name, pattern in words.units.items() if pattern.fullmatch(word.strip()))


@cache
def _language(language: str) -> _Language:
    data = tomllib.loads(files("graph.commitments").joinpath("due.toml").read_text("utf-8"))[language]
    weekdays, months = _each(data["weekdays"]), _each(data["months"])
    units = {name: re.compile(_either(spellings), re.IGNORECASE) for name, spellings in data["units"].items()}
    fillers = {
        "{day}": rf"(?P<day>{_either([w for names in data['weekdays'] for w in names])})",
        "{month}": rf"(?P<month>{_either([w for names in data['months'] for w in names] or ['(?!)'])})",
        "{n}": rf"(?P<n>\d{{1,3}}|{_either([re.escape(word) for word in data['numbers']])})",
        "{unit}": rf"(?P<unit>{_either([w for names in data['units'].values() for w in names])})",
    }
    return _Language(
        tuple((kind, _compiled(data, body, fillers)) for kind in _KINDS for body in data.get(kind, ())),
        weekdays,
        months,
        units,
        {word.casefold(): number for word, number in data["numbers"].items()},
        re.compile(rf"(?<!\w){_blank(data['date_lead'])}$" if data["date_lead"] else r"(?!)", re.IGNORECASE),
    )


def _compiled(data: Mapping[str, Any], body: str, fillers: Mapping[str, str]) -> re.Pattern[str]:
    pattern = _blank(body)
    for name, filler in fillers.items():
        pattern = pattern.replace(name, filler)
    if "(?P<unit>" in pattern and "(?P<n>" not in pattern:
        pattern = rf"(?P<n>)?{pattern}"
    edge = ("", "") if not data["lead"] and not data["months"] else (r"(?<!\w)", r"(?!\w)")
    return re.compile(rf"{edge[0]}{_blank(data['lead'])}{pattern}{edge[1]}", re.IGNORECASE)


def _each(names: list[list[str]]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(_either(spellings), re.IGNORECASE) for spellings in names)


def _either(words: list[str]) -> str:
    return "(?:" + "|".join(_blank(word) for word in sorted(words, key=lambda word: (-len(word), word))) + ")"


def _blank(pattern: str) -> str:
    return re.sub(r" (?![?*+])", r"\\s+", pattern)
