"""Charts of what an evaluation measured: geometry only, drawn by the template."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

WIDTH, HEIGHT = 520, 240
LEFT, RIGHT, TOP, BOTTOM = 48, 24, 14, 40
LEAST_RISK = 0.1
"""The risk axis reaches at least this far, so that small risks do not look large."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A point of a curve where it is drawn, with what it says."""

    x: float
    y: float
    point: Json


@dataclass(frozen=True, slots=True)
class Tick:
    """A value on an axis; `at` is where."""

    at: float
    share: float


@dataclass(frozen=True, slots=True)
class Curve:
    """A risk–coverage curve: the path of its steps, its marks from the surest answers to all, and both axes."""

    path: str
    marks: tuple[Mark, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]


def risk_curve(points: list[Json]) -> Curve | None:
    """The curve through the points of `risk_coverage`; None where nothing was answered.

    Between two points the risk is that of the point to the right: no threshold answers a share in between.
    """
    if not points:
        return None
    highest = max(LEAST_RISK, *(point["risk"] for point in points))
    marks = tuple(Mark(_x(point["coverage"]), _y(point["risk"] / highest), point) for point in points)
    path, at = f"M{_x(0):.1f} {marks[0].y:.1f}", marks[0]
    for mark in marks:
        path += f"V{mark.y:.1f}H{mark.x:.1f}" if mark is not at else f"H{mark.x:.1f}"
    across = tuple(Tick(_x(share), share) for share in (0.0, 0.25, 0.5, 0.75, 1.0))
    up = tuple(Tick(_y(part), part * highest) for part in (0.0, 0.5, 1.0))
    return Curve(path, marks, across, up)


def _x(share: float) -> float:
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def _y(share: float) -> float:
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
