"""Until when: the words, and the days that they mean from the day on which they were said."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.commitments.due import find_dues
from graph.spans import Span
from graph.time import DateAnchor

WEDNESDAY = date(2025, 3, 12)
WORDS = [
    "by Friday", "next Friday", "tomorrow", "today", "next week", "by the end of the week", "within 10 days",
    "in two weeks", "within ten working days", "by the end of the month", "next month", "by 30 April", "by the 20th",
    "by the end of June", "in a month", "before the end of the year", "COB tomorrow", "on Monday", "in March",
]  # fmt: skip


def _days(text: str, said: DateAnchor | None, language: str = "en") -> list[tuple[str, date | None, date | None]]:
    found = find_dues(text, Span(0, len(text)), said, language)
    return [(d.text, d.anchor.earliest if d.anchor else None, d.anchor.latest if d.anchor else None) for d in found]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("I'll send it by Friday.", "2025-03-14", "2025-03-14"),
        ("before the end of this week", "2025-03-14", "2025-03-16"),
        ("by the end of the month", "2025-03-31", "2025-03-31"),
        ("first thing tomorrow", "2025-03-13", "2025-03-13"),
        ("within one week", "2025-03-19", "2025-03-19"),
        ("within 10 working days", "2025-03-26", "2025-03-26"),
        ("no later than 11 July", "2025-07-11", "2025-07-11"),
        ("by close of business on Friday", "2025-03-14", "2025-03-14"),
        ("next Friday", "2025-03-14", "2025-03-21"),
        ("next week", "2025-03-17", "2025-03-23"),
        ("COB tomorrow", "2025-03-13", "2025-03-13"),
        ("by the end of January", "2026-01-31", "2026-01-31"),
        ("by the 5th", "2025-04-05", "2025-04-05"),
        ("in a month", "2025-04-12", "2025-04-12"),
        ("by 5 September 2026", "2026-09-05", "2026-09-05"),
    ],
)
def test_words_mean_days_from_a_wednesday(text: str, first: str, last: str) -> None:
    """Worked by hand with a calendar: 12 March 2025 is a Wednesday."""
    found = _days(text, DateAnchor.on(WEDNESDAY))
    assert [(str(low), str(high)) for _, low, high in found] == [(first, last)]


@pytest.mark.parametrize(
    ("language", "text", "last"),
    [
        ("ru", "до пятницы", "2025-03-14"),
        ("ru", "в течение 10 дней", "2025-03-22"),
        ("ru", "до конца месяца", "2025-03-31"),
        ("ru", "до 15 мая", "2025-05-15"),
        ("uz", "juma kunigacha", "2025-03-14"),
        ("uz", "жума кунигача", "2025-03-14"),
        ("uz", "10 kun ichida", "2025-03-22"),
        ("uz", "oy oxirigacha", "2025-03-31"),
        ("zh", "周五前", "2025-03-14"),
        ("zh", "10天内", "2025-03-22"),
        ("zh", "5月15日前", "2025-05-15"),
        ("zh", "月底前", "2025-03-31"),
    ],
)
def test_other_languages_say_until_when(language: str, text: str, last: str) -> None:
    """Russian, Uzbek in both scripts, Chinese."""
    assert [str(high) for _, _, high in _days(text, DateAnchor.on(WEDNESDAY), language)] == [last]


def test_words_stay_where_nobody_knows_when_they_were_said() -> None:
    """The day is unknown, the words are kept; a full date needs no other."""
    assert _days("by Friday", None) == [("by Friday", None, None)]
    assert _days("by 5 May 2025", None) == [("by 5 May 2025", date(2025, 5, 5), date(2025, 5, 5))]


def test_words_that_name_no_day_have_none() -> None:
    """Soon is no day, whenever it is said."""
    assert _days("I'll do it soon", DateAnchor.on(WEDNESDAY)) == [("soon", None, None)]


def test_a_day_of_saying_that_is_only_bounded_bounds_the_due_day() -> None:
    """Said some day in March: by Friday is one of five Fridays."""
    said = DateAnchor(date(2025, 3, 1), date(2025, 3, 31), "March 2025")
    assert _days("by Friday", said) == [("by Friday", date(2025, 3, 7), date(2025, 4, 4))]


@given(
    day=st.dates(date(2001, 1, 1), date(2090, 1, 1)),
    later=st.integers(0, 800),
    words=st.sampled_from(WORDS),
)
def test_what_is_said_later_is_due_no_earlier(day: date, later: int, words: str) -> None:
    """Resolving is monotone in the day of saying, and never ends before it begins."""
    first = _days(words, DateAnchor.on(day))[0]
    second = _days(words, DateAnchor.on(day + timedelta(days=later)))[0]
    assert first[1] is not None
    assert first[2] is not None
    assert second[1] is not None
    assert second[2] is not None
    assert first[1] <= first[2]
    assert first[1] <= second[1]
    assert first[2] <= second[2]


@given(day=st.dates(date(2001, 1, 1), date(2090, 1, 1)), words=st.sampled_from(WORDS))
def test_the_last_day_is_never_before_the_day_of_saying(day: date, words: str) -> None:
    """A promise is about what comes; a day and month without a year mean the nearest such day, before or after."""
    found = _days(words, DateAnchor.on(day))[0]
    slack = 183 if words == "by 30 April" else 0
    assert found[2] is not None
    assert found[2] >= day - timedelta(days=slack)
