"""What is demanded at one moment: conflicts as a whole and of single requirements, and where they stand."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from graph.conflicts.demands import Demands, load_demands
from graph.demands import RegisterStep
from graph.embedded_store import EmbeddedStore
from graph.governing import Governing
from graph.snapshot import load_snapshot
from graph.spans import Span
from graph.time import Moment
from graph.vocabulary import ConflictState, RegisterAct
from tests.fakes.library import NOON, day
from tests.unit.graph.conflicts.shelf import Shelf


def two_specifications() -> Shelf:
    """Two documents that contradict each other on a stair and agree on a door."""
    shelf = Shelf()
    for number, stair in (("SPEC 1", "shall = 900 mm"), ("SPEC 2", "shall = 1 m")):
        source = shelf.document(number)
        shelf.demand(source, "stair", "width", stair)
        shelf.demand(source, "door", "height", "shall ≥ 2100 mm")
    return shelf


def test_conflicts_of_some_requirements_are_those_of_all_that_they_are_party_to() -> None:
    """Whether or not all were computed before."""
    shelf = two_specifications()
    stair = shelf.requirements[0].id
    demands = Demands(shelf.library.governing(), shelf.requirements)
    (alone,) = demands.conflicts_of([stair])
    assert alone in demands.conflicts
    assert len(demands.conflicts) == 2
    assert demands.conflicts_of([stair]) == (alone,)
    assert demands.conflicts_of(["r-none"]) == ()
    assert demands.by_id[alone.id] == alone


def test_requirements_of_sources_that_are_not_there_are_left_out() -> None:
    """As if they had never been read."""
    shelf = two_specifications()
    stray = shelf.demand("s-elsewhere", "stair", "width", "shall = 5 m")
    demands = Demands(shelf.library.governing(), shelf.requirements)
    assert stray.id not in demands.requirements
    assert len(demands.parties) == 4


def test_a_store_gives_requirements_and_register_as_they_were_known(tmp_path: Path) -> None:
    """A step that was not taken yet is not known yet."""
    shelf = two_specifications()
    conflict = Demands(shelf.library.governing(), shelf.requirements).conflicts[0]
    later = NOON + timedelta(days=9)
    step = RegisterStep("g-1", conflict.id, RegisterAct.ACKNOWLEDGE, "ana", None, later)
    store = EmbeddedStore(tmp_path / "graph.db")
    with store.write() as writer:
        writer.put([*shelf.library.sources, *shelf.library.claims, *shelf.requirements, step])
    with store.read() as reader:
        states = [
            load_demands(reader, Governing(load_snapshot(reader), Moment(day("2026-01-01"), known))).standing(conflict)
            for known in (None, NOON + timedelta(days=1))
        ]
    store.close()
    assert [standing.state for standing in states] == [ConflictState.ACKNOWLEDGED, ConflictState.OPEN]


def test_a_side_says_the_unit_that_stands_in_the_head_of_its_column() -> None:
    """Without its place, too."""
    shelf = two_specifications()
    (value,) = shelf.requirements[0].values
    cell = replace(value, written="900", unit="mm", unit_span=Span(3, 5))
    shelf.requirements[0] = replace(shelf.requirements[0], values=(cell,))
    sides = Demands(shelf.library.governing(), shelf.requirements).conflicts_of([shelf.requirements[0].id])[0].sides
    assert "shall = 900 mm" in {side.says for side in sides}
