"""Identifiers that look alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.likeness import skeleton


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A-201", "а 2O1"),  # Cyrillic а, letter O
        ("QMQ 2.01.03", "qmq 2 01 03"),
        ("ВСН 52", "BCH 52"),
        ("RFC 9110", "RFC-911O"),
        ("Étude 7", "etude_7"),
    ],
)
def test_what_the_eye_takes_for_the_same_has_one_skeleton(one: str, other: str) -> None:
    """Alphabet, case, accents, O for 0 and the kind of mark do not count."""
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("12.1", "1.21"), ("A-201", "A-210"), ("A-201", "B-201"), ("2.01", "201")])
def test_other_figures_are_other_numbers(one: str, other: str) -> None:
    """Marks between figures keep them apart."""
    assert skeleton(one) != skeleton(other)


@given(st.text(max_size=20))
def test_a_skeleton_is_its_own(text: str) -> None:
    """Taking it twice changes nothing."""
    assert skeleton(skeleton(text)) == skeleton(text)
