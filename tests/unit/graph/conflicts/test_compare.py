"""What two requirements are to each other."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.conflicts.compare import ScopeRelation, Verdict, compare
from graph.conflicts.verdict import demand_text
from graph.demands import Condition, Requirement
from graph.quantities.units import from_base, to_base
from graph.spans import Span
from graph.vocabulary import Comparator, ConflictClass, Modality
from tests.unit.graph.quantities.demanding import demand

CONTRADICTION = ConflictClass.CONTRADICTION
CLASH = ConflictClass.MODALITY_CLASH
DIFFERENCE = ConflictClass.DIFFERENCE
DUPLICATE = ConflictClass.DUPLICATE
TOLERANCE = ConflictClass.TOLERANCE_OVERLAP


def verdict(first: str, second: str, property: str = "width") -> Verdict:
    """The verdict on two short demands, of which the first is "a" and the second "b"."""
    return compare(demand(first, id="a", property=property), demand(second, id="b", property=property))


@pytest.mark.parametrize(
    ("first", "second", "kind", "stricter"),
    [
        ("shall = 90 min", "shall = 60 min", CONTRADICTION, None),
        ("shall ≥ 60 mm", "shall ≤ 50 mm", CONTRADICTION, None),
        ("shall < 60 mm", "shall ≥ 60 mm", CONTRADICTION, None),
        ("shall ≤ 60 mm", "shall ≥ 60 mm", None, None),
        ("shall in range 900 to 1000 mm", "shall = 1100 mm", CONTRADICTION, None),
        ("shall in range 900 to 1000 mm", "shall in range 900 to 1100 mm", DIFFERENCE, "a"),
        ("shall in range 900 to 1000 mm", "shall in range 950 to 1100 mm", DIFFERENCE, None),
        ("shall ≥ 90 min", "shall ≥ 60 min", DIFFERENCE, "a"),
        ("shall ≤ 400 mm", "shall ≤ 0.3 m", DIFFERENCE, "b"),
        ("states = 60 mm", "shall ≥ 50 mm", DIFFERENCE, "a"),
        ("shall = 0.3 m", "shall = 300 mm", DUPLICATE, None),
        ("shall > 4 mm", "shall ≥ 4 mm", DIFFERENCE, "a"),
        ("shall one of 10 or 20 mm", "shall = 20 mm", DIFFERENCE, "b"),
        ("shall one of 10 or 20 mm", "shall = 15 mm", CONTRADICTION, None),
        ("shall ≥ 900 mm", "shall ≤ 1000 mm", None, None),
        ("shall ≥ 900", "shall ≥ 1000 mm", None, None),
        ("shall ≥ 90 min", "shall ≥ 60 mm", None, None),
    ],
)
def test_sets_of_values_decide(first: str, second: str, kind: ConflictClass | None, stricter: str | None) -> None:
    """Sets that do not meet contradict, equal ones repeat, one within another is the stricter."""
    found = verdict(first, second)
    assert (found.kind, found.stricter) == (kind, stricter)


@pytest.mark.parametrize(
    ("first", "second", "kind", "stricter"),
    [
        ("shall in range 08:00 to 18:00", "shall in range 22:00 to 05:00", CONTRADICTION, None),
        ("shall in range 22:00 to 06:00", "shall in range 23:00 to 05:00", DIFFERENCE, "b"),
        ("shall in range 08:00 to 18:00", "shall in range 18:00 to 20:00", CONTRADICTION, None),
        ("shall not in range 22:00 to 06:00", "shall not in range 22:00 to 06:00", DUPLICATE, None),
        ("shall not in range 20:00 to 08:00", "shall not in range 18:00 to 08:00", DIFFERENCE, "b"),
        ("shall not in range 18:00 to 08:00", "shall in range 08:00 to 18:00", DUPLICATE, None),
        ("shall not in range 07:30 to 09:30", "shall in range 07:30 to 09:30", CLASH, None),
        ("shall not in range 22:00 to 06:00", "shall in range 23:00 to 05:00", CLASH, None),
        ("shall not in range 22:00 to 06:00", "shall in range 21:00 to 23:00", DIFFERENCE, None),
    ],
)
def test_hours_may_go_on_over_midnight(first: str, second: str, kind: ConflictClass, stricter: str | None) -> None:
    """From the first until the second of them; what is barred at those hours is allowed at all others."""
    found = verdict(first, second, property="time")
    assert (found.kind, found.stricter) == (kind, stricter)


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        ("shall = 50 mm ± 5 mm", "shall = 53 mm", TOLERANCE),
        ("shall = 50 mm ± 5 mm", "shall = 56 mm", CONTRADICTION),
        ("shall = 50 mm ± 5 mm", "shall = 55 mm", TOLERANCE),
        ("shall = 400 V ± 10 %", "shall = 415 V", TOLERANCE),
        ("shall = 4.5 % ± 0.5 %", "shall = 4.8 %", TOLERANCE),
        ("shall = 2 in ± 1/8 in", "shall = 52 mm", TOLERANCE),
        ("shall = 50 mm ± 5 mm", "shall = 50 mm ± 0.5 cm", DUPLICATE),
        ("shall = 50 mm ± 5 mm", "shall = 50 mm", DIFFERENCE),
        ("shall = 20 °C ± 2 °C", "shall = 21 °C", TOLERANCE),
        ("shall ≤ 50 mm ± 5 mm", "shall ≥ 53 mm", CONTRADICTION),
    ],
)
def test_a_tolerance_widens_only_what_is_exact(first: str, second: str, kind: ConflictClass) -> None:
    """A tolerance in per cent is a share of the value, unless the value is a share itself."""
    assert verdict(first, second).kind is kind


@pytest.mark.parametrize(
    ("first", "second", "kind", "stricter"),
    [
        ("shall = FD60", "shall = FD30", CONTRADICTION, None),
        ("shall ≥ FD30", "shall = FD60", DIFFERENCE, "b"),
        ("shall ≥ FD30S", "shall = FD60", CONTRADICTION, None),
        ("shall ≥ EI 30", "shall ≥ REI 30", DIFFERENCE, "b"),
        ("shall = C30/37", "shall = C40/50", CONTRADICTION, None),
        ("shall = REI 60", "shall = REI60", DUPLICATE, None),
        ("shall ≥ FD60", "shall ≥ 30 minutes", DIFFERENCE, "a"),
        ("shall = FD30", "shall ≥ 60 minutes", CONTRADICTION, None),
        ("shall = Class 2", "shall = Class 3", CONTRADICTION, None),
        ("shall = Class 2", "shall one of Class 2 or Class 3", DIFFERENCE, "a"),
        ("shall = Class 2", "shall not = Class 2", CLASH, None),
        ("shall ≥ Class 2", "shall = Class 3", None, None),
        ("shall = FD30", "shall = IP65", None, None),
        ("shall = oak", "shall = birch", CONTRADICTION, None),
        ("shall = oak", "shall = Oak", DUPLICATE, None),
        ("shall ≥ TLS 1.2", "shall = TLS 1.3", DIFFERENCE, "b"),
    ],
)
def test_classes_compare_within_their_family(
    first: str, second: str, kind: ConflictClass | None, stricter: str | None
) -> None:
    """By their order where they have one, else by equality; a fire class also by its minutes."""
    found = verdict(first, second)
    assert (found.kind, found.stricter) == (kind, stricter)


@pytest.mark.parametrize(
    ("first", "second", "kind", "stricter"),
    [
        ("shall ≤ 1:12", "shall ≥ 1:10", CONTRADICTION, None),
        ("shall ≤ 1:12", "shall ≤ 1:15", DIFFERENCE, "b"),
        ("shall ≤ 10 %", "shall ≤ 1:10", DUPLICATE, None),
        ("shall ≤ 1 in 12", "shall ≤ 8.33 %", DUPLICATE, None),
        ("shall ≤ 0.05", "shall ≤ 5 %", DUPLICATE, None),
        ("shall ≤ 5", "shall ≤ 5 %", None, None),
        ("shall ≥ 08:00", "shall ≤ 07:30", CONTRADICTION, None),
        ("shall ≤ 30 June 2027", "shall ≥ 1 July 2027", CONTRADICTION, None),
        ("shall ≤ 48 °C", "shall ≥ 130 °F", CONTRADICTION, None),
        ("shall = 21 °C", "shall = 70 °F", DUPLICATE, None),
        ("shall ≥ 36 in.", "shall ≥ 915 mm", DUPLICATE, None),
        ("shall ≥ 36 in.", "shall ≥ 900 mm", DIFFERENCE, "a"),
        ("shall ≥ 915 mm", "shall ≥ 914 mm", DIFFERENCE, "a"),
        ("shall = 45 dB", "shall = 40 dB(A)", None, None),
    ],
)
def test_shares_dates_and_rounded_values_compare_as_what_they_mean(
    first: str, second: str, kind: ConflictClass | None, stricter: str | None
) -> None:
    """A steeper slope is a larger share; between inch-pound and metric units the rounding of the text is kept."""
    found = verdict(first, second)
    assert (found.kind, found.stricter) == (kind, stricter)


@pytest.mark.parametrize(
    ("first", "second", "kind", "stricter"),
    [
        ("shall present", "shall not present", CLASH, None),
        ("shall present", "shall absent", CLASH, None),
        ("shall absent", "shall not present", DUPLICATE, None),
        ("shall not absent", "shall absent", DUPLICATE, None),
        ("may present", "shall not present", CLASH, None),
        ("should not present", "shall present", CLASH, None),
        ("may absent", "shall present", CLASH, None),
        ("may present", "should not present", DIFFERENCE, "b"),
        ("may present", "may absent", DUPLICATE, None),
        ("shall present", "should present", DIFFERENCE, "a"),
        ("shall present", "states present", DUPLICATE, None),
        ("shall present", "shall ≥ 900 mm", None, None),
        ("shall = 900 mm", "shall not = 900 mm", CLASH, None),
        ("shall not ≤ 50 mm", "shall > 60 mm", CONTRADICTION, None),
        ("should = 900 mm", "shall = 1100 mm", CONTRADICTION, None),
        ("should ≥ 900 mm", "shall ≥ 900 mm", DIFFERENCE, "b"),
        ("should = 600 mm", "states = 600 mm", DUPLICATE, None),
        ("may ≤ 60 mm", "shall ≥ 70 mm", CLASH, None),
        ("may = 60 mm", "may = 70 mm", DIFFERENCE, None),
        ("may ≤ 60 mm", "shall ≤ 50 mm", DIFFERENCE, "b"),
    ],
)
def test_modalities_clash_where_one_forbids_what_the_other_wants(
    first: str, second: str, kind: ConflictClass | None, stricter: str | None
) -> None:
    """A recommendation clashes too; "shall not" with a bound is "shall not exceed": the bound is what is allowed."""
    found = verdict(first, second)
    assert (found.kind, found.stricter) == (kind, stricter)


def test_whichever_is_the_greater_is_one_bound() -> None:
    """Of two minima the greater binds, of two maxima with "the less" the less."""
    greater = demand("shall ≥ 300 mm or 0.5 m", id="a", combine="greater")
    assert compare(greater, demand("shall = 400 mm", id="b")).kind is CONTRADICTION
    assert compare(greater, demand("shall ≥ 500 mm", id="b")).kind is DUPLICATE
    less = demand("shall ≤ 300 mm or 0.5 m", id="a", combine="less")
    assert compare(less, demand("shall ≤ 300 mm", id="b")).kind is DUPLICATE


def test_a_bound_of_which_only_one_part_can_be_read_still_contradicts() -> None:
    """ "300 mm or a tenth, whichever is the greater" is at least 300 mm, and perhaps more."""
    partly = demand("shall ≥ 300 mm or 10 %", id="a", combine="greater")
    assert compare(partly, demand("shall ≤ 200 mm", id="b")).kind is CONTRADICTION
    assert compare(partly, demand("shall ≥ 200 mm", id="b")).kind is None


def test_more_than_four_things_are_at_least_five() -> None:
    """Counts are whole."""
    assert verdict("shall > 4", "shall ≥ 5", "number of exits").kind is DUPLICATE
    assert verdict("shall > 4", "shall ≥ 5", "factor").kind is DIFFERENCE


def test_a_rise_of_temperature_compares_with_a_rise() -> None:
    """The property says that a temperature is a difference."""
    assert verdict("shall ≤ 5 °C", "shall ≤ 9 °F", "temperature rise").kind is DUPLICATE
    assert verdict("shall ≤ 5 °C", "shall ≤ 5 K", "temperature rise").kind is DUPLICATE


def test_the_scope_relation_comes_first() -> None:
    """What never applies together cannot conflict; what may is said with its doubt."""
    one, other = demand("shall = 1 m", id="a"), demand("shall = 2 m", id="b")
    assert compare(one, other, ScopeRelation.DISJOINT).kind is ConflictClass.DIFFERENT_SCOPE
    doubtful = compare(one, other, ScopeRelation.UNKNOWN)
    assert (doubtful.kind, doubtful.is_sure) == (CONTRADICTION, False)
    assert compare(one, other, ScopeRelation.OVERLAPPING).is_sure


def test_the_reason_quotes_both_demands() -> None:
    """A person reads what was compared and which side only recommends."""
    reason = verdict("should = 900 mm", "shall = 1100 mm").reason
    assert reason == ("No value meets both “should = 900 mm” and “shall = 1100 mm”. One of them only recommends.")


AMOUNTS = st.integers(1, 40).map(lambda tens: tens * 10)
BOUNDS = st.builds(
    "{} {} {} mm".format,
    st.sampled_from(["shall", "should", "may", "states", "shall not"]),
    st.sampled_from(["=", "≥", "≤", ">", "<"]),
    AMOUNTS,
)
RANGES = st.builds("shall in range {} to {} mm".format, AMOUNTS, AMOUNTS)
TOLERANT = st.builds("shall = {} mm ± {} mm".format, AMOUNTS, AMOUNTS)
CLASSES = st.builds(
    "{} {} {}".format,
    st.sampled_from(["shall", "should", "shall not"]),
    st.sampled_from(["=", "≥", "≤"]),
    st.sampled_from(["FD30", "FD60", "REI 60", "EI 90", "Class 2", "60 min", "oak"]),
)
PRESENCES = st.builds("{} {}".format, st.sampled_from(list(Modality)), st.sampled_from(["present", "absent"]))
DEMANDS = st.one_of(BOUNDS, RANGES, TOLERANT, CLASSES, PRESENCES)


@given(DEMANDS, DEMANDS)
def test_the_order_of_the_two_does_not_matter(first: str, second: str) -> None:
    """The verdict is symmetric to the word."""
    one, other = demand(first, id="a"), demand(second, id="b")
    assert compare(one, other) == compare(other, one)


@given(DEMANDS)
def test_a_demand_repeats_itself(text: str) -> None:
    """Whatever can be read or not: the same words are the same demand."""
    assert compare(demand(text, id="a"), demand(text, id="b")).kind is DUPLICATE


def in_unit(requirement: Requirement, unit: str) -> Requirement:
    """The same demand with its values in another unit."""
    values = []
    for value in requirement.values:
        base = to_base(Decimal(value.magnitude or 0), value.unit)
        assert base is not None
        magnitude = format(from_base(base.value, unit) or Decimal(0), "f")
        values.append(replace(value, magnitude=magnitude, unit=unit, written=f"{magnitude} {unit}"))
    return replace(requirement, values=tuple(values))


@given(st.one_of(BOUNDS, RANGES), st.one_of(BOUNDS, RANGES), st.sampled_from(["m", "cm", "µm", "km", "метров", "毫米"]))
def test_another_unit_changes_no_class(first: str, second: str, unit: str) -> None:
    """Lengths in other metric units are the same lengths."""
    one, other = demand(first, id="a"), demand(second, id="b")
    before, after = compare(one, other), compare(in_unit(one, unit), other)
    assert (before.kind, before.stricter) == (after.kind, after.stricter)


@given(AMOUNTS, AMOUNTS, AMOUNTS, st.one_of(BOUNDS, RANGES, TOLERANT))
def test_widening_a_tolerance_never_creates_a_contradiction(value: int, margin: int, more: int, other: str) -> None:
    """What met before still meets."""
    narrow = demand(f"shall = {value} mm ± {margin} mm", id="a")
    wide = demand(f"shall = {value} mm ± {margin + more} mm", id="a")
    against = demand(other, id="b")
    if compare(wide, against).kind in (CONTRADICTION, CLASH):
        assert compare(narrow, against).kind is compare(wide, against).kind


@given(DEMANDS, DEMANDS, st.permutations(["where it is wet", "unless it is dry", "outside"]))
def test_the_order_of_conditions_does_not_matter(first: str, second: str, words: list[str]) -> None:
    """Conditions speak through the scope relation alone."""
    conditions = tuple(Condition(text, Span(0, len(text))) for text in words)
    one, other = demand(first, id="a"), demand(second, id="b")
    shuffled = replace(one, conditions=conditions), replace(one, conditions=conditions[::-1])
    assert compare(shuffled[0], other) == compare(shuffled[1], other) == compare(one, other)


@given(st.one_of(BOUNDS, RANGES, TOLERANT), st.one_of(BOUNDS, RANGES, TOLERANT))
def test_a_contradiction_is_what_no_value_meets(first: str, second: str) -> None:
    """Checked at every end of both and half a millimetre beside it, since nothing changes in between."""
    one, other = demand(first, id="a"), demand(second, id="b")
    found = compare(one, other)
    places = [end + beside for side in (one, other) for end in _ends(side) for beside in (-HALF, Decimal(0), HALF)]
    met = any(_meets(one, at) and _meets(other, at) for at in places)
    if found.kind is CONTRADICTION:
        assert not met
    elif Modality.MAY not in (one.modality, other.modality):
        assert met == (found.kind is not CLASH)


HALF = Decimal("0.5")


def _ends(requirement: Requirement) -> list[Decimal]:
    margin = Decimal(requirement.tolerance[1].magnitude or 0) if requirement.tolerance else Decimal(0)
    values = [Decimal(value.magnitude or 0) for value in requirement.values]
    return [value + change for value in values for change in (-margin, Decimal(0), margin)]


def _meets(requirement: Requirement, length: Decimal) -> bool:
    """Whether a length in millimetres is allowed, by plain comparison."""
    values = sorted(Decimal(value.magnitude or 0) for value in requirement.values)
    margin = Decimal(requirement.tolerance[1].magnitude or 0) if requirement.tolerance else Decimal(0)
    low, high = values[0], values[-1]
    match requirement.comparator:
        case Comparator.AT_LEAST:
            return length >= low
        case Comparator.AT_MOST:
            return length <= high
        case Comparator.MORE:
            return length > high
        case Comparator.LESS:
            return length < low
        case _:
            inside = low - margin <= length <= high + margin
            return inside != (requirement.modality is Modality.SHALL_NOT)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("shall present", "required"),
        ("shall absent", "forbidden"),
        ("shall not present", "forbidden"),
        ("may present", "permitted"),
        ("may absent", "optional"),
        ("shall = 900 mm", "shall = 900 mm"),
    ],
)
def test_people_read_what_is_demanded_in_words(text: str, words: str) -> None:
    """That something is to be there needs no sign."""
    assert demand_text(demand(text)) == words
