"""Corrigenda, errata and amendments printed by themselves."""

from __future__ import annotations

import pytest

from graph.model import Edge
from graph.supersession.detect import DocumentView, detect
from graph.vocabulary import EdgeState, EdgeType
from tests.fakes.pages import page

KIND = {"kind": "standard", "authority": "adopted-standard"}


def acts(view: DocumentView) -> list[Edge]:
    """What the text does to others: not what it cites."""
    return [e for e in detect(view) if e.type in (EdgeType.CORRECTS, EdgeType.AMENDS)]


def of_clauses(view: DocumentView) -> list[tuple[EdgeType, str, str | None, tuple[str, ...], str]]:
    """Type, document, edition, clauses and method of each act on clauses."""
    return [(e.type, e.note or "", e.scope.version, e.scope.clauses, e.method) for e in acts(view) if e.scope.clauses]


@pytest.mark.parametrize(
    ("number", "front"),
    [
        ("HLS 410-2 Cor 1", "HLS 410-2:2012/Cor 1:2014"),
        ("HLS 410-2 AC", "HLS 410-2:2012/AC:2014"),
        ("HLS 410-2 Erratum", "ERRATUM\nHLS 410-2:2012"),
        ("HLS 410-2 Corrigendum 1", "Technical Corrigendum 1 to HLS 410-2:2012"),
    ],
)
def test_a_corrigendum_corrects_the_edition_that_its_front_names(number: str, front: str) -> None:
    """As a whole it only points at its base; the clause that it rewrites is corrected in that edition."""
    view = page(("header", front), "In clause 2, replace '300 mm' by '250 mm'.", number=number, **KIND)
    (whole,) = [e for e in acts(view) if e.scope.is_whole]
    assert (whole.type, whole.note, whole.scope.version) == (EdgeType.CORRECTS, "HLS 410-2", "2012")
    assert of_clauses(view) == [(EdgeType.CORRECTS, "HLS 410-2", "2012", ("2",), "substitution")]


def test_the_clause_may_stand_in_a_line_before_the_words_that_change() -> None:
    """ "Page 3, clause 2" and then what is replaced."""
    view = page(
        ("header", "HLS 9:2012/Cor 1:2014\nPage 3, clause 2"),
        "Replace '300 mm' with '250 mm'.",
        ("heading", "Clause 4.1"),
        "Delete 'yellow' and insert 'orange'.",
        number="HLS 9 Cor 1",
        **KIND,
    )
    assert sorted(clauses for _, _, _, clauses, _ in of_clauses(view)) == [("2",), ("4.1",)]


def test_an_amendment_printed_by_itself_amends_its_base() -> None:
    """ "Delete the clause and substitute the following" is about the clause of the heading."""
    view = page(
        ("header", "HLS 9:2012/Amd 1:2014"),
        "Clause 5.2\nDelete the clause and substitute the following:\n5.2 Rungs\nRungs shall be 30 mm thick.",
        number="HLS 9 Amd 1",
        title="Amendment No. 1 to HLS 9:2012",
        **KIND,
    )
    assert of_clauses(view) == [(EdgeType.AMENDS, "HLS 9", "2012", ("5.2",), "substitution")]


def test_a_standard_with_its_amendment_inside_corrects_nothing() -> None:
    """A consolidated edition is an edition, not a corrigendum."""
    view = page("The load shall be 1 kN/m.", number="HLS 9:2012+A1:2014", title="Loads", **KIND)
    assert acts(view) == []
    assert all(e.state is EdgeState.CERTIFIED for e in detect(view))


CHANGES = {
    "a change of a circular": (
        {"number": "AC 27-9", "version": "B"},
        ("CHANGE 1", 'Paragraph 6, INSPECTION, is revised to read: "6 Every 9 months."'),
        ("AC 27-9", "B", {("6",)}),
    ),
    "an amendment with the number of its base": (
        {"number": "EN 99871", "version": "2009+A1"},
        (("header", "EN 99871:2009/A1\nMay 2013"), 'Replace 4.2 with the following text:\n"4.2 Load."'),
        ("EN 99871", "2009", {("4.2",)}),
    ),
    "an amendment that says what it modifies": (
        {"number": "EN 99872", "version": "2011+A2"},
        ("This amendment A2 modifies the European Standard EN 99872:2011.", "Clause 5.1 is deleted."),
        ("EN 99872", "2011", {("5.1",)}),
    ),
    "a Russian amendment": (
        {"number": "СП 901.13330", "version": "2020"},
        ("ИЗМЕНЕНИЕ № 1\nк СП 901.13330.2020", "Пункт 4.2 изложить в новой редакции:", "Пункт 5.1 исключить."),
        ("SP 901.13330", "2020", {("4.2",), ("5.1",)}),
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_an_amendment_by_itself_changes_its_base_only_in_the_clauses_it_names(name: str) -> None:
    """Although it bears the number of its base, it is no later edition of it."""
    facts, paragraphs, (key, version, clauses) = CHANGES[name]
    edges = [e for e in detect(page(*paragraphs, **facts)) if e.type is EdgeType.AMENDS]
    assert {(e.note, e.scope.version) for e in edges} == {(key, version)}
    assert {e.scope.clauses for e in edges if e.scope.clauses} == clauses
    assert {e.method for e in edges if not e.scope.clauses} == {"correction"}
    assert all(e.state is EdgeState.CERTIFIED for e in edges)


@pytest.mark.parametrize(
    "front",
    [
        "EN 99871:2009+A1:2013\nThis document supersedes EN 99871:2009.",
        "EN 99871:2019\nAmendments issued since publication: none",
        "MANUAL\nChange 1\nPumps run in pairs.",
    ],
)
def test_a_full_text_that_has_taken_amendments_in_is_a_later_edition(front: str) -> None:
    """It stands in the place of its base as a whole."""
    edges = detect(page(front, number="EN 99871", version="2009+A1"))
    assert not [e for e in edges if e.type is EdgeType.AMENDS]


def test_an_interim_amendment_changes_the_edition_whose_pages_it_is_printed_for() -> None:
    """Neither its own short number nor the rules under which it was issued are what it changes."""
    view = page(
        ("heading", "Tentative Interim Amendment"),
        ("heading", "VLB 96"),
        "TIA 19-3",
        "Pursuant to Section 5 of the Regulations Governing the Development of VLB Standards, it is issued.",
        "1. Revise 4.2 to read as follows:",
        number="VLB 96 Tia 19-3",
        version="2019 edition",
    )
    assert of_clauses(view) == [(EdgeType.AMENDS, "VLB 96", "2019", ("4.2",), "substitution")]


def test_a_change_notice_changes_a_numbered_note_of_a_drawing_and_no_clause_of_a_standard() -> None:
    """The notes of a drawing are its clauses; those of a standard only explain them."""
    notice = {"title": "Field Change Notice", "number": "52-FCN-003"}
    drawing = page("Delete Note 4 of 52-PID-0077 Rev 3 and substitute:", **notice)
    standard = page("Delete Note 4 of VLB 96 and substitute:", **notice)
    assert of_clauses(drawing) == [(EdgeType.AMENDS, "52-PID-0077", "3", ("4",), "substitution")]
    assert not of_clauses(standard)


def test_a_bare_number_in_a_header_is_of_the_series_of_its_document() -> None:
    """ "Obsoletes: 3207" in Note 4410 means Note 3207."""
    view = page(("header", "Note: 4410\nObsoletes: 3207, 3311"), number="Note 4410")
    assert {e.note for e in detect(view) if e.type is EdgeType.SUPERSEDES} == {"NOTE 3207", "NOTE 3311"}
