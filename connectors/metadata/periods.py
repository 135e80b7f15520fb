"""Days that are stated by a period from the document's adoption or start: "60 days after its passage"."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta

from connectors.metadata.delays import day_of_month, delays, number_of
from connectors.metadata.words import words
from graph.model import Span
from graph.time import DateAnchor


def period_after(
    text: str, adopted: DateAnchor | None, starts: DateAnchor | None = None
) -> tuple[Span, DateAnchor] | None:
    """The first period in the text that runs from adoption, with its words and the day it ends.

    Args:
        adopted: When the document was adopted; without it no day is known.
        starts: When it begins to bind, for periods that run from that day; None: when adopted.
    """
    table = words().periods
    match = delays().of_month.search(text) or table.after.search(text) or table.at_once.search(text)
    if match is None:
        return None
    base = starts if starts and table.start.search(match.group()) else adopted
    return _ends(match, base)


def period_of(text: str, adopted: DateAnchor | None, starts: DateAnchor | None) -> Iterator[tuple[Span, DateAnchor]]:
    """Each period for which the text says that something binds ("valid for five years from its date of issue"),
    with its words and the first day after it."""
    table = words().periods
    for match in table.during.finditer(text):
        from_adoption = match["event"] and not table.start.search(match["event"])
        found = _ends(match, adopted if from_adoption else starts or adopted)
        if found:
            yield found


def period_before(text: str, date: DateAnchor) -> DateAnchor:
    """The day that a period ends which stands right before a date in the text ("sixty days after"); else the date."""
    match = delays().before_date.search(text)
    found = _ends(match, date) if match else None
    return found[1] if found else date


def _ends(match: re.Match[str], base: DateAnchor | None) -> tuple[Span, DateAnchor] | None:
    """The words of a period and the day that it ends, if it is known from which day it runs."""
    if base is None or not base.is_exact or base.earliest is None:
        return None
    table = words().periods
    day = base.earliest
    if match.re is delays().of_month:
        day = day_of_month(match, day)
    elif "n" in match.groupdict():
        number = number_of(match["n"]) if match["n"] else 1
        day = _later(day, number, table.units[match["unit"].casefold()])
    return Span(*match.span()), DateAnchor.on(day, f"{match.group()}, {base.text}")


def _later(start: date, number: int, unit: str) -> date:
    """The day so many units later; in a month that lacks the day, its last day."""
    if unit == "workday":
        weeks, rest = divmod(start.weekday() + number, 5) if start.weekday() < 5 else divmod(4 + number, 5)
        return start + timedelta(days=weeks * 7 + rest - min(start.weekday(), 4) - max(0, start.weekday() - 4))
    if unit in ("day", "week"):
        return start + timedelta(days=number * (7 if unit == "week" else 1))
    months = start.year * 12 + start.month - 1 + number * (12 if unit == "year" else 1)
    year, month = divmod(months, 12)
    return date(year, month + 1, min(start.day, monthrange(year, month + 1)[1]))
