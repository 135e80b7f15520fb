"""Sets of values that measure one thing in two ways, brought to one measure."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from graph.quantities.intervals import Interval, Region, merged
from graph.quantities.units import NUMBER, SHARE, to_base
from graph.quantities.values import Measured


def in_common(one: Measured, other: Measured) -> tuple[Measured, Measured] | None:
    """Both sets in one dimension; None where they measure different things.

    A class that is measured in a unit meets values of that unit ("FD60" and "60 minutes"). A bare number
    meets a share where no end of it is beyond 0 to 1: "0.05" and "5 %", but not "5" and "5 %".
    """
    if one.dimension == other.dimension:
        return one, other
    if one.unit and not other.unit:
        return _with_class(one, other)
    if other.unit and not one.unit:
        swapped = _with_class(other, one)
        return (swapped[1], swapped[0]) if swapped else None
    pair = {one.dimension: one, other.dimension: other}
    if set(pair) == {NUMBER, SHARE} and _is_fraction(pair[NUMBER].nominal):
        return replace(one, dimension=SHARE), replace(other, dimension=SHARE)
    return None


def _is_fraction(region: Region) -> bool:
    ends = [end for box in region for side in box for end in (side.low, side.high) if end is not None]
    return all(0 <= end <= 1 for end in ends)


def _with_class(grade: Measured, plain: Measured) -> tuple[Measured, Measured] | None:
    unit = to_base(Decimal(1), grade.unit)
    if unit is None or unit.dimension != plain.dimension:
        return None
    nominal, region = (_projected(part, unit.value) for part in (grade.nominal, grade.region))
    return replace(grade, dimension=plain.dimension, nominal=nominal, region=region, unit=None), plain


def _projected(region: Region, scale: Decimal) -> Region:
    return merged((_scaled(max(box, key=_largest_end), scale),) for box in region)


def _largest_end(side: Interval) -> Decimal:
    return max((end for end in (side.low, side.high) if end is not None), default=Decimal("-Infinity"))


def _scaled(side: Interval, scale: Decimal) -> Interval:
    low, high = (None if end is None else end * scale for end in (side.low, side.high))
    return Interval(low, high, side.low_open, side.high_open)
