"""What became of a proposed ordinance, and days that run from its adoption."""

from __future__ import annotations

from datetime import date

import pytest

from connectors.metadata.periods import period_after
from connectors.parsing import parse
from connectors.protocol import Statement
from graph.time import DateAnchor
from graph.vocabulary import ClaimField

FAILED = """\
CITY OF MARLOW
PROPOSED ORDINANCE NO. 2023-05
AN ORDINANCE AMENDING SECTION 12-6 OF THE MUNICIPAL CODE

Introduced on June 5, 2023. Motion failed 3-4. Not adopted.

Section 1. Section 12-6 of the Municipal Code is amended to read as follows:
"Section 12-6. Snow removal. Owners shall remove snow from sidewalks within 8 hours after snowfall ends."

Section 2. This ordinance takes effect on July 1, 2023.
"""

PASSED = """\
CITY OF MARLOW
ORDINANCE NO. 2018-07
AN ORDINANCE AMENDING CHAPTER 12 OF THE MUNICIPAL CODE

Passed and adopted on May 14, 2018.

Section 2. Section 12-5 of the Municipal Code is hereby repealed.

Section 3. This ordinance takes effect 60 days after adoption.
"""


def _of(text: str) -> dict[ClaimField, list[Statement]]:
    found: dict[ClaimField, list[Statement]] = {}
    for statement in parse(text.encode(), "document.txt").statements:
        found.setdefault(statement.field, []).append(statement)
    return found


def test_an_ordinance_that_failed_is_rejected_and_never_takes_effect() -> None:
    """Its number is its own; the day in its last section is no claim."""
    stated = _of(FAILED)
    assert [s.value for s in stated[ClaimField.STATUS]] == ["rejected"]
    assert [s.value for s in stated[ClaimField.NUMBER]] == ["Ordinance NO. 2023-05"]
    assert ClaimField.EFFECTIVE_FROM not in stated
    assert ClaimField.DATE not in stated


def test_an_ordinance_takes_effect_days_after_its_adoption() -> None:
    """The period is counted from the day it was passed; its span is the words of the sentence."""
    document = parse(PASSED.encode(), "document.txt")
    stated = _of(PASSED)
    assert [s.value for s in stated[ClaimField.STATUS]] == ["issued"]
    adopted, effective = stated[ClaimField.DATE][0], stated[ClaimField.EFFECTIVE_FROM][0]
    assert adopted.date == DateAnchor.on(date(2018, 5, 14), "May 14, 2018")
    assert effective.date is not None
    assert effective.date.earliest == date(2018, 7, 13)
    assert effective.span is not None
    assert document.text[effective.span.start : effective.span.end] == "takes effect 60 days after adoption"


@pytest.mark.parametrize(
    ("sentence", "status"),
    [
        ("Tabled on May 1, 2024.", "draft"),
        ("Vetoed by the Mayor on May 1, 2024.", "rejected"),
        ("This ordinance failed to pass.", "rejected"),
        ("Withdrawn from consideration.", "rejected"),
        ("Introduced on May 1, 2024.", "draft"),
        ("Introduced on May 1, 2024. Adopted on June 3, 2024.", "issued"),
        ("This ordinance was passed and adopted on June 3, 2024.", "issued"),
    ],
)
def test_sentences_that_tell_a_fate(sentence: str, status: str) -> None:
    """Before the first section."""
    stated = _of(f"ORDINANCE NO. 31\n\n{sentence}\n\nSection 1. Guards shall be 1 m high.\n")
    assert [s.value for s in stated[ClaimField.STATUS]] == [status]


def test_a_closing_formula_tells_the_day_and_a_note_in_the_text_does_not() -> None:
    """Capitals at the end speak of the whole; a history note speaks of a section."""
    body = "ORDINANCE NO. 31\nGUARDS\n\nSection 1. Guards.\n\nGuards shall be 1 m high.\n\n"
    assert _of(f"{body}PASSED AND ADOPTED this 3rd day of June, 2024.\n")[ClaimField.DATE][0].date == DateAnchor.on(
        date(2024, 6, 3), "3rd day of June, 2024"
    )
    assert ClaimField.DATE not in _of(f"{body}Adopted on June 3, 1999, as amended.\n")


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("thirty (30) days after its passage", date(2024, 3, 1)),
        ("on the thirtieth day after its final passage", date(2024, 3, 1)),
        ("one month after the date of its publication", date(2024, 2, 29)),
        ("immediately upon its adoption", date(2024, 1, 31)),
        ("upon passage", date(2024, 1, 31)),
        ("two years after enactment", date(2026, 1, 31)),
    ],
)
def test_periods_after_adoption(words: str, day: date) -> None:
    """Counted by hand from 31 January 2024."""
    found = period_after(words, DateAnchor.on(date(2024, 1, 31)))
    assert found is not None
    assert found[1].earliest == day


def test_a_period_from_an_unknown_day_is_no_day() -> None:
    """Nothing is guessed."""
    assert period_after("30 days after adoption", None) is None
    assert period_after("30 days after the inspection", DateAnchor.on(date(2024, 1, 31))) is None


@pytest.mark.parametrize(
    ("closing", "status"),
    [
        ("Passed by the Town Council on February 3, 2015.", "issued"),
        ("Passed by Council: March 14, 2022\nVetoed by the Mayor: March 20, 2022", "rejected"),
        ("The ordinance was tabled indefinitely on August 9, 2021.", "draft"),
    ],
)
def test_what_stands_at_the_end_of_an_ordinance_tells_its_fate(closing: str, status: str) -> None:
    """Also where the steps are lines of one form; a later veto counts."""
    stated = _of(f"ORDINANCE NO. 31\nGUARDS\n\nSection 1. Guards.\n\nGuards shall be 1 m high.\n\n{closing}\n")
    assert [s.value for s in stated[ClaimField.STATUS]] == [status]
