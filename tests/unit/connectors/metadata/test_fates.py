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
        ("Note: These Regulations were disallowed by the Legislative Council on 19 August 2021.", "rejected"),
    ],
)
def test_what_stands_at_the_end_of_an_ordinance_tells_its_fate(closing: str, status: str) -> None:
    """Also where the steps are lines of one form; a later veto counts."""
    stated = _of(f"ORDINANCE NO. 31\nGUARDS\n\nSection 1. Guards.\n\nGuards shall be 1 m high.\n\n{closing}\n")
    assert [s.value for s in stated[ClaimField.STATUS]] == [status]


BODY = "ORDINANCE NO. 31\nGUARDS\n\nSection 1. Guards.\n\nGuards shall be 1 m high.\n\n"


@pytest.mark.parametrize(
    ("closing", "status"),
    [
        ("Put to the meeting.\nThe question was put and defeated on a roll call of 2 to 5.", "rejected"),
        ("The motion was put and was LOST on a show of hands.", "rejected"),
        ("Motion by Tarn to adopt; failed for want of a second.", "rejected"),
        ("Passed by Council: 6 May 2018\nVETOED by the Reeve: 15 May 2018\nVote to override: FAILED", "rejected"),
        ("Passed 5-2 on June 1, 2020. Disapproved by the Mayor on June 9, 2020.", "rejected"),
        ("The Reeve returned it to the Council. It did not become law.", "rejected"),
        ("Withdrawn at the request of the sponsor before third reading.", "rejected"),
        ("This ordinance was never adopted.", "rejected"),
        ("Councillor Moss moved to table indefinitely. Motion carried 5-2.", "draft"),
        ("Moss moved to amend. Motion failed. Passed and adopted May 3, 2019.", "issued"),
        ("Passed 5-2 on June 1, 2020. Vetoed June 4, 2020. Veto overridden June 9, 2020.", "issued"),
        ("First reading May 4. No further action was taken.", "draft"),
        ("CARRIED unanimously.", "issued"),
        ("Passed as an emergency measure: April 7, 2020", "issued"),
        ("Introduced: September 5, 2017\nPassed and adopted: October 3, 2017\nAyes: 6. Nays: 1.", "issued"),
        ("DONE AND ADOPTED in regular session this 14th day of September, 2021.", "issued"),
    ],
)
def test_motions_and_steps_tell_a_fate(closing: str, status: str) -> None:
    """A motion about how to go on is none on the text; what comes last counts."""
    stated = _of(f"{BODY}{closing}\n")[ClaimField.STATUS]
    assert [s.value for s in stated] == [status]
    assert stated[0].span is not None


@pytest.mark.parametrize(
    "sentence", ["The motion shall be lost if a majority is against it.", "Rejected goods shall be removed."]
)
def test_a_rule_about_votes_or_goods_tells_no_fate(sentence: str) -> None:
    """Only what happened does."""
    assert ClaimField.STATUS not in _of(f"{BODY}{sentence}\n")


@pytest.mark.parametrize(
    ("votes", "status"),
    [
        ("Ayes: 2. Nays: 5.", ["rejected"]),
        ("Ayes: 5. Nays: 2.", []),
        ("AYES: Moss, Tarn\nNAYS: Fell, Beck and Rigg", ["rejected"]),
        ("AYES: Moss, Tarn\nNAYS: None", []),
        ("Vote: 4 yes, 4 no", ["rejected"]),
        ("Vote: 4 in favour, 3 against; 5 votes required", ["rejected"]),
        ("Bolts for 3 yes", []),
    ],
)
def test_a_lost_vote_rejects_a_text_of_which_nothing_else_is_told(votes: str, status: list[str]) -> None:
    """A tie is lost."""
    assert [s.value for s in _of(f"{BODY}{votes}\n").get(ClaimField.STATUS, [])] == status


@pytest.mark.parametrize(("tarn", "status"), [("", []), ("x", ["rejected"])])
def test_a_table_of_votes_is_counted(tarn: str, status: list[str]) -> None:
    """Marks in the columns of the two sides."""
    rows = f"| Member | Aye | Nay |\n|---|---|---|\n| Moss | x |  |\n| Tarn | {'' if tarn else 'x'} | {tarn} |\n"
    text = f"# ORDINANCE NO. 31\n\n## Section 1. Guards\n\nGuards shall be 1 m high.\n\n{rows}"
    stated = [s.value for s in parse(text.encode(), "document.md").statements if s.field is ClaimField.STATUS]
    assert stated == status


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ("Status: OPEN - awaiting response", ["draft"]),
        ("", ["draft"]),
        ("Not yet received", ["draft"]),
        ("____________", ["draft"]),
        ("Use the larger bracket.", []),
        ("Status: Closed\nUse the larger bracket.", ["issued"]),
    ],
)
def test_a_question_without_an_answer_does_not_bind(answer: str, status: list[str]) -> None:
    """Whether its form says so or has nothing under the heading for the answer."""
    text = f"REQUEST FOR INFORMATION\nRFI No: 52\nSubject: Brackets\n\nQUESTION\nWhich bracket?\n\nRESPONSE\n{answer}\n"
    assert [s.value for s in _of(text).get(ClaimField.STATUS, [])] == status
