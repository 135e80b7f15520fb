"""Codes of places: their titles and the names by which ordinances call them."""

from __future__ import annotations

import pytest

from connectors.parsing import parse
from graph.references import find_references
from graph.vocabulary import ClaimField

CHAPTER = """\
CITY OF MARLOW
MUNICIPAL CODE
Chapter 12 - Streets
Adopted March 1, 2015

Section 12-4. Fence height.
No fence in a front yard shall exceed 4 feet in height.
"""


def _values(text: str, field: ClaimField) -> list[str]:
    return [s.value for s in parse(text.encode(), "document.txt").statements if s.field is field]


def test_a_chapter_of_a_code_bears_the_names_of_the_code() -> None:
    """So that an ordinance that says "the Municipal Code" names it."""
    stated = [s for s in parse(CHAPTER.encode(), "document.txt").statements if s.field is ClaimField.TITLE]
    assert max(stated, key=lambda s: s.confidence).value == "Municipal Code, Chapter 12 - Streets"
    aliases = _values(CHAPTER, ClaimField.ALIAS)
    assert {"Municipal Code", "Marlow Municipal Code", "Code of Marlow", "Chapter 12"} <= set(aliases)
    (reference,) = find_references("Section 12-4 of the Municipal Code is amended.", aliases)
    assert (reference.key, reference.clause) == ("MUNICIPAL CODE", "12-4")


def test_a_code_of_a_place_without_chapter_is_titled_by_the_place() -> None:
    """The place may stand in the name itself."""
    text = "MARLOW MUNICIPAL CODE\n\nSection 1. Guards.\n\nGuards shall be 1 m high.\n"
    assert _values(text, ClaimField.TITLE) == ["Marlow Municipal Code"]


def test_an_ordinance_about_the_code_is_not_the_code() -> None:
    """It has its own number."""
    text = "CITY OF MARLOW\nORDINANCE NO. 31\nAN ORDINANCE AMENDING THE MUNICIPAL CODE\n\nSection 1. Text.\n"
    assert _values(text, ClaimField.ALIAS) == []


def test_a_chapter_may_have_a_number_of_two_parts() -> None:
    """ "Chapter 14.20 Wells" with nothing but a blank before its name."""
    text = "CALDER COUNTY CODE\nChapter 14.20 Wells\n\n14.20.010 Purpose.\nThis chapter protects wells.\n"
    assert "Chapter 14.20" in _values(text, ClaimField.ALIAS)


TITLED = """\
BRACKEN HOLLOW MUNICIPAL CODE

A codification of the general ordinances
Current through Ordinance No. 88

TITLE 9
PUBLIC PLACES

Chapter 9.16
TREES AND HEDGES

Sections:
9.16.010  Purpose.
9.16.020  Height of hedges.

9.16.010 Purpose.
The purpose of this chapter is to keep paths clear.

9.16.020 Height of hedges.
No hedge shall exceed a height of two metres.
"""

COUNTY = """\
ALDER COUNTY
CODE OF ORDINANCES
CHAPTER 7 - BRIDGES

Sec. 7-101. - Loads.
No wagon of more than two tons shall cross a bridge.
"""


def test_a_title_and_its_chapter_make_the_number_of_a_code() -> None:
    """The deepest part is its own; ordinances may name it by either, by the code, or by its initials."""
    assert _values(TITLED, ClaimField.NUMBER) == ["Bracken Hollow Municipal Code Chapter 9.16"]
    names = _values(TITLED, ClaimField.ALIAS)
    assert {"Title 9", "Chapter 9.16", "Bracken Hollow Municipal Code", "Municipal Code", "BHMC"} <= set(names)


def test_a_title_of_several_chapters_is_the_title() -> None:
    """The first chapter is not the whole."""
    text = f"{TITLED}\nChapter 9.20\nLAMPS\n\n9.20.010 Lamps.\nA lamp shall burn all night.\n"
    assert _values(text, ClaimField.NUMBER) == ["Bracken Hollow Municipal Code Title 9"]
    assert "Chapter 9.16" not in _values(text, ClaimField.ALIAS)


@pytest.mark.parametrize("heading", ["\n", " "])
def test_a_code_of_a_county_has_the_names_of_the_county(heading: str) -> None:
    """Also where the lines of its heading were joined."""
    text = f"# {heading.join(COUNTY.splitlines()[:3])}\n" if heading == " " else "\n".join(COUNTY.splitlines()[:3])
    text += "\n" + "\n".join(COUNTY.splitlines()[3:]) + "\n"
    stated = parse(text.encode(), "document.md" if heading == " " else "document.txt").statements
    assert [s.value for s in stated if s.field is ClaimField.NUMBER] == ["Alder County Code of Ordinances Chapter 7"]
    names = {s.value for s in stated if s.field is ClaimField.ALIAS}
    assert {"Alder County Code", "Code of Ordinances of Alder County", "Code of Ordinances", "Chapter 7"} <= names


@pytest.mark.parametrize(
    ("heading", "number"),
    [
        ("CODE OF THE TOWN OF ALDERLEY\n\nChapter 4 Markets", "Alderley Code Chapter 4"),
        ("Zoning Code of Alderley\n\nPart 3: Yards", "Alderley Zoning Code Part 3"),
        ("TOWN OF ALDERLEY\nTOWN CODE\nTITLE 2", "Alderley Town Code Title 2"),
    ],
)
def test_a_code_names_its_place_before_or_behind_it(heading: str, number: str) -> None:
    """Or on a line above."""
    text = f"{heading}\n\nSection 1. Stalls.\n\nA stall shall be two metres wide.\n"
    assert _values(text, ClaimField.NUMBER) == [number]
