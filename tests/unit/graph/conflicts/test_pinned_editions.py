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
        ("Services shall use TLS 1.2 or later.", "Services shall use TLS 1.3.", NO_PAIR),
        ("Use BS EN 806-2:2005 instead of BS 6700:1997.", "Systems shall comply with BS 6700:2006.", NO_PAIR),
        ("TLS 1.0 shall not be used.", "Services shall use TLS 1.3.", NO_PAIR),
    ],
)
def test_two_editions_clash_where_both_are_meant(one: str, other: str, expected: str) -> None:
    """However the edition is written; the lowest of many or a forbidden one is none that binds."""
    sides = [{"text": text, "work": work, **FACTS} for text, work in ((one, "Part A"), (other, "Part B"))]
    assert judge_with(extract)(*sides) == expected
