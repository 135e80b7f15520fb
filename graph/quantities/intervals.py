"""Sets of allowed values: unions of intervals with open or closed ends, in one or more components.

A number or a date has one component; a class such as "REI 60" has one for each of its letters. Where
there are more components than one, a set is a union of boxes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval; an end that is None is unbounded.

    Attributes:
        low_open, high_open: Whether the end itself is left out; without meaning at an unbounded end.
    """

    low: Decimal | None
    high: Decimal | None
    low_open: bool = False
    high_open: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether no value lies within."""
        if self.low is None or self.high is None:
            return False
        return self.low > self.high or (self.low == self.high and (self.low_open or self.high_open))

    def meet(self, other: Interval) -> Interval:
        """The values that lie in both; may be empty."""
        low, low_open = max((self._low(), other._low()), key=_rank_of_low)
        high, high_open = min((self._high(), other._high()), key=_rank_of_high)
        return Interval(low, high, low_open, high_open)

    def covers(self, other: Interval) -> bool:
        """Whether every value of `other`, which is not empty, lies in this interval."""
        return _rank_of_low(self._low()) <= _rank_of_low(other._low()) and _rank_of_high(self._high()) >= _rank_of_high(
            other._high()
        )

    def _low(self) -> tuple[Decimal | None, bool]:
        return self.low, self.low_open and self.low is not None

    def _high(self) -> tuple[Decimal | None, bool]:
        return self.high, self.high_open and self.high is not None


Box = tuple[Interval, ...]
Region = tuple[Box, ...]
"""A union of boxes of one number of components; no boxes: nothing is allowed."""

_INFINITE = Decimal("Infinity")
ANYTHING = Interval(None, None)


def _rank_of_low(end: tuple[Decimal | None, bool]) -> tuple[Decimal, bool]:
    return (-_INFINITE if end[0] is None else end[0]), end[1]


def _rank_of_high(end: tuple[Decimal | None, bool]) -> tuple[Decimal, bool]:
    return (_INFINITE if end[0] is None else end[0]), not end[1]


def intersection(first: Region, second: Region) -> Region:
    """The values that both regions allow."""
    boxes = (
        tuple(one.meet(other) for one, other in zip(left, right, strict=True)) for left in first for right in second
    )
    return merged(box for box in boxes if not any(side.is_empty for side in box))


def do_meet(first: Region, second: Region) -> bool:
    """Whether some value is allowed by both."""
    return bool(intersection(first, second))


def does_cover(outer: Region, inner: Region) -> bool:
    """Whether `outer` allows all that `inner` allows.

    Exact for one component. With more, a box of `inner` that only several boxes of `outer` cover together
    counts as not covered.
    """
    whole = merged(outer)
    return all(
        any(all(one.covers(other) for one, other in zip(box, part, strict=True)) for box in whole)
        for part in merged(inner)
    )


def are_equal(first: Region, second: Region) -> bool:
    """Whether both allow the same."""
    return does_cover(first, second) and does_cover(second, first)


def merged(boxes: Iterable[Box]) -> Region:
    """The same values in a canonical order, with touching intervals of one component made one."""
    ordered = sorted(dict.fromkeys(boxes), key=_order)
    joined: list[Box] = []
    for box in ordered:
        if joined and len(box) == 1 and _do_touch(joined[-1][0], box[0]):
            joined[-1] = (_span(joined[-1][0], box[0]),)
        else:
            joined.append(box)
    return tuple(joined)


def _order(box: Box) -> list[tuple[tuple[Decimal, bool], tuple[Decimal, bool]]]:
    return [(_rank_of_low(side._low()), _rank_of_high(side._high())) for side in box]


def _do_touch(lower: Interval, higher: Interval) -> bool:
    """Whether nothing lies between two intervals, of which the first begins no later."""
    if lower.high is None or higher.low is None or lower.high > higher.low:
        return True
    return lower.high == higher.low and not (lower.high_open and higher.low_open)


def _span(lower: Interval, higher: Interval) -> Interval:
    high, high_open = max((lower._high(), higher._high()), key=_rank_of_high)
    return Interval(lower.low, high, lower.low_open, high_open)


def complement(region: Region) -> Region:
    """Everything that a region of one component does not allow."""
    rest: Region = ((ANYTHING,),)
    for (part,) in region:
        sides = []
        if part.low is not None:
            sides.append((Interval(None, part.low, high_open=not part.low_open),))
        if part.high is not None:
            sides.append((Interval(part.high, None, low_open=not part.high_open),))
        rest = intersection(rest, tuple(sides))
    return rest


def shifted(region: Region, change: Callable[[Interval], Interval]) -> Region:
    """The region with every interval changed."""
    return merged(tuple(change(side) for side in box) for box in region)
