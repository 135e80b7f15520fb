"""What a question says in the terms of requirements."""

from __future__ import annotations

from functools import cache

import pytest

from app.use_cases.reading import Arrival, read_item
from graph.conflicts.engine import parties_of
from graph.conflicts.record import Party
from graph.governing import Governing
from graph.requirements.concepts import Concepts
from graph.snapshot import build_snapshot
from graph.time import Moment
from retrieval.answering.asked import Asked, read_asked
from retrieval.answering.question import read_question
from tests.fakes.shelf import NOON, TODAY


@cache
def _party(sentence: str) -> Party:
    """The first requirement of a text of one sentence, as it stands."""
    arrival = Arrival("files", "note.txt", "file:note.txt", "note.txt", "", ("*",), (), NOON)
    (prepared,) = read_item(f"{sentence}\n".encode(), arrival).sources
    governing = Governing(build_snapshot([prepared.source], prepared.claims), Moment(TODAY))
    return parties_of(prepared.requirements, governing, Concepts())[0]


def _asked(question: str) -> Asked:
    return read_asked(read_question(question), Concepts())


@pytest.mark.parametrize(
    ("question", "sentence", "fits"),
    [
        ("What is the gate width?", "The gate width shall be at least 900 mm.", 2),
        ("How wide must gates be?", "The gate width shall be at least 900 mm.", 2),
        ("How wide must gates be?", "The gate height shall be at least 900 mm.", 0),
        ("How wide must gates be?", "The fence width shall be at least 900 mm.", 0),
        ("For how many days are logs kept?", "Logs shall be kept for at least 90 days.", 1),
        ("For how many days are logs kept?", "Logs shall be at least 90 mm thick.", 0),
        ("Are handrails required on ramps?", "Handrails shall be provided on both sides of ramps.", 2),
        ("How long are handrails?", "Handrails shall be provided on both sides of ramps.", 0),
        ("Which document governs the gate width?", "The gate width shall be at least 900 mm.", 0),
    ],
)
def test_a_requirement_fits_by_its_thing_and_property_or_by_what_it_measures(
    question: str, sentence: str, fits: int
) -> None:
    """2 where the property is named, 1 where only the kind of quantity is, else 0."""
    assert _asked(question).fits(_party(sentence)) == fits


FAST = "Where the speed exceeds 50 km/h, gates shall be 2 m wide."


@pytest.mark.parametrize(
    ("question", "sentence", "is_out"),
    [
        ("How wide are gates where the speed is 90 km/h?", FAST, False),
        ("How wide are gates where the speed is 40 km/h?", FAST, True),
        ("How wide are gates in zone B?", "In zone A, gates shall be at least 2 m wide.", True),
        ("How wide are gates in zone A?", "In zone A, gates shall be at least 2 m wide.", False),
        ("How wide are gates?", "In zone A, gates shall be at least 2 m wide.", False),
        ("How wide are external gates?", "Internal gates shall be at least 2 m wide.", True),
        ("What is the maximum gate width?", "The gate width shall be at least 900 mm.", True),
        ("What is the minimum gate width?", "The gate width shall be at least 900 mm.", False),
        ("What is the maximum gate width?", "The gate width shall be 900 mm.", False),
    ],
)  # fmt: skip
def test_a_requirement_that_cannot_apply_or_bounds_otherwise_is_no_answer(
    question: str, sentence: str, is_out: bool
) -> None:
    """By values, zones, words that exclude each other, and the side from which it binds."""
    assert _asked(question).rules_out(_party(sentence)) is is_out


@pytest.mark.parametrize(
    ("question", "sentence", "is_named"),
    [
        ("How high are risers in dwellings?", "In dwellings, risers shall be at most 220 mm high.", True),
        ("How high are risers?", "In dwellings, risers shall be at most 220 mm high.", False),
        ("How high are risers in dwellings?", "Risers shall be at most 190 mm high.", False),
        ("How wide are gates for 30 vehicles?", "For vehicles, gates shall be at least 3 m wide.", True),
    ],
)
def test_a_special_case_is_singled_out_where_all_that_limits_it_is_named(
    question: str, sentence: str, is_named: bool
) -> None:
    """A general rule is none."""
    assert _asked(question).singles_out(_party(sentence)) is is_named
