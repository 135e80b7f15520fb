"""Texts that contest one another, and what a rule has decided between them."""

from __future__ import annotations

from graph.contests import contested_edges
from graph.precedence import preset
from graph.vocabulary import EdgeType
from tests.fakes.library import Library

SUPERSEDES = EdgeType.SUPERSEDES


def test_the_two_sides_of_a_circle_name_one_another() -> None:
    """Each says that it replaces the other; both edges are denied."""
    library = Library()
    one, other = library.add("Notice 1", date="2020"), library.add("Notice 2", date="2020")
    edges = [library.link(SUPERSEDES, one, other), library.link(SUPERSEDES, other, one)]
    governing = library.governing()
    assert governing.contested_with(one) == (other,)
    assert governing.contested_with(other) == (one,)
    assert {edge for edge, _ in contested_edges(governing.effects)} == {edge.id for edge in edges}


def test_complementary_texts_are_an_open_contest_and_a_lower_class_is_none() -> None:
    """The order of precedence decides where it says anything; where it does not, a person has to."""
    library = Library()
    mail = library.add("Mail 1", authority="mail", date="2021")
    addendum = library.add("Addendum 3", authority="addendum", date="2020")
    library.link(SUPERSEDES, mail, addendum)
    assert library.governing().of_source(addendum).signal == "governs, contested"
    assert library.governing().contested_with(addendum) == ()
    complementary = library.governing(precedence=preset("complementary"))
    assert complementary.contested_with(addendum) == (mail,)
    assert complementary.contested_with(mail) == (addendum,)


def test_a_contest_begins_on_its_day() -> None:
    """Before the other text there is nothing to contest."""
    library = Library()
    one, other = library.add("Notice 1", date="1 March 2020"), library.add("Notice 2", date="1 March 2020")
    library.link(SUPERSEDES, one, other)
    library.link(SUPERSEDES, other, one)
    assert library.governing("2020-02-28").contested_with(one) == ()
    assert library.governing("2020-03-01").contested_with(one) == (other,)
