"""From when and until when a text binds, in its own sentences."""

from __future__ import annotations

from datetime import date

import pytest

from connectors.metadata.effective import effective_statements
from graph.dates import parse_date
from graph.vocabulary import ClaimField

FROM, TO = ClaimField.EFFECTIVE_FROM, ClaimField.EFFECTIVE_TO


def stated(text: str) -> list[tuple[ClaimField, str]]:
    """Field and date as written, for a text adopted on 2 April 2020."""
    return [(s.field, s.value) for s in effective_statements(text, parse_date("2 April 2020"))]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("This notice expires on 31 May 2024.", [(TO, "31 May 2024")]),
        ("Valid until 31 May 2024.", [(TO, "31 May 2024")]),
        ("This bulletin becomes mandatory on 1 July 2025.", [(FROM, "1 July 2025")]),
        ("This bulletin applies to work started on or after 1 January 2026.", [(FROM, "1 January 2026")]),
        ("Passed on February 3, 2015. Effective March 1, 2015.", [(FROM, "March 1, 2015")]),
        (
            "This ordinance takes effect immediately upon adoption and shall expire on September 30, 2020.",
            [(FROM, "immediately"), (TO, "September 30, 2020")],
        ),
        ("This notice is withdrawn with effect from 1 March 2024.", [(TO, "1 March 2024")]),
    ],
)
def test_a_sentence_about_the_text_itself_gives_its_days(sentence: str, expected: list[tuple[ClaimField, str]]) -> None:
    """Each phrase with the date that belongs to it, not with that of the next statement."""
    assert stated(sentence) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "Notice HT-N-5 is revoked with effect from 1 March 2024.",
        "This notice remains in force until revoked.",
        "A mooring permit expires on 31 December 2025.",
    ],
)
def test_days_of_other_things_are_not_the_texts_own(sentence: str) -> None:
    """Another notice's end, no day at all, and a permit's end."""
    assert stated(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "day"),
    [
        ("This ordinance shall not be operative until January 1, 2025, the director giving notice.", "2025-01-01"),
        ("This order shall not take effect before 1 May 2021.", "2021-05-01"),
        ("This ordinance becomes operative on the one hundred eightieth day after adoption.", "2020-09-29"),
        ("This ordinance takes effect one hundred and twenty days after enactment.", "2020-07-31"),
        ("This ordinance takes effect on the 30th (thirtieth) day after passage.", "2020-05-02"),
        ("The effective date of this ordinance is the first day of January following its adoption.", "2021-01-01"),
        ("This rule takes effect on January 1 next following its adoption.", "2021-01-01"),
        ("This ordinance shall take effect on the first day of the third month after adoption.", "2020-07-01"),
        ("This by-law comes into force on the first day of the month following its adoption.", "2020-05-01"),
        ("This ordinance takes effect on the first day of the calendar quarter following adoption.", "2020-07-01"),
        ("This ordinance shall become operative at 12:01 A.M. September 1, 2021.", "2021-09-01"),
        ("This ordinance shall take effect sixty days after May 6, 2020.", "2020-07-05"),
        ("This Act comes into force on the day after Royal Assent.", "2020-04-03"),
        ("This rule takes effect ten working days after publication.", "2020-04-16"),
        (
            "This Act comes into force at the end of the period of two months beginning with the day on which"
            " it is passed.",
            "2020-06-02",
        ),
        ("That clause 2 be replaced with the following with effect from 1 September 2025:", "2025-09-01"),
    ],
)
def test_a_start_that_is_put_off_is_the_day_counted_by_hand(sentence: str, day: str) -> None:
    """From 2 April 2020, a Thursday, or from the date that the sentence itself names."""
    found = effective_statements(sentence, parse_date("2 April 2020"))
    assert {(s.field, s.date.earliest.isoformat()) for s in found if s.date and s.date.earliest} == {(FROM, day)}


@pytest.mark.parametrize(
    "sentence",
    [
        "This Act comes into force on such day as the Minister may by order appoint.",
        "This ordinance shall take effect upon its approval by the voters of the Borough.",
        "This ordinance shall take effect on the second Tuesday following its adoption.",
        "This by-law shall not take effect until the director certifies that the works are complete.",
        "This policy applies from a date to be announced by the Registrar.",
        "These regulations come into force when the port is opened.",
    ],
)
def test_a_start_on_a_day_that_is_not_told_is_later_than_any_day_asked_for(sentence: str) -> None:
    """Never in force at once: the day is past every calendar's, and the words say why."""
    (found,) = {(s.field, s.date) for s in effective_statements(sentence, parse_date("2 April 2020"))}
    field, anchor = found
    assert field is FROM
    assert anchor is not None
    assert anchor.earliest == date.max
    assert "not told" in anchor.text


@pytest.mark.parametrize(
    "sentence",
    [
        "This agreement shall not be effective until signed by both parties.",
        "In this document the option takes effect when the server answers.",
        "Section 2 comes into force on such day as the Minister may by order appoint.",
        "RESOLVED that Policy WX-7 be discontinued with effect from 31 July 2022.",
        "A permit under this ordinance takes effect when the fee is paid.",
    ],
)
def test_nothing_puts_off_a_text_of_which_the_sentence_does_not_tell(sentence: str) -> None:
    """What is met by any issued text, an option, one section, another policy's end, a permit."""
    assert stated(sentence) == []


def test_a_text_that_takes_effect_at_once_is_put_off_by_nothing_that_follows() -> None:
    """The passage is the day, whatever else the law provides."""
    assert stated("This ordinance shall take effect upon its passage and publication as provided by law.") == [
        (FROM, "upon its passage")
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "Section 3. Section 2 takes effect on January 1, 2030.",
        "Sections 3 to 7 come into force on 1 June 2021.",
        "Section 1 of this act takes effect January 1, 2024.",
    ],
)
def test_the_day_of_some_sections_is_not_that_of_the_whole(sentence: str) -> None:
    """The text as a whole may have begun before."""
    found = effective_statements(f"Section 1. Piers shall be painted.\n\n{sentence}\n")
    assert not [s for s in found if s.field is ClaimField.EFFECTIVE_FROM]
