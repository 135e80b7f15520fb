"""Unions of intervals with open and closed ends."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.quantities.intervals import (
    ANYTHING,
    Interval,
    Region,
    are_equal,
    complement,
    do_meet,
    does_cover,
    intersection,
    merged,
)


def span(low: int | None, high: int | None, ends: str = "[]") -> Interval:
    """An interval in the usual notation: "(" and ")" leave their end out."""
    bounds = [None if end is None else Decimal(end) for end in (low, high)]
    return Interval(*bounds, low_open=ends[0] == "(", high_open=ends[1] == ")")


@pytest.mark.parametrize(
    ("first", "second", "meets"),
    [
        (span(0, 5), span(5, 9), True),
        (span(0, 5, "[)"), span(5, 9), False),
        (span(0, 5), span(5, 9, "(]"), False),
        (span(None, 5), span(6, None), False),
        (span(None, None), span(6, 6), True),
    ],
)
def test_closed_ends_touch_and_open_ones_do_not(first: Interval, second: Interval, meets: bool) -> None:
    """Whether an end belongs to it decides."""
    assert do_meet(((first,),), ((second,),)) is meets


def test_touching_intervals_become_one() -> None:
    """[0, 5) and [5, 9] are [0, 9]; with 5 left out of both they stay two."""
    assert merged([(span(5, 9),), (span(0, 5, "[)"),)]) == ((span(0, 9),),)
    assert len(merged([(span(5, 9, "(]"),), (span(0, 5, "[)"),)])) == 2


def test_boxes_cover_component_by_component() -> None:
    """All components count."""
    assert does_cover(((span(0, None), span(0, None)),), ((span(3, 3), span(4, 4)),))
    assert not does_cover(((span(0, None), span(5, None)),), ((span(3, 3), span(4, 4)),))


PLACES = st.integers(-6, 6)
INTERVALS = st.builds(
    lambda ends, kind: span(min(ends), max(ends) + 1, kind),
    st.tuples(PLACES, PLACES),
    st.sampled_from(["[]", "(]", "[)", "()"]),
)
REGIONS = st.lists(st.one_of(INTERVALS, st.just(span(None, 0)), st.just(span(0, None, "(]"))), max_size=4).map(
    lambda sides: tuple((side,) for side in sides)
)
POINTS = [Decimal(halves) / 2 for halves in range(-16, 17)]


def holds(region: Region, point: Decimal) -> bool:
    """Whether a point lies in a region, by plain comparison."""
    return any(
        (side.low is None or side.low < point or (side.low == point and not side.low_open))
        and (side.high is None or point < side.high or (side.high == point and not side.high_open))
        for (side,) in region
    )


@given(REGIONS, REGIONS)
def test_sets_of_intervals_are_sets_of_points(first: Region, second: Region) -> None:
    """Intersection, complement, cover and meeting agree with membership at every half."""
    both, rest = intersection(first, second), complement(first)
    for point in POINTS:
        assert holds(both, point) == (holds(first, point) and holds(second, point))
        assert holds(rest, point) != holds(first, point)
        assert holds(merged(first), point) == holds(first, point)
    assert do_meet(first, second) == any(holds(first, point) and holds(second, point) for point in POINTS)
    covered = all(holds(first, point) for point in POINTS if holds(second, point))
    assert does_cover(first, second) == covered


@given(REGIONS)
def test_leaving_out_twice_is_leaving_in(region: Region) -> None:
    """The complement of the complement is the region; nothing leaves out anything."""
    assert are_equal(complement(complement(region)), region)
    assert complement(()) == ((ANYTHING,),)
