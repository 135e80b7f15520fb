"""The drawing of what an evaluation measured."""

from __future__ import annotations

import pytest

from app.web.charts import BOTTOM, HEIGHT, LEFT, RIGHT, WIDTH, risk_curve

FLOOR = HEIGHT - BOTTOM


def point(coverage: float, risk: float) -> dict[str, float]:
    """A point of a run."""
    return {"threshold": 0.7, "coverage": coverage, "risk": risk}


def test_a_curve_without_mistakes_lies_on_the_floor() -> None:
    """Its axis still reaches a tenth, so that nothing looks magnified."""
    curve = risk_curve([point(0.5, 0.0), point(1.0, 0.0)])
    assert curve is not None
    assert [mark.y for mark in curve.marks] == [FLOOR, FLOOR]
    assert curve.marks[-1].x == WIDTH - RIGHT
    assert curve.up[-1].share == pytest.approx(0.1)


def test_the_highest_risk_reaches_the_top_and_half_of_it_the_middle() -> None:
    """Half of all questions lie half way along."""
    curve = risk_curve([point(0.5, 0.2), point(1.0, 0.4)])
    assert curve is not None
    first, last = curve.marks
    assert first.x == (LEFT + WIDTH - RIGHT) / 2
    assert first.y == pytest.approx((last.y + FLOOR) / 2)
    assert curve.path == f"M{LEFT:.1f} {first.y:.1f}H{first.x:.1f}V{last.y:.1f}H{last.x:.1f}"


def test_nothing_answered_has_no_curve() -> None:
    """No line is drawn through nothing."""
    assert risk_curve([]) is None
