"""The drawing of the versions of a work on a line of days."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from app.web.timeline import BAR_PX, SHORTEST, timeline_of

DAY = date(2025, 1, 1)


def version(name: str, since: str | None, until: str | None, *later: str, **more: Any) -> dict[str, Any]:
    """A version as the use case tells it."""
    return {
        "id": name,
        "version": name,
        "date": None,
        "title": None,
        "path": f"{name}.txt",
        "signal": "governs",
        "reason": "",
        "since": since,
        "until": until,
        "from": more.get("begins"),
        "replaced_by": [{"source_id": one} for one in later],
    }


def test_a_bar_ends_where_its_successor_begins() -> None:
    """One day more is one step to the right, whatever the length of the line."""
    drawn = timeline_of([version("A", "2023-01-01", "2024-01-01", "B"), version("B", "2024-01-01", None)], DAY)
    older, newer = drawn.bars
    assert older.x + older.width == pytest.approx(newer.x)
    assert newer.is_open
    assert not older.is_open
    assert newer.x < drawn.now <= newer.x + newer.width


def test_an_arrow_leads_from_the_old_version_to_the_new() -> None:
    """It starts at the middle of the old bar's end and meets the upper edge of the new bar."""
    drawn = timeline_of([version("A", "2023-01-01", "2024-01-01", "B"), version("B", "2024-01-01", None)], DAY)
    (arrow,) = drawn.arrows
    assert (arrow.x0, arrow.y0) == (drawn.bars[0].x + drawn.bars[0].width, drawn.bars[0].y + BAR_PX / 2)
    assert (arrow.x1, arrow.y1) == (drawn.bars[1].x, drawn.bars[1].y)


def test_what_replaces_from_another_work_has_no_arrow() -> None:
    """Only versions that are drawn are joined."""
    assert timeline_of([version("A", "2023-01-01", "2024-01-01", "elsewhere", "")], DAY).arrows == ()


def test_a_version_without_a_day_begins_at_the_edge_and_is_marked() -> None:
    """What is unknown is not drawn as if it were known."""
    drawn = timeline_of([version("A", None, "2024-01-01"), version("B", "2024-01-01", None)], DAY)
    assert drawn.bars[0].x == 0
    assert drawn.bars[0].is_bounded
    assert not drawn.bars[1].is_bounded


def test_a_bound_of_the_first_day_is_where_the_bar_begins() -> None:
    """The earliest day that the text allows."""
    bounded = version("A", None, None, begins={"earliest": "2024-03-01", "latest": "2024-03-31"})
    known = version("B", "2024-03-01", None)
    first, second = timeline_of([bounded, known], DAY).bars
    assert first.x == second.x


def test_a_version_of_one_day_can_still_be_seen() -> None:
    """A bar is never thinner than can be pointed at."""
    drawn = timeline_of([version("A", "1990-01-01", "1990-01-01"), version("B", "1990-01-01", None)], DAY)
    assert drawn.bars[0].width == SHORTEST


def test_ticks_are_years_or_months_and_few() -> None:
    """A century has no more ticks than can be read, a spring has months."""
    century = timeline_of([version("A", "1925-01-01", None)], DAY)
    spring = timeline_of([version("A", "2024-11-01", None)], DAY)
    assert 2 <= len(century.ticks) <= 7
    assert all(tick.label.isdecimal() for tick in century.ticks)
    assert [tick.label for tick in spring.ticks][:2] == ["2024-11", "2024-12"]
