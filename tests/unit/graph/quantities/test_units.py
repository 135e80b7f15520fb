"""Units of measure: exact, in several languages, and only compared where they measure the same."""

from __future__ import annotations

import subprocess
import sys
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.quantities.spellings import Factor, factors_of, scan_unit
from graph.quantities.units import Base, from_base, system_of, to_base


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("0.3", "m"), ("300", "mm")),
        (("1", "h"), ("60", "min")),
        (("1", "ft"), ("12", "inches")),
        (("1", "in."), ("25.4", "mm")),
        (("28", "days"), ("4", "weeks")),
        (("1", "MPa"), ("1", "N/mm²")),
        (("1", "kN/m2"), ("1000", "Pa")),
        (("50", "°F"), ("10", "°C")),
        (("5", "%"), ("50", "mm/m")),
        (("1", "год"), ("12", "месяцев")),
        (("2", "kB"), ("2000", "octets")),
        (("3.6", "км/ч"), ("1", "m/s")),
    ],
)
def test_the_same_value_in_two_units_is_exactly_equal(first: tuple[str, str], second: tuple[str, str]) -> None:
    """Factors are fractions, so that nothing is nearly the same."""
    assert to_base(Decimal(first[0]), first[1]) == to_base(Decimal(second[0]), second[1])


@pytest.mark.parametrize(
    "spelling",
    ["mm", "MM", "мм", "millimetres", "Millimeter", "миллиметров", "millimetr", "毫米", "millimetrdan"],
)
def test_a_millimetre_is_known_in_every_language(spelling: str) -> None:
    """English, Russian, Uzbek and Chinese, with the endings their grammar adds."""
    assert to_base(Decimal(900), spelling) == Base(Decimal("0.9"), "[length]")


@pytest.mark.parametrize(
    "written", ["W/m²K", "W/m2K", "W/m².K", "W/(m²·K)", "W/m2·K", "Вт/(м²·°С)", "W/(m²K)", "W m-2 K-1"]
)
def test_what_follows_a_stroke_stands_under_it(written: str) -> None:
    """The usual ways to write a thermal transmittance are one unit."""
    assert set(factors_of(written)) >= {Factor("watt", 1), Factor("meter", -2)}
    assert to_base(Decimal("0.18"), written) == to_base(Decimal("0.18"), "W/m²K")


@pytest.mark.parametrize(
    "written", ["m²", "m2", "square metres", "sq m", "sq. metres", "кв. м", "平方米", "metres squared", "m 2"]
)
def test_areas_are_written_in_many_ways(written: str) -> None:
    """Signs, words and a superscript that a page set apart."""
    assert to_base(Decimal(3), written) == Base(Decimal(3), "[length]^2")


def test_a_rise_of_temperature_is_no_temperature() -> None:
    """9 °F more are 5 K more, but 9 °F are 260.37 K."""
    assert to_base(Decimal(9), "°F", difference=True) == Base(Decimal(5), "[temperature]")
    assert to_base(Decimal(5), "°C") == Base(Decimal("278.15"), "[temperature]")


def test_case_tells_signs_apart() -> None:
    """A milliwatt is no megawatt."""
    assert to_base(Decimal(1), "mW") != to_base(Decimal(1), "MW")


@pytest.mark.parametrize(
    ("capitals", "usual"),
    [("M/S", "m/s"), ("KPA", "kPa"), ("MPA", "MPa"), ("KN/M2", "kN/m2"), ("W/M2K", "W/m2K"), ("DB(A)", "dB(A)")],
)
def test_a_drawing_writes_units_in_capitals(capitals: str, usual: str) -> None:
    """The whole of a compound unit is read, and means what it means elsewhere."""
    assert to_base(Decimal(3), capitals) == to_base(Decimal(3), usual) is not None


@pytest.mark.parametrize("unit", ["", "foo", "mm foo", "per", "/m", "W/(m²"])
def test_an_unknown_unit_has_no_base(unit: str) -> None:
    """None says that nothing is known, and no part of the unit is dropped."""
    assert to_base(Decimal(1), unit) is None


def test_counts_of_things_are_plain_numbers_and_shares_are_not() -> None:
    """Five persons are five; five per person are not; five per cent are a share."""
    assert to_base(Decimal(5), "persons") == to_base(Decimal(5), None) == Base(Decimal(5), "number")
    assert to_base(Decimal(5), "l/s per person") != to_base(Decimal(5), "l/s")
    assert to_base(Decimal(5), "%") == Base(Decimal("0.05"), "share")


def test_a_weighted_sound_level_is_not_an_unweighted_one() -> None:
    """dB(A) and dB measure different things."""
    levels = [to_base(Decimal(45), unit) for unit in ("dB", "dB(A)")]
    assert [level.dimension for level in levels if level] == ["[sound_level]", "[sound_level_a]"]


def test_a_unit_in_running_text_ends_before_the_next_word() -> None:
    """What merely follows is left alone."""
    found = scan_unit("W/(m²·K) or less", 0)
    assert found is not None
    assert found.end == len("W/(m²·K)")
    assert scan_unit("mmxx", 0) is None


def test_inch_pound_units_are_told_from_metric_ones() -> None:
    """A value converted between the two systems is usually rounded."""
    assert [system_of(unit) for unit in ("in.", "psf", "mm", None)] == ["us", "us", "si", "si"]


@given(st.decimals(min_value=-10000, max_value=10000, places=4), st.sampled_from(["mm", "ft", "°F", "psi", "h", "%"]))
def test_to_base_and_back_is_the_same_value(value: Decimal, unit: str) -> None:
    """Conversion loses nothing that a text writes."""
    base = to_base(value, unit)
    assert base is not None
    back = from_base(base.value, unit)
    assert back is not None
    assert abs(back - value) <= abs(value) * Decimal("1e-20") + Decimal("1e-20")


def test_units_are_found_without_loading_the_units_library() -> None:
    """Importing and finding must not cost the time that converting costs."""
    code = (
        "import sys; from graph.quantities.numbers import find_quantities; "
        "assert find_quantities('900 mm'); assert 'pint' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
