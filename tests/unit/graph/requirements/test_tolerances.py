"""Tolerances behind a value, however they are written."""

from __future__ import annotations

import pytest

from graph.quantities.numbers import find_quantities
from graph.requirements.patterns import grammar
from graph.requirements.tolerances import tolerances, untaken


def read(text: str) -> tuple[str, str, str]:
    """The value, and its tolerance below and above."""
    found = find_quantities(text)
    held = tolerances(text, found, grammar("en").comparing)
    (value,) = untaken(found, held)
    minus, plus = held[value].margins
    return value.written, minus.written, plus.written


@pytest.mark.parametrize(
    "words",
    [
        "200 mm ± 5 mm",
        "200 mm +/-5 mm",
        "200 mm plus or minus 5 mm",
        "200 mm with a tolerance of ± 5 mm",
        "200 mm, tolerance 5 mm",
        "200 mm (± 5 mm)",
    ],
)
def test_a_tolerance_both_ways_is_one_value(words: str) -> None:
    """What is written behind a value is no value of its own: else 5 mm would contradict 200 mm."""
    assert read(f"The thickness shall be {words}.") == ("200 mm", "5 mm", "5 mm")


@pytest.mark.parametrize(
    ("words", "margins"),
    [
        ("24 V +20 % / -15 %", ("15 %", "20 %")),
        ("24 V (tolerance -0 V, +2 V)", ("0 V", "2 V")),
        ("24 V plus 2 V and minus 1 V", ("1 V", "2 V")),
    ],
)
def test_a_tolerance_may_differ_above_and_below(words: str, margins: tuple[str, str]) -> None:
    """Whichever is written first."""
    assert read(f"The voltage shall be {words}.") == ("24 V", *margins)


def test_two_values_are_no_tolerance() -> None:
    """A second value stays one."""
    text = "The width shall be 900 mm and the height 2100 mm."
    assert tolerances(text, find_quantities(text), grammar("en").comparing) == {}
