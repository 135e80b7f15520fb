"""Clauses amended by other documents, in texts of several kinds: the old words never pass, the others stay."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.use_cases.governs import governs
from app.use_cases.viewpoint import Viewpoint
from tests.fakes.shelf import TODAY, Shelf, open_shelf
from tests.fakes.soundness import faults

SPECIFICATION = """SECTION 08 44 13
CURTAIN WALLS

Issued: 6 March 2023
Project: Ostvik Library
Revision 0

PART 1 - GENERAL
1.1 WARRANTY
A. The warranty of curtain walls shall be 4 years.

PART 2 - PRODUCTS
2.1 GLAZING
A. Glazing shall be of laminated glass.
B. Glazing gaskets shall be not less than 12 mm deep.
C. Setting blocks shall be of neoprene.
"""

ADDENDUM = """ADDENDUM NO. 1

Ostvik Library
Date: 3 April 2023

1. Section 08 44 13, paragraph 2.1.B: Delete "12 mm" and substitute "15 mm".
2. Section 08 44 13, paragraph 4.7.C: Delete "neoprene" and substitute "silicone".
"""

CODE = """TOWN CODE OF ELDERWICK

Chapter 6.04
ANIMALS

6.04.010 Leash.
A dog shall be kept on a leash of not more than two (2) metres. (Ord. 71 § 1, 1998)

6.04.020 Hens.
A. A household may keep five (5) hens.
B. A cockerel shall not be kept in a household. (Ord. 71 § 2, 1998)

6.04.030 Bees.
A beehive shall stand ten (10) metres from a footpath. (Ord. 90 § 1, 2004)
"""

RULES = """RULES OF THE BOATHOUSE
Number: BR-7
Issued 4 May 2020

1. The slipway is closed at 18:00.
2. Oars are kept in the rack.
"""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """A specification with an addendum, one of whose clauses is nowhere to be found, and a town code."""
    with open_shelf(tmp_path_factory.mktemp("clauses")) as shelf:
        shelf.put("Section 08 44 13.txt", SPECIFICATION, "Ostvik")
        shelf.put("Addendum 1.txt", ADDENDUM, "Ostvik")
        shelf.put("Town Code Chapter 6.04.txt", CODE, "Ostvik")
        shelf.put("BR-7.txt", RULES, "Ostvik")
        yield shelf


def _matches(shelf: Shelf, query: str) -> list[tuple[str, str | None, str]]:
    shelf.corpus()
    found = governs(shelf.services, query, Viewpoint("Ostvik", TODAY))
    return [(m["work"], m["clause"], m["signal"]) for m in found["matches"]]


def test_the_amended_words_are_no_answer_and_the_new_ones_are(shelf: Shelf) -> None:
    """One lettered paragraph of a specification without blank lines."""
    outcome = shelf.ask("How deep must glazing gaskets be?", project="Ostvik")
    assert faults(shelf, outcome) == []
    assert not any("12 mm deep" in citation["quote"] for citation in outcome["citations"])
    assert outcome["withheld"]["superseded"] > 0


def test_the_neighbours_of_an_amended_clause_stay_in_force(shelf: Shelf) -> None:
    """What no addendum names is quoted from the specification."""
    outcome = shelf.ask("Of what shall glazing be?", project="Ostvik")
    assert [c["quote"] for c in outcome["citations"]] == ["A. Glazing shall be of laminated glass."]


def test_where_the_clause_is_not_found_the_exchanged_words_are_held_back(shelf: Shelf) -> None:
    """Paragraph 4.7.C does not exist: the sentence with the words that it struck out is no evidence."""
    outcome = shelf.ask("Of what shall setting blocks be?", project="Ostvik")
    assert not any("of neoprene" in citation["quote"] for citation in outcome["citations"])
    found = governs(shelf.services, "Section 08 44 13", Viewpoint("Ostvik", TODAY))
    assert found["matches"][0]["signal"] == "superseded in part"
    assert "4.7.C is not found" in found["matches"][0]["reason"]


@pytest.mark.parametrize(
    "query", ["Section 08 44 13 clause 2.1.B", "Section 08 44 13, 2.1.B", "2.1.B of Section 08 44 13", "2.1.B"]
)
def test_a_clause_is_named_beside_its_section_or_alone(shelf: Shelf, query: str) -> None:
    """With and without the word, before or after the number of the section."""
    assert _matches(shelf, query)[0] == ("Section 08 44 13", "2.1.B", "superseded")


@pytest.mark.parametrize("query", ["6.04.030", "Section 6.04.030", "§ 6.04.030"])
def test_a_section_of_a_code_is_found_by_its_number_alone(shelf: Shelf, query: str) -> None:
    """Although no act touches it."""
    assert [(clause, signal) for _, clause, signal in _matches(shelf, query)] == [("6.04.030", "governs")]


def test_a_number_that_several_works_have_names_all_of_them(shelf: Shelf) -> None:
    """A rule, an item of the addendum."""
    assert {(clause, signal) for _, clause, signal in _matches(shelf, "rule 1")} >= {("(1)", "governs")}
    assert len(_matches(shelf, "rule 1")) > 1
