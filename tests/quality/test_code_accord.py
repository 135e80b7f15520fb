"""Comparisons of CODE-ACCORD: how many the product reads in sentences on their own, in demands and conditions."""

from __future__ import annotations

from graph.vocabulary import Comparator
from tests.quality.code_accord import load, read, score


def test_comparisons_of_the_dev_sentences_are_read() -> None:
    """Floors a little below what is reached; the figure with the test part is asked by hand."""
    found = score(read, load("dev"))
    recall, precision = found.found / found.rows, found.right / found.on_marked
    assert 2 * recall * precision / (recall + precision) >= 0.88, str(found)
    assert precision >= 0.94, str(found)
    assert found.by_relation["equal"][0] >= 0.65 * found.by_relation["equal"][1], str(found)


def test_ranges_and_conditions_are_bounds_of_their_own() -> None:
    """A range has two ends, and what a condition compares counts as well as what is demanded."""
    found = read("Where the pitch exceeds 25 degrees, the rise shall be between 150 mm and 170 mm.")
    assert sorted(found) == sorted(
        [
            (Comparator.MORE, "25", "degrees"),
            (Comparator.AT_LEAST, "150", "mm"),
            (Comparator.AT_MOST, "170", "mm"),
        ]
    )
