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
