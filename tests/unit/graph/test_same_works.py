"""Numbers that differ by the marks between their parts name one work."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph.likeness import number_parts
from graph.lookup import resolve
from tests.fakes.shelf import open_shelf


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [("CD-301", "CD 301", True), ("ASI 004", "ASI-4", True), ("A-101", "A-10.1", False), ("TN 1", "TM 1", False)],
)
def test_marks_between_the_parts_of_a_number_do_not_matter(one: str, other: str, same: bool) -> None:
    """Its letters and figures do."""
    assert (number_parts(one) == number_parts(other)) is same


def test_an_act_reaches_a_text_whose_number_it_spells_otherwise(tmp_path: Path) -> None:
    """The file's name has a hyphen where the act has a blank, and people write it in both ways."""
    with open_shelf(tmp_path) as shelf:
        shelf.put(
            "CD-301.md",
            "# Verges\n\nDocument number: CD-301\n\nDate: 3 June 2019\n\n4.2 Verges are 2 m.\n\n4.3 Kerbs are 9 m.\n",
        )
        shelf.put(
            "TB-07.md",
            "# Technical Bulletin TB-07\n\nDate: 1 July 2022\n\n"
            '1. Clause 4.3 of CD 301 is amended to read: "Kerbs are 8 m."\n',
        )
        snapshot = shelf.corpus().snapshot(None)
        found = {text: resolve(snapshot, text)[0].sources for text in ("CD 301", "CD-301", "cd301 clause 4.3")}
        assert len(set(found.values())) == 1
        assert all(found.values())
        (source,) = found["CD 301"]
        acts = [edge for edge in snapshot.edges if source in snapshot.sources_of(edge.dst) and edge.scope.clauses]
        assert [edge.scope.clauses for edge in acts] == [("4.3",)]
