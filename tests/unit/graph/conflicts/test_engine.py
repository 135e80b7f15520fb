"""What requirements in force are to each other: scope, validity and precedence around the comparison of values."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.conflicts.engine import conflicts, parties_of, relate
from graph.demands import Condition
from graph.precedence import PRESETS
from graph.requirements.concepts import Concepts
from graph.vocabulary import ConflictClass as C
from graph.vocabulary import EdgeType
from tests.unit.graph.conflicts.shelf import Shelf, condition


def two(first: str, second: str, *, authorities: tuple[str, str] = ("specification", "specification")) -> Shelf:
    """Two documents that demand different widths of a stair."""
    shelf = Shelf()
    for number, authority, text in zip(("SPEC 1", "SPEC 2"), authorities, (first, second), strict=True):
        shelf.demand(shelf.document(number, authority), "stair", "width", text)
    return shelf


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        ("shall = 900 mm", "shall = 1000 mm", C.CONTRADICTION),
        ("shall ≥ 60 mm", "shall ≤ 50 mm", C.CONTRADICTION),
        ("shall ≥ 900 mm", "shall ≥ 1000 mm", C.DIFFERENCE),
        ("shall = 0.3 m", "shall = 300 mm", C.DUPLICATE),
        ("shall = 50 mm ± 5 mm", "shall = 53 mm", C.TOLERANCE_OVERLAP),
        ("shall present", "shall not present", C.MODALITY_CLASH),
    ],
)
def test_the_class_is_that_of_the_values_where_two_texts_of_one_rank_are_in_force(
    first: str, second: str, kind: C
) -> None:
    """One slot, one project, no conditions."""
    assert two(first, second).only().kind is kind


def test_words_for_one_thing_meet_in_one_slot() -> None:
    """Hand rail and handrail, high and height."""
    shelf = Shelf()
    shelf.demand(shelf.document("SPEC 1"), "The top of the hand-rails", "high", "shall = 900 mm")
    shelf.demand(shelf.document("SPEC 2"), "", "height of each handrail", "shall = 1100 mm")
    assert shelf.only().kind is C.CONTRADICTION
    assert shelf.only().slot == "handrail · height"


def test_another_property_or_thing_is_no_pair() -> None:
    """Width and length of a platform; width of a door and of a stair."""
    shelf = Shelf()
    source = shelf.document("SPEC 1")
    for subject, prop in (("platform", "width"), ("platform", "length"), ("door", "width")):
        shelf.demand(source, subject, prop, "shall = 900 mm")
    assert shelf.conflicts() == []


def test_a_superseded_text_conflicts_with_nothing_and_is_shown_as_history() -> None:
    """The rule that took it out of force is named."""
    shelf = Shelf()
    old, new = shelf.document("SPEC 1", version="A"), shelf.document("SPEC 1", version="B")
    shelf.demand(old, "stair", "width", "shall = 900 mm")
    after = shelf.demand(new, "stair", "width", "shall = 1000 mm")
    assert (shelf.only().kind, shelf.only().rule, shelf.only().prevails) == (C.UPDATE, "revision-series", after.id)
    assert shelf.only().was is not None


def test_a_mail_never_prevails_because_an_older_revision_has_ended() -> None:
    """Of three texts, those in force are weighed: the revision in force stands, by the order of precedence."""
    shelf = Shelf()
    old, new = shelf.document("SPEC 1", version="A"), shelf.document("SPEC 1", version="B")
    mail = shelf.document("NOTE 1", authority="mail")
    shelf.demand(old, "flooring", "thickness", "shall ≥ 2 mm")
    binding = shelf.demand(new, "flooring", "thickness", "shall ≥ 2.5 mm")
    said = shelf.demand(mail, "flooring", "thickness", "shall = 1.8 mm")
    (found,) = (one for one in shelf.conflicts() if said.id in {side.key for side in one.sides})
    assert (found.prevails, found.rule) == (binding.id, "default: specification before mail")
    assert {side.key for side in found.sides} == {binding.id, said.id}


@pytest.mark.parametrize("authority", ["specification", "unclassified"])
def test_what_was_said_never_contradicts_a_text_whatever_the_order(authority: str) -> None:
    """A class that no order ranks, or an order that ranks none, leaves no contradiction to a person."""
    shelf = two("shall ≥ 60 mm", "shall ≤ 50 mm", authorities=(authority, "talk"))
    governing = shelf.library.governing()
    object.__setattr__(governing.snapshot, "orders", {"tower": PRESETS["complementary"]})
    (found,) = conflicts(shelf.requirements, governing, Concepts())
    assert (found.kind, found.rule, found.was) == (C.UPDATE, "said", C.CONTRADICTION)
    assert "What was said in talk binds nobody by itself." in found.reason


def test_a_clash_under_other_words_of_one_condition_is_possible() -> None:
    """Whether both apply at once is not known; values that agree are nothing possible."""
    for value, is_possible in (("shall ≤ 50 mm", True), ("shall ≥ 60 mm", False)):
        shelf = Shelf()
        shelf.demand(shelf.document("SPEC 1"), "rail", "gap", "shall ≥ 60 mm", [condition("where the deck is wet")])
        shelf.demand(shelf.document("SPEC 2"), "rail", "gap", value, [condition("where crowds gather")])
        found = shelf.only()
        assert (found.kind, found.is_sure) == (C.DIFFERENT_SCOPE, False)
        assert found.is_possible is is_possible


def test_two_messages_that_differ_are_no_conflict() -> None:
    """Neither is in force."""
    assert two("shall ≥ 60 mm", "shall ≤ 50 mm", authorities=("mail", "mail")).conflicts() == []


def test_a_draft_and_a_text_not_yet_in_force_are_no_side() -> None:
    """Neither ever governed on the day."""
    shelf = Shelf()
    shelf.demand(shelf.document("SPEC 1"), "stair", "width", "shall = 900 mm")
    shelf.demand(shelf.document("SPEC 2", status="draft"), "stair", "width", "shall = 1000 mm")
    shelf.demand(shelf.document("SPEC 3", date="2030-01-01"), "stair", "width", "shall = 1100 mm")
    assert shelf.conflicts() == []
    assert [one.kind for one in shelf.conflicts(as_of="2031-01-01")] == [C.CONTRADICTION]


def test_the_order_of_precedence_decides_a_clash_of_classes_and_is_named() -> None:
    """A statute prevails over a specification."""
    found = two("shall ≥ 2 m", "shall ≤ 1.9 m", authorities=("statute", "specification")).only()
    assert (found.kind, found.rule) == (C.UPDATE, "default: statute before specification")
    assert found.was is C.CONTRADICTION


def test_the_stricter_lower_text_is_a_difference_and_no_update() -> None:
    """Both bind: whoever meets the specification meets the statute."""
    found = two("shall ≥ 900 mm", "shall ≥ 1000 mm", authorities=("statute", "specification")).only()
    assert found.kind is C.DIFFERENCE


@pytest.mark.parametrize(
    ("first", "second", "authorities", "kind"),
    [
        ("shall ≥ 60 min", "shall ≥ 30 min", ("specification", "mail"), C.UPDATE),
        ("shall ≥ 60 min", "shall ≥ 90 min", ("specification", "mail"), C.UPDATE),
        ("shall ≥ 1 m", "shall ≥ 900 mm", ("statute", "specification"), C.UPDATE),
        ("shall ≥ 1 m", "should ≥ 1 m", ("specification", "drawing"), C.UPDATE),
        (
            "shall in range 400 mm to 600 mm",
            "shall in range 300 mm to 500 mm",
            ("specification", "submittal"),
            C.UPDATE,
        ),
        ("shall in range 400 mm to 600 mm", "shall in range 300 mm to 500 mm", ("statute", "drawing"), C.DIFFERENCE),
        ("shall = 300 mm", "shall = 0.3 m", ("specification", "mail"), C.DUPLICATE),
        ("shall = 50 mm ± 5 mm", "shall = 53 mm", ("specification", "mail"), C.TOLERANCE_OVERLAP),
    ],
)
def test_a_lower_text_that_asks_for_less_or_binds_nobody_yields(
    first: str, second: str, authorities: tuple[str, str], kind: C
) -> None:
    """What it says is shown as history, and the order that decided is named; what is equal is no update."""
    found = two(first, second, authorities=authorities).only()
    assert found.kind is kind
    assert (found.rule is not None) is (kind is C.UPDATE)


def test_a_lower_text_that_is_about_more_than_the_higher_one_keeps_what_it_asks_for() -> None:
    """A statute on stairs of dwellings leaves the specification of all other stairs alone."""
    shelf = Shelf()
    shelf.demand(shelf.document("SPEC 1", "statute"), "stair", "width", "shall ≥ 1 m", [condition("in dwellings")])
    shelf.demand(shelf.document("SPEC 2"), "stair", "width", "shall ≥ 900 mm")
    assert shelf.only().kind is C.DIFFERENCE


def test_a_complementary_order_never_picks() -> None:
    """The contradiction stays for a person."""
    shelf = two("shall = 2 m", "shall = 1.9 m", authorities=("statute", "specification"))
    governing = shelf.library.governing()
    complementary = {"tower": PRESETS["complementary"]}
    object.__setattr__(governing.snapshot, "orders", complementary)
    (found,) = conflicts(shelf.requirements, governing, Concepts())
    assert found.kind is C.CONTRADICTION
    assert found.prevails is None


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ([condition("in zone A")], [], C.CONTRADICTION),
        ([condition("for dwellings")], [condition("for buildings other than dwellings")], C.DIFFERENT_SCOPE),
        ([condition("in summer")], [condition("in winter")], C.DIFFERENT_SCOPE),
        (
            [condition("where the wall is within 1 m")],
            [condition("unless the wall is within 1 m", negated=True)],
            C.DIFFERENT_SCOPE,
        ),
        ([condition("if recessed")], [condition("if unfilled")], C.DIFFERENT_SCOPE),
        ([condition("if there is one bedroom")], [condition("if there is more than one bedroom")], C.DIFFERENT_SCOPE),
        ([condition("where the stair is open")], [condition("if stairs are open")], C.CONTRADICTION),
        (
            [condition("where the pitch exceeds 25 %", prop="pitch", values="> 25 %")],
            [condition("where the pitch is up to 20 %", prop="pitch", values="≤ 20 %")],
            C.DIFFERENT_SCOPE,
        ),
        (
            [condition("where the pitch exceeds 25 %", prop="pitch", values="> 25 %")],
            [condition("where the pitch is 30 % or more", prop="pitch", values="≥ 30 %")],
            C.CONTRADICTION,
        ),
        (
            [condition("unless the pitch exceeds 25 %", negated=True, prop="pitch", values="> 25 %")],
            [condition("where the pitch is 30 % or more", prop="pitch", values="≥ 30 %")],
            C.DIFFERENT_SCOPE,
        ),
    ],
)
def test_conditions_that_exclude_one_another_are_different_scopes(
    one: Sequence[Condition], other: Sequence[Condition], kind: C
) -> None:
    """Typed ones by their intervals, others by their words."""
    shelf = Shelf()
    shelf.demand(shelf.document("SPEC 1"), "stair", "width", "shall = 900 mm", one)
    shelf.demand(shelf.document("SPEC 2"), "stair", "width", "shall = 1000 mm", other)
    assert shelf.only().kind is kind


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("where the building is sprinklered", "in buildings equipped throughout with sprinklers"),
        ("when the building is unoccupied", "when the building is not occupied"),
        ("in the event of suspension", "if suspended"),
        ("in staircases", "in stairways"),
    ],
)
def test_conditions_that_say_the_same_in_other_words_hold_at_once(first: str, second: str) -> None:
    """Other forms and names of one thing, and words that only say that it holds, part nothing."""
    shelf = Shelf()
    for number, text, value in (("SPEC 1", first, "900"), ("SPEC 2", second, "1000")):
        shelf.demand(shelf.document(number), "corridor", "width", f"shall = {value} mm", conditions=[condition(text)])
    assert shelf.only().kind is C.CONTRADICTION


def test_conditions_that_deny_each_other_in_other_words_never_hold_at_once() -> None:
    """Sprinklered and unsprinklered, occupied and not occupied."""
    for first, second in (("if sprinklered", "if unsprinklered"), ("when occupied", "when not occupied")):
        shelf = Shelf()
        for number, text, value in (("SPEC 1", first, "900"), ("SPEC 2", second, "1000")):
            shelf.demand(shelf.document(number), "room", "width", f"shall = {value} mm", conditions=[condition(text)])
        assert shelf.only().kind is C.DIFFERENT_SCOPE


def test_conditions_that_only_differ_in_words_leave_the_verdict_unsure() -> None:
    """Nothing tells whether both can hold at once."""
    shelf = Shelf()
    shelf.demand(shelf.document("SPEC 1"), "stair", "width", "shall = 900 mm", [condition("if recessed")])
    shelf.demand(shelf.document("SPEC 2"), "stair", "width", "shall = 1000 mm", [condition("if unfilled")])
    assert not shelf.only().is_sure


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"jurisdiction": "England"}, {"jurisdiction": "United States"}),
        ({"jurisdiction": "US-CA"}, {"jurisdiction": "US-NY"}),
    ],
)
def test_another_jurisdiction_is_another_scope(one: dict[str, str], other: dict[str, str]) -> None:
    """Two countries, two states."""
    shelf = Shelf()
    shelf.demand(shelf.document("SPEC 1", **one), "handrail", "height", "shall = 900 mm")
    shelf.demand(shelf.document("SPEC 2", **other), "handrail", "height", "shall = 1000 mm")
    assert shelf.only().kind is C.DIFFERENT_SCOPE


def test_a_state_lies_within_its_country() -> None:
    """A rule of the whole holds in the part."""
    shelf = Shelf()
    shelf.demand(shelf.document("SPEC 1", jurisdiction="US"), "handrail", "height", "shall = 900 mm")
    shelf.demand(shelf.document("SPEC 2", jurisdiction="US-CA"), "handrail", "height", "shall = 1000 mm")
    assert shelf.only().kind is C.CONTRADICTION


@pytest.mark.parametrize(
    ("one", "other"), [("Door D-201", "Door D-202"), ("Internal doors", "External doors"), ("stair 2", "stair 3")]
)
def test_identifiers_and_opposites_tell_things_apart(one: str, other: str) -> None:
    """They exclude one another, but a demand of all doors meets that of one door."""
    shelf = Shelf()
    source, other_source = shelf.document("SPEC 1"), shelf.document("SPEC 2")
    shelf.demand(source, one, "width", "shall = 900 mm")
    shelf.demand(other_source, other, "width", "shall = 1000 mm")
    found = shelf.pair()
    assert found is not None
    assert found.kind is C.DIFFERENT_SCOPE
    shelf.demand(source, one.split()[-1] if "oors" in one else one.split()[0], "width", "shall = 800 mm")
    assert [c.kind for c in shelf.conflicts() if c.kind in (C.CONTRADICTION, C.MODALITY_CLASH)] == [C.CONTRADICTION]


def test_a_thing_is_the_first_of_its_kind_unless_a_text_says_otherwise() -> None:
    """The second, lower handrail is another one than the handrail; the upper one is that."""
    shelf = Shelf()
    source, other = shelf.document("SPEC 1"), shelf.document("SPEC 2")
    shelf.demand(source, "handrail", "height", "shall = 900 mm")
    shelf.demand(other, "second (lower) handrail", "height", "shall = 600 mm")
    assert shelf.only().kind is C.DIFFERENT_SCOPE
    shelf.demand(other, "upper handrail", "height", "shall = 1 m")
    assert C.CONTRADICTION in [one.kind for one in shelf.conflicts()]


def test_a_special_case_beside_the_general_rule_of_one_text_is_no_contradiction() -> None:
    """Between two texts it is one."""
    shelf = Shelf()
    source = shelf.document("SPEC 1")
    shelf.demand(source, "wall", "fire resistance", "shall = 30 min")
    shelf.demand(source, "wall", "fire resistance", "shall = 60 min", [condition("within 1 m of the boundary")])
    assert shelf.only().kind is C.DIFFERENT_SCOPE


def test_projects_never_meet() -> None:
    """Each meets shared texts only."""
    shelf = two("shall = 900 mm", "shall = 1000 mm")
    first, second = shelf.library.sources
    object.__setattr__(second, "project", "bridge")
    assert shelf.conflicts() == []
    object.__setattr__(first, "project", "")
    assert [one.project for one in shelf.conflicts()] == ["bridge"]
    assert shelf.conflicts(project="tower") == []


def test_a_reissue_with_equal_values_keeps_the_conflict_and_its_fingerprint() -> None:
    """So its state in the register stays; other values change the fingerprint and not the id."""
    shelf = two("shall = 900 mm", "shall = 1000 mm")
    before = shelf.only()
    reissued = shelf.document("SPEC 2", version="B", date="2024-06-01")
    object.__setattr__(shelf.library.sources[-1], "recorded_at", shelf.library.sources[0].recorded_at)
    shelf.library.link(EdgeType.SUPERSEDES, reissued, shelf.requirements[1].source_id)
    shelf.demand(reissued, "stair", "width", "shall = 1 m")
    again = next(one for one in shelf.conflicts() if one.kind is C.CONTRADICTION)
    assert (again.id, again.values) == (before.id, before.values)
    shelf.requirements.pop()
    shelf.demand(reissued, "stair", "width", "shall = 1.2 m")
    changed = next(one for one in shelf.conflicts() if one.kind is C.CONTRADICTION)
    assert changed.id == before.id
    assert changed.values != before.values


_TEXTS = st.sampled_from(
    [
        "shall = 900 mm",
        "shall ≥ 1 m",
        "shall ≤ 0.8 m",
        "should ≥ 1100 mm",
        "may = 700 mm",
        "shall present",
        "shall absent",
    ]
)
_CONDITIONS = st.sampled_from([[], [condition("in zone A")], [condition("in zone B")], [condition("if open")]])
_AUTHORITIES = st.sampled_from(["statute", "specification", "drawing"])


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(_TEXTS, _CONDITIONS, _AUTHORITIES), min_size=2, max_size=6), st.randoms())
def test_order_of_arrival_changes_nothing(rows: list[tuple[str, list[Condition], str]], chance: random.Random) -> None:
    """The same conflicts, whichever requirement comes first; and each pair is judged alike both ways round."""
    shelf = Shelf()
    for at, (text, conditions, authority) in enumerate(rows):
        shelf.demand(shelf.document(f"SPEC {at}", authority), "stair", "width", text, conditions)
    before = shelf.conflicts()
    chance.shuffle(shelf.requirements)
    assert shelf.conflicts() == before
    governing = shelf.library.governing()
    one, other = parties_of(shelf.requirements[:2], governing, Concepts())
    assert relate(one, other, governing) == relate(other, one, governing)
