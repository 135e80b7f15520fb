"""How often something is to be done, without a number: the time between."""

from __future__ import annotations

import pytest

from graph.quantities.values import Measured, allowed
from tests.unit.graph.requirements.test_prose import lines, read


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        ("Buoys shall be inspected weekly.", "Buoys | time inspected = weekly"),
        ("Beacons shall be tested at least once a week.", "Beacons | time tested ≤ once a week"),
        ("Hulls shall be cleaned twice a year by the yard.", "Hulls | time cleaned = twice a year"),
        ("Logs shall be read not less than once every month.", "Logs | time read ≤ once every month"),
    ],
)
def test_how_often_is_the_time_between(sentence: str, wanted: str) -> None:
    """Whoever does it at least once a week lets no more than a week pass."""
    assert lines(sentence) == [wanted]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Buoys shall be inspected weekly.", "Buoys shall be inspected every 7 days."),
        ("Hulls shall be cleaned twice a year.", "Hulls shall be cleaned every 6 months."),
        ("Logs shall be read annually.", "Logs shall be read once every year."),
    ],
)
def test_the_same_is_said_with_a_number(one: str, other: str) -> None:
    """An adverb, a count and a number of days are one value."""
    first, second = (allowed(found) for text in (one, other) for found in read(text))
    assert isinstance(first, Measured)
    assert isinstance(second, Measured)
    assert first.nominal == second.nominal


def test_an_adverb_before_a_noun_is_its_adjective() -> None:
    """A monthly availability is no availability every month."""
    assert lines("Monthly availability shall be 99.95 % or higher.") == ["Monthly | availability ≥ 99.95 %"]


def test_a_rate_is_for_the_person_named_behind_it() -> None:
    """Words may stand between a rate and the person it is for."""
    near, far = read(
        "Air to cabins shall be at least 10 l/s per person.", "Cabins shall have 10 l/s of air per person."
    )
    assert near.values[0].unit == far.values[0].unit == "l/s per person"
