"""Classes of fire, strength and protection, ordered within their family."""

from __future__ import annotations

import pytest

from graph.quantities.classes import Grade, find_classes, read_class
from graph.spans import Span


def grade(text: str) -> Grade:
    """The class, which has to be one."""
    found = read_class(text)
    assert found is not None, text
    return found


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ("FD30", "FD60"),
        ("FD30", "FD30S"),
        ("EI 30", "REI 30"),
        ("E 60", "EI 60"),
        ("C25/30", "C30/37"),
        ("IP44", "IP65"),
        ("IP X4", "IP44"),
        ("B-s3,d2", "B-s1,d0"),
        ("C-s1,d0", "B-s1,d0"),
        ("TLS 1.2", "TLS 1.3"),
        ("Python 3.9", "Python 3.11"),
        ("Grade 8.8", "Grade 10.9"),
    ],
)
def test_more_is_no_less_in_any_component(less: str, more: str) -> None:
    """Minutes, letters, digits and versions each order as their standards say."""
    low, high = grade(less), grade(more)
    assert low.family == high.family
    assert low.point != high.point
    assert all(left <= right for left, right in zip(low.point, high.point, strict=True))


def test_blanks_and_hyphens_do_not_matter() -> None:
    """One class is written in many ways."""
    assert {grade(text).point for text in ("REI 60", "REI60", "REI-60")} == {grade("REI 60").point}


def test_some_classes_are_only_equal_or_not() -> None:
    """A "Class 2" of nobody knows what is neither more nor less than a "Class 1"."""
    assert grade("Class 2").point == ()
    assert grade("Class 2").name == grade("class 2").name != grade("Class 1").name


def test_classes_are_found_in_running_text() -> None:
    """Left to right, and the longest sort first."""
    text = "Doors FD30S in walls REI 60 of C30/37; see A-201 and B25X."
    found = find_classes(text, Span(0, len(text)))
    assert [text[place.start : place.end] for place in found] == ["FD30S", "REI 60", "C30/37"]


@pytest.mark.parametrize("text", ["", "900 mm", "FD", "FD30 and FD60", "Class"])
def test_what_is_no_class_is_none(text: str) -> None:
    """None is no class of its own."""
    assert read_class(text) is None
