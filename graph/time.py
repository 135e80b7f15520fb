"""Dates that texts state, and the two time axes.

A text seldom states a full date. A `DateAnchor` keeps what is known as bounds: the event happened
on some day in `[earliest, latest]`. An unknown bound is None; it is never "today" and never a
file's modification time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime

_CLOCK = re.compile(r"\d:\d\d")


@dataclass(frozen=True, slots=True)
class DateAnchor:
    """A calendar date known to lie in `[earliest, latest]`, and the words that say so.

    Attributes:
        text: As written ("June 2022", "6 April 2013"); for a bound from elsewhere, why.
    """

    earliest: date | None
    latest: date | None
    text: str

    def __post_init__(self) -> None:
        if self.earliest and self.latest and self.earliest > self.latest:
            raise ValueError(f"bounds out of order: {self.earliest} > {self.latest}")

    @classmethod
    def on(cls, day: date, text: str | None = None) -> DateAnchor:
        """The anchor of one known day."""
        return cls(day, day, text or day.isoformat())

    @property
    def is_exact(self) -> bool:
        """Whether the day is known."""
        return self.earliest is not None and self.earliest == self.latest

    @property
    def words(self) -> str:
        """The date for people: as written, or the day alone where a time of the day is written with it."""
        if self.earliest is None or not self.is_exact or _CLOCK.search(self.text) is None:
            return self.text
        return f"{self.earliest.day} {self.earliest:%B %Y}"


@dataclass(frozen=True, slots=True)
class Moment:
    """The point of both time axes at which a question is asked.

    Attributes:
        as_of: Day of valid time: which text binds on this day.
        known_at: Instant of recorded time: what had been recorded by then; None for all that is.
    """

    as_of: date
    known_at: datetime | None = None


def now_utc() -> datetime:
    """The present instant, aware, UTC."""
    return datetime.now(UTC)
