"""Texts that are only proposed: drafts that are circulated, bills, requests for changes, unsigned forms."""

from __future__ import annotations

import pytest

from connectors.parsing import parse
from graph.vocabulary import ClaimField

ORDINANCE = "ORDINANCE NO. 77\nAN ORDINANCE ABOUT GULLS\n\nSection 1. No person shall feed gulls.\n\n"
CHANGE_ORDER = "CHANGE ORDER NO. 4\nProject: Marlow Pier\n"
WORK = '\n\n1. Section 05 12 00, paragraph 2.1: delete "6 mm" and substitute "8 mm".\n'


def _statuses(text: str) -> list[str]:
    stated = parse(text.encode(), "document.txt").statements
    return [s.value for s in stated if s.field is ClaimField.STATUS]


@pytest.mark.parametrize(
    "front",
    [
        "DRAFT INTERNATIONAL STANDARD\nISO/DIS 98555-1\n\nRopes for piers",
        "FINAL DRAFT INTERNATIONAL STANDARD\nISO/FDIS 98555-1\n\nRopes for piers",
        "ISO/CD 98555-1\n\nRopes for piers",
        "DRAFT EUROPEAN STANDARD\nprEN 98555\n\nRopes for piers",
        "prEN ISO 98555:2024\n\nRopes for piers",
        "HLS 98555\nRopes for piers\n\nThis draft is circulated for comment until 3 May 2026.",
        "Rope Policy\nVersion: 4.0 (consultation version, closes 15 January 2027)",
        "Rope Policy\n\nEXPOSURE DRAFT",
        "Rope Policy\n\nDraft for public consultation",
        "Piers (Ropes) Bill\n[AS INTRODUCED]",
        "ORDINANCE NO. 12 (AS INTRODUCED)\n\nAN ORDINANCE ABOUT ROPES",
        "POTENTIAL CHANGE ORDER PCO-3\nStatus: Pending owner review",
        "PROPOSED CHANGE ORDER NO. 3\nProject: Marlow Pier",
        "CHANGE ORDER REQUEST NO. 3\nProject: Marlow Pier",
        "BULLETIN NO. 3 - PROPOSAL REQUEST\nProject: Marlow Pier",
        "BULLETIN NO. 3\nProject: Marlow Pier\n\nPlease price the work below. This is not a change order or a "
        "direction to proceed.",
        "BULLETIN NO. 3\nProject: Marlow Pier\n\nTHIS REQUEST DOES NOT CONSTITUTE AN AUTHORIZATION TO PROCEED.",
        f"{CHANGE_ORDER}Owner: (unsigned)   Contractor: (unsigned)",
        f"{CHANGE_ORDER}Owner: ____________   Contractor: ____________",
    ],
)
def test_a_text_that_is_only_proposed_is_a_draft(front: str) -> None:
    """By its first page, whatever kind of text it is."""
    assert set(_statuses(front + WORK)) == {"draft"}


@pytest.mark.parametrize(
    "front",
    [
        "CHANGE ORDER REQUEST NO. 3\nOwner response: Rejected 9 June 2025",
        "SUBSTITUTION REQUEST NO. 3\nArchitect's review: NOT APPROVED",
        "WAIVER REQUEST NO. 3\nDecision: denied",
    ],
)
def test_a_request_that_was_turned_down_is_rejected(front: str) -> None:
    """The answer counts for more than that it is a request."""
    assert _statuses(front + WORK) == ["rejected"]


@pytest.mark.parametrize(
    "front",
    [
        "INTERNATIONAL STANDARD\nISO 98555-1\n\nRopes for piers\n\nDrafts are circulated for comment before a vote.",
        "EN 98555:2024\n\nRopes for piers",
        "Procedure for consultation\nVersion: 2.0",
        f"{CHANGE_ORDER}Owner: Tova Marsh, 3 June 2025   Contractor: Jon Reed, 4 June 2025",
        "ADDENDUM NO. 6\nProject: Marlow Pier\n\nA change order request is answered within ten days.",
        "General notes\n\nA proposal request is not a change order and does not change the contract.",
        "RFC 99001\n\nCategory: Informational\n\nRopes in draft standards are circulated among their makers.",
    ],
)
def test_a_text_in_force_that_speaks_of_drafts_and_requests_is_none(front: str) -> None:
    """Amid a sentence the words are about other texts."""
    assert not {"draft", "rejected"} & set(_statuses(front + WORK))


@pytest.mark.parametrize(
    "end",
    [
        "LEGISLATIVE HISTORY\nJune 4, 2019 - Introduced and read the first time.\n"
        "June 4, 2019 - Referred to the Committee on Natural Resources.\n(No report from committee.)",
        "Continued to a date uncertain, June 3, 2019.",
        "Continued indefinitely, June 3, 2019.",
        "First reading June 3, 2019. Second reading: ____________",
        "First reading June 3, 2019. Final reading: TBD",
        "Passed and adopted: ____________",
        "3 June 2019 - Removed from the agenda",
    ],
)
def test_an_ordinance_whose_passage_is_not_told_is_a_draft(end: str) -> None:
    """Steps on the way, and the blanks of a form, are no passage."""
    assert _statuses(ORDINANCE + end) == ["draft"]


@pytest.mark.parametrize(
    "end",
    [
        "Held unconstitutional and enjoined, Pellmere County Court, No. 19-77, November 12, 2019.",
        "Passed and adopted May 1, 2018.\nDeclared invalid by the Supreme Court on 3 May 2021.",
        "Enforcement of this ordinance permanently enjoined, Marlow Superior Court, 2020.",
        "The Council declined to approve the proposal and asked for a legal opinion.",
        "The Board refused to adopt the ordinance.",
        "Bill fell at dissolution, 9 September 2024.",
    ],
)
def test_an_ordinance_that_was_turned_down_or_struck_down_is_rejected(end: str) -> None:
    """A court's word counts for more than the passage before it."""
    assert _statuses(ORDINANCE + end) == ["rejected"]


@pytest.mark.parametrize(
    "end",
    [
        "If any part of this is\nheld invalid by a court, the rest stays.\n\nPassed and adopted May 1, 2018.",
        "Introduced April 2, 2018. Referred to the Committee on Birds. Passed and adopted May 1, 2018.",
        "April 2, 2018 - Referred to the Committee on Birds.\nMay 1, 2018 - Adopted.",
        "Permits that were refused to adopt a gull lapse.\n\nAdopted May 1, 2018.",
        "Section 3 held invalid in part, Marlow Court, 2020.\n\nAdopted May 1, 2018.",
    ],
)
def test_an_ordinance_that_was_passed_stays_so(end: str) -> None:
    """Earlier steps, clauses of severability and judgments on a part are no end of it."""
    assert _statuses(ORDINANCE + end) == ["issued"]
