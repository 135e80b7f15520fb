"""Documents of no listed family are found where an edition is named with them, and not elsewhere."""

from __future__ import annotations

import pytest

from graph.references import find_references


@pytest.mark.parametrize(
    ("text", "key", "edition"),
    [
        ("to HTM 03-01 (2021 edition)", "HTM 03-01", "2021"),
        ("to HTM 03-01, June 2021.", "HTM 03-01", "June 2021"),
        ("LPS 1175 Issue 7 doors", "LPS 1175", "7"),
        ("Issue 2 of GI 7020", "GI 7020", "2"),
        ("as NR/L2/CIV/003 issue 5 says", "NR/L2/CIV/003", "5"),
        ("UIC 505-1 (10th edition, 2010)", "UIC 505-1", "10"),
        ("wired to BS7671:2008", "BS 7671", "2008"),
        ("BS 5839 Part 1 : 2017", "BS 5839-1", "2017"),
        ("IEC 60364 Part 4-41:2005", "IEC 60364-4-41", "2005"),
        ("AWS D1.1/D1.1M:2015", "AWS D1.1", "2015"),
        ("MIL-STD-810H", "MIL-STD 810", "H"),
        ("TIA-568-C", "TIA 568", "C"),
        ("Eurocode 2 (2004)", "EUROCODE 2", "2004"),
        ("CIBSE Guide A, 2006 edition", "CIBSE A", "2006"),
        ("the Highway Design Manual (7th edition)", "HIGHWAY DESIGN MANUAL", "7"),
        ("the 9th Edition of the Wharf Design Specifications.", "WHARF DESIGN SPECIFICATIONS", "9"),
        ("second edition of the Code of Practice for Crane Use", "CODE OF PRACTICE FOR CRANE USE", "2"),
    ],
)
def test_a_number_or_title_with_an_edition_is_a_document(text: str, key: str, edition: str) -> None:
    """However the edition is written, and whether it stands behind or before."""
    assert [(one.key, one.edition) for one in find_references(text)] == [(key, edition)]


@pytest.mark.parametrize(
    "text",
    [
        "BLOCK 2 Rev A",
        "the LED 40 lamps",
        "a second edition of the Guide",
        "HTM 03-01 was read in June 2021",
        "FLOOR 3",
    ],
)
def test_what_only_looks_like_one_is_left_alone(text: str) -> None:
    """Places with a revision, things with a number, a date that is not the document's, a word for a book."""
    assert [one for one in find_references(text) if one.edition] == []


def test_a_month_behind_a_number_of_a_family_is_no_edition() -> None:
    """An RFC has none: the month is when it came out."""
    assert [(one.key, one.edition) for one in find_references("[3] RFC 2119, March 1997.")] == [("RFC 2119", None)]


@pytest.mark.parametrize(
    ("text", "editions"),
    [
        ("to ANSI/BHMA A156.19 (1997 or 2002 edition).", ["1997", "2002"]),
        ("to ANSI/BHMA A156.19, 1997, 2002 or 2007 edition", ["1997", "2002", "2007"]),
        ("to BS 5839-1:2013 or 2017", ["2013", "2017"]),
        ("to BS 5839-1:2017 or 2000 mm wide", ["2017"]),
        ("to NFPA 13-2019, 2022.", ["2019"]),
    ],
)
def test_several_editions_of_which_any_will_do_are_all_named(text: str, editions: list[str]) -> None:
    """Only years that an "or" joins to the first."""
    found = find_references(text)
    assert len({one.key for one in found}) == 1
    assert [one.edition for one in found] == editions
