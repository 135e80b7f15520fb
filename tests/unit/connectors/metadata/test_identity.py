"""By which numbers and names acts, bulletins, resolutions, drafts and policies are known."""

from __future__ import annotations

import pytest

from connectors.file_names import name_statements
from connectors.parsing import parse
from connectors.protocol import Statement
from graph.vocabulary import ClaimField

BODY = "\n\n1. Ladders shall be renewed every 30 months.\n2. Ropes shall be of manila.\n"


def _of(text: str) -> dict[ClaimField, list[Statement]]:
    found: dict[ClaimField, list[Statement]] = {}
    for statement in parse(text.encode(), "document.txt").statements:
        found.setdefault(statement.field, []).append(statement)
    return found


@pytest.mark.parametrize(
    ("front", "number", "other"),
    [
        ("Piers (Safety) Act 2006\n2006 CHAPTER 31\n[21st July 2006]", "Piers (Safety) Act 2006", None),
        ("Landing Steps Act 1954\n1954 CHAPTER 22\n[1st June 1954]", "Landing Steps Act 1954", None),
        (
            "STATUTORY INSTRUMENTS\n2010 No. 914\nPIERS\nThe Piers (Safety) (Amendment) Regulations 2010",
            "Piers (Safety) (Amendment) Regulations 2010",
            None,
        ),
        (
            "STATUTORY INSTRUMENTS\n2019 No. 402\nPIERS\nThe Piers Act 2018 (Commencement) Order 2019",
            "Piers Act 2018 (Commencement) Order 2019",
            None,
        ),
        ("Piers (Crew) Bill\n[AS INTRODUCED]", "Piers (Crew) Bill", None),
        (
            "CORVANE PIER AUTHORITY\nMARINE BULLETIN 07/2012\nDate: 14 May 2012\nSubject: Ladders",
            "Bulletin 07/2012",
            "MB 07/2012",
        ),
        (
            "CORVANE PIER AUTHORITY\nMARINE BULLETIN 03/2016 (Rev.1)\nDate: 11 May 2021\nSubject: Ladders",
            "Bulletin 03/2016",
            "MARINE BULLETIN 03/2016",
        ),
        ("PIER AUTHORITY\nMARINE NOTICE 127\nDate: 14 May 2012\nSubject: Ladders", "Marine Notice 127", None),
        ("WEX UNIVERSITY\nCOUNCIL\nResolution C/2022/14\nMeeting of 9 May 2022", "Resolution C/2022/14", "C/2022/14"),
        ("WEX UNIVERSITY\nINTERIM POLICY AP-305i\nLadders", "POLICY AP-305i", "AP-305i"),
        ("DRAFT INTERNATIONAL STANDARD\nISO/DIS 98555-1\n\nLadders", "ISO 98555-1", "ISO/DIS 98555-1"),
        ("DRAFT EUROPEAN STANDARD\nprEN 98555:2024\n\nLadders", "EN 98555", "prEN 98555:2024"),
        ("Designation: D9999 − 18a (Reapproved 2023)ε1\n\nStandard Test Method for Ladders", "ASTM D9999-18a", "D9999"),
    ],
)
def test_a_text_bears_its_own_number(front: str, number: str, other: str | None) -> None:
    """Its number stands on the first page; what it is about names no work."""
    stated = _of(front + BODY)
    assert [s.value.casefold() for s in stated[ClaimField.NUMBER]] == [number.casefold()]
    assert other is None or other in [s.value for s in stated[ClaimField.ALIAS]]


@pytest.mark.parametrize(
    "line",
    [
        "In this part the Piers Act 2006 applies",
        "An Act to make provision about piers",
        "The keeper pays the bill",
        "Rules and order of the house",
        "See bulletin 7/12 of the pier",
        "Ordinance 2019-055, stream setbacks. Commissioner Vell moved referral.",
    ],
)
def test_a_line_that_only_speaks_of_one_is_no_number(line: str) -> None:
    """A designation is the whole of its line."""
    assert ClaimField.NUMBER not in _of(f"Notes for keepers\n{line}{BODY}")


def test_a_draft_of_a_standard_is_a_version_of_it() -> None:
    """Its version says that it is a draft, not which edition it will be."""
    stated = _of(f"DRAFT INTERNATIONAL STANDARD\nISO/DIS 98555-1\n\nLadders\n\nThis third edition replaces all.{BODY}")
    assert max(stated[ClaimField.VERSION], key=lambda s: s.confidence).value == "DIS"


@pytest.mark.parametrize(
    "mark",
    ["Issued for Bid: January 15, 2025", "Issued for Tender", "ISSUED FOR BID - 3 March 2025", "Status: For Tender"],
)
def test_a_specification_issued_for_bid_is_issued(mark: str) -> None:
    """It is what addenda change; a drawing for tender may still be none to build from."""
    stated = _of(
        f"MARLOW PIER\n{mark}\n\nSECTION 08 71 00\nDOOR HARDWARE\n\nPART 1 - GENERAL\n\nA. Doors shall close.\n"
    )
    assert {s.value for s in stated[ClaimField.STATUS]} == {"issued"}


@pytest.mark.parametrize("mark", ["Issued for Review", "DRAFT", "Issued for Comment"])
def test_a_specification_for_review_is_not(mark: str) -> None:
    """Only the text that is bid on binds."""
    stated = _of(
        f"MARLOW PIER\n{mark}\n\nSECTION 08 71 00\nDOOR HARDWARE\n\nPART 1 - GENERAL\n\nA. Doors shall close.\n"
    )
    assert not {s.value for s in stated[ClaimField.STATUS]} & {"issued"}


def test_the_end_of_a_consultation_is_no_date_of_the_text() -> None:
    """The day after an edition is its own, unless it ends something."""
    closing = _of(f"Ladder Policy\n\nVersion: 4.0 (consultation version, closes 15 January 2027){BODY}")
    assert ClaimField.DATE not in closing
    dated = _of(f"Ladder Policy\n\nVersion: 4.0 (15 January 2026){BODY}")
    assert [s.value for s in dated[ClaimField.DATE]] == ["15 January 2026"]


def test_the_year_of_a_numbered_bulletin_is_no_edition() -> None:
    """A file's name writes the stroke of the number as a dash."""
    stated = name_statements("Marine Bulletin MB 03-2016.txt")
    assert ClaimField.VERSION not in {s.field for s in stated}
    assert [s.value for s in stated if s.field is ClaimField.NUMBER] == ["MB 03-2016"]
