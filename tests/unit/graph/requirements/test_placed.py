"""Values that only say where a thing is to be, when a demand holds, or from which side a bound counts."""

from __future__ import annotations

import pytest

from graph.vocabulary import Comparator, Modality
from tests.unit.graph.requirements.test_prose import lines, read


@pytest.mark.parametrize(
    ("sentence", "condition"),
    [
        (
            "Barriers shall be provided at edges with a drop of more than 600 mm.",
            "at edges with a drop of more than 600 mm",
        ),
        ("Grab rails shall be installed in cubicles less than 1200 mm wide.", "in cubicles less than 1200 mm wide"),
        ("Ducts shall be fitted on all spans longer than 30 m.", "on all spans longer than 30 m"),
        (
            "Rail lubricators shall be fitted on curves of less than 400 m radius.",
            "on curves of less than 400 m radius",
        ),
        (
            "A sprinkler shall be installed in buildings with more than ten storeys.",
            "in buildings with more than ten storeys",
        ),
        ("Guarding is required on landings exceeding 600 mm above ground.", "on landings exceeding 600 mm"),
    ],
)
def test_a_value_of_a_place_is_a_condition_of_what_stands_there(sentence: str, condition: str) -> None:
    """The thing is demanded to be there; its own size is not spoken of."""
    (one,) = read(sentence)
    assert one.comparator is Comparator.PRESENT
    assert [held.text for held in one.conditions] == [condition]


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        ("Handrails shall be provided at a height of 1100 mm.", "Handrails | height = 1100 mm"),
        ("Posts shall be installed at intervals of not more than 2 m.", "Posts | intervals ≤ 2 m"),
        ("Drains shall be laid to a fall greater than 1:80.", "Drains | fall > 1:80"),
        ("Stops shall be placed on platforms more than 2 m from the edge.", "Stops | distance from edge > 2 m"),
        ("Windows shall be provided with an opening of more than 0.5 m².", "Windows | opening > 0.5 m²"),
    ],
)
def test_a_value_of_the_thing_itself_stays_its_demand(sentence: str, wanted: str) -> None:
    """Its height, its fall, its distance from something."""
    assert lines(sentence) == [wanted]


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        ("Nowhere on the open route may the wire be carried higher than 4650 mm.", "wire | height ≤ 4650 mm"),
        ("Under no circumstances shall the crane be loaded to more than 8 t.", "crane | mass ≤ 8 t"),
        ("At no point may the footway be narrower than 1.5 m.", "footway | width ≥ 1.5 m"),
    ],
)
def test_what_is_allowed_nowhere_is_forbidden(sentence: str, wanted: str) -> None:
    """The subject stands behind its verb, and "may" allows nothing."""
    assert lines(sentence) == [wanted]
    assert [one.modality for one in read(sentence)] == [Modality.SHALL]


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        ("External walls must achieve 0.18 W/m²K or better.", "External walls | value ≤ 0.18 W/m²K"),
        (
            "The envelope shall have an air permeability of 3 m³/(h·m²) or better.",
            "envelope | air permeability ≤ 3 m³/(h·m²)",
        ),
        ("The survey shall have an accuracy of 5 mm or better.", "survey | accuracy ≤ 5 mm"),
        ("Partitions shall achieve 60 minutes or better.", "Partitions | time ≥ 60 minutes"),
        ("Samples shall not be discarded before 28 days.", "Samples | time discarded ≥ 28 days"),
        ("Connections to the gateway must use TLS 1.2 or higher.", "Connections to the gateway | class ≥ TLS 1.2"),
        ("The hall shall be kept at 18 °C or higher.", "hall | temperature ≥ 18 °C"),
    ],
)
def test_a_bound_counts_from_the_side_that_is_meant(sentence: str, wanted: str) -> None:
    """A better U-value is a smaller one, and "or higher" names no height."""
    assert lines(sentence) == [wanted]


@pytest.mark.parametrize(
    ("sentence", "condition"),
    [
        (
            "Doors shall be 850 mm wide, provided the corridor is at least 1800 mm wide.",
            "provided the corridor is at least 1800 mm wide",
        ),
        (
            "Beams may span 6 m on condition that they are at least 450 mm deep.",
            "on condition that they are at least 450 mm deep",
        ),
        (
            "The pump shall restart within 10 s in case the mains fail for more than 2 s.",
            "in case the mains fail for more than 2 s",
        ),
        ("Ladders shall be 400 mm wide, assuming a rise of not more than 6 m.", "assuming a rise of not more than 6 m"),
    ],
)
def test_the_value_of_a_proviso_is_a_condition(sentence: str, condition: str) -> None:
    """It is demanded of nothing."""
    (one,) = read(sentence)
    assert [held.text for held in one.conditions] == [condition]


def test_what_is_provided_each_side_is_no_proviso() -> None:
    """The word is a verb there."""
    (one,) = read("A handrail shall be provided each side of the stair at a height of 1100 mm.")
    assert (one.subject, one.property, one.conditions) == ("handrail", "height", ())


def test_a_purpose_before_a_demand_is_not_its_subject() -> None:
    """Who is served is not who has to serve."""
    subjects = {one.subject for one in read("So that older panels can report, the gateway shall accept TLS 1.1.")}
    assert "older panels" not in subjects


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        ("FLOOR DRAINS NOT PERMITTED IN SWITCH ROOM.", ["FLOOR DRAINS | IN SWITCH ROOM absent "]),
        ("PVC conduit prohibited in tunnels.", ["PVC conduit | in tunnels absent "]),
        ("NO SPLICES PERMITTED WITHIN 600 OF SUPPORTS.", ["SPLICES | WITHIN 600 OF SUPPORTS absent "]),
        ("The doors were painted. Not allowed.", []),
    ],
)
def test_a_note_may_leave_out_its_verb(sentence: str, wanted: list[str]) -> None:
    """What is not permitted is absent; a distance without a unit is no number of things."""
    assert [line.rstrip() for line in lines(sentence)] == [line.rstrip() for line in wanted]


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        ("Ballast depth shall be 300 mm on main lines and 250 mm in sidings.", {"on main lines", "in sidings"}),
        ("Halls shall be at least 1500 mm wide in wards and 1200 mm wide in offices.", {"in wards", "in offices"}),
    ],
)
def test_each_of_two_values_has_its_own_place(sentence: str, wanted: set[str]) -> None:
    """The place of the first ends where the second begins, and one bound holds for both."""
    found = read(sentence)
    assert {held.text for one in found for held in one.conditions} == wanted
    assert len({one.comparator for one in found}) == 1


def test_a_time_in_the_name_of_a_strength_is_no_value() -> None:
    """A fire rating of so many hours is one."""
    assert lines("Pier concrete: 28-day strength not less than 40 MPa.") == ["Pier concrete | strength ≥ 40 MPa"]
    (one,) = read("Stairs shall have a 2-hour fire rating where they connect four storeys.")
    assert [value.written for value in one.values] == ["2-hour"]


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        ("The sill shall be 900 mm above the floor at most.", ["sill | height above floor ≤ 900 mm"]),
        ("The rail shall be fixed 100 mm from the wall minimum.", ["rail | distance from wall minimum ≥ 100 mm"]),
        ("8-inch sewer to be laid on a slope of not less than 0.40 percent.", ["| slope ≥ 0.40 percent"]),
        ("A 12-month defects period shall apply.", ["defects | period = 12-month"]),
        ("Because it degrades, do not provide storage for more than 15 days.", ["storage | time ≤ 15 days"]),
        ("Rooms shall achieve a weighted sound reduction of at least 55 dB.", ["Rooms | sound level ≥ 55 dB"]),
    ],
)
def test_a_bound_a_size_and_a_reason_stand_where_they_may(sentence: str, wanted: list[str]) -> None:
    """A bound behind the place, a size in the name of the thing, a reason in front."""
    assert lines(sentence) == wanted


def test_a_class_of_the_place_is_no_class_of_the_thing() -> None:
    """The lines are of category D, and no load is."""
    (one,) = read("Axle loads shall not exceed 22.5 t on lines of category D.")
    assert [held.text for held in one.conditions] == ["on lines of category D"]


def test_a_place_in_front_of_the_second_value_is_its_own() -> None:
    """The first value is not said of it."""
    places = [
        [held.text for held in one.conditions]
        for one in read("Levels shall be at least 100 lux and in halls at least 50 lux.")
    ]
    assert sorted(places) == [[], ["in halls"]]
