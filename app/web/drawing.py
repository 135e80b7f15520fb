"""A neighbourhood of the graph as a drawing: works are rows, time runs from left to right.

A version stands right of the versions of its work that are older, and of everything that it displaces
(longest-path layering: Sugiyama, Tagawa and Toda 1981, DOI 10.1109/TSMC.1981.4308636, its first step; rows are
kept by work instead of ordered by crossings, so that a reader finds one document on one line).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

WIDTH, HEIGHT = 224, 54
GAP_X, GAP_Y = 64, 18
MARGIN = 12
SERIES = "version"
"""Family of the line between two consecutive versions of one work."""

_WEIGHT = {"supersession": 0, SERIES: 1, "reliance": 2, "conversation": 3, "citation": 4}
"""Of several edges between two nodes the first of these is drawn."""


@dataclass(frozen=True, slots=True)
class Box:
    """A node where it is drawn; x and y are its upper left corner."""

    node: Json
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Line:
    """An edge as a path, with the words that it stands for."""

    family: str
    state: str
    path: str
    says: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """Everything that is drawn, and how large it is."""

    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]
    width: int
    height: int


def draw(found: Json) -> Drawing:
    """The drawing of what `app.use_cases.neighbourhood` found."""
    nodes = {node["id"]: node for node in found["nodes"]}
    rows = _rows(nodes)
    edges = _one_each(found["edges"] + _series(rows))
    columns = _columns(nodes, rows, edges)
    boxes = _place(nodes, rows, columns)
    placed = {box.node["id"]: box for box in boxes}
    lines = [_line(edge, placed[edge["src"]], placed[edge["dst"]]) for edge in edges]
    width = max((box.x for box in boxes), default=0) + WIDTH + MARGIN
    height = max((box.y for box in boxes), default=0) + HEIGHT + MARGIN
    return Drawing(tuple(boxes), tuple(lines), width, height)


def _rows(nodes: Mapping[str, Json]) -> list[list[str]]:
    """Ids by work, works in the order in which they were met, versions by day; those without a day first."""
    by_work: dict[str, list[str]] = defaultdict(list)
    for identifier, node in nodes.items():
        by_work[node["work_id"]].append(identifier)
    return [sorted(ids, key=lambda one: (nodes[one]["day"] or "", one)) for ids in by_work.values()]


def _series(rows: Sequence[Sequence[str]]) -> list[Json]:
    return [
        {"src": later, "dst": earlier, "family": SERIES, "state": "certified", "says": "the next version"}
        for row in rows
        for earlier, later in zip(row, row[1:], strict=False)
    ]


def _one_each(edges: Iterable[Json]) -> list[Json]:
    """One edge between any two nodes: that which matters most."""
    best: dict[tuple[str, str], Json] = {}
    for edge in edges:
        pair = (min(edge["src"], edge["dst"]), max(edge["src"], edge["dst"]))
        if pair not in best or _WEIGHT[edge["family"]] < _WEIGHT[best[pair]["family"]]:
            best[pair] = edge
    return list(best.values())


def _columns(nodes: Mapping[str, Json], rows: Sequence[Sequence[str]], edges: Iterable[Json]) -> dict[str, int]:
    """For each node the least column that is right of its elder versions and of all that it displaces."""
    left: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        for earlier, later in zip(row, row[1:], strict=False):
            left[later].add(earlier)
    for edge in edges:
        if edge["family"] == "supersession" and _day(nodes, edge["dst"]) <= _day(nodes, edge["src"]):
            left[edge["src"]].add(edge["dst"])
    columns: dict[str, int] = {}
    for identifier in sorted(nodes, key=lambda one: (_day(nodes, one), one)):
        columns[identifier] = 1 + max((columns.get(one, -1) for one in left[identifier]), default=-1)
    return columns


def _day(nodes: Mapping[str, Json], identifier: str) -> str:
    return str(nodes[identifier]["day"] or "")


def _place(nodes: Mapping[str, Json], rows: Sequence[Sequence[str]], columns: Mapping[str, int]) -> list[Box]:
    """Boxes row by row; works with one version share a line where there is room behind those before them."""
    boxes: list[Box] = []
    filled: list[set[int]] = []
    for row in rows:
        wanted = {columns[one] for one in row}
        line = next((at for at, used in enumerate(filled) if at > 0 and _has_room(used, wanted)), len(filled))
        if line == len(filled):
            filled.append(set())
        filled[line] |= wanted
        y = MARGIN + line * (HEIGHT + GAP_Y)
        boxes += [Box(nodes[one], MARGIN + columns[one] * (WIDTH + GAP_X), y) for one in row]
    return boxes


def _has_room(used: set[int], wanted: set[int]) -> bool:
    """Whether a row of single works may take another one; a series keeps a line for itself."""
    return len(wanted) == 1 and used.isdisjoint(wanted) and max(used) < min(wanted)


def _line(edge: Json, src: Box, dst: Box) -> Line:
    return Line(edge["family"], edge["state"], _path(src, dst), edge["says"])


def _path(src: Box, dst: Box) -> str:
    """A curve from the side of one box to the facing side of the other; within a column, around their right."""
    y0, y1 = src.y + HEIGHT // 2, dst.y + HEIGHT // 2
    if src.x == dst.x:
        side, bend = src.x + WIDTH, src.x + WIDTH + GAP_X // 2
        return f"M{side} {y0}C{bend} {y0} {bend} {y1} {side} {y1}"
    x0, x1 = (src.x + WIDTH, dst.x) if dst.x > src.x else (src.x, dst.x + WIDTH)
    middle = (x0 + x1) // 2
    return f"M{x0} {y0}C{middle} {y0} {middle} {y1} {x1} {y1}"
