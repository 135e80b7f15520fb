"""One thing said with nouns or with verbs, and in another order."""

from __future__ import annotations

import pytest

from graph.conflicts.gist import do_say_alike, gist_of, root
from graph.requirements.extract import extract
from graph.requirements.slots import Slot
from graph.vocabulary import ConflictClass
from tests.quality.conflict_judge import judge_with
from tests.quality.conflict_scores import NO_PAIR

FACTS = {"authority": "specification", "date": "2026-03-02", "project": "Alder Yard", "jurisdiction": None}
CLASH, AGAINST, NONE = ConflictClass.MODALITY_CLASH, ConflictClass.CONTRADICTION, NO_PAIR

SAID = [
    ("Personal data must be encrypted at rest.", "Encryption of personal data at rest is prohibited.", CLASH),
    ("Each cabin shall have a telephone.", "Telephones in cabins are to be omitted.", CLASH),
    ("Fire curtains are mandatory in atria.", "Atria shall have no fire curtains.", CLASH),
    (
        "The gap at the hatch shall not exceed 75 mm.",
        "The hatch gap shall be at least 90 mm.",
        ConflictClass.CONTRADICTION,
    ),
    ("The door of the kiln shall be 900 mm wide.", "The handle of the kiln door shall be 40 mm wide.", NONE),
    ("Guards shall be 900 mm high.", "Roof edge guards shall be at least 1100 mm high.", NONE),
    (
        "The uptime of the portal shall be 99.5 %.",
        "The portal shall have an availability of 99.9 %.",
        ConflictClass.CONTRADICTION,
    ),
    ("Rails shall be laid to a gauge of 1000 mm.", "The track gauge shall be 1067 mm.", AGAINST),
    (
        "Trickle vents shall be provided in the windows of the wards.",
        "Background ventilators shall not be fitted in the windows of the wards.",
        CLASH,
    ),
    ("The Supplier shall not subcontract the dredging.", "The Supplier shall sublet the dredging.", CLASH),
    ("The height of the stair shall be 3 m.", "The height of the step shall be 170 mm.", NONE),
    ("The crane rails shall be laid to a gauge of 20 m.", "The track gauge shall be 1435 mm.", NONE),
    ("Rails shall be 18 m long.", "Track shall be 900 m long.", NONE),
    (
        "Smoke vents shall be provided in stair enclosures.",
        "Trickle vents shall not be provided in stair enclosures.",
        NONE,
    ),
]


@pytest.mark.parametrize(("one", "other", "expected"), SAID)
def test_one_thing_said_in_two_ways_is_compared(one: str, other: str, expected: str) -> None:
    """Nouns and verbs, order and holder of a thing make no other slot; a part or another kind of a thing does."""
    sides = [{"text": text, "work": work, **FACTS} for text, work in ((one, "Part A"), (other, "Part B"))]
    judge = judge_with(extract)
    assert (judge(*sides), judge(*reversed(sides))) == (expected, expected)


def test_a_gist_without_the_words_of_a_place_is_more_general() -> None:
    """What is said of a thing anywhere is compared with what is said of it in one place."""
    here = Slot("cable tray", "cover", places=frozenset({"plant", "room"}))
    anywhere = Slot("tray", "cable cover")
    loft = Slot("tray", "cable cover", places=frozenset({"loft"}))
    assert do_say_alike(gist_of(here), gist_of(anywhere))
    assert do_say_alike(gist_of(anywhere), gist_of(here))
    assert not do_say_alike(gist_of(here), gist_of(loft))


def test_words_that_turn_a_slot_leave_no_gist() -> None:
    """ "Buildings other than dwellings" are not known by their words."""
    assert gist_of(Slot("building", "height", places=frozenset({"other", "dwelling"}))).words == frozenset()


@pytest.mark.parametrize(
    ("one", "other"),
    [("installation", "installed"), ("encryption", "encrypted"), ("welding", "welded"), ("visibility", "visible")],
)
def test_forms_of_one_word_share_a_root(one: str, other: str) -> None:
    """An act and its participle, a quality and its adjective are one word."""
    assert root(one) == root(other)
