"""Codes of places: their titles and the names by which ordinances call them."""

from __future__ import annotations

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
    assert set(aliases) == {"Municipal Code", "Marlow Municipal Code", "Code of Marlow", "Chapter 12"}
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
