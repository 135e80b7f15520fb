"""Dates as texts write them, read into bounds.

"6 April 2013" is one day; "June 2022" is any day of that month; "06/04/2013" is 6 April or 4 June,
so its bounds hold both. A date that no calendar has ("31 June 2013") is no date. Month names and
the words around dates are data (`dates.toml`).
"""

from __future__ import annotations

import re
import tomllib
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

from graph.model import Span
from graph.time import DateAnchor

_LONGEST_FIELD = 120
_ORDINAL = r"(?:st|nd|rd|th|º|-?е|-?го)?"
_YEAR = r"(?P<y>(?:1[5-9]|20)\d\d)"
_SHORT_YEAR = r"(?P<y>(?:1[5-9]|20)\d\d|['’]?\d\d)"
_START = r"(?<![\w./-])"
_SIGN = "[-/.\u2010-\u2015\u2212]"
"""Between the figures of a date; dashes of any length."""
_END = r"(?![\w/]|[.-]\w)"


def parse_date(text: str, *, day_first: bool | None = None, near: date | None = None) -> DateAnchor | None:
    """The date that a field states, where the field holds a date and nothing else.

    Weekdays, times, zones and punctuation beside the date do not matter and are no part of the
    anchor's text; a bare year is a date.
    Use `find_dates` for running text.

    Args:
        day_first: Which of "06/04/2013" is the day; None keeps both readings in the bounds.
        near: Lets a day and month without a year mean the one nearest to this day.

    Returns:
        None where the text is no date, an impossible one, or more than one.
    """
    field = text.strip()
    if len(field) > _LONGEST_FIELD:
        return None
    found = list(_scan(field, _words().field, day_first, near))
    if len(found) != 1:
        return None
    span, anchor = found[0]
    rest = field[: span.start] + " " + field[span.end :]
    if _words().noise.sub(" ", rest).strip(" \t\n,.;:()[]"):
        return None
    return anchor


def find_dates(text: str, *, day_first: bool | None = None, near: date | None = None) -> list[tuple[Span, DateAnchor]]:
    """All dates in running text, left to right, each with the span of its words.

    A bare year counts only where its surroundings make it one ("in 2010", "2010 г."), since most
    four-digit numbers are none. Arguments as in `parse_date`.
    """
    return [(span, anchor) for span, anchor in _scan(text, _words().running, day_first, near) if anchor]


def full_year(year: int) -> int:
    """The year that a two-digit year means: 50 to 99 are 1950 to 1999, 0 to 49 are 2000 to 2049."""
    if year >= 100:
        return year
    return year + (1900 if year >= _words().pivot else 2000)


@dataclass(frozen=True, slots=True)
class _Words:
    """The compiled data file."""

    months: dict[str, int]
    running: re.Pattern[str]
    field: re.Pattern[str]
    single: dict[str, re.Pattern[str]]
    noise: re.Pattern[str]
    pivot: int


def _any(words: list[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda w: (-len(w), w)))


def _patterns(month: str, words: dict[str, Any]) -> dict[str, str]:
    """Each way of writing a date, by name, in the order in which they are tried at one place."""
    after = rf"(?:[-\s]?(?:{_any(words['year_after'])})(?:{_any(words['endings'])})?)"
    ending = rf"(?:{_any(words['endings'])})?"
    name = rf"(?P<m>{month})"
    of = r"(?:of\s+|day\s+of\s+)?"
    day = rf"(?P<d>\d\d?){_ORDINAL}"
    return {
        "iso": rf"{_START}{_YEAR}(?P<s>{_SIGN})(?P<m>\d\d?)(?P=s)(?P<d>\d\d?)(?=[T\s_]\d|(?:{_END}))",
        "han": r"(?P<y>\d{4})\s?年\s?(?P<m>\d\d?)\s?月(?:\s?(?P<d>\d\d?)\s?日)?",
        "han_year": r"(?<!\d)(?P<y>(?:1[5-9]|20)\d\d)\s?年(?!版)",
        "numeric": rf"{_START}(?P<a>\d\d?)(?P<s>[/.-])(?P<b>\d\d?)(?P=s){_YEAR}{_END}",
        "slashed": rf"{_START}(?P<a>\d\d?)(?P<s>/)(?P<b>\d\d?)/(?P<y>\d\d){_END}",
        "dotted": rf"{_lead(words['before_dotted'])}(?P<a>\d\d)(?P<s>\.)(?P<b>\d\d)\.(?P<y>\d\d){_END}",
        "day_month": rf"{_START}{day}[-\s./]{{0,2}}{of}{name}\.?[-\s,./]{{1,2}}{_SHORT_YEAR}\b{after}?",
        "month_day": rf"\b{name}\.?\s+{day}\s?,?\s+{_SHORT_YEAR}\b",
        "year_day": rf"{_START}{_YEAR}{after}?[-,\s]{{1,2}}{day}[-\s]{name}\.?{ending}\b",
        "year_month": rf"{_START}{_YEAR}{after}?[-,\s]{{1,2}}{name}\.?[-\s]{day}\b",
        "month_year": rf"\b{name}\.?[\s,-]{{1,2}}{_YEAR}\b{after}?",
        "month_of": rf"{_START}{_YEAR}{after}[,\s]\s?{name}{ending}\b",
        "no_year": rf"{_START}{day}[-\s]{name}{ending}\b(?!\s+\d)",
        "no_year_us": rf"\b{name}\s+{day}\b(?![\d,]|\s+\d)",
        "year_marked": rf"{_START}{_YEAR}{after}",
        "year_led": rf"(?<=\b){_lead(words['year_before'])}{_YEAR}(?![\w/]|[-.]\d|\s+[A-Z]\w)",
    }


def _lead(words: list[str]) -> str:
    """Alternatives of fixed length lookbehinds: the word and one blank before the year."""
    return "(?:" + "|".join(rf"(?<=\b{re.escape(word)}\s)" for word in sorted(words)) + ")"


@cache
def _words() -> _Words:
    data = tomllib.loads(files("graph").joinpath("dates.toml").read_text("utf-8"))
    months = {
        spelling: number
        for names in data["months"].values()
        for number, spellings in enumerate(names, start=1)
        for spelling in spellings
    }
    single = _patterns(_any(list(months)), data["words"])
    dotted = r"^(?P<a>\d\d)(?P<s>\.)(?P<b>\d\d)\.(?P<y>\d\d)$"
    field = {**single, "dotted_only": dotted, "year_month_only": rf"^{_YEAR}-(?P<m>\d\d)$", "year": rf"^{_YEAR}$"}
    noise = rf"\d\d?:\d\d(?::\d\d)?(?:\.\d+)?|[+-]\d{{4}}|(?<=\d)Z|T(?=\d)|\b(?:{_any(data['words']['noise'])})\b"
    flags = re.IGNORECASE
    return _Words(
        months,
        re.compile("|".join(f"(?P<{name}>{_anonymous(body)})" for name, body in single.items()), flags),
        re.compile("|".join(f"(?P<{name}>{_anonymous(body)})" for name, body in field.items()), flags),
        {name: re.compile(body, flags) for name, body in field.items()},
        re.compile(noise, flags),
        int(data["pivot"]["two_digit_year"]),
    )


def _anonymous(body: str) -> str:
    """The pattern without named groups, so that several of them fit into one alternation."""
    return re.sub(r"\(\?P<\w>", "(?:", body).replace("(?P=s)", _SIGN)


def _scan(
    text: str, pattern: re.Pattern[str], day_first: bool | None, near: date | None
) -> Iterator[tuple[Span, DateAnchor | None]]:
    """Every piece of text that has the form of a date; None for those that no calendar has."""
    for match in pattern.finditer(text):
        name = match.lastgroup or ""
        if name.startswith("no_year") and near is None:
            continue
        parts = _words().single[name].match(text, match.start())
        if parts is not None:
            span = Span(match.start(), match.end())
            yield span, _anchor(name, parts.groupdict(), match.group(), (day_first, near))


def _anchor(
    name: str, parts: dict[str, str | None], text: str, reading: tuple[bool | None, date | None]
) -> DateAnchor | None:
    day_first, near = reading
    words = " ".join(text.split())
    if name in ("numeric", "slashed", "dotted", "dotted_only"):
        return _ambiguous(parts, words, day_first)
    if name.startswith("no_year"):
        return _nearest(_month(parts), int(parts["d"] or 0), near, words)
    year = full_year(int((parts.get("y") or "0").strip("'’")))
    if parts.get("m") is None:
        return DateAnchor(date(year, 1, 1), date(year, 12, 31), words)
    if parts.get("d") is None:
        return _whole_month(year, _month(parts), words)
    return _bounds(_days(year, _month(parts), int(parts["d"] or 0)), words)


def _month(parts: dict[str, str | None]) -> int:
    name = (parts.get("m") or "").casefold()
    return int(name) if name.isdigit() else _words().months[name]


def _days(year: int, month: int, day: int) -> list[date]:
    """The one day of these figures, or no day."""
    try:
        return [date(year, month, day)]
    except ValueError:
        return []


def _bounds(days: list[date], text: str) -> DateAnchor | None:
    return DateAnchor(min(days), max(days), text) if days else None


def _whole_month(year: int, month: int, text: str) -> DateAnchor | None:
    if not 1 <= month <= 12:
        return None
    return DateAnchor(date(year, month, 1), date(year, month, monthrange(year, month)[1]), text)


def _ambiguous(parts: dict[str, str | None], text: str, day_first: bool | None) -> DateAnchor | None:
    """Day and month as figures: dots put the day first, other signs leave both readings."""
    first, second, year = (int(parts[key] or 0) for key in "aby")
    year = full_year(year)
    if parts["s"] == ".":
        day_first = True
    days = [] if day_first is False else _days(year, second, first)
    if not day_first:
        days += _days(year, first, second)
    return _bounds(days, text)


def _nearest(month: int, day: int, near: date | None, text: str) -> DateAnchor | None:
    if near is None:
        return None
    days = [found for year in (near.year - 1, near.year, near.year + 1) for found in _days(year, month, day)]
    return _bounds(sorted(days, key=lambda found: abs(found - near))[:1], text)
