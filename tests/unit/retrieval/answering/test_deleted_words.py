"""Questions that deleted words answer, where other books speak of something near."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.fakes.shelf import Shelf, open_shelf
from tests.fakes.soundness import faults

SPEC = """QUAY DEPOT
Document: QD-SPEC-087100
Title: Door hardware
Revision: B
Date: 3 May 2024
Status: Issued

2 Closers
2.1 Door closers shall be power size 3.

3 Rails
3.1 Rails shall be 40 mm in diameter.

4 Doors
4.1 Corridor doors shall have a clear width of 850 mm, provided the corridor is at least 1800 mm wide.
4.2 Platforms shall be 915 mm in height.
"""
ADDENDUM = """QUAY DEPOT
Document: QD-ADD-002
Title: Addendum No. 2
Date: 10 June 2024
Status: Issued

1. QD-SPEC-087100 clause 2.1 is deleted.
2. QD-SPEC-087100 clause 3.1 is deleted.
"""
BOOK = """TARN STANDARDS SOCIETY
TSS 410:2019
Doors of depots

1 General
1.1 Door closers and gate closers shall be adjusted so that a door of any size takes 5 seconds to close.
1.2 Rails shall be 32 mm to 50 mm in diameter.
1.3 On a major route the wider leaf of double doors shall stand on one side of the corridor.
1.4 A door may open into a corridor, provided the corridor is at least 1900 mm wide.
"""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """A section of which two clauses are deleted, and a standard beside it."""
    with open_shelf(tmp_path_factory.mktemp("deleted")) as shelf:
        shelf.put("hardware.txt", SPEC, "Quay")
        shelf.put("addendum.txt", ADDENDUM, "Quay")
        shelf.put("book.txt", BOOK, "Quay")
        yield shelf


def _ask(shelf: Shelf, question: str) -> dict[str, Any]:
    outcome = shelf.ask(question, project="Quay")
    assert faults(shelf, outcome) == []
    return outcome


def test_a_neighbour_in_another_book_does_not_answer_for_deleted_words(shelf: Shelf) -> None:
    """It speaks of closers and of no power size; the deletion is named."""
    abstention = _ask(shelf, "What power size shall door closers be?")["abstention"]
    assert abstention["reason"] == "only superseded"
    assert "clause 2.1 is deleted" in abstention["detail"]


def test_a_book_that_says_as_much_as_the_deleted_words_answers(shelf: Shelf) -> None:
    """Its rule is in force, whatever became of the section's."""
    assert "between 32 mm and 50 mm" in _ask(shelf, "What diameter shall rails be?")["answer"]


def test_a_clear_width_is_a_width_and_a_condition_is_none(shelf: Shelf) -> None:
    """How wide doors are is said of doors, and not of the corridor that they may open into."""
    outcome = _ask(shelf, "How wide must corridor doors be?")
    assert "850 mm" in outcome["answer"]
    assert "1900 mm" not in outcome["answer"]


def test_the_size_of_a_thing_is_not_that_of_what_it_belongs_to(shelf: Shelf) -> None:
    """Of copings nothing is said, whatever is said of platforms."""
    assert "915 mm" in _ask(shelf, "What is the height of platforms?")["answer"]
    abstention = _ask(shelf, "What is the height of platform copings?")["abstention"]
    assert "copings" in abstention["detail"]
