"""Undo restores exactly: partial, merged and split supersessions, affirmed, rejected and taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import get_args

import pytest

from app.use_cases.proposals import judge, list_proposals
from app.use_cases.ruling import Voice
from app.use_cases.sources import list_sources
from app.use_cases.supersede import SupersedeRequest, supersede
from app.use_cases.undo import undo
from app.use_cases.viewpoint import Viewpoint
from graph.codec import encode
from graph.model import Edge, Node
from graph.vocabulary import EdgeState
from tests.fakes.quay import GROUT, PROJECT, SLIP, fill
from tests.fakes.shelf import Shelf, open_shelf, section
from tests.fakes.soundness import bare

VOICE = Voice("Ada Stone", "as agreed on site", override=True)
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    """The quay project with one more section."""
    with open_shelf(tmp_path / "data") as shelf:
        fill(shelf)
        both = section(
            "09 30 33", "Tiling and grout", "A", "1 May 2025", "Floor tiles are 300 mm wide.", "Grout is red."
        )
        shelf.put("both.txt", both, PROJECT)
        yield shelf


def records(shelf: Shelf) -> list[bytes]:
    """All that is present, byte by byte, but for the time of recording, which is history."""
    with shelf.services.store.read() as reader:
        present: list[Node | Edge] = [node for kind in get_args(Node) for node in reader.find(kind)]
        return [encode(replace(one, recorded_at=EPOCH, retracted_at=None)) for one in (*present, *reader.edges())]


def seen(shelf: Shelf) -> list[object]:
    """What surfaces say: sources with signals and reasons, proposals with impact, answers."""
    shelf.corpus()
    days = [date(2024, 7, 1), date(2025, 6, 1)]
    sources = [list_sources(shelf.services, Viewpoint(as_of=day)) for day in days]
    answers = [bare(shelf.ask(question, project=PROJECT)) for question in (SLIP, GROUT)]
    impacts = [
        [item["says"], item["impact"]["sources"]] for item in list_proposals(shelf.services, state="all")["items"]
    ]
    return [*sources, *answers, impacts]


def split(shelf: Shelf) -> list[str]:
    """One text is replaced by two."""
    requests = [SupersedeRequest(new, "Section 09 30 23") for new in ("Addendum 3", "Section 09 30 33")]
    return [supersede(shelf.services, request, VOICE)["ruling_id"] for request in requests]


def merge(shelf: Shelf) -> list[str]:
    """Two texts are replaced by one."""
    requests = [SupersedeRequest("Section 09 30 33", old) for old in ("tiling-b.txt", "Section 09 30 23")]
    return [supersede(shelf.services, request, VOICE)["ruling_id"] for request in requests]


def partial(shelf: Shelf) -> list[str]:
    """Single clauses are replaced, one of them twice."""
    clauses = [("Bulletin 4", ("1.2",)), ("Section 09 30 33", ("1.1", "1.2"))]
    requests = [SupersedeRequest(new, "Section 09 30 23", paths) for new, paths in clauses]
    return [supersede(shelf.services, request, VOICE)["ruling_id"] for request in requests]


def judged(shelf: Shelf) -> list[str]:
    """The amendment of one clause is rejected, affirmed, and the draft's proposal affirmed."""
    (amends,) = (e for e in list_proposals(shelf.services, state="certified")["items"] if e["type"] == "AMENDS")
    (waiting,) = list_proposals(shelf.services)["items"]
    steps = [(amends, EdgeState.REJECTED), (amends, EdgeState.AFFIRMED), (waiting, EdgeState.AFFIRMED)]
    return [judge(shelf.services, edge["id"], state, VOICE)["ruling_id"] for edge, state in steps]


@pytest.mark.parametrize("act", [split, merge, partial, judged])
def test_taking_back_every_decision_leaves_everything_as_it_was(
    shelf: Shelf, act: Callable[[Shelf], list[str]]
) -> None:
    """After each undo the state is that before its decision, to the byte."""
    records_before, seen_before = records(shelf), seen(shelf)
    rulings = act(shelf)
    assert None not in rulings
    assert records(shelf) != records_before
    for ruling in reversed(rulings):
        undo(shelf.services, ruling, VOICE)
    assert records(shelf) == records_before
    assert seen(shelf) == seen_before


def test_a_step_back_is_one_step(shelf: Shelf) -> None:
    """Of a merge, taking back the second half leaves the first."""
    first = SupersedeRequest("Section 09 30 33", "tiling-b.txt")
    supersede(shelf.services, first, VOICE)
    between = records(shelf)
    second = supersede(shelf.services, SupersedeRequest("Section 09 30 33", "Section 09 30 23"), VOICE)
    undo(shelf.services, second["ruling_id"], VOICE)
    assert records(shelf) == between
