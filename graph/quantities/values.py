"""What a requirement allows: a set of values in base units, a set of names, or nothing that arithmetic can tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from itertools import product
from typing import assert_never

from graph.demands import Quantity, Requirement
from graph.identity import digest
from graph.quantities.intervals import Box, Interval, Region, complement, intersection, merged, shifted
from graph.quantities.numerals import number_data
from graph.quantities.readings import CLOCK, Reading, are_rounded, read_value
from graph.quantities.units import NUMBER, SHARE, to_base
from graph.vocabulary import Comparator, Modality

NEGATIVE = frozenset({Modality.SHALL_NOT, Modality.SHOULD_NOT})
PRESENCE = frozenset({Comparator.PRESENT, Comparator.ABSENT})
_DAY = Decimal(24 * 60)
_EXCLUDABLE = frozenset({Comparator.EQUAL, Comparator.ONE_OF, Comparator.RANGE})


@dataclass(frozen=True, slots=True)
class Measured:
    """A set of values that compare.

    Attributes:
        dimension: What they measure.
        nominal: The values without their tolerance; `region`: with it.
        exact: False where a part could not be read and less may be allowed than `region` says.
        unit: Unit in which the components of a class are measured ("min" for "FD60").
    """

    dimension: str
    nominal: Region
    region: Region
    exact: bool = True
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Named:
    """A set of classes or words that are only equal or not; where `excluded`, all but these are allowed."""

    dimension: str
    names: frozenset[str]
    excluded: bool = False


@dataclass(frozen=True, slots=True)
class Unread:
    """Values that do not compare, and why."""

    reason: str


Allowed = Measured | Named | Unread


def allowed(requirement: Requirement, rounded: Mapping[Decimal, Decimal] | None = None) -> Allowed:
    """The values that a requirement allows.

    The comparator says what is allowed: "shall not exceed 50 mm" is ≤ 50 mm whether its modality is *shall* or
    *shall not*. Only with `=`, `one of` and `in range` does a negative modality leave out what the values say.
    Several values after a bound are alternatives, of which `combine` picks one: "300 mm or a tenth of
    the width, whichever is the greater". A tolerance widens `=` only.

    Args:
        rounded: Values in base units that are to be taken as other values (see `rounded_values`).
    """
    if requirement.comparator in PRESENCE:
        return Unread("it demands that something is there or not, and no value")
    if not requirement.values:
        return Unread("it states no value")
    difference = _is_difference(requirement)
    readings = [_taken(read_value(value, difference=difference), rounded or {}) for value in requirement.values]
    if len({reading.dimension for reading in readings}) > 1:
        return _partly(requirement, readings)
    if not readings[0].low:
        return _names(requirement, readings)
    return _measured(requirement, readings)


def leaves_out(requirement: Requirement) -> bool:
    """Whether what its values say is not allowed: "shall not be 900 mm"."""
    return requirement.modality in NEGATIVE and requirement.comparator in _EXCLUDABLE


def rounded_values(first: Requirement, second: Requirement) -> dict[Decimal, Decimal]:
    """Values of `second` in base units that are values of `first`, converted and rounded, with these."""
    difference = _is_difference(first) and _is_difference(second)
    return {
        there.low[0]: here.low[0]
        for one, other in product(first.values, second.values)
        if are_rounded(one, other, difference=difference)
        for here, there in [(read_value(one, difference=difference), read_value(other, difference=difference))]
        if here.low and there.low
    }


def fingerprint(requirement: Requirement) -> str:
    """A hash of what is demanded, the same for the same demand in other units and words."""
    kind = "not" if requirement.modality in NEGATIVE else requirement.modality.value
    match allowed(requirement):
        case Measured() as values:
            parts = [values.dimension, *(_text(box) for region in (values.nominal, values.region) for box in region)]
        case Named() as names:
            parts = [names.dimension, str(names.excluded), *sorted(names.names)]
        case Unread():
            parts = [requirement.comparator, *(value.written.casefold() for value in requirement.values)]
        case never:
            assert_never(never)
    return digest(kind, *parts)


def _text(box: Box) -> str:
    def end(value: Decimal | None) -> str:
        return "" if value is None else format(value.normalize(), "f")

    signs = {True: "<", False: "≤"}
    sides = (f"{end(side.low)}{signs[side.low_open]} {signs[side.high_open]}{end(side.high)}" for side in box)
    return ";".join(sides)


def _is_difference(requirement: Requirement) -> bool:
    words = set(f"{requirement.property} {requirement.subject}".casefold().split())
    return bool(words & _meaning("differences"))


@cache
def _meaning(kind: str) -> frozenset[str]:
    return frozenset(number_data()["meaning"][kind])


def _taken(reading: Reading, rounded: Mapping[Decimal, Decimal]) -> Reading:
    if not rounded or len(reading.low) != 1:
        return reading
    low, high = (rounded.get(end[0], end[0]) for end in (reading.low, reading.high))
    return replace(reading, low=(low,), high=(high,))


def _names(requirement: Requirement, readings: list[Reading]) -> Allowed:
    if requirement.comparator not in (Comparator.EQUAL, Comparator.ONE_OF):
        return Unread("its classes have no order")
    names = frozenset(reading.name for reading in readings)
    return Named(readings[0].dimension, names, requirement.modality in NEGATIVE)


def _measured(requirement: Requirement, readings: list[Reading]) -> Allowed:
    nominal = _combined(requirement, [_bound(requirement.comparator, reading) for reading in readings])
    if requirement.comparator is Comparator.RANGE:
        nominal = _between(readings)
    first = readings[0]
    if _counts_things(requirement, first.dimension):
        nominal = shifted(nominal, _whole)
    if leaves_out(requirement):
        if len(first.low) > 1:
            return Unread("what it leaves out has several components")
        nominal = complement(nominal)
        if first.dimension == CLOCK:
            nominal = intersection(nominal, ((Interval(Decimal(0), _DAY, high_open=True),),))
        return Measured(first.dimension, nominal, nominal, unit=first.unit)
    region = nominal
    if requirement.comparator is Comparator.EQUAL and requirement.tolerance is not None:
        region = _widened(requirement.values[0], requirement.tolerance, nominal, first.dimension)
    return Measured(first.dimension, merged(nominal), region, unit=first.unit)


def _bound(comparator: Comparator, reading: Reading) -> Box:
    """The values that one value allows by its comparator."""
    ends = list(zip(reading.low, reading.high, strict=True))
    match comparator:
        case Comparator.AT_LEAST:
            return tuple(Interval(low, None) for low, _ in ends)
        case Comparator.AT_MOST:
            return tuple(Interval(None, high) for _, high in ends)
        case Comparator.MORE:
            return tuple(Interval(high, None, low_open=at == 0) for at, (_, high) in enumerate(ends))
        case Comparator.LESS:
            return tuple(Interval(None, low, high_open=at == 0) for at, (low, _) in enumerate(ends))
        case _:
            return tuple(Interval(low, high) for low, high in ends)


def _between(readings: list[Reading]) -> Region:
    """From the least to the greatest of the values, component by component; times of day until the second of them."""
    if readings[0].dimension == CLOCK and len(readings) == 2:
        return _hours(readings[0].low[0], readings[1].low[0])
    lows = zip(*(reading.low for reading in readings), strict=True)
    highs = zip(*(reading.high for reading in readings), strict=True)
    return (tuple(Interval(min(low), max(high)) for low, high in zip(lows, highs, strict=True)),)


def _hours(start: Decimal, end: Decimal) -> Region:
    """From one time of day until another, over midnight where the second is the earlier."""
    if start < end:
        return ((Interval(start, end, high_open=True),),)
    spans = (Interval(Decimal(0), end, high_open=True), Interval(start, _DAY, high_open=True))
    return merged((span,) for span in spans if not span.is_empty)


def _combined(requirement: Requirement, boxes: list[Box]) -> Region:
    """Several values as one set: alternatives, or the one that is the greater or the less."""
    if requirement.combine is None or len(boxes) < 2:
        return tuple(boxes)
    if not _is_narrowing(requirement):
        if requirement.comparator not in _EXCLUDABLE:
            return tuple(boxes)
        return (max(boxes, key=_single) if requirement.combine == "greater" else min(boxes, key=_single),)
    region: Region = (boxes[0],)
    for box in boxes[1:]:
        region = intersection(region, (box,))
    return region


def _single(box: Box) -> Decimal:
    low = box[0].low
    return Decimal(0) if low is None else low


def _is_narrowing(requirement: Requirement) -> bool:
    """Whether "whichever" picks the bound that allows less: the greater of minima, the less of maxima."""
    minimum = requirement.comparator in (Comparator.AT_LEAST, Comparator.MORE)
    maximum = requirement.comparator in (Comparator.AT_MOST, Comparator.LESS)
    return (minimum and requirement.combine == "greater") or (maximum and requirement.combine == "less")


def _partly(requirement: Requirement, readings: list[Reading]) -> Allowed:
    """Values of several dimensions: the narrower of two bounds allows no more than the one that can be read."""
    readable = [reading for reading in readings if reading.low]
    if not _is_narrowing(requirement) or not readable:
        return Unread("its values measure different things")
    box = _bound(requirement.comparator, readable[0])
    return Measured(readable[0].dimension, (box,), (box,), exact=False, unit=readable[0].unit)


def _counts_things(requirement: Requirement, dimension: str) -> bool:
    words = set(requirement.property.casefold().split())
    return dimension == NUMBER and bool(words & _meaning("counts"))


def _whole(side: Interval) -> Interval:
    """The same whole numbers with closed ends."""
    low, high = side.low, side.high
    if low is not None and side.low_open and low == low.to_integral_value():
        low += 1
    if high is not None and side.high_open and high == high.to_integral_value():
        high -= 1
    return Interval(low, high)


def _widened(value: Quantity, tolerance: tuple[Quantity, Quantity], nominal: Region, dimension: str) -> Region:
    """The values with their tolerance, which is a difference, or a share of the value ("400 V ± 10 %")."""
    minus, plus = (_margin(value, part, nominal, dimension) for part in tolerance)
    if minus is None or plus is None:
        return merged(nominal)

    def widen(side: Interval) -> Interval:
        if side.low is None or side.high is None:
            return side
        return Interval(side.low - minus, side.high + plus)

    return shifted(nominal, widen)


def _margin(value: Quantity, part: Quantity, nominal: Region, dimension: str) -> Decimal | None:
    """Half the width of a tolerance in base units; None where it measures something else."""
    if part.magnitude is None:
        return None
    base = to_base(abs(Decimal(part.magnitude)), part.unit or value.unit, difference=True)
    if base is None or len(nominal) != 1:
        return None
    if base.dimension == dimension:
        return base.value
    low = nominal[0][0].low
    return abs(low) * base.value if base.dimension == SHARE and low is not None else None
