"""Demands that meet by all that their sentences say, though their subjects and properties part them."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.conflicts.linkage import Saying, are_one, linked
from graph.requirements.extract import extract
from graph.vocabulary import ConflictClass
from tests.quality.conflict_judge import judge_with
from tests.quality.conflict_scores import NO_PAIR

FACTS = {"authority": "specification", "date": "2026-03-02", "project": "Alder Yard", "jurisdiction": None}
AGAINST, CLASH = ConflictClass.CONTRADICTION, ConflictClass.MODALITY_CLASH

MEETING = [
    (
        "The free area of the louvre to the pump house shall be 2 m².",
        "The pump house louvre shall provide 3 m² of free area.",
        AGAINST,
    ),
    (
        "Fire water in the dock tank shall be stored at 10 °C.",
        "The storage temperature of the fire water in the dock tank shall be 15 °C.",
        AGAINST,
    ),
    (
        "Sirens at the weir shall be mounted 4 m above the walkway.",
        "Mounting height of weir sirens above the walkway: 6 m.",
        AGAINST,
    ),
    (
        "Gullies on the quay road shall have a spacing of 30 m.",
        "Quay road gullies are to be spaced 45 m apart.",
        AGAINST,
    ),
    (
        "Kiosk luminaires shall be mounted 2.4 m above the deck.",
        "LIGHT FITTINGS IN KIOSK TO BE MOUNTED AT 2700 MM ABOVE DECK.",
        AGAINST,
    ),
    (
        "The supply air temperature of the cold store shall be 4 °C.",
        "Chillers deliver supply air to the cold store at 7 °C.",
        AGAINST,
    ),
    (
        "Log entries of the bridge shall be deleted after 12 months.",
        "Bridge log entries must be kept for 24 months.",
        AGAINST,
    ),
    ("Buoy lamps shall be inspected weekly.", "Lamps of buoys shall be inspected every 14 days.", AGAINST),
    (
        "The Mate shall keep the deck radio available for 99.5 % of each month.",
        "Deck radio availability: 99.9 % per month.",
        AGAINST,
    ),
    (
        "Crew cabins shall be given 10 l/s of fresh air per person.",
        "Fresh air to crew cabins: 8 l/s per person.",
        AGAINST,
    ),
    (
        "Moorings upstream of the weir shall have a fall of 1 %.",
        "Moorings downstream of the weir shall have a fall of 2 %.",
        ConflictClass.DIFFERENT_SCOPE,
    ),
    (
        "Demurrage for Section 1 is £4,000 per day.",
        "The Charterer pays £1,500 a day as demurrage for Section 2.",
        ConflictClass.DIFFERENT_SCOPE,
    ),
    (
        "All lamps of the quay, excluding light fittings of the kiosk, shall be 60 W.",
        "Luminaires of the kiosk shall be 20 W.",
        NO_PAIR,
    ),
]
APART = [
    ("The path beside the canal shall be 2 m wide.", "The canal beside the path shall be 9 m wide."),
    ("The shutter of the kiosk shall be 1 m high.", "The kiosk counter below the shutter shall be 1.2 m high."),
    ("Filter beds shall be washed every 2 days.", "Filter beds shall be renewed every 20 years."),
    ("Bridge bearings shall be inspected every 2 years.", "Bridge bearings shall be replaced every 20 years."),
    ("Escalators shall have a speed of 0.5 m/s.", "The handrail of the escalator shall run at 0.55 m/s."),
    ("Doors to plant rooms shall be 1 m wide.", "Corridors leading to plant room doors shall be 1.2 m wide."),
    ("Door D-201 shall be 900 mm wide.", "The frame of door D-201 shall be 70 mm wide."),
    ("The Contractor shall be responsible.", "The Contractor shall be available."),
    ("A client shall not send push frames.", "Only a server may send push frames."),
    ("The valve chamber shall be 2 m deep.", "The valve chamber shall be 3 m wide."),
    ("The inlet gate of the basin shall open in 5 s.", "The outlet gate of the basin shall open in 9 s."),
    ("Visitors to the quarry shall be escorted.", "Vehicles of visitors to the quarry shall not be parked there."),
]


def _verdicts(one: str, other: str) -> set[str]:
    sides = [{"text": text, "work": work, **FACTS} for text, work in ((one, "Part A"), (other, "Part B"))]
    judge = judge_with(extract)
    return {judge(*sides), judge(*reversed(sides))}


@pytest.mark.parametrize(("one", "other", "expected"), MEETING)
def test_sentences_about_one_thing_meet_in_other_words(one: str, other: str, expected: str) -> None:
    """Order, holder, verb and noun of a demand make no other thing, whichever side is asked first."""
    assert _verdicts(one, other) == {expected}


@pytest.mark.parametrize(("one", "other"), APART)
def test_sentences_with_the_same_nouns_may_be_about_two_things(one: str, other: str) -> None:
    """What is measured, what is done and where a thing stands tell things apart that share their words."""
    assert _verdicts(one, other) <= {NO_PAIR, ConflictClass.DIFFERENT_SCOPE}


WORDS = st.frozensets(
    st.sampled_from(["gate", "lock", "chamber", "sill", "quay", "pier", "fender", "crane"]), min_size=1
)


@st.composite
def _sayings(draw: st.DrawFn) -> Saying:
    words = draw(WORDS)
    named = draw(st.frozensets(st.sampled_from(sorted(words)), min_size=1))
    head = frozenset(sorted(named)[:1])
    measure = draw(st.sampled_from([frozenset[str](), frozenset(["height"]), frozenset(["width"])]))
    return Saying(words, named, head, words - named, measure, "[length]")


@settings(max_examples=60, derandomize=True, deadline=None)
@given(st.lists(_sayings(), max_size=12))
def test_only_what_is_about_one_thing_is_found_and_all_of_it(sayings: list[Saying]) -> None:
    """The index finds the pairs that comparing all with all would, in any order of what is given."""
    expected = {frozenset(pair) for pair in combinations(set(sayings), 2) if are_one(*pair)}
    found = list(linked(sayings))
    assert {frozenset(pair) for pair in found} == expected
    assert len(found) == len(expected)
    assert found == list(linked(reversed(sayings)))


@settings(max_examples=60, derandomize=True, deadline=None)
@given(_sayings(), _sayings())
def test_being_about_one_thing_is_symmetric(one: Saying, other: Saying) -> None:
    """It does not matter which of two demands is asked first."""
    assert are_one(one, other) == are_one(other, one)


def test_a_sentence_with_two_demands_lends_its_words_to_neither() -> None:
    """Where one sentence demands two things its words do not tell which of them they are about."""
    one = "The fender shall be 3 m long and the quay ladder shall be 4 m long."
    other = "The quay ladder fender shall be 5 m long."
    assert _verdicts(one, other) <= {NO_PAIR, ConflictClass.DIFFERENT_SCOPE}
