"""Later versions that a register lists and nobody holds."""

from __future__ import annotations

from datetime import date

import pytest

from graph.effects import effects
from graph.model import Scope
from graph.vocabulary import EdgeType
from tests.fakes.library import Library

DECLARES = EdgeType.DECLARES


def shelf(*listed: tuple[str, str], **drawing: str) -> tuple[Library, str]:
    """Drawing A-201 in revision B, and a register with these versions and statuses of it."""
    library = Library()
    held = library.add("A-201", version="B", status="issued", **drawing)
    register = library.add(None, "register.csv", title="Drawing register", kind="register", date="1 May 2024")
    for version, status in listed:
        library.link(DECLARES, register, "A-201", method="register", scope=Scope(version=version), note=status)
    return library, held


def test_a_listed_later_revision_that_is_not_held_is_told_of_the_held_one() -> None:
    """Whoever asks for A-201 must learn that there is a revision C somewhere."""
    library, held = shelf(("C", "issued"))
    listed = effects(library.snapshot()).listed_not_held[held]
    assert (listed.version, listed.since) == ("C", date(2024, 5, 1))
    assert listed.reason == "Drawing register lists A-201 C, which is not held"
    assert listed.edge.evidence is not None


@pytest.mark.parametrize(
    "row", [("A", "issued"), ("B", "issued"), ("C", "draft"), ("C", "superseded"), ("2016", "issued")]
)
def test_older_equal_unissued_and_foreign_labels_tell_nothing(row: tuple[str, str]) -> None:
    """A register that is older than what is held is no news."""
    assert effects(shelf(row)[0].snapshot()).listed_not_held == {}


def test_of_several_listed_revisions_the_latest_counts() -> None:
    """C, then D: what is missing most is D."""
    library, held = shelf(("D", "unknown"), ("C", "issued"))
    assert effects(library.snapshot()).listed_not_held[held].version == "D"


def test_a_listed_revision_that_is_held_is_not_missing() -> None:
    """Also where it is held as a draft under that label."""
    library, _ = shelf(("C", "issued"))
    library.add("A-201", version="C", status="issued")
    assert effects(library.snapshot()).listed_not_held == {}


def test_a_row_without_a_status_claims_no_status() -> None:
    """Listing a version says that there is one, not that it is issued."""
    library, held = shelf(("B", "unknown"))
    assert library.snapshot().descriptions[held].disagreements == ()
