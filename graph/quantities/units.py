"""Values in base units, exactly.

This is the only module that imports Pint, and only when a value is first converted: finding units in
a text needs their spellings alone. Factors are fractions, so that 0.3 m and 300 mm are the same number
and not nearly the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from graph.quantities.spellings import Factor, factors_of, spellings

NUMBER = "number"
"""Dimension of a value without a unit, such as a count."""
SHARE = "share"
"""Dimension of percentages, ratios and slopes: 5 %, 1:20 and 50 mm/m are the same share."""
_CONTEXT = Context(prec=28)


@dataclass(frozen=True, slots=True)
class Base:
    """A value in base units.

    Attributes:
        value: In the base units of the dimension (metre, kilogram, second, kelvin, ...), 28 significant digits.
        dimension: "[length]", "[mass]·[length]^-3", `NUMBER`, `SHARE`; values of different ones do not compare.
    """

    value: Decimal
    dimension: str


@dataclass(frozen=True, slots=True)
class _Scale:
    """`value = magnitude * factor + offset`."""

    factor: Fraction
    offset: Fraction
    dimension: str


def to_base(magnitude: Decimal, unit: str | None, *, difference: bool = False) -> Base | None:
    """A value in base units.

    Args:
        magnitude: What the text says of it.
        unit: As a text writes it, in any of the languages; None for a bare number.
        difference: A temperature is a rise or fall: 5 °C are 5 K and not 278.15 K.

    Returns:
        None where the unit is unknown.

    Examples:
        >>> to_base(Decimal("0.3"), "m") == to_base(Decimal("300"), "mm")
        True
        >>> to_base(Decimal("1"), "час").value
        Decimal('3600')
    """
    if unit is None:
        return Base(magnitude, NUMBER)
    scale = _scale(unit, difference)
    if scale is None:
        return None
    return Base(as_decimal(Fraction(magnitude) * scale.factor + scale.offset), scale.dimension)


def from_base(value: Decimal, unit: str | None, *, difference: bool = False) -> Decimal | None:
    """The magnitude that a value in base units has in a unit; None where the unit is unknown."""
    if unit is None:
        return value
    scale = _scale(unit, difference)
    return None if scale is None else as_decimal((Fraction(value) - scale.offset) / scale.factor)


def as_decimal(value: Fraction) -> Decimal:
    """A fraction to 28 significant digits, whatever the ambient decimal context."""
    quotient = _CONTEXT.divide(Decimal(value.numerator), Decimal(value.denominator))
    return Decimal(format(quotient.normalize(_CONTEXT), "f"))


def system_of(unit: str | None) -> str:
    """The system a unit belongs to: "us" where any part of it is inch-pound, else "si"."""
    known = spellings().units
    return "us" if unit and any(known[factor.name].system == "us" for factor in factors_of(unit)) else "si"


@lru_cache(maxsize=4096)
def _scale(unit: str, difference: bool) -> _Scale | None:
    factors = factors_of(unit)
    if not factors:
        return None
    known = spellings().units
    if len(factors) == 1 and factors[0].exponent == 1 and known[factors[0].name].counting:
        return _Scale(Fraction(1), Fraction(0), NUMBER)
    return _measure(factors, difference)


def _measure(factors: tuple[Factor, ...], difference: bool) -> _Scale:
    """Factor and offset of a unit by two conversions, since a scale with an offset is still a line."""
    registry, known = _registry(), spellings().units
    absolute = len(factors) == 1 and factors[0].exponent == 1 and not difference
    container = registry.UnitsContainer({})
    for factor in factors:
        has_offset = "offset" in known[factor.name].definition
        name = f"delta_{factor.name}" if has_offset and not absolute else factor.name
        container = container * registry.UnitsContainer({name: factor.exponent})
    zero, one = (registry.Quantity(Fraction(point), container).to_base_units() for point in (0, 1))
    offset = Fraction(zero.magnitude)
    return _Scale(Fraction(one.magnitude) - offset, offset, _dimension(one.dimensionality))


def _dimension(powers: Mapping[str, Any]) -> str:
    parts = [f"{name}^{int(power)}" if power != 1 else name for name, power in sorted(powers.items()) if power]
    return "·".join(parts) or SHARE


@cache
def _registry() -> Any:  # Any: Pint's registries are generic over types that this border hides
    """A registry of our own definitions; the one that Pint ships is larger and knows no site's spellings."""
    import pint

    registry: Any = pint.UnitRegistry(None, non_int_type=Fraction)
    registry.load_definitions([f"{unit.name} = {unit.definition}" for unit in spellings().units.values()])
    return registry
