"""Which editions of a document clash."""

from __future__ import annotations

import pytest

from graph.requirements.extract import extract
from graph.vocabulary import ConflictClass
from tests.quality.conflict_judge import judge_with
from tests.quality.conflict_scores import NO_PAIR

FACTS = {"authority": "specification", "date": "2026-03-02", "project": "Alder Yard", "jurisdiction": None}
CLASH = ConflictClass.EDITION_CLASH


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Pages shall meet WCAG 2.0 AA.", "Web Content Accessibility Guidelines (WCAG) 2.2 apply to pages.", CLASH),
        ("Bars: ASTM A615/A615M-16.", "Bars shall conform to ASTM A615 (2020).", CLASH),
        ("Wiring: NFPA 70, 2020.", "Wiring shall comply with the 2017 edition of NFPA 70.", CLASH),
        ("Controls are taken from NIST SP 800-53 (2020).", "Controls: NIST SP 800-53 Rev. 4.", CLASH),
        ("Contracts are let under NEC3.", "Contracts are let under NEC4.", CLASH),
        ("The 2019 CBC applies.", "The California Building Code, 2022, applies.", CLASH),
        ("Models are sent as IFC 2x3.", "Models are sent as IFC4.", CLASH),
        ("Vent to HTM 03-01:2007.", "Theatres shall follow HTM 03-01 (2021 edition).", CLASH),
        ("Theatres: HTM 03-01, June 2021.", "Theatres shall follow HTM 03-01:2007.", CLASH),
        ("Theatres: HTM 03-01, June 2021.", "Theatres shall follow HTM 03-01 (2021 edition).", NO_PAIR),
        ("Gauging: GIRT7020 Issue 1.", "Gauging shall comply with GIRT7020, Issue 2.", CLASH),
        ("Structures: Eurocode 2 (2004).", "Structures shall be designed to Eurocode 2:2023.", CLASH),
        ("Welds: AWS D1.1:2020.", "Welding shall be in accordance with AWS D1.1/D1.1M:2015.", CLASH),
        ("Alarms: BS 5839 Part 1:2002.", "Alarms shall comply with BS 5839-1:2017.", CLASH),
        ("Kit is tested to MIL-STD-810G.", "Equipment shall meet MIL-STD-810H.", CLASH),
        ("Lanes: Highway Design Manual, 6th Edition.", "Use the 7th edition of the Highway Design Manual.", CLASH),
        ("The tunnel was designed in 2003 to BS 6164:2001.", "Tunnelling shall comply with BS 6164:2019.", NO_PAIR),
        ("Cables that were tested to BS 6387:1994 shall stay.", "Cables shall comply with BS 6387:2013.", CLASH),
        ("Services shall use TLS 1.2 or later.", "Services shall use TLS 1.3.", NO_PAIR),
        ("Use BS EN 806-2:2005 instead of BS 6700:1997.", "Systems shall comply with BS 6700:2006.", NO_PAIR),
        ("TLS 1.0 shall not be used.", "Services shall use TLS 1.3.", NO_PAIR),
    ],
)
def test_two_editions_clash_where_both_are_meant(one: str, other: str, expected: str) -> None:
    """However the edition is written; the lowest of many or a forbidden one is none that binds."""
    sides = [{"text": text, "work": work, **FACTS} for text, work in ((one, "Part A"), (other, "Part B"))]
    assert judge_with(extract)(*sides) == expected
