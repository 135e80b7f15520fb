"""Acts on clauses of other documents: what is acted on, and what is left as it is."""

from __future__ import annotations

import pytest

from graph.supersession.detect import DocumentView, detect
from graph.vocabulary import EdgeState, EdgeType
from tests.fakes.pages import page

ADDENDUM = {"number": "Addendum 3", "kind": "addendum", "status": "issued"}
ORDINANCE = {"number": "Ordinance 2015-02", "kind": "statute", "authority": "statute", "status": "issued"}


def acts(view: DocumentView) -> list[tuple[tuple[str, ...], str]]:
    """Clauses and method of each act."""
    found = (e for e in detect(view) if e.type is EdgeType.AMENDS and e.scope.clauses)
    return sorted((e.scope.clauses, e.method) for e in found)


@pytest.mark.parametrize(
    ("sentence", "clauses", "method"),
    [
        ('In Section 05 52 00, clause 2.3, delete "1050 mm" and substitute "1100 mm".', ("2.3",), "substitution"),
        ("Clause 1.1 of Section 05 52 00 is deleted and replaced with the following:", ("1.1",), "substitution"),
        ("Section 05 52 00, clause 1.1: delete the clause and substitute the following:", ("1.1",), "substitution"),
        ("Delete clause 7.2 of Section 05 52 00 in its entirety.", ("7.2",), "deletion"),
        ('Section 05 52 00, clause 2.4, substitute the following: "2.4 Gap."', ("2.4",), "substitution"),
        ('Section 05 52 00, Article 2.2, paragraph B: change "4 mm" to "6 mm".', ("2.2(B)",), "substitution"),
        ("Items (b) and (c) of clause 2.3 of Section 05 52 00 are deleted.", ("2.3(b)", "2.3(c)"), "deletion"),
        ("In Section 05 52 00, clause 2.3, item (b) is deleted.", ("2.3(b)",), "deletion"),
        ("In Section 05 52 00, insert a new clause 2.9 to read as follows:", ("2.9",), "addition"),
    ],
)
def test_an_addendum_acts_on_the_clauses_and_items_that_it_names(
    sentence: str, clauses: tuple[str, ...], method: str
) -> None:
    """Neighbours of an item stay as they are; what is added takes nothing away."""
    assert acts(page(sentence, **ADDENDUM)) == [(clauses, method)]


@pytest.mark.parametrize(
    ("sentence", "clauses", "method"),
    [
        ("Section 9-2 of the Example Code is hereby amended to read as follows:", ("9-2",), "substitution"),
        ('Section 9-2 of the Example Code is amended by striking "8" and inserting "6".', ("9-2",), "substitution"),
        ("Section 9-4 of the Example Code is repealed and reserved.", ("9-4",), "deletion"),
        ("The Code of Ordinances is amended by adding a new Section 9-8 to read as follows:", ("9-8",), "addition"),
        ("Subsection (b) of Section 9-2 of the Code of Ordinances is amended to read:", ("9-2(b)",), "substitution"),
    ],
)
def test_an_ordinance_acts_on_the_sections_of_a_code(sentence: str, clauses: tuple[str, ...], method: str) -> None:
    """Each section is named with its code, whatever the code calls itself."""
    assert (clauses, method) in acts(page(sentence, **ORDINANCE))


def test_renumbering_takes_nothing_out_of_force() -> None:
    """The text of the section stays."""
    assert acts(page("Section 9-7 of the Example Code is renumbered as Section 9-9.", **ORDINANCE)) == []


def test_the_title_tells_what_the_items_are_about() -> None:
    """Items that name only a clause are about the section that the addendum says it changes."""
    view = page(
        ("header", "ADDENDUM 3\nChanges to Section 07 21 00 Insulation"),
        ("heading", "2. Clause 2.1: delete the clause and substitute the following: 'Board shall be 120 mm thick.'"),
        "Delete clause 2.5 in its entirety.",
        **ADDENDUM,
    )
    assert acts(view) == [(("2.1",), "substitution"), (("2.5",), "deletion")]
    assert {e.note for e in detect(view) if e.type is EdgeType.AMENDS} == {"SECTION 07 21 00"}


def test_an_item_alone_is_one_of_the_clause_of_the_lead_in() -> None:
    """ "In clause 2.3 of Section 05 52 00:" and then items."""
    view = page("In clause 2.3 of Section 05 52 00:", "Delete item (b).", **ADDENDUM)
    assert acts(view) == [(("2.3(b)",), "deletion")]


def test_a_code_may_be_called_by_its_initials() -> None:
    """ "ECC 14.20.030(2)" where the sentence before named the Example County Code."""
    view = page(
        "Section 14.20.020 of the Example County Code is amended to read:",
        'ECC 14.20.030(2) is amended by deleting "6 inches" and inserting "8 inches".',
        **ORDINANCE,
    )
    assert acts(view) == [(("14.20.020",), "substitution"), (("14.20.030(2)",), "substitution")]


def test_lettered_items_on_one_line_are_acts_of_their_own() -> None:
    """What is revised in one item is not what is added to in the next."""
    view = page(
        '1. Section 08 71 00 - Hardware a. Paragraph 2.3.B: Revise "silver" to read "bronze". '
        'b. Paragraph 2.4: Add the following sentence: "Locks shall be keyed alike."',
        **ADDENDUM,
    )
    assert acts(view) == [(("2.3.B",), "substitution"), (("2.4",), "addition")]


def test_an_addendum_deletes_a_whole_section() -> None:
    """ "Delete this Section in its entirety" names no clause and leaves nothing."""
    view = page("Section 09 96 00 - Coatings: Delete this Section in its entirety.", **ADDENDUM)
    whole = [e for e in detect(view) if e.type is EdgeType.WITHDRAWS and e.scope.is_whole]
    assert [(e.note, e.state) for e in whole] == [("SECTION 09 96 00", EdgeState.CERTIFIED)]
