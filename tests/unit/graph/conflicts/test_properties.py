"""What holds of all pairs of requirements, whatever they demand, where and when."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from graph.conflicts.compare import compare
from graph.conflicts.places import jurisdictions
from graph.conflicts.record import Conflict
from graph.conflicts.scopes import relation
from graph.conflicts.verdict import ScopeRelation
from graph.demands import Condition, Quantity, Requirement
from graph.requirements.concepts import Concepts
from graph.requirements.frames import LISTED, SECTION
from graph.vocabulary import CONFLICTING, ConflictClass
from tests.unit.graph.conflicts.shelf import Shelf, condition
from tests.unit.graph.quantities.demanding import demand

AMOUNTS = st.integers(1, 30).map(lambda hundreds: hundreds * 100)
SAID = st.one_of(
    st.builds(
        "{} {} {} mm".format,
        st.sampled_from(["shall", "should", "may", "states", "shall not"]),
        st.sampled_from(["=", "≥", "≤", ">", "<"]),
        AMOUNTS,
    ),
    st.builds("{} in range {} to {} mm".format, st.sampled_from(["shall", "shall not"]), AMOUNTS, AMOUNTS),
    st.builds("shall one of {} or {} mm".format, AMOUNTS, AMOUNTS),
    st.builds("shall = {} mm ± {} mm".format, AMOUNTS, AMOUNTS),
    st.sampled_from(["shall present", "shall absent", "may present", "shall = FD30", "shall = FD60"]),
)
CONDITIONS = st.lists(
    st.sampled_from(
        [
            condition("in sprinklered buildings"),
            condition("in unsprinklered buildings"),
            condition("where it is wet"),
            condition("where it is wet", negated=True),
            condition("where it is not wet"),
            condition("in dry weather"),
            condition("except in kitchens", negated=True),
            condition("in hotel kitchens"),
            condition("in other rooms"),
            condition("unless noted otherwise", negated=True),
            condition("where the pitch exceeds 25°", prop="pitch", values="> 25°"),
            condition("where the pitch is at most 20°", prop="pitch", values="≤ 20°"),
            condition("above the floor"),
            condition("above the pitch line"),
        ]
    ),
    max_size=2,
    unique=True,
)
SCOPES = st.lists(
    st.sampled_from(
        [
            ("location", "zone a"),
            ("location", "zone b"),
            ("building", "dwellings"),
            ("building", "buildings other than dwellings"),
            (SECTION, "Ramps"),
            (SECTION, "Stairs / Landings"),
            (LISTED, "lift"),
        ]
    ),
    max_size=2,
    unique=True,
)
SUBJECTS = st.sampled_from(["handrail", "second handrail", "internal handrail", "handrail of ramps", "handrails H-1"])
ROWS = st.tuples(SUBJECTS, SAID, CONDITIONS, SCOPES)
Row = tuple[str, str, list[Condition], list[tuple[str, str]]]


def shelved(rows: Sequence[Row], works: int = 2) -> Shelf:
    """Each row as a requirement, dealt out among so many documents of one rank."""
    shelf = Shelf()
    sources = [shelf.document(f"SPEC {at}") for at in range(works)]
    for at, (subject, said, conditions, scope) in enumerate(rows):
        shelf.demand(sources[at % works], subject, "height", said, conditions, sorted(scope))
    return shelf


def in_metres(requirement: Requirement) -> Requirement:
    """The same lengths, written in metres."""

    def changed(value: Quantity) -> Quantity:
        if value.magnitude is None or value.unit != "mm":
            return value
        magnitude = format(Decimal(value.magnitude) / 1000, "f")
        return replace(value, magnitude=magnitude, unit="m", written=f"{magnitude} m")

    margins = requirement.tolerance
    tolerance = (changed(margins[0]), changed(margins[1])) if margins else None
    return replace(requirement, values=tuple(map(changed, requirement.values)), tolerance=tolerance)


def kinds(found: Sequence[Conflict]) -> dict[str, tuple[ConflictClass, bool]]:
    """Class by id."""
    return {one.id: (one.kind, one.is_sure) for one in found}


@settings(max_examples=60, deadline=None)
@given(ROWS, ROWS)
def test_either_side_may_come_first(one: Row, other: Row) -> None:
    """Class, reason and id of a pair do not depend on which document is held first."""
    shelf = shelved([one, other])
    found = shelf.pair()
    shelf.requirements.reverse()
    assert shelf.pair() == found


@settings(max_examples=60, deadline=None)
@given(ROWS, ROWS)
def test_scopes_lie_to_each_other_alike_both_ways(one: Row, other: Row) -> None:
    """And a scope is the same as itself."""
    first, second = shelved([one, other]).parties()
    assert relation(first, second) is relation(second, first)
    assert relation(first, first) is ScopeRelation.SAME


@settings(max_examples=40, deadline=None)
@given(st.lists(ROWS, min_size=2, max_size=6), st.randoms())
def test_order_and_units_change_nothing(rows: list[Row], chance: random.Random) -> None:
    """The same conflicts under the same ids, whatever came first, in millimetres and in metres."""
    shelf = shelved(rows)
    before = kinds(shelf.conflicts())
    chance.shuffle(shelf.requirements)
    assert kinds(shelf.conflicts()) == before
    shelf.requirements = [in_metres(one) if chance.random() < 0.5 else one for one in shelf.requirements]
    assert kinds(shelf.conflicts()) == before


@settings(max_examples=60, deadline=None)
@given(AMOUNTS, AMOUNTS, AMOUNTS, ROWS, CONDITIONS, SCOPES)
def test_a_wider_tolerance_makes_no_conflict(
    value: int, margin: int, more: int, other: Row, conditions: list[Condition], scope: list[tuple[str, str]]
) -> None:
    """Under all conditions and scopes: what met with the narrower one still meets."""
    narrow: Row = ("handrail", f"shall = {value} mm ± {margin} mm", conditions, scope)
    wide: Row = ("handrail", f"shall = {value} mm ± {margin + more} mm", conditions, scope)
    found = [shelved([row, other]).pair() for row in (wide, narrow)]
    if found[0] is not None and found[0].kind in CONFLICTING:
        assert found[1] is not None
        assert found[1].kind is found[0].kind


@settings(max_examples=40, deadline=None)
@given(ROWS, ROWS, AMOUNTS)
def test_other_values_keep_the_id(one: Row, other: Row, value: int) -> None:
    """A conflict is where it stands, not how much it is: the register finds it again."""
    before = shelved([one, other]).pair()
    after = shelved([(one[0], f"shall = {value} mm", *one[2:]), other]).pair()
    if before is not None and after is not None:
        assert before.id == after.id


HOURS = st.integers(0, 23).map("{:02}:00".format)


@given(HOURS, HOURS, HOURS, HOURS)
def test_hours_that_are_barred_are_the_others_allowed(start: str, end: str, other: str, last: str) -> None:
    """What clashes with being barred until an hour is what clashes with the hours from then on."""
    if start == end:
        return
    said = f"shall in range {other} to {last}"
    barred, left = (
        demand(text, property="time")
        for text in (f"shall not in range {start} to {end}", f"shall in range {end} to {start}")
    )
    asked = demand(said, property="time")
    found = [compare(asked, one).kind for one in (barred, left)]
    assert [kind in CONFLICTING for kind in found] in ([True, True], [False, False])


PLACES = st.sampled_from(["US", "US-CA", "California", "New York", "England", "GB", "City of Salem, Oregon", "Oregon"])


@given(PLACES, PLACES)
def test_jurisdictions_lie_to_each_other_alike_both_ways(one: str, other: str) -> None:
    """And an unknown one may be any."""
    assert jurisdictions(one, other) is jurisdictions(other, one)
    assert jurisdictions(one, one) is jurisdictions(one, None) is ScopeRelation.SAME


def test_the_words_of_the_concepts_are_known() -> None:
    """The sections and lists above name things that the table knows; else they would tell nothing apart."""
    assert {Concepts().of("subject", word) for word in ("ramp", "stair", "landing", "lift")} == {
        "ramp",
        "stair",
        "landing",
        "lift",
    }
