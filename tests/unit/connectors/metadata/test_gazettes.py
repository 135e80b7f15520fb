"""Entries of a gazette of rules: names, day, and whether they bind."""

from __future__ import annotations

import pytest

from connectors.metadata.gazettes import gazette_statements
from graph.vocabulary import ClaimField

ENTRY = """{head}

HARBOUR SAFETY ADMINISTRATION

61 CFR Part 2110

[Docket No. HSA-2017-0009]

Safety of Quays; Guardrails

AGENCY: Harbour Safety Administration.

ACTION: {action}

DATES: Effective April 4, 2019.

[FR Doc. 2019-04455 Filed 3-4-19; 8:45 am]
"""


def _facts(head: str, action: str) -> dict[ClaimField, str]:
    return {s.field: s.value for s in gazette_statements(ENTRY.format(head=head, action=action))}


@pytest.mark.parametrize(
    ("part", "action", "status"),
    [
        ("Rules and Regulations", "Final rule.", "issued"),
        ("Rules and Regulations", "Final rule; correction.", "issued"),
        ("Proposed Rules", "Notice of proposed rulemaking.", "draft"),
        ("Rules and Regulations", "Request for comments.", "draft"),
    ],
)
def test_an_entry_tells_its_title_day_and_status(part: str, action: str, status: str) -> None:
    """The agency, the part of the code and the docket are no title."""
    facts = _facts(f"Federal Register / Vol. 84, No. 43 / Tuesday, March 5, 2019 / {part}", action)
    assert facts[ClaimField.TITLE] == "Safety of Quays; Guardrails"
    assert (facts[ClaimField.DATE], facts[ClaimField.STATUS]) == ("March 5, 2019", status)
    assert facts[ClaimField.ALIAS] == "FR Doc. 2019-04455"


def test_an_entry_is_known_by_its_issue_and_its_document() -> None:
    """Several entries share the issue."""
    head = "Federal Register / Vol. 84, No. 43 / Tuesday, March 5, 2019 / Rules and Regulations"
    stated = gazette_statements(ENTRY.format(head=head, action="Final rule."))
    assert [s.value for s in stated if s.field is ClaimField.ALIAS] == ["84 FR No. 43", "FR Doc. 2019-04455"]


def test_the_page_that_the_head_prints_is_the_number() -> None:
    """It stands before or behind the words of the head."""
    before = _facts(
        "10101 Federal Register / Vol. 84, No. 43 / Tuesday, March 5, 2019 / Rules and Regulations", "Rule."
    )
    behind = _facts(
        "Federal Register / Vol. 84, No. 43 / Tuesday, March 5, 2019 / Rules and Regulations 10101", "Rule."
    )
    assert before[ClaimField.NUMBER] == behind[ClaimField.NUMBER] == "84 FR 10101"


def test_a_text_that_cites_a_gazette_is_no_entry_of_it() -> None:
    """Only the head of a page makes one."""
    assert list(gazette_statements("See Federal Register / Vol. 84 for the rule.\n\nACTION: none.")) == []
