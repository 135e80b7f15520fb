"""Requirements in English sentences: values, comparators, modality, things and properties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.demands import Requirement
from graph.requirements.extract import extract
from graph.vocabulary import Comparator, Modality
from tests.fakes.pages import NOON, page


def read(*paragraphs: str | tuple[str, str]) -> list[Requirement]:
    """Everything that a document of these paragraphs demands."""
    return extract(page(*paragraphs), NOON)


def said(requirement: Requirement) -> str:
    """Subject, property, comparator and values in one line."""
    values = " to ".join(value.written for value in requirement.values)
    line = f"{requirement.subject} | {requirement.property} {requirement.comparator.value} {values}"
    return line.strip()


def lines(*paragraphs: str) -> list[str]:
    """What a document demands, in lines."""
    return [said(requirement) for requirement in read(*paragraphs)]


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        ("The clear width of ramps shall be 36 inches minimum.", "ramps | clear width ≥ 36 inches"),
        ("The lobby shall be at least 2.4 m high.", "lobby | height ≥ 2.4 m"),
        ("The gradient of the access road shall not exceed 10 %.", "access road | gradient ≤ 10 %"),
        ("Ramp runs shall have a running slope not steeper than 1:12.", "Ramp runs | running slope ≤ 1:12"),
        ("The rise of each step is between 150mm and 170mm.", "step | rise in range 150mm to 170mm"),
        ("Pile height shall be 1/2 inch (13 mm) maximum.", "Pile | height ≤ 1/2 inch"),
        ("The door should be held open for more than 20 seconds.", "door | time held open > 20 seconds"),
        ("Audit logs shall be retained for 90 days.", "Audit logs | retention period = 90 days"),
        ("The total number of ventilators should be no fewer than five.", "ventilators | number ≥ five"),
        ("No flight has a rise of more than 1800mm.", "flight | rise ≤ 1800mm"),
        ("Door D-114 shall be FD60.", "Door D-114 | class = FD60"),
        ("Thresholds are to be 12 mm high or less.", "Thresholds | height ≤ 12 mm"),
        ("Lift doors need to stay open for at least five seconds.", "Lift doors | time stay open ≥ five seconds"),
        ("The temperature of the store shall be 18 to 24 °C.", "store | temperature in range 18 to 24 °C"),
        ("Use risers a maximum of 170 mm high.", "risers | height ≤ 170 mm"),
        ("Ensure that the pitch of the stair is a maximum of 42°.", "stair | pitch ≤ 42°"),
        ("Sessions expire after 15 minutes.", "Sessions | lifetime = 15 minutes"),
        ("A request times out after 30 s.", "request | timeout = 30 s"),
        ("Hot water is stored at 60 °C.", "Hot water | temperature stored = 60 °C"),
        ("PROVIDE 3 INCH CLEAR COVER TO PILE BARS.", "PILE BARS | CLEAR COVER = 3 INCH"),
        ("Ducts shall be buried at a depth of at least 600 mm.", "Ducts | depth buried ≥ 600 mm"),
        ("ANCHOR BOLTS TO BE EMBEDDED 9 INCHES MINIMUM.", "ANCHOR BOLTS | size embedded ≥ 9 INCHES"),
        ("SLABS TO BE 200 MM THICK.", "SLABS | thickness = 200 MM"),
        ("Sleepers are spaced at 600 mm.", "Sleepers | spacing = 600 mm"),
        ("The time to live of records is 300 seconds.", "records | time to live = 300 seconds"),
        ("Tiles in wet areas shall have a slip resistance of 36.", "Tiles in wet areas | slip resistance = 36"),
        ("Walls must be insulated with at least 100 mm of wool.", "Walls | thickness ≥ 100 mm"),
        ("A gap of 10 mm shall be left between panels.", "panels | gap = 10 mm"),
        ("A turning circle needs a diameter of 1500 mm.", "turning circle | diameter = 1500 mm"),
        ("Backups are kept for 35 days.", "Backups | retention period = 35 days"),
        ("Doors wider than 1 m shall be rated for 60 minutes.", "Doors | time = 60 minutes"),
        ("Rails shall resist a minimum force, 75 kN, at any point.", "Rails | force ≥ 75 kN"),
        ("Log files are kept for 14 days.", "Log files | retention period = 14 days"),
        ("Stops shall be within 600 mm of the operator.", "Stops | distance from operator ≤ 600 mm"),
        ("Points shall be operated for at least 10 000 cycles.", "Points | number of cycles ≥ 10 000"),
        ("Persons may not be exposed to more than 85 dB over 8 hours.", "Persons | sound level exposed ≤ 85 dB"),
        ("Password length >= 12 characters", "Password | Password length ≥ 12"),
        ("Working hours are 07:30 to 17:30.", "Working hours | time in range 07:30 to 17:30"),
        ("The noise shall not exceed 75 dB between 08:00 and 18:00.", "noise | sound level ≤ 75 dB"),
        ("The firm must keep records for at least five years from the test.", "firm | time keep records ≥ five years"),
        ("Vents shall be spaced no more than 6 m apart.", "Vents | spacing ≤ 6 m"),
        ("Cables are to be buried not less than 0.9 m deep.", "Cables | depth ≥ 0.9 m"),
        ("Hydrants may be spaced no farther apart than 90 m.", "Hydrants | spacing ≤ 90 m"),
        ("Anchors may not be fixed closer together than 600 mm.", "Anchors | distance ≥ 600 mm"),
        ("The gateway shall poll each meter every 30 s.", "gateway | time poll = 30 s"),
        ("Filters in the plant shall be replaced every 6 months.", "Filters in the plant | time replaced = 6 months"),
        ("A session shall be ended by the host after 15 minutes.", "session | time ended by the host = 15 minutes"),
        ("Bells shall have a pitch of 300 Hz minimum and 3 kHz maximum.", "Bells | pitch in range 300 Hz to 3 kHz"),
    ],
)  # fmt: skip
def test_a_sentence_gives_thing_property_comparator_and_value(sentence: str, wanted: str) -> None:
    """One sentence, one demand."""
    assert lines(sentence) == [wanted]


@pytest.mark.parametrize(
    ("sentence", "modality"),
    [
        ("The kerb shall be at least 100 mm high.", Modality.SHALL),
        ("The kerb must be at least 100 mm high.", Modality.SHALL),
        ("The kerb is to be at least 100 mm high.", Modality.SHALL),
        ("Provide a kerb at least 100 mm high.", Modality.SHALL),
        ("The kerb should be at least 100 mm high.", Modality.SHOULD),
        ("The kerb may be up to 100 mm high.", Modality.MAY),
        ("The kerb may not be more than 100 mm high.", Modality.SHALL),
        ("The kerb shall be of stone and have a height of 100 mm.", Modality.SHALL),
        ("The kerb is at least 100 mm high.", Modality.STATES),
    ],
)
def test_verbs_give_the_strength(sentence: str, modality: Modality) -> None:
    """Modal verbs, commands and plain statements."""
    assert [requirement.modality for requirement in read(sentence)] == [modality]


def test_two_values_of_one_sentence_are_two_demands() -> None:
    """The second verb has its own subject; a joined value shares the comparator of the first."""
    assert lines(
        "The riser must be no more than 180 mm, and the tread must be no less than 270 mm.",
        "The car is a minimum 900mm wide and 1250mm deep.",
    ) == [
        "riser | size ≤ 180 mm",
        "tread | size ≥ 270 mm",
        "car | depth ≥ 1250mm",
        "car | width ≥ 900mm",
    ]


def test_a_tolerance_stands_beside_its_value() -> None:
    """50 ± 5 mm is one value."""
    (requirement,) = read("The cover to the reinforcement shall be 50 ± 5 mm.")
    assert [value.magnitude for value in requirement.values] == ["50"]
    assert requirement.tolerance is not None
    assert requirement.tolerance[0].magnitude == requirement.tolerance[1].magnitude == "5"


def test_whichever_is_greater_is_kept() -> None:
    """Both values, combined."""
    found = read("The landing should be at least 1200 mm long or 2 m long, whichever is greater.")
    assert {requirement.combine for requirement in found} == {"greater"}


@pytest.mark.parametrize(
    "sentence",
    [
        "This text takes effect on 6 April 2013.",
        "See Table 5.1 and paragraph 1.34.",
        "Turning spaces shall comply with 305 and with 306.2 through 306.5.",
        "The building was 30 m high.",
        "A larger lift (2000 mm wide) will accommodate two people.",
        "For example, a stair that is at least 900 mm wide.",
        "The 1998 edition should be read with the 2010 amendments.",
    ],
)
def test_numbers_that_demand_nothing_are_left_alone(sentence: str) -> None:
    """Dates, references, history, ability and examples."""
    assert [requirement for requirement in read(sentence) if requirement.values] == []


@pytest.mark.parametrize(
    ("sentence", "comparator", "subject", "named"),
    [
        ("A handrail shall be provided on both sides.", Comparator.PRESENT, "handrail", "on both sides"),
        ("TLS 1.0 must not be used.", Comparator.ABSENT, "TLS 1.0", ""),
        ("PVC pipes are not allowed for chilled water.", Comparator.ABSENT, "PVC pipes", "for chilled water"),
        ("No openings are permitted.", Comparator.ABSENT, "openings", ""),
        ("Do not use open risers.", Comparator.ABSENT, "open risers", ""),
        ("Trolleys may cross the yard.", Comparator.PRESENT, "Trolleys", "cross the yard"),
        ("Cookies shall be stored in memory.", Comparator.PRESENT, "Cookies", "stored in memory"),
    ],
)
def test_presence_and_absence(sentence: str, comparator: Comparator, subject: str, named: str) -> None:
    """What has to be there, or must not be."""
    (requirement,) = read(sentence)
    assert (requirement.comparator, requirement.subject, requirement.property) == (comparator, subject, named)
    assert requirement.values == ()


def test_a_value_of_what_is_prevented_is_of_nothing_that_prevents_it() -> None:
    """Guarding against falls of more than 600 mm is not itself more than 600 mm high."""
    found = read("Guarding shall keep people from falling from a height of more than 600 mm.")
    assert [(one.comparator, one.values) for one in found] == [(Comparator.PRESENT, ())]


def test_what_may_happen_is_no_permission() -> None:
    """Somebody may cross a track; that frost may occur permits nothing."""
    assert lines("Frost may occur in May.", "The seal may be damaged.", "Panels likely to be 2 m long.") == []


def test_absence_turns_the_modality() -> None:
    """Shall not, should not."""
    found = read("Ladders shall not be used.", "Ladders should not be used.")
    assert [requirement.modality for requirement in found] == [Modality.SHALL_NOT, Modality.SHOULD_NOT]


def test_a_value_that_only_restricts_the_subject_is_a_condition() -> None:
    """Ramps with a rise of more than 150 mm: not every ramp."""
    (requirement,) = read("Ramps with a rise of more than 150 mm shall have handrails.")
    (condition,) = requirement.conditions
    assert requirement.values == ()
    assert (condition.property, condition.comparator) == ("rise", Comparator.MORE)
    assert [value.written for value in condition.values] == ["150 mm"]


def test_what_had_to_be_guessed_is_less_sure() -> None:
    """A whole sentence is high; a value without a word for its property is not."""
    sure, guessed = read("The clear width of stairs shall be at least 900 mm.", "Walls shall be at least 900 mm.")
    assert sure.confidence >= 0.9 > guessed.confidence


MATERIAL = """
the handrail shall should be not at least more than 900 mm 1:12 (36 in.) wide high where if unless and or , : .
between 5 ± FD60 °C minimum maximum is provided no Provide ensure that stairs of width 2
"""
WORDS = st.sampled_from(MATERIAL.split())


@given(st.lists(WORDS, max_size=24))
def test_everything_that_is_read_stands_in_the_text(words: list[str]) -> None:
    """Values, units, subjects and properties are the characters of their spans, whatever the text."""
    view = page(" ".join(words) or "x")
    for requirement in extract(view, NOON):
        quantities = [*requirement.values, *(requirement.tolerance or ())]
        quantities += [value for condition in requirement.conditions for value in condition.values]
        for value in quantities:
            assert view.text[value.span.start : value.span.end] == value.written
        for said_words, span in (
            (requirement.subject, requirement.subject_span),
            (requirement.property, requirement.property_span),
        ):
            assert span is None or " ".join(view.text[span.start : span.end].split()) == said_words
        assert all(view.text[c.span.start : c.span.end] == c.text for c in requirement.conditions)
        assert 0 <= requirement.confidence <= 1


def test_a_limit_holds_for_both_values_behind_it() -> None:
    """What a bound binds goes on behind "and" where only the direction changes."""
    found = lines("The gap of the step shall not exceed 75 mm horizontally and 50 mm vertically.")
    assert sorted(found) == ["step | gap ≤ 50 mm", "step | gap ≤ 75 mm"]


@pytest.mark.parametrize(
    "sentence",
    [
        "The inspection on 12 May 2024 found 3 cracks wider than 0.3 mm.",
        "The test pressure shall be 1.5 times the working pressure.",
        "Guards stand along walks that are more than 760 mm above the floor.",
        "The engineer asked whether the slab should be 200 mm thick.",
        "Tests showed that the concrete must have been below 20 MPa.",
        "Clause 5 previously said that ramps shall not exceed 1:10.",
        "Should the wall be more than 3 m high, notify the engineer.",
        "Some doors are less than 800 mm wide.",
        "More than 40 cubes have been tested.",
        "The door width changed from 850 mm to 900 mm.",
        "The sheet shall be read with sheets 12 to 15.",
    ],
)
def test_what_happened_and_what_only_places_sets_no_bound(sentence: str) -> None:
    """Months are no verbs, multiples are no values, and a place's own height is not the guard's."""
    assert [one for one in read(sentence) if one.values] == []


@pytest.mark.parametrize(
    ("sentence", "comparator", "modality"),
    [
        ("Vehicles are to be built without any toilet.", Comparator.ABSENT, Modality.SHALL_NOT),
        ("Windows shall be supplied without trickle vents.", Comparator.ABSENT, Modality.SHALL_NOT),
        ("Walls may be constructed without a damp course.", Comparator.ABSENT, Modality.MAY),
        ("Walls may not be constructed without a damp course.", Comparator.PRESENT, Modality.SHALL),
        ("No door should be installed without a closer.", Comparator.PRESENT, Modality.SHOULD),
    ],
)
def test_what_is_built_without_something_has_none(sentence: str, comparator: Comparator, modality: Modality) -> None:
    """Denied twice, it is demanded."""
    (found,) = read(sentence)
    assert (found.comparator, found.modality) == (comparator, modality)
