"""Revision tables in cells and in plain lines, and what they tell of the document's own version."""

from __future__ import annotations

import pytest

from connectors.parsing import parse
from graph.vocabulary import ClaimField, Ground

SHEET = """\
QUAY HOUSE
Drawing number: QH-ARC-02-DR-A-1101
Revision: {own}

Rev  Date        Description                By   Chk
C01  20.06.2022  Construction issue         KT   LB
C02  05.09.2022  Parapet raised             KT   LB

1. The parapet is 1200 mm high.
"""
POLICY = """\
# QP-21 Home Working

| Version | Approved by | {head} | Summary |
|---|---|---|---|
| 1.0 | Board | 1 September 2018 | New |
| 2.0 | Board | 1 January 2021 | Days raised |

{own}

1. Staff may work at home on two days.
"""


def told(text: str, name: str, *fields: ClaimField) -> list[tuple[ClaimField, str]]:
    """Field and day of the statements that a revision table makes."""
    found = parse(text.encode(), name).statements
    return [
        (s.field, s.date.earliest.isoformat())
        for s in found
        if s.ground is Ground.REVISION_TABLE and s.field in fields and s.date and s.date.earliest
    ]


@pytest.mark.parametrize(("own", "day"), [("C01", "2022-06-20"), ("C02", "2022-09-05")])
def test_the_row_of_a_sheets_own_revision_dates_the_sheet(own: str, day: str) -> None:
    """In plain lines under "Rev Date"; the other row is another revision's."""
    text = SHEET.format(own=own)
    assert told(text, "s.txt", ClaimField.DATE) == [(ClaimField.DATE, day)]
    assert told(text, "s.txt", ClaimField.VERSION) == [
        (ClaimField.VERSION, "2022-06-20"),
        (ClaimField.VERSION, "2022-09-05"),
    ]


@pytest.mark.parametrize(
    ("head", "own", "expected"),
    [
        ("Effective date", "Version: 1.0", [(ClaimField.EFFECTIVE_FROM, "2018-09-01")]),
        ("Effective from", "Version: 2.0", [(ClaimField.EFFECTIVE_FROM, "2021-01-01")]),
        ("Date", "Version: 2.0", [(ClaimField.DATE, "2021-01-01")]),
        ("Issue date", "Version: 2.0", [(ClaimField.DATE, "2021-01-01")]),
        ("Effective date", "Version: 3.0", []),
        ("Effective date", "", []),
        ("Effective date", "Version: 2.0\nEffective: 1 March 2021", []),
    ],
)
def test_the_row_of_the_own_version_tells_what_its_column_says(
    head: str, own: str, expected: list[tuple[ClaimField, str]]
) -> None:
    """Nothing of a version that the table lacks or the text does not state; the face's own date is believed."""
    text = POLICY.format(head=head, own=own)
    assert told(text, "p.md", ClaimField.DATE, ClaimField.EFFECTIVE_FROM) == expected


def test_lines_under_other_words_are_no_revisions() -> None:
    """A list of loads by date has no revision in its head."""
    text = "Drawing number: QH-1101\nRevision: C01\n\nLoad  Date\nC01  20.06.2022  Crane test\n\n1. Keep clear.\n"
    assert told(text, "s.txt", ClaimField.DATE, ClaimField.VERSION) == []
