"""Days and instants are read the same on every surface."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import moments
from app.errors import InvalidInput


@given(st.dates())
def test_a_day_reads_back_as_itself(day: date) -> None:
    """ISO days are the one way of writing days."""
    assert moments.day(day.isoformat()) == day


@given(st.dates(min_value=date(1, 1, 2)))
def test_a_bare_day_means_its_last_moment(day: date) -> None:
    """Known at a day includes all that was recorded on that day."""
    instant = moments.instant(day.isoformat())
    assert instant is not None
    assert instant.date() == day
    assert instant.tzinfo is UTC
    assert instant == datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1, microseconds=-1)


def test_an_instant_keeps_its_zone_and_is_utc_without_one() -> None:
    """Five in the afternoon in Tashkent is noon in UTC."""
    assert moments.instant("2024-05-31T17:00+05:00") == datetime(2024, 5, 31, 12, tzinfo=UTC)
    assert moments.instant("2024-05-31T17:00") == datetime(2024, 5, 31, 17, tzinfo=UTC)
    assert moments.instant("2024-05-31T17:00+05:00") == datetime(2024, 5, 31, 17, tzinfo=timezone(timedelta(hours=5)))


@pytest.mark.parametrize("text", [None, "", "  "])
def test_nothing_written_means_nothing(text: str | None) -> None:
    """Absent and blank are the same here."""
    assert moments.day(text) is None
    assert moments.instant(text) is None


@pytest.mark.parametrize("text", ["tomorrow", "31.05.2024", "2024-02-30", "2024-13-01"])
def test_anything_else_is_explained(text: str) -> None:
    """The message shows how to write it."""
    with pytest.raises(InvalidInput, match="2024-05-31"):
        moments.day(text)
    with pytest.raises(InvalidInput, match="2024-05-31"):
        moments.instant(text)
