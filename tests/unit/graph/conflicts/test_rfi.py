"""The draft of a request for information: both sides as they stand, no side taken."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from graph.conflicts.rfi import Quoted, draft
from graph.vocabulary import ConflictClass
from tests.unit.graph.conflicts.shelf import Shelf

DAY = date(2026, 2, 3)
SIDES = [
    Quoted("SPEC 1 · B · clause 2.1", "A stair shall be\n900 mm wide.", "shall = 900 mm"),
    Quoted("SPEC 2 · clause 4", None, "shall = 1 m"),
]


def test_a_draft_quotes_both_sides_and_prefers_none() -> None:
    """With document, version, clause, day and the date of the reply."""
    shelf = Shelf()
    for number, text in (("SPEC 1", "shall = 900 mm"), ("SPEC 2", "shall = 1 m")):
        shelf.demand(shelf.document(number), "stair", "width", text)
    conflict = shelf.only()
    letter = draft(conflict, SIDES, DAY, "1 March 2026")
    for words in (
        "A. SPEC 1 · B · clause 2.1",
        "“A stair shall be 900 mm wide.”",
        "B. SPEC 2 · clause 4",
        "2026-02-03",
    ):
        assert words in letter
    assert "Reply needed by: 1 March 2026" in letter
    assert "Neither text is preferred" in letter
    assert conflict.reason in letter
    assert "None" not in letter


def test_a_draft_says_what_is_not_sure_and_asks_by_class() -> None:
    """Editions are asked for by part of the works; a class without words of its own gets the general ones."""
    shelf = Shelf()
    for number, text in (("SPEC 1", "shall = 900 mm"), ("SPEC 2", "shall = 1 m")):
        shelf.demand(shelf.document(number), "stair", "width", text)
    conflict = shelf.only()
    assert "which edition" in draft(replace(conflict, kind=ConflictClass.EDITION_CLASH), SIDES, DAY)
    unsure = draft(replace(conflict, kind=ConflictClass.DIFFERENT_SCOPE, is_sure=False), SIDES, DAY)
    assert "is not known" in unsure
    assert "whether both apply" in unsure
    assert "Reply needed" not in unsure
