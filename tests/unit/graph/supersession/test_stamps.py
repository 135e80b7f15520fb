"""Stamps on drawings and rows of their revision tables."""

from __future__ import annotations

import pytest

from graph.identity import work_id
from graph.supersession.detect import detect
from graph.vocabulary import EdgeState, EdgeType
from tests.fakes.pages import page

DRAWING = {"number": "A-200", "version": "C", "kind": "drawing", "status": "issued"}


def stamped(kind: str, words: str, **facts: str) -> list[tuple[EdgeType, str, str]]:
    """Type and both ends of what a line of a drawing says; "own" for the drawing itself."""
    view = page(("header", "TITLE LOBBY PLAN\nDRAWING NO. A-200"), (kind, words), **(facts or DRAWING))
    names = {view.source.id: "own"} | {work_id("p", n): n for n in ("A-201", "A-202", "A-203")}
    edges = [e for e in detect(view) if e.type in (EdgeType.SUPERSEDES, EdgeType.WITHDRAWS)]
    assert all(e.state is EdgeState.CERTIFIED for e in edges)
    return sorted({(e.type, names[e.src], names[e.dst]) for e in edges})


@pytest.mark.parametrize(
    "words",
    [
        "SUPERSEDED BY A-201",
        "Superseded by drawing A-201",
        "VOID - SEE A-201",
        "CANCELLED, SEE SHEET A-201",
        "THIS DRAWING IS SUPERSEDED BY A-201",
    ],
)
def test_a_stamp_names_the_successor(words: str) -> None:
    """Whichever way the office words it."""
    assert stamped("heading", words) == [(EdgeType.SUPERSEDES, "A-201", "own")]


def test_a_split_names_several() -> None:
    """Each sheet that took a part of the place is a successor."""
    found = stamped("paragraph", "CANCELLED, SEE A-202 AND A-203")
    assert found == [(EdgeType.SUPERSEDES, "A-202", "own"), (EdgeType.SUPERSEDES, "A-203", "own")]


def test_a_row_of_the_revision_table_names_the_predecessor() -> None:
    """ "Replaces" in the description of a revision is an act of the drawing."""
    assert stamped("paragraph", "A 2022-08-01 Replaces A-201") == [(EdgeType.SUPERSEDES, "own", "A-201")]


@pytest.mark.parametrize("words", ["VOID", "CANCELLED", "THIS DRAWING IS WITHDRAWN"])
def test_a_large_stamp_without_a_successor_withdraws(words: str) -> None:
    """Nothing took its place."""
    assert (EdgeType.WITHDRAWS, "own", "own") in stamped("heading", words)


def test_void_in_small_letters_is_an_opening_in_a_floor() -> None:
    """Plans are full of shafts."""
    assert stamped("paragraph", "VOID") == []


def test_only_drawings_are_stamped() -> None:
    """In another text such a line may be anything."""
    assert stamped("heading", "VOID", number="Policy A-200", status="issued") == []
