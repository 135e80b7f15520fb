"""Conditions and exceptions: found, typed where they compare, and kept apart from the demand."""

from __future__ import annotations

import pytest

from graph.demands import Condition
from graph.requirements.conditions import scope_of
from graph.requirements.extract import extract
from graph.requirements.patterns import grammar
from graph.vocabulary import Comparator
from tests.fakes.pages import NOON, page


def conditions(sentence: str) -> tuple[Condition, ...]:
    """The conditions of the only demand of a sentence."""
    (requirement,) = extract(page(sentence), NOON)
    return requirement.conditions


@pytest.mark.parametrize(
    ("sentence", "text", "negated"),
    [
        ("Where a stair is external, the going shall be at least 280 mm.", "Where a stair is external", False),
        ("The going shall be at least 280 mm where the stair is external.", "where the stair is external", False),
        ("Headroom shall be at least 2 m, except in doorways.", "except in doorways", True),
        ("Unless the wall is wet, its thickness shall be 100 mm.", "Unless the wall is wet", True),
        ("For dwellings, flights shall be at least 900 mm wide.", "For dwellings", False),
    ],
)
def test_conditions_before_and_behind(sentence: str, text: str, negated: bool) -> None:
    """In the words of the text; an exception is the condition denied."""
    assert [(found.text, found.negated) for found in conditions(sentence)] == [(text, negated)]


def test_a_comparison_is_typed() -> None:
    """Property, comparator and value."""
    (found,) = conditions("Where the depth exceeds 24 inches (610 mm), alcoves shall be 36 inches wide minimum.")
    assert (found.property, found.comparator) == ("depth", Comparator.MORE)
    assert [value.written for value in found.values] == ["24 inches"]


def test_a_list_in_a_condition_does_not_end_it() -> None:
    """The comma between things is not the comma before the main clause."""
    (found,) = conditions("If the area of windows, rooflights and doors exceeds 25 %, blinds should be provided.")
    assert found.text == "If the area of windows, rooflights and doors exceeds 25 %"
    assert [value.written for value in found.values] == ["25 %"]


def test_behind_a_value_for_limits_it_alone() -> None:
    """No more than 12 risers for short goings, 18 for long ones."""
    found = extract(
        page("There should be no more than 12 risers for a going of less than 350 mm and at most 18 risers for any."),
        NOON,
    )
    typed = {one.values[0].written: [c.comparator for c in one.conditions if c.comparator] for one in found}
    assert typed["12"] == [Comparator.LESS]


def test_scope_knows_the_other_buildings() -> None:
    """Buildings other than dwellings are not dwellings."""
    assert scope_of(["For buildings other than dwellings"], grammar()) == (
        ("building", "buildings other than dwellings"),
    )
    assert scope_of(["doors in zone A in winter"], grammar()) == (("location", "zone a"), ("season", "winter"))


@pytest.mark.parametrize(
    ("sentence", "comparator", "values"),
    [
        ("Where the length is 15 m, a handrail shall be provided.", Comparator.EQUAL, ["15 m"]),
        ("When the number of occupants is 60, two exits shall be provided.", Comparator.EQUAL, ["60"]),
        ("Air of categories 2, 3 and 4 shall not be reused.", Comparator.ONE_OF, ["2", "3", "4"]),
        ("Where a stair has three flights or more, provide a lift.", Comparator.AT_LEAST, ["three"]),
        ("Usage shall not go above 80% for longer than 5 minutes.", Comparator.MORE, ["5 minutes"]),
        ("Rooms in which the noise exceeds 85 dB shall be marked.", Comparator.MORE, ["85 dB"]),
    ],
)
def test_values_of_conditions_are_typed(sentence: str, comparator: Comparator, values: list[str]) -> None:
    """Also where no word but "is" binds them, and where they say which things are meant."""
    condition = conditions(sentence)[0]
    assert (condition.comparator, [value.written for value in condition.values]) == (comparator, values)


def test_a_bound_at_the_head_limits_nothing() -> None:
    """ "At" of "at least" opens no condition."""
    assert conditions("At least six seats should be provided on each platform.") == ()


def test_what_is_left_out_is_no_scope() -> None:
    """A ban "except in offices" holds everywhere else."""
    sentences = ["Carpets shall not be laid, except in offices.", "Carpets shall not be laid in offices."]
    assert [dict(one.scope).get("building") for text in sentences for one in extract(page(text), NOON)] == [
        None,
        "offices",
    ]
