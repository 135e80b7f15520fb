"""Notes of drawings: capitals, signs and abbreviations instead of sentences."""

from __future__ import annotations

import pytest

from tests.unit.graph.requirements.test_prose import lines, read


@pytest.mark.parametrize(
    ("note", "wanted"),
    [
        ('STUDS @ 16" O.C. MAX.', 'STUDS | spacing ≤ 16"'),
        ("MIN. LAP 600 MM UNLESS NOTED OTHERWISE.", "| LAP ≥ 600 MM"),
        ("3 INCH CLEAR COVER TO BARS CAST AGAINST EARTH.", "BARS | CLEAR COVER = 3 INCH"),
        ('1 1/2" CLEAR COVER TO BARS.', 'BARS | CLEAR COVER = 1 1/2"'),
        ('HANDRAIL 42" A.F.F. BOTH SIDES.', 'HANDRAIL | height = 42"'),
        ("CONCRETE STRENGTH f'c = 4000 PSI.", "CONCRETE | STRENGTH = 4000 PSI"),
        ("ROOF TILES TO HAVE A GRADE OF 36 PTV MINIMUM.", "ROOF TILES | GRADE ≥ 36"),
        ('PROVIDE #5 BARS AT 12" O.C. EACH WAY.', '#5 BARS | spacing = 12"'),
        ("Provide joists @ 400 mm c/c.", "joists | spacing = 400 mm"),
        ("LIFT L2: RATED SPEED 1.0 M/S.", "LIFT L2 | RATED SPEED = 1.0 M/S"),
        ("LOBBY: OVERPRESSURE TO THE CORRIDOR OUTSIDE IT 5 PA.", "LOBBY | pressure = 5 PA"),
    ],
)
def test_a_note_without_a_verb_demands(note: str, wanted: str) -> None:
    """The value's own words name it."""
    assert lines(note) == [wanted]


@pytest.mark.parametrize(
    "note",
    [
        "SCALE 1:50",
        "SCALE: 1:50",
        "REV C: LEVELS RAISED 20 MM",
        "SHEET 3 OF 5",
        "THE SAMPLES GAVE 41 MPA",
        "PROJECT NO. 4471",
    ],
)
def test_a_note_whose_value_has_no_name_demands_nothing(note: str) -> None:
    """Scales, counts of sheets and results."""
    assert lines(note) == []


def test_a_state_is_a_condition_and_no_part_of_the_thing() -> None:
    """Cover of bars against earth and of other bars compare as one thing in two states."""
    notes = ["Bars cast against earth shall have 75 mm cover.", "Bars not exposed to earth shall have 40 mm cover."]
    found = [one for note in notes for one in read(note)]
    assert [one.subject for one in found] == ["Bars", "Bars"]
    assert [[part.text for part in one.conditions] for one in found] == [
        ["cast against earth"],
        ["not exposed to earth"],
    ]
    assert [part.negated for one in found for part in one.conditions] == [False, True]
