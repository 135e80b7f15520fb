"""Which sources an edge touches, where several works share the name that it calls them by."""

from __future__ import annotations

import pytest

from graph.model import Evidence, Scope, Span
from graph.vocabulary import EdgeType, Signal
from tests.fakes.library import Library

AMENDS = EdgeType.AMENDS
CODE = "CODE OF ORDINANCES"


def code(quote: str, clause: str) -> tuple[Library, str, str]:
    """Titles 9 and 11 of one code, and an ordinance that amends a section of "the Code of Ordinances"."""
    library = Library()
    nine = library.add(None, "title 9.txt", title="Health", alias="Title 9", date="3 June 2010", status="issued")
    eleven = library.add(None, "title 11.txt", title="Traffic", alias="Title 11", date="3 June 2010", status="issued")
    for source in (nine, eleven):
        library.call(source, "Code of Ordinances")
    ordinance = library.add("Ordinance 2013-14", date="9 May 2013", status="issued")
    words = Evidence(ordinance, Span(0, len(quote)), quote)
    library.link(
        AMENDS, ordinance, CODE, method="substitution", scope=Scope((clause,)), evidence=words, note=CODE
    )  # fmt: skip
    return library, nine, eleven


def signals(library: Library, *sources: str) -> list[Signal]:
    return [library.governing().of_source(source).signal for source in sources]


def test_the_chapter_that_has_the_section_is_meant() -> None:
    """Whatever the section's number looks like."""
    library, nine, eleven = code("Section 4 of the Code of Ordinances is amended to read:", "4")
    library.clause(eleven, "4", 0, 1)
    assert signals(library, nine, eleven) == [Signal.GOVERNS, Signal.SUPERSEDED_IN_PART]


@pytest.mark.parametrize("clause", ["9-2", "9-2(b)", "9.2"])
def test_the_number_of_a_section_starts_with_that_of_its_chapter(clause: str) -> None:
    """Where the chapter's own clauses are not known."""
    library, nine, eleven = code(f"Section {clause} of the Code of Ordinances is amended to read:", clause)
    assert signals(library, nine, eleven) == [Signal.SUPERSEDED_IN_PART, Signal.GOVERNS]


def test_the_chapter_may_be_named_in_words() -> None:
    """ "Section 3 of Title 11 of the Code"."""
    library, nine, eleven = code("Section 3 of Title 11 of the Code of Ordinances is amended to read:", "3")
    assert signals(library, nine, eleven) == [Signal.GOVERNS, Signal.SUPERSEDED_IN_PART]


def test_where_nothing_tells_which_none_is_displaced() -> None:
    """A guess would take text in force out of force."""
    library, nine, eleven = code("Section 3 of the Code of Ordinances is amended to read:", "3")
    assert signals(library, nine, eleven) == [Signal.GOVERNS, Signal.GOVERNS]
