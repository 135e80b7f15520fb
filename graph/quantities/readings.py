"""What one written value means: a point in base units, a class, a share, a date, a time of day, or a name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from graph.dates import parse_date
from graph.demands import Quantity
from graph.quantities.classes import read_class
from graph.quantities.numerals import in_words
from graph.quantities.spellings import scan_unit
from graph.quantities.units import SHARE, as_decimal, from_base, system_of, to_base

CLOCK = "time of day"
"""Dimension of times of day, in minutes."""

_RATIO = re.compile(r"\s*(\d+(?:\.\d+)?)\s?(?:[:：/]|\s+in\s+|\s+to\s+)\s?(\d+(?:\.\d+)?)\s*")
_TIME = re.compile(r"\s*([01]\d|2[0-4]):([0-5]\d)\s*")
_SHARE_OF = re.compile(r"\s+(?:of|от)\s+(.+)")
_CLOSE = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Reading:
    """What a value means.

    Attributes:
        dimension: What it measures; readings of different dimensions do not compare.
        low, high: The first and last point it may mean: the same but for dates that are not exact;
            empty for names, which are only equal or not.
        name: Of a class or word; "" for numbers.
        unit: Unit in which the components of a class are measured.
    """

    dimension: str
    low: tuple[Decimal, ...]
    high: tuple[Decimal, ...]
    name: str = ""
    unit: str | None = None


def read_value(quantity: Quantity, *, difference: bool = False) -> Reading:
    """What a written value means; a text that is no number, class, ratio or date is a name.

    Args:
        difference: Temperatures are rises or falls.
    """
    if quantity.magnitude is not None:
        return _measured(Decimal(quantity.magnitude), quantity.unit, difference)
    written = quantity.written
    grade = read_class(written)
    if grade is not None:
        return Reading(f"class: {grade.family}", grade.point, grade.point, grade.name, grade.unit)
    return _clock(written) or _ratio(written) or _day(written) or _named(written)


def _measured(magnitude: Decimal, unit: str | None, difference: bool) -> Reading:
    base = to_base(magnitude, unit, difference=difference)
    if base is None:
        of = _share_of(unit or "")
        base = to_base(magnitude, of[0]) if of else None
        dimension = f"{SHARE} of {of[1]}" if of else f"unit: {' '.join((unit or '').casefold().split())}"
    else:
        dimension = base.dimension
    value = base.value if base else magnitude
    return Reading(dimension, (value,), (value,))


def _share_of(unit: str) -> tuple[str, str] | None:
    """The unit and the whole of "% of the floor area"; None where it is no share."""
    written = scan_unit(unit, 0)
    whole = _SHARE_OF.fullmatch(unit, written.end) if written else None
    if written is None or whole is None:
        return None
    return unit[: written.end], " ".join(whole[1].casefold().split())


def _clock(written: str) -> Reading | None:
    match = _TIME.fullmatch(written)
    if match is None:
        return None
    minutes = (Decimal(int(match[1]) * 60 + int(match[2])),)
    return Reading(CLOCK, minutes, minutes)


def _ratio(written: str) -> Reading | None:
    """A ratio as the slope or share it is: 1:12 is a twelfth, so that the steeper slope is the larger value."""
    match = _RATIO.fullmatch(_in_digits(written))
    if match is None or Decimal(match[2]) == 0:
        return None
    share = (as_decimal(Fraction(match[1]) / Fraction(match[2])),)
    return Reading(SHARE, share, share)


def _in_digits(written: str) -> str:
    """A ratio as digits write it: "one in every five" is "1 in 5"."""
    words = [word for word in written.casefold().split() if word not in ("every", "each")]
    if "in" not in words:
        return written
    values = {word: in_words(word, "en") for word in words if word.isalpha() and word != "in"}
    return " ".join(str(values.get(word) or word) for word in words)


def _day(written: str) -> Reading | None:
    anchor = parse_date(written)
    if anchor is None or anchor.earliest is None or anchor.latest is None:
        return None
    first, last = (Decimal(day.toordinal()) for day in (anchor.earliest, anchor.latest))
    return Reading("date", (first,), (last,))


def _named(written: str) -> Reading:
    return Reading("name", (), (), " ".join(written.casefold().split()))


def are_rounded(first: Quantity, second: Quantity, *, difference: bool = False) -> bool:
    """Whether two values of different systems are one value, converted and rounded.

    36 in. and 915 mm are, since 36 in. are 914.4 mm and 915 mm are 36 in. to the figures written; 36 in. and
    900 mm are not. One of them, converted and rounded to the last figure of the other, has to be the other,
    and they may not be more than a hundredth apart. Between units of one system nothing is rounded.
    """
    if first.magnitude is None or second.magnitude is None:
        return _is_rounded_share(first, second) or _is_rounded_share(second, first)
    if system_of(first.unit) == system_of(second.unit):
        return False
    return _rounds_to(first, second, difference) or _rounds_to(second, first, difference)


def _is_rounded_share(ratio: Quantity, share: Quantity) -> bool:
    """Whether a percentage is a ratio rounded: 8.33 % is 1:12."""
    reading = _ratio(ratio.written) if ratio.magnitude is None else None
    if reading is None or share.magnitude is None or share.unit is None:
        return False
    written = Decimal(share.magnitude)
    exact, base = from_base(reading.low[0], share.unit), to_base(written, share.unit)
    return base is not None and base.dimension == SHARE and exact is not None and _is_near(exact, written)


def _rounds_to(first: Quantity, second: Quantity, difference: bool) -> bool:
    one, other = Decimal(first.magnitude or 0), Decimal(second.magnitude or 0)
    base = to_base(one, first.unit, difference=difference)
    target = to_base(other, second.unit, difference=difference)
    if base is None or target is None or base.dimension != target.dimension:
        return False
    converted = from_base(base.value, second.unit, difference=difference)
    return converted is not None and _is_near(converted, other)


def _is_near(exact: Decimal, written: Decimal) -> bool:
    """Whether the exact value, rounded to the last figure of the written one, is the written one."""
    last = Decimal(1).scaleb(int(written.as_tuple().exponent))
    return abs(exact - written) * 2 <= last and abs(exact - written) <= _CLOSE * max(abs(exact), abs(written))
