"""The drawing of a neighbourhood: nothing overlaps, time runs to the right, a work keeps its line."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from app.web.drawing import HEIGHT, WIDTH, draw

Json = dict[str, Any]


def node(identifier: str, work: str, day: str | None = None) -> Json:
    """A version of a work."""
    return {"id": identifier, "work_id": work, "day": day, "label": identifier}


def edge(src: str, dst: str, family: str = "supersession") -> Json:
    """From one node to another."""
    return {"src": src, "dst": dst, "family": family, "state": "certified", "says": f"{src} {family} {dst}"}


def places(found: Json) -> dict[str, tuple[int, int]]:
    """Where each node is drawn."""
    return {box.node["id"]: (box.x, box.y) for box in draw(found).boxes}


def test_versions_of_a_work_stand_on_one_line_from_old_to_new() -> None:
    """The series is drawn though no edge says it."""
    found = {
        "nodes": [node("b", "w", "2022-01-01"), node("a", "w", "2020-01-01"), node("c", "w", "2024-01-01")],
        "edges": [],
    }
    at = places(found)
    assert at["a"][1] == at["b"][1] == at["c"][1]
    assert at["a"][0] < at["b"][0] < at["c"][0]
    assert [line.family for line in draw(found).lines] == ["version", "version"]


def test_what_displaces_stands_right_of_what_it_displaces() -> None:
    """Also across works; a citation moves nothing."""
    nodes = [node("old", "v", "2020-01-01"), node("new", "w", "2021-01-01"), node("citing", "x", "2022-01-01")]
    at = places({"nodes": nodes, "edges": [edge("new", "old"), edge("citing", "new", "citation")]})
    assert at["new"][0] > at["old"][0]
    assert at["citing"][0] == at["old"][0]


def test_of_many_edges_between_two_nodes_the_weightiest_is_drawn_once() -> None:
    """A citation beside a supersession says nothing more."""
    nodes = [node("a", "v", "2020-01-01"), node("b", "w", "2021-01-01")]
    lines = draw({"nodes": nodes, "edges": [edge("b", "a", "citation"), edge("b", "a"), edge("a", "b", "citation")]})
    assert [(line.family, line.says) for line in lines.lines] == [("supersession", "b supersession a")]


def test_nothing_gives_an_empty_drawing() -> None:
    """It has a size all the same."""
    drawing = draw({"nodes": [], "edges": []})
    assert (drawing.boxes, drawing.lines) == ((), ())
    assert drawing.width > 0
    assert drawing.height > 0


NODES = st.lists(
    st.tuples(st.sampled_from("uvwxyz"), st.none() | st.integers(1, 28).map(lambda day: f"2024-03-{day:02}")),
    max_size=25,
)


@given(
    NODES, st.lists(st.tuples(st.integers(0, 24), st.integers(0, 24), st.sampled_from(["supersession", "citation"])))
)
def test_no_two_boxes_overlap_and_every_line_joins_two_of_them(
    nodes: list[tuple[str, str | None]], pairs: list[tuple[int, int, str]]
) -> None:
    """Whatever is found, cycles among it too."""
    known = [node(f"n{place}", work, day) for place, (work, day) in enumerate(nodes)]
    edges = [edge(f"n{a}", f"n{b}", f) for a, b, f in pairs if a != b and a < len(known) and b < len(known)]
    drawing = draw({"nodes": known, "edges": edges})
    assert {box.node["id"] for box in drawing.boxes} == {one["id"] for one in known}
    for one, other in combinations(drawing.boxes, 2):
        assert abs(one.x - other.x) >= WIDTH or abs(one.y - other.y) >= HEIGHT
    for box in drawing.boxes:
        assert box.x + WIDTH <= drawing.width
        assert box.y + HEIGHT <= drawing.height
    by_work: dict[str, list[tuple[str, int]]] = {}
    for box in drawing.boxes:
        by_work.setdefault(box.node["work_id"], []).append((box.node["day"] or "", box.x))
    for versions in by_work.values():
        assert all(earlier[1] < later[1] for earlier, later in pairwise(sorted(versions)))
    assert all(re.fullmatch(r"M[\d ]+[CL][\d ]+", line.path) for line in drawing.lines)
