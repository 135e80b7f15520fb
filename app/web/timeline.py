"""The versions of a work as bars on a line of days: geometry only, drawn by the template.

Across, lengths are percent of the drawing, which is as wide as there is room; down, they are pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from app.web.render import signal_class
from app.wording import standing

Json = dict[str, Any]

ROW_PX = 34
BAR_PX = 24
HEAD_PX = 28
MARGIN_PX = 14
SHORTEST = 1.0
"""Width of a bar that can still be pointed at, in percent."""

MOST_TICKS = 6
BEYOND = 0.04
"""Share of the shown time that is added at both ends."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One version.

    Attributes:
        is_open: Nothing ends it.
        is_bounded: The text only bounds its first day, or says none.
    """

    label: str
    address: str
    signal: str
    css: str
    x: float
    y: float
    width: float
    is_open: bool
    is_bounded: bool
    says: str


@dataclass(frozen=True, slots=True)
class Arrow:
    """From the end of a version to the start of the one that took its place."""

    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class Tick:
    """A day on the axis."""

    x: float
    label: str


@dataclass(frozen=True, slots=True)
class Timeline:
    """Everything that is drawn."""

    height: float
    bars: tuple[Bar, ...]
    arrows: tuple[Arrow, ...]
    ticks: tuple[Tick, ...]
    now: float


@dataclass(frozen=True, slots=True)
class _Axis:
    first: date
    last: date

    def x(self, day: date) -> float:
        share = (day - self.first).days / max(1, (self.last - self.first).days)
        return 100 * min(1.0, max(0.0, share))


def timeline_of(versions: list[Json], day: date) -> Timeline:
    """The versions of a work, oldest above, with a line at the day that is asked about."""
    axis = _axis(versions, day)
    bars = tuple(_bar(version, axis, row) for row, version in enumerate(versions))
    height = HEAD_PX + ROW_PX * len(versions) + MARGIN_PX
    places = {version["id"]: bar for version, bar in zip(versions, bars, strict=True)}
    arrows = tuple(_arrows(versions, places))
    return Timeline(height, bars, arrows, tuple(_ticks(axis)), axis.x(day))


def _first_day(version: Json) -> date | None:
    began = version["from"] or {}
    known = version["since"] or began.get("earliest") or began.get("latest")
    return date.fromisoformat(known) if known else None


def _axis(versions: list[Json], day: date) -> _Axis:
    known = [one for one in map(_first_day, versions) if one]
    known += [date.fromisoformat(version["until"]) for version in versions if version["until"]]
    first, last = min([*known, day]), max([*known, day])
    beyond = timedelta(days=max(15, round((last - first).days * BEYOND)))
    return _Axis(first - beyond, last + beyond)


def _bar(version: Json, axis: _Axis, row: int) -> Bar:
    start = _first_day(version)
    end = date.fromisoformat(version["until"]) if version["until"] else axis.last
    x = axis.x(start) if start else 0.0
    return Bar(
        label=version["version"] or version["date"] or version["title"] or version["path"],
        address=f"/sources/{version['id']}",
        signal=standing(version),
        css=signal_class(version["signal"]),
        x=x,
        y=HEAD_PX + row * ROW_PX,
        width=max(SHORTEST, axis.x(end) - x),
        is_open=not version["until"],
        is_bounded=version["since"] is None,
        says=version["reason"],
    )


def _arrows(versions: list[Json], places: dict[str, Bar]) -> list[Arrow]:
    pairs = [(one["id"], later["source_id"]) for one in versions for later in one["replaced_by"]]
    return [_arrow(places[old], places[new]) for old, new in pairs if new in places and new != old]


def _arrow(old: Bar, new: Bar) -> Arrow:
    """From the middle of the old bar's end to the facing edge of the new bar's start."""
    edge = 0 if new.y > old.y else BAR_PX
    return Arrow(old.x + old.width, old.y + BAR_PX / 2, new.x, new.y + edge)


def _ticks(axis: _Axis) -> list[Tick]:
    """First days of years, or of months where the time is short, few enough to be read."""
    years = [date(year, 1, 1) for year in range(axis.first.year + 1, axis.last.year + 1)]
    if len(years) >= 2:
        step = -(-len(years) // MOST_TICKS)
        return [Tick(axis.x(day), str(day.year)) for day in years[::step]]
    months = [date(axis.first.year + month // 12, month % 12 + 1, 1) for month in range(axis.first.month, 36)]
    months = [day for day in months if axis.first <= day <= axis.last]
    step = max(1, -(-len(months) // MOST_TICKS))
    return [Tick(axis.x(day), f"{day:%Y-%m}") for day in months[::step]]
