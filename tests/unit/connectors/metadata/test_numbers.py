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
