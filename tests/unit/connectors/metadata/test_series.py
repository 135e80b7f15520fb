"""Documents of unknown houses: memos in series, recommendations, interim amendments, sheets of plants and railways."""

from __future__ import annotations

import pytest

from connectors.parsing import parse
from graph.vocabulary import ClaimField, Status

MEMO = """Cable Access Forum                                          P. Dune
Note: 4410                                                Sand Works
Obsoletes: 3207
Category: Standards Track                                  June 2017

              Labels on Buried Ducts

1.  Colour

   A buried duct MUST be labelled in blue.
"""


def said(name: str, text: str) -> dict[ClaimField, str]:
    """The first value of each field, as the parser and the reader of statements give it."""
    found: dict[ClaimField, str] = {}
    for statement in parse(text.encode(), name).statements:
        found.setdefault(statement.field, statement.value)
    return found


@pytest.mark.parametrize(
    ("text", "number", "version"),
    [
        (MEMO, "Note 4410", None),
        ("Recommendation ORT-B B.77 (05/2014)\n\nBonding of shelters\n\nBonds shall be short.\n", "ORT-B B.77", "2014"),
        (
            "Recommendation ORT-B B.77 (2014) – Amendment 2 (03/2016)\n\nBonding of shelters\n\nReplace clause 4.\n",
            "ORT-B B.77 Amendment 2",
            None,
        ),
        ("MES 220 451-2 V1.3.1 (2018-04)\n\nCabinets on masts\n\nCabinets shall be dry.\n", "MES 220 451-2", "V1.3.1"),
        ("VLB 96, Standard for Smoke Shafts, 2019 Edition\n\nShafts shall be tight.\n", "VLB 96", "2019 Edition"),
        ("GORSE BANK\n\nTRACK LAYOUT PLAN 62-TLP-118\n\nVersion 2.1\n\nTracks shall be level.\n", "62-TLP-118", None),
    ],
)
def test_a_document_of_an_unknown_house_is_known_by_its_number(text: str, number: str, version: str | None) -> None:
    """The number is that of a series; the version is what the number or the title has behind it."""
    found = said("a.txt", text)
    assert found[ClaimField.NUMBER] == number
    if version:
        assert found[ClaimField.VERSION] == version


def test_an_interim_amendment_is_a_document_of_its_own() -> None:
    """A line "TIA 19-3" on a page that is headed by a standard's number makes it no edition of that standard."""
    found = said(
        "t.md", "# Tentative Interim Amendment\n\n## VLB 96\n\n2019 Edition\n\nTIA 19-3\n\nRevise 4.2 to read:\n"
    )
    assert found[ClaimField.NUMBER] == "VLB 96 Tia 19-3"


def test_an_interim_amendment_that_was_only_proposed_is_a_draft() -> None:
    """Its heading says so, whatever else the page says."""
    found = said(
        "p.txt", "PROPOSED TENTATIVE INTERIM AMENDMENT\nVLB 96, 2019 Edition\n\nRevise 4.2 to read as follows.\n"
    )
    assert found[ClaimField.STATUS] == Status.DRAFT


def test_a_form_may_have_its_labels_above_its_values() -> None:
    """Two rows of which the first holds labels only."""
    text = (
        "# Lube oil skid\n\n| Drawing No. | Rev | Status |\n|---|---|---|\n| 52-PID-0077 | 3 | As-built |\n\n1. Note.\n"
    )
    found = said("d.md", text)
    assert (found[ClaimField.NUMBER], found[ClaimField.VERSION]) == ("52-PID-0077", "3")
    assert (found[ClaimField.STATUS], found[ClaimField.KIND]) == (Status.ISSUED, "drawing")


def test_a_number_in_a_joined_line_counts_unless_it_is_of_another_sheet() -> None:
    """ "Reference Drawing No. …" names another sheet."""
    own = said("d.md", "# Lube oil skid\n\nGorse Works - Unit 52 Drawing No. 52-PID-0077 Rev. 3\n\nNote.\n")
    other = said("e.md", "# Lube oil skid\n\nReference Drawing No. 52-PID-0078 Rev. 1\n\nNote.\n")
    assert own[ClaimField.NUMBER] == "52-PID-0077"
    assert ClaimField.NUMBER not in other


@pytest.mark.parametrize(
    ("mark", "status"),
    [
        ("Version 2.0   Approved for construction   30/06/2021", Status.ISSUED),
        ("Version 1.1   Issued for review   15/02/2021", Status.FOR_REVIEW),
        ("Version 1.2   Issued for interdisciplinary check   16/02/2021", Status.FOR_REVIEW),
        ("Version 3.0   On hold - awaiting the committee   11/09/2023", Status.DRAFT),
    ],
)
def test_a_status_between_version_and_day_is_read(mark: str, status: Status) -> None:
    """The line of a sheet without a title block."""
    assert (
        said("s.txt", f"GORSE BANK\nTRACK LAYOUT PLAN 62-TLP-118\n{mark}\n\nTracks shall be level.\n")[
            ClaimField.STATUS
        ]
        == status
    )
