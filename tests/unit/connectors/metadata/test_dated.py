"""What dates of a front page mean, in several languages, and since when a status holds."""

from __future__ import annotations

from datetime import date

import pytest

from connectors.parsing import parse
from connectors.protocol import Statement
from graph.vocabulary import ClaimField


def _of(text: str, field: ClaimField) -> list[Statement]:
    return [s for s in parse(text.encode(), "document.txt").statements if s.field is field]


@pytest.mark.parametrize(
    ("line", "field", "day"),
    [
        ("2018-12-01 实施", ClaimField.EFFECTIVE_FROM, date(2018, 12, 1)),
        ("2018-06-01 发布", ClaimField.DATE, date(2018, 6, 1)),
        ("2019-yil 1-iyundan amal qiladi", ClaimField.EFFECTIVE_FROM, date(2019, 6, 1)),
        ("Дата введения 2015-01-01", ClaimField.EFFECTIVE_FROM, date(2015, 1, 1)),
        ("введен в действие с 1 января 2015 г.", ClaimField.EFFECTIVE_FROM, date(2015, 1, 1)),
        ("введён в действие с 1 января 2015 г.", ClaimField.EFFECTIVE_FROM, date(2015, 1, 1)),
    ],
)
def test_a_word_beside_a_date_tells_what_it_means(line: str, field: ClaimField, day: date) -> None:
    """Issued, or in force from."""
    text = f"QMQ 3.77.01-19\nZinapoyalar\n\n{line}\n\n1 Umumiy qoidalar\nMatn.\n"
    assert [s.date.earliest for s in _of(text, field) if s.date] == [day]
    other = ClaimField.DATE if field is ClaimField.EFFECTIVE_FROM else ClaimField.EFFECTIVE_FROM
    assert _of(text, other) == []


def test_one_line_gives_the_day_of_issue_and_the_day_in_force() -> None:
    """As title pages of Chinese standards do."""
    text = "GB 50777-2018\n仓库采光设计规范\n\n2018-06-01 发布    2018-12-01 实施\n\n1 总则\n本规范适用于新建仓库。\n"
    assert [s.value for s in _of(text, ClaimField.DATE)] == ["2018-06-01"]
    assert [s.value for s in _of(text, ClaimField.EFFECTIVE_FROM)] == ["2018-12-01"]


def test_a_status_keeps_the_date_since_when_it_holds() -> None:
    """The date belongs to the status and is no date of issue."""
    text = "KSS 410-3:2008\nGlass handrails\nStatus: Withdrawn 2020-01-31\n\nPublished 2008-08-08\n\n1 Scope\nText.\n"
    (status,) = _of(text, ClaimField.STATUS)
    assert status.value == "withdrawn"
    assert status.date is not None
    assert status.date.earliest == date(2020, 1, 31)
    assert [s.value for s in _of(text, ClaimField.DATE)] == ["2008-08-08"]


TERMS = (
    "LODEN COUNCIL\nPolicy LC-41\nNoise at work sites\nDate: 2 April 2018\n\n1 Scope\n\nNoise of sites.\n\n2 Term\n\n"
)


@pytest.mark.parametrize(
    ("sentence", "ends"),
    [
        ("This policy is valid for a period of five years from its date of issue.", date(2023, 4, 2)),
        ("This moratorium expires\non June 30, 2024.", date(2024, 6, 30)),
        ("This moratorium expires on\nJune 30, 2024.", date(2024, 6, 30)),
        ("This notice takes effect on 1 May 2018 and is in force for eighteen (18) months.", date(2019, 11, 1)),
        ("This rule is effective 1 May 2018 and expires two years after its effective date.", date(2020, 5, 1)),
        ("The period of validity of this instruction is 3 years from the date of publication.", date(2021, 4, 2)),
        ("This notice expires after 90 days.", date(2018, 7, 1)),
        ("This waiver lapses 180 days after adoption.", date(2018, 9, 29)),
        ("Permits are valid for one year from the date of issue.", None),
        ("The term of Policy LC-9 is extended until 3 May 2025.", None),
    ],
)
def test_a_text_ends_on_a_day_or_after_a_period(sentence: str, ends: date | None) -> None:
    """Counted by hand from 2 April 2018, or from its own start; other things' periods are theirs."""
    stated = parse(f"{TERMS}{sentence}\n".encode(), "document.txt").statements
    found = [s.date.earliest for s in stated if s.field is ClaimField.EFFECTIVE_TO and s.date]
    assert found == ([ends] if ends else [])


def test_an_extension_is_believed_before_the_first_end() -> None:
    """Wherever it stands."""
    text = f"{TERMS}This policy expires on 1 May 2020. The validity of this policy is extended until 3 May 2025.\n"
    stated = [s for s in parse(text.encode(), "document.txt").statements if s.field is ClaimField.EFFECTIVE_TO]
    assert max(stated, key=lambda s: s.confidence).value == "3 May 2025"


@pytest.mark.parametrize(
    ("header", "status"),
    [
        ("Status: Withdrawn\nWithdrawn: 31 October 2019", "withdrawn"),
        ("Date of withdrawal: 31 October 2019", "withdrawn"),
        ("Superseded on: 31 October 2019", "superseded"),
    ],
)
def test_the_day_on_which_a_text_went_out_of_force_dates_its_status(header: str, status: str) -> None:
    """It is believed before the bare status."""
    text = f"LODEN COUNCIL\nPolicy LC-41\nNoise\n{header}\n\n1 Scope\n\nNoise of sites.\n"
    stated = [s for s in parse(text.encode(), "document.txt").statements if s.field is ClaimField.STATUS]
    best = max(stated, key=lambda s: s.confidence)
    assert best.value == status
    assert best.date is not None
    assert best.date.earliest == date(2019, 10, 31)


@pytest.mark.parametrize(
    "stamp", ["ISSUED FOR CONSTRUCTION   01 MAR 2023", "As built, 1 March 2023", "FOR TENDER 01.03.2023"]
)
def test_a_stamp_dates_the_sheet(stamp: str) -> None:
    """The day stands after what it was issued for."""
    text = f"LODEN COUNCIL\nPolicy LC-41\nNoise\n{stamp}\n\n1 Scope\n\nNoise of sites.\n"
    stated = [s for s in parse(text.encode(), "document.txt").statements if s.field is ClaimField.DATE]
    assert [s.date.earliest for s in stated if s.date] == [date(2023, 3, 1)]
