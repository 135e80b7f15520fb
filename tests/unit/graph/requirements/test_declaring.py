"""What the documents of a project state is demanded; what regulations and messages only tell is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graph.demands import Requirement
from graph.requirements.extract import extract
from graph.vocabulary import AuthorityClass, Modality
from tests.fakes.pages import NOON, page
from tests.unit.graph.requirements.test_prose import said


def _read(text: str, authority: AuthorityClass = AuthorityClass.SPECIFICATION) -> list[Requirement]:
    view = page(text)
    return extract(replace(view, description=replace(view.description, authority=authority)), NOON)


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        ("The dry dock pump runs up to the sill at an angle of 35°.", "dry dock pump | angle = 35°"),
        ("The quay parapet stands 1200 mm above the deck.", "quay parapet | height above deck = 1200 mm"),
        ("The Purser retains 3 per cent of each fare.", "Purser | share = 3 per cent"),
        ("Tugs will be paid 60 days after the tow.", "Tugs | time paid = 60 days"),
        ("A defects period of not less than 24 months applies.", "defects | defects period ≥ 24 months"),
        ("Accounts are locked after 10 failed attempts.", "Accounts | number of failed attempts = 10"),
        ("The dosing loop keeps the basin at pH 7.4.", "dosing loop | pH = 7.4"),
        ("When the tide is below 2 m the speed limit is 6 knots.", "| speed limit = 6 knots"),
        ("CREW DOORS: MIN CLEAR OPENING 850 mm.", "CREW DOORS | size ≥ 850 mm"),
        ("PIERS: NOMINAL COVER TO ALL STEEL 65 mm.", "PIERS | NOMINAL COVER = 65 mm"),
        ("Name plates: brass, thickness 2 mm.", "Name plates | thickness = 2 mm"),
        ("Aggregate for the upper deck: PSV 55.", "Aggregate for the upper deck | PSV = 55"),
        ("BRIDGE: U/S OF CANOPY AT 2.85 m AFFL.", "BRIDGE | height = 2.85 m"),
        ("RAISED DECK IN RADIO ROOM: HEIGHT 600 MM ABOVE SLAB.", "RAISED DECK IN RADIO ROOM | HEIGHT = 600 MM"),
        ("COVER TO ALL BARS 40 MM.", "BARS | COVER = 40 MM"),
        ("25 mm GROUT BED BELOW ALL BOLLARD PLATES.", "GROUT BED | size = 25 mm"),
        ("DOOR 2B AT STAIR 2: 90 MIN FIRE-RATED LEAF.", "DOOR 2B AT STAIR 2 | time = 90 MIN"),
        ("Maximum layer thickness, embankment fill: 250 mm.", "| layer thickness ≤ 250 mm"),
    ],
)
def test_a_specification_demands_what_it_states(sentence: str, wanted: str) -> None:
    """Present and future tense, notes and fields: the indicative binds where a document is written for one project."""
    assert [said(one) for one in _read(sentence)] == [wanted]


@pytest.mark.parametrize(
    "sentence",
    [
        "The quay parapet stands 1200 mm above the deck.",
        "The Purser retains 3 per cent of each fare.",
        "Aggregate for the upper deck: PSV 55.",
        "Tugs will be paid 60 days after the tow.",
    ],
)
@pytest.mark.parametrize("authority", [AuthorityClass.ADOPTED_STANDARD, AuthorityClass.MAIL, AuthorityClass.STATUTE])
def test_other_texts_only_tell(sentence: str, authority: AuthorityClass) -> None:
    """A standard describes, and a message tells."""
    assert _read(sentence, authority) == []


@pytest.mark.parametrize(
    "note",
    [
        "SCALE 1:50",
        "Scale @ A1: 1:100",
        "REV C: LEVELS RAISED 20 MM",
        "Revision B: door widened to 1000 mm",
        "THE SAMPLES GAVE 41 MPA",
        "The trial pit was dug to 2.5 m.",
        "Contract sum: £4,500,000",
        "Drawn at 1:20 on A3.",
        "See drawing A-101 for 900 mm door.",
        "1.10 m 2.25 m 4.50 m",
        "max. 250 mm max.",
        "GND +3.3 V +5 V",
        "Not more than 6 m",
    ],
)
def test_what_a_document_says_of_itself_or_of_the_past_is_no_note(note: str) -> None:
    """Scales, revisions, references and results bind nobody."""
    assert _read(note) == []


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        ("Carry the basin walls up to 24 inches above the water.", "basin walls | height above water ≤ 24 inches"),
        ("Dip each galvanised hook for at least 5 minutes.", "galvanised hook | time dipped ≥ 5 minutes"),
    ],
)
def test_any_verb_before_an_article_commands(sentence: str, wanted: str) -> None:
    """No list holds every verb of the imperative mood."""
    assert [said(one) for one in _read(sentence)] == [wanted]
    assert [one.modality for one in _read(sentence)] == [Modality.SHALL]


def test_a_note_leaves_out_what_it_begins_with_no() -> None:
    """A number of something is no ban."""
    assert [said(one) for one in _read("NO SPRINKLERS IN CHAIN LOCKERS.")] == ["SPRINKLERS | IN CHAIN LOCKERS absent"]
    assert _read("NO. 4 HATCH") == []


def test_what_opens_a_sentence_before_an_article_may_be_no_verb() -> None:
    """Prepositions and participles stand before articles too."""
    assert _read("Although the mast is old, sails stay.") == []
    assert _read("Considering the weather, wait.") == []


def test_a_capital_letter_with_a_stop_is_the_label_of_a_paragraph() -> None:
    """Specifications count their paragraphs by letters, which name no thing."""
    assert [one.subject for one in _read("B. Sprinklers shall be provided in all holds.")] == ["Sprinklers"]
