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
    block = "LEAVE AND ABSENCE" if facts else "TITLE LOBBY PLAN\nDRAWING NO. A-200"
    view = page(("header", block), (kind, words), **(facts or DRAWING))
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


@pytest.mark.parametrize(
    "words",
    [
        "This drawing is void. Replaced by drawings A-202 and A-203, 30/08/2023.",
        "V O I D - replaced by A-202 and A-203",
        "CANCELLED AND REPLACED BY A-202, A-203",
        "WITHDRAWN: use sheets A-202 & A-203",
        "VOID. This sheet is now superseded by A-202 and A-203",
    ],
)
def test_a_void_drawing_names_all_that_replaced_it(words: str) -> None:
    """Letters may be spaced, and a date may follow."""
    assert (EdgeType.SUPERSEDES, "A-202", "own") in stamped("paragraph", words)
    assert (EdgeType.SUPERSEDES, "A-203", "own") in stamped("paragraph", words)


def test_a_drawing_replaces_another_together_with_its_neighbour() -> None:
    """What the drawing says of itself counts; of the neighbour it only tells."""
    view = page("2. This drawing and A-203 replace A-201.", number="A-202", kind="drawing", status="issued")
    found = {(e.src == view.source.id, e.state) for e in detect(view) if e.type is EdgeType.SUPERSEDES}
    assert found == {(True, EdgeState.CERTIFIED), (False, EdgeState.PROPOSED)}
