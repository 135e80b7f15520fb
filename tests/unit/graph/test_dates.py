"""What `graph.dates` reads as a date, and what it refuses."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.dates import find_dates, full_year, parse_date


@pytest.mark.parametrize(
    "text",
    [
        "2013-04-06", "6 April 2013", "April 6, 2013", "6th April 2013", "06-Apr-2013", "6 Apr. 2013", "6-Apr-13",
        "6th day of April 2013", "Sat, 06 Apr 2013 10:15:00 +0000", "2013-04-06T10:15:00Z", "06.04.2013",
        "6 апреля 2013 г.", "2013-yil 6-aprel", "2013 йил 6 апрель", "2013年4月6日", "2013 April 6", "2013/4/6",
        "Apr 6 2013", "APRIL 6, 2013",
    ],
)  # fmt: skip
def test_every_way_of_writing_one_day_gives_that_day(text: str) -> None:
    """The spelling does not matter."""
    anchor = parse_date(text)
    assert anchor is not None
    assert (anchor.earliest, anchor.latest) == (date(2013, 4, 6), date(2013, 4, 6))


@pytest.mark.parametrize(
    ("text", "earliest", "latest"),
    [
        ("June 2022", date(2022, 6, 1), date(2022, 6, 30)),
        ("February 2024", date(2024, 2, 1), date(2024, 2, 29)),
        ("2013", date(2013, 1, 1), date(2013, 12, 31)),
        ("2022-06", date(2022, 6, 1), date(2022, 6, 30)),
        ("июнь 2022 года", date(2022, 6, 1), date(2022, 6, 30)),
        ("2022年6月", date(2022, 6, 1), date(2022, 6, 30)),
        ("06/04/2013", date(2013, 4, 6), date(2013, 6, 4)),
        ("25/04/2013", date(2013, 4, 25), date(2013, 4, 25)),
        ("04/25/13", date(2013, 4, 25), date(2013, 4, 25)),
    ],
)
def test_what_a_text_leaves_open_stays_open_within_bounds(text: str, earliest: date, latest: date) -> None:
    """A month, a year and an ambiguous order of day and month are bounds, not a guess."""
    anchor = parse_date(text)
    assert anchor is not None
    assert (anchor.earliest, anchor.latest) == (earliest, latest)


@pytest.mark.parametrize(
    "text",
    [
        "31 February 2013",
        "2013-13-01",
        "45/45/2013",
        "Rev C",
        "",
        "9.3.6",
        "2.01.03-96",
        "A-201",
        "1 May and 2 May 2013 or 3 May 2013",
    ],
)
def test_what_is_no_date_or_no_possible_one_is_none(text: str) -> None:
    """Clause and document numbers are no dates; neither is a day that no calendar has."""
    assert parse_date(text) is None


def test_running_text_gives_each_date_with_its_words() -> None:
    """Spans slice back to the words; impossible dates leave no month behind."""
    text = "Issued on 3 March 2025, in force from 1 April 2025; not 31 June 2025. See RFC 2010 and 2010 ADA Standards."
    found = find_dates(text)
    assert [text[span.start : span.end] for span, _ in found] == ["3 March 2025", "1 April 2025"]


def test_a_bare_year_counts_only_where_words_make_it_a_date() -> None:
    """Most four-digit numbers are none."""
    assert [anchor.earliest for _, anchor in find_dates("What governed TCP in 2010?")] == [date(2010, 1, 1)]
    assert find_dates("RFC 2010 holds 2010 bytes") == []


def test_a_day_without_a_year_means_the_nearest_one_when_asked() -> None:
    """A mail of January that says 20 December means the December before."""
    ((_, anchor),) = find_dates("by 20 December please", near=date(2024, 1, 5))
    assert anchor.earliest == date(2023, 12, 20)
    assert find_dates("by 20 December please") == []


def test_two_digit_years_turn_at_fifty() -> None:
    """62 is 1962 (standards are that old), 49 is 2049."""
    assert [full_year(year) for year in (62, 96, 19, 49, 50, 2013)] == [1962, 1996, 2019, 2049, 1950, 2013]


@given(
    st.dates(date(1900, 1, 1), date(2099, 12, 31)),
    st.sampled_from(["%d %B %Y", "%B %d, %Y", "%Y-%m-%d", "%d-%b-%Y", "%d.%m.%Y"]),
)
def test_a_written_date_reads_back(day: date, form: str) -> None:
    """Writing a day and reading it gives the day, alone and in a sentence."""
    written = day.strftime(form)
    anchor = parse_date(written)
    assert anchor is not None
    assert anchor.earliest == anchor.latest == day
    assert [found.earliest for _, found in find_dates(f"It binds from {written}, as agreed.")] == [day]
