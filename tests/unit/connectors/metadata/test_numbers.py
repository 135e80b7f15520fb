"""Numbers that houses give their documents, and whose number a front page gives."""

from __future__ import annotations

import pytest

from connectors.metadata.words import is_designation, status_of
from connectors.parsing import parse
from graph.references import normalise_number
from graph.vocabulary import ClaimField, Status

BULLETIN = """\
BULLETIN B-3
Date: 2022-06-01
Status: Issued

Section 07 21 00 clause 2.1 is amended to read: "Roof insulation shall be 220 mm thick."
"""


def _values(text: str, field: ClaimField) -> list[str]:
    return [s.value for s in parse(text.encode(), "document.txt").statements if s.field is field]


@pytest.mark.parametrize(
    ("front", "number"),
    [
        ("LODEN COUNCIL\nPolicy LC-41\nNoise at work sites\nDate: 2020-01-01\n", "Policy LC-41"),
        ("HARBOUR TRUST\nProcedure HT-77 Rev B\nCrane inspection\nDate: 2021-03-03\n", "Procedure HT-77"),
        ("HARBOUR TRUST\nNotice HT-N-5\nDate: 2022-01-10\n", "Notice HT-N-5"),
        ("KESTREL STANDARDS SOCIETY\nKSS 620\nRooflights\nThird edition, 2014-01-10\n", "KSS 620"),
        ("BROOKFIELD LIBRARY\nOperations Plan OP-5\nRevision B\nDate: 2019-03-01\n", "OP-5"),
        ("СТРОИТЕЛЬНЫЕ НОРМЫ\nСН 21-305-2014\nТепловая защита складов\n", "СН 21-305-2014"),
        ("СВОД ПРАВИЛ\nСП 21-305-2003\nСклады\n", "СП 21-305-2003"),
        (
            "KESTREL STANDARDS SOCIETY\nKSS 410-2:2012/Cor 1:2014\nGlass handrails\nTECHNICAL CORRIGENDUM 1\n",
            "KSS 410-2 Cor 1:2014",
        ),
        (BULLETIN, "Bulletin B-3"),
        ("TIDE CLINIC\nChange Order Request No. 12\nDate: 2024-06-02\n", "Change Order Request No. 12"),
        ("TIDE CLINIC\nRequest for Proposal No. 4\nDate: 2024-06-02\n", "Request for Proposal No. 4"),
        ("BS EN 910-1:2014/AC:2016\nLifting beams\nDate: 2016-07-15\n", "BS EN 910-1 AC:2016"),
        ("QUARRY\nCorrigendum No. 2 to HLS 910-1:2014\nIssued: 12 January 2018\n", "HLS 910-1 Corrigendum No. 2"),
        ("ERRATUM\nANV 3012.2:2011\nLadders\nPublished 2 May 2012\n", "ANV 3012.2 Erratum"),
        ("Subject: Pier Lighting     Date: 9/1/2016\nInitiated by: HPA-40      AC No: 27-9B\n", "AC 27-9B"),
        ("VALE SOCIETY FOR TESTING\nDesignation: VST D45 - 09\nRope Tension\n", "VST D45-09"),
        ("Designation: E119 − 20\nStandard Test Methods for Fire Tests\n", "ASTM E119-20"),
        ("TOWN OF BRACKWATER\nEMERGENCY ORDINANCE NO. 2020-E3\n", "Ordinance NO. 2020-E3"),
    ],
)
def test_a_front_page_gives_a_house_number(front: str, number: str) -> None:
    """One number, whatever other documents the text goes on to name."""
    assert _values(f"{front}\n1 Scope\nText of it.\n", ClaimField.NUMBER) == [number]


def test_a_corrigendum_is_another_document_than_its_base() -> None:
    """Its key is the base's with the part."""
    assert normalise_number("KSS 410-2 Cor 1:2014") == "KSS 410-2 COR 1"
    assert normalise_number("KSS 410-2:2012") == "KSS 410-2"


def test_an_edition_with_its_date_stands_beside_an_acronym_and_figures() -> None:
    """Edition, date and title follow; without an edition the figures may be anything."""
    front = "KESTREL STANDARDS SOCIETY\nKSS 620\nRooflights\nThird edition, 2014-01-10\n\n1 Scope\nRooflights.\n"
    assert _values(front, ClaimField.VERSION) == ["Third edition"]
    assert _values(front, ClaimField.DATE) == ["2014-01-10"]
    assert _values(front, ClaimField.TITLE) == ["Rooflights"]
    assert _values("KESTREL SOCIETY\nROW 620\nRooflights\n\n1 Scope\nText.\n", ClaimField.NUMBER) == []


def test_a_sentence_about_another_document_is_no_title_and_no_number() -> None:
    """The bulletin has no title; the section is not it."""
    assert _values(BULLETIN, ClaimField.TITLE) == []
    assert not is_designation("Section 07 21 00 clause 2.1 is amended to read:")
    assert not is_designation("Notice HT-N-5 is revoked with effect from 1 September 2024.")
    assert is_designation("SECTION 07 21 00 - THERMAL INSULATION")


def test_an_item_that_ends_in_quoted_words_is_no_title() -> None:
    """Its full stop stands inside the quotation."""
    text = 'Addendum No. 1\nDate: 2024-04-20\n\nItem 3: Section 26 05 19, 3.1: Add: "Pull ropes shall be left."\n'
    assert _values(text, ClaimField.TITLE) == []


def test_a_change_order_modifies_the_contract() -> None:
    """Its label gives the number, its kind and its authority."""
    text = "Change Order No. 4\nChange Order No.: 4\nStatus: Executed\n\nThe price rises.\n"
    assert _values(text, ClaimField.NUMBER) == ["Change Order 4"]
    assert _values(text, ClaimField.KIND) == ["contract"]
    assert _values(text, ClaimField.AUTHORITY) == ["contract-modification"]
    assert _values(text, ClaimField.STATUS) == ["issued"]


@pytest.mark.parametrize("word", ["Executed", "Signed", "Approved by Owner", "In effect"])
def test_a_signed_modification_is_issued(word: str) -> None:
    """Words of contracts."""
    assert status_of(word) is Status.ISSUED


@pytest.mark.parametrize(
    ("front", "number", "alias"),
    [
        (
            "LODEN HARBOUR BOARD\nOperations Circular QC 2011-03\nIssued 21 March 2011\n\nMooring lamps\n",
            "QC 2011-03",
            1,
        ),
        ("# Safety Notice SN 14/2\n\n**Loden Harbour Board**\n\nLadders\n", "SN 14/2", 1),
        ("Loden Air Office\n\nNOTICE OF PROPOSED RULEMAKING NPRM 2025-03\nComments by 3 May 2026\n", "NPRM 2025-03", 1),
        ("LODEN HARBOUR BOARD\n\nNOTICE OF REVOCATION No. 31\n\n14 January 2023\n", "NOTICE OF REVOCATION No. 31", 0),
        ("LODEN FOUNDATION\nBOARD OF GOVERNORS\nRESOLUTION 2022-08\n", "Resolution 2022-08", 0),
        ("LODEN CITY COUNCIL\nResolution No. 12\n", "Resolution No. 12", 0),
        ("LODEN FOUNDATION\n\nTRAVEL POLICY\nPolicy number: TP-014\nOwner: Head of Finance\n", "TP-014", 0),
        ("KESTREL BRIDGE\nFOUNDATION PLAN\nDWG NO. KBR-STR-3001      REV. C01\n", "KBR-STR-3001", 0),
        ("KESTREL BRIDGE\nSECTIONS\nSTATUS: FOR CONSTRUCTION\nDRG No: KBR-ARC-2101\n", "KBR-ARC-2101", 0),
        ("KESTREL STANDARD\nNS-EN 99310:2019\nScreens\n", "NS-EN 99310:2019", 0),
        ("EUROPEAN STANDARD\nEN 99310:2009/A1\n\nMay 2013\n\nScreens\n", "EN 99310:2009/A1", 0),
        ("EUROPEAN STANDARD\nEN 99310:2019/AC\n\nMay 2020\n\nScreens\n", "EN 99310 AC", 1),
    ],
)
def test_the_number_is_the_documents_own_not_its_letterhead(front: str, number: str, alias: int) -> None:
    """Also where the line names its series, its kind or the place in a title block."""
    text = f"{front}\n1 Scope\nText of it.\n"
    stated = parse(text.encode(), "document.md" if front.startswith("#") else "document.txt").statements
    assert [s.value for s in stated if s.field is ClaimField.NUMBER] == [number]
    assert sum(s.field is ClaimField.ALIAS for s in stated) == alias


def test_an_adopted_standard_is_another_work() -> None:
    """However its prefix is joined; the two ways of joining it are one."""
    assert normalise_number("NS-EN 99310") == normalise_number("NS EN 99310:2019")
    assert len({normalise_number(f"{lead}EN 99310") for lead in ("", "BS ", "NS-", "DIN ", "SS-")}) == 5


def test_an_issue_and_its_date_stand_under_the_number() -> None:
    """The version is the issue; the letterhead above is no title."""
    text = "LODEN FOUNDATION\nProcedure LP-07: Purchases\nIssue 4, 12 October 2020\n\n1. Two people sign.\n"
    assert _values(text, ClaimField.VERSION) == ["Issue 4"]
    assert _values(text, ClaimField.DATE) == ["12 October 2020"]
    assert _values(text, ClaimField.TITLE) == ["Purchases"]


def test_an_amendment_sheet_is_a_version_of_its_own() -> None:
    """Of the same standard as the edition that it changes; a corrigendum names the edition that it corrects."""
    sheet = "EUROPEAN STANDARD\nEN 99310:2009/A1\n\nMay 2013\n\nScreens\n\n1 Scope\nText of it.\n"
    assert _values(sheet, ClaimField.VERSION) == ["2009/A1"]
    assert _values(sheet.replace("/A1", "/AC"), ClaimField.VERSION) == ["2009"]


@pytest.mark.parametrize(
    ("line", "aliases"),
    [
        ("S.R. 2014/61", ["SR 2014/61"]),
        ("Statutory Rules 2014 No. 61", ["SR 2014/61"]),
        ("Made under S.R. 2014/61", []),
    ],
)
def test_an_instrument_is_also_known_by_the_number_of_its_issue(line: str, aliases: list[str]) -> None:
    """Where a line of the front is that number alone."""
    text = f"{line}\n\nSLIPWAYS (WINCHES) REGULATIONS 2014\n\n1 Citation\nThese are the winch rules.\n"
    assert [a for a in _values(text, ClaimField.ALIAS) if a.startswith("SR")] == aliases
