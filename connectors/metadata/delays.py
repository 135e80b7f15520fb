"""Starts that are put off: to a day of a later month, by a period from a date, or to a day not told."""

from __future__ import annotations

import re
import tomllib
from calendar import monthrange
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files

from connectors.metadata.words import words
from graph.time import DateAnchor

_MONTHS_OF = {"month": 1, "quarter": 3, "year": 12}


@dataclass(frozen=True, slots=True)
class Delays:
    """The words of such starts.

    Attributes:
        before_date: A period, right before the date from which it runs.
        of_month: A day of a month that comes after an event.
        months: Names of the months, January first.
        put_off: A day that somebody has yet to fix, or that is told in another way.
        until: The end of a phrase that says until when it does not bind.
        met: What has happened to any text that is issued.
        subject: The text itself, right before the phrase or in it.
    """

    before_date: re.Pattern[str]
    of_month: re.Pattern[str]
    months: tuple[str, ...]
    put_off: re.Pattern[str]
    until: re.Pattern[str]
    met: re.Pattern[str]
    subject: re.Pattern[str]


@cache
def delays() -> Delays:
    """The patterns, read once."""
    data = tomllib.loads(files("connectors.metadata").joinpath("delays.toml").read_text("utf-8"))
    named = words().periods.named | {"<M>": "|".join(data["months"])}

    def compiled(name: str) -> re.Pattern[str]:
        pattern: str = data[name]
        for token, meaning in named.items():
            pattern = pattern.replace(token, meaning)
        return re.compile(pattern, re.IGNORECASE)

    return Delays(
        before_date=compiled("before_date"),
        of_month=compiled("of_month"),
        months=tuple(data["months"]),
        put_off=compiled("put_off"),
        until=compiled("until"),
        met=compiled("met"),
        subject=compiled("subject"),
    )


def number_of(said: str) -> int:
    """The number that figures or words say: "180th", "one hundred and eightieth"."""
    total = 0
    for word in re.split(r"[\s-]+", said.casefold()):
        figures = re.match(r"\d+", word)
        value = int(figures.group()) if figures else words().periods.numbers.get(word, 0)
        total = max(total, 1) * 100 if value == 100 and not figures else total + value
    return total


def day_of_month(match: re.Match[str], base: date) -> date:
    """The day that a match of `of_month` means, the first one after `base`."""
    month = match["month"] or match["named"]
    day = number_of(match["day"] or match["figure"])
    if month:
        number = delays().months.index(month.casefold()) + 1
        this_year = _day(base.year, number, day)
        return this_year if this_year > base else _day(base.year + 1, number, day)
    length = _MONTHS_OF[match["unit"].casefold().split()[-1]]
    ahead = number_of(match["n"]) if match["n"] else 1
    months = ((base.year * 12 + base.month - 1) // length + ahead) * length
    return _day(*divmod(months, 12), day, months_from_zero=True)


def _day(year: int, month: int, day: int, *, months_from_zero: bool = False) -> date:
    """A day of a month; in a month that lacks it, the last one."""
    month += months_from_zero
    return date(year, month, max(1, min(day, monthrange(year, month)[1])))


def unknown_start(before: str, phrase: str, rest: str) -> DateAnchor | None:
    """A day later than any that can be asked for, where the text puts its own start off to a day not told.

    Args:
        before: What stands before the phrase in its sentence.
        phrase: The phrase that tells of a start: "comes into force".
        rest: What follows the phrase in its sentence.
    """
    table = delays()
    itself = table.subject.search(before) or re.search(r"\bof\s+this\s+\w+", phrase, re.IGNORECASE)
    if itself is None or table.of_month.search(rest) or words().periods.after.search(rest):
        return None
    negative = table.until.search(phrase) is not None and table.met.match(rest) is None
    if not negative and table.put_off.search(rest) is None:
        return None
    return DateAnchor(date.max, None, f"a day that is not told: {' '.join(f'{phrase}{rest}'.split())}")
