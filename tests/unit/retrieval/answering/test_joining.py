"""Two answers told as one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fakes.shelf import Shelf, open_shelf, section
from tests.fakes.soundness import faults

STRENGTH = "Roof rails shall have a pull-out strength of at least {} kN."


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """Two revisions of a section that state one value each, and a drawing that states another."""
    with open_shelf(tmp_path_factory.mktemp("joined")) as shelf:
        for revision, issued, size in (("A", "2 February 2023", 6), ("B", "6 May 2024", 9)):
            text = section("05 52 00", "Roof Rails", revision, issued, STRENGTH.format(size))
            shelf.put(f"rails-{revision}.txt", text, "Tower")
        other = section("07 71 00", "Roof Accessories", "A", "6 May 2024", STRENGTH.format(12))
        shelf.put("accessories.txt", other, "Tower")
        yield shelf


def test_values_of_a_replaced_revision_are_told_with_their_own_citations(shelf: Shelf) -> None:
    """What became of the named revision is the first citation; values and sides count on from there."""
    question = "What pull-out strength does revision A of Section 05 52 00 require of roof rails?"
    outcome = shelf.ask(question, project="Tower")
    assert faults(shelf, outcome) == []
    assert outcome["answer"].startswith("Section 05 52 00 Revision A is superseded")
    assert outcome["requirements"]
    numbers = {citation["n"] for citation in outcome["citations"]}
    assert all(one["citation"] in numbers - {1} for one in outcome["requirements"])
