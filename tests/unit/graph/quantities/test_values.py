"""What a requirement allows, and what one value means."""

from __future__ import annotations

from decimal import Decimal

import pytest

from graph.demands import Quantity
from graph.quantities.intervals import Interval
from graph.quantities.readings import are_rounded, read_value
from graph.quantities.values import Measured, Named, Unread, allowed, fingerprint, rounded_values
from graph.spans import Span
from tests.unit.graph.quantities.demanding import demand


def quantity(written: str, magnitude: str | None = None, unit: str | None = None) -> Quantity:
    """A quantity that stands alone."""
    return Quantity(written, magnitude, unit, Span(0, len(written)))


@pytest.mark.parametrize(
    ("value", "dimension", "point"),
    [
        (quantity("900 mm", "900", "mm"), "[length]", ["0.9"]),
        (quantity("1:20"), "share", ["0.05"]),
        (quantity("1 in 20"), "share", ["0.05"]),
        (quantity("07:30"), "time of day", ["450"]),
        (quantity("1 January 0001", None), "name", []),
        (quantity("30 June 2027"), "date", ["740162"]),
        (quantity("IP65"), "class: ingress protection", ["7", "5"]),
        (quantity("5", "5", "smoots"), "unit: smoots", ["5"]),
        (quantity("5 % of the Floor area", "5", "% of the Floor area"), "share of the floor area", ["0.05"]),
        (quantity("Oak  veneer"), "name", []),
    ],
)
def test_a_value_is_read_as_what_it_means(value: Quantity, dimension: str, point: list[str]) -> None:
    """Numbers, ratios, times, dates, classes, unknown units, shares of something, names."""
    reading = read_value(value)
    assert (reading.dimension, list(reading.low)) == (dimension, [Decimal(part) for part in point])


def test_a_date_that_is_not_exact_is_a_span_of_days() -> None:
    """ "June 2027" is any of thirty days."""
    reading = read_value(quantity("June 2027"))
    assert reading.high[0] - reading.low[0] == 29


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        (quantity("36 in.", "36", "in."), quantity("915 mm", "915", "mm"), True),
        (quantity("36 in.", "36", "in."), quantity("900 mm", "900", "mm"), False),
        (quantity("3 ft", "3", "ft"), quantity("900 mm", "900", "mm"), False),
        (quantity("4000 psi", "4000", "psi"), quantity("27.6 MPa", "27.6", "MPa"), True),
        (quantity("300 mm", "300", "mm"), quantity("0.3 m", "0.3", "m"), False),
        (quantity("36 in.", "36", "in."), quantity("36 min", "36", "min"), False),
        (quantity("1:12"), quantity("8.33 %", "8.33", "%"), True),
        (quantity("1:12"), quantity("9 %", "9", "%"), False),
    ],
)
def test_values_of_two_systems_are_compared_as_rounded(first: Quantity, second: Quantity, same: bool) -> None:
    """To the last figure written, and never more than a hundredth apart; within one system nothing is rounded."""
    assert are_rounded(first, second) is same
    assert are_rounded(second, first) is same


def test_a_rounded_value_is_taken_as_the_one_it_was_converted_from() -> None:
    """915 mm against 36 inches."""
    one, other = demand("shall ≥ 36 in."), demand("shall ≥ 915 mm")
    assert rounded_values(one, other) == {Decimal("0.915"): Decimal("0.9144")}


def test_bounds_and_tolerances_are_intervals_in_base_units() -> None:
    """Worked by hand: 50 mm ± 5 mm allows 0.045 to 0.055 m and means 0.05 m."""
    found = allowed(demand("shall = 50 mm ± 5 mm"))
    assert isinstance(found, Measured)
    assert found.nominal == ((Interval(Decimal("0.05"), Decimal("0.05")),),)
    assert found.region == ((Interval(Decimal("0.045"), Decimal("0.055")),),)


def test_a_lone_exclusion_allows_everything_else() -> None:
    """ "Shall not be 900 mm" allows what lies on either side."""
    found = allowed(demand("shall not = 900 mm"))
    assert isinstance(found, Measured)
    assert [side.low_open or side.high_open for (side,) in found.region] == [True, True]


def test_classes_without_order_are_names() -> None:
    """They are equal or not, and no bound can be put on them."""
    assert isinstance(allowed(demand("shall = Class 2")), Named)
    assert isinstance(allowed(demand("shall ≥ Class 2")), Unread)


@pytest.mark.parametrize("text", ["shall present", "shall ≥", "shall = 5 mm or 5 kg"])
def test_what_states_no_comparable_value_is_unread(text: str) -> None:
    """The reason is said and nothing is guessed."""
    found = allowed(demand(text))
    assert isinstance(found, Unread)
    assert found.reason


def test_a_fingerprint_is_the_same_in_other_units_and_differs_for_other_values() -> None:
    """What was decided on is recognised again."""
    assert fingerprint(demand("shall ≥ 0.9 m")) == fingerprint(demand("shall ≥ 900 mm", id="r-2"))
    others = [
        "shall ≥ 901 mm",
        "shall > 900 mm",
        "should ≥ 900 mm",
        "shall ≥ 900 kg",
        "shall = 900 mm",
        "shall present",
    ]
    assert len({fingerprint(demand(text)) for text in ["shall ≥ 900 mm", *others]}) == 7
