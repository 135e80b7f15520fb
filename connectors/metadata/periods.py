"""Days that are stated by a period from the document's adoption: "60 days after its passage"."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta

from connectors.metadata.words import words
from graph.model import Span
from graph.time import DateAnchor


def period_after(text: str, adopted: DateAnchor | None) -> tuple[Span, DateAnchor] | None:
    """The first period in the text that runs from adoption, with its words and the day it ends.

    Args:
        adopted: When the document was adopted; without it no day is known.
    """
    if adopted is None or not adopted.is_exact or adopted.earliest is None:
        return None
    table = words().periods
    match = table.after.search(text)
    if match is not None:
        count = match["n"].casefold().replace(" ", "-")
        number = int(count) if count.isdigit() else table.numbers[count]
        unit = table.units[match["unit"].casefold()]
        day = _later(adopted.earliest, number, unit)
    else:
        match = table.at_once.search(text)
        day = adopted.earliest
    if match is None:
        return None
    return Span(*match.span()), DateAnchor.on(day, f"{match.group()}, {adopted.text}")


def _later(start: date, number: int, unit: str) -> date:
    """The day so many units later; in a month that lacks the day, its last day."""
    if unit in ("day", "week"):
        return start + timedelta(days=number * (7 if unit == "week" else 1))
    months = start.year * 12 + start.month - 1 + number * (12 if unit == "year" else 1)
    year, month = divmod(months, 12)
    return date(year, month + 1, min(start.day, monthrange(year, month + 1)[1]))
