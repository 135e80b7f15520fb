"""What a text or a clause that has gone out of force said, and what was so in a year that the question names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from retrieval.answering.question import read_question
from tests.fakes.shelf import Shelf, open_shelf, section
from tests.fakes.soundness import faults

CODE = """TOWN OF MILLBRIDGE
SECTION 01 41 00
YARDS
Date: 2012-04-02
Status: Issued

4 Yards

4.1 Fences.
Fences shall be no higher than 1500 mm.

4.2 Bees.
A keeper of bees shall keep hives 6 m from the boundary.

4.3 Ponds.
Ponds shall be covered with a grating.
"""
REPEAL = """TOWN OF MILLBRIDGE
ADDENDUM NO. 2
Date: 2018-05-01
Status: Issued

1. Section 01 41 00, clause 4.2 is deleted.

2. In Section 01 41 00, clause 4.1, delete "1500 mm" and substitute "1800 mm".
"""
POLICY = """Policy number: POL-31
GIFTS
Version 1.0
Effective: 1 March 2016
Status: {}

1. Gifts worth more than 40 florins shall be declined.
"""
WITHDRAWAL = """RESOLUTION 2021-04
Date: 8 February 2021

RESOLVED, that POL-31 (Gifts) is rescinded with immediate effect.
The motion was CARRIED.
"""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """A section with a clause deleted and one amended, a policy that was rescinded, two revisions of a section."""
    with open_shelf(tmp_path_factory.mktemp("said")) as shelf:
        shelf.put("yards.txt", CODE, "Town")
        shelf.put("addendum-2.txt", REPEAL, "Town")
        shelf.put("gifts.txt", POLICY.format("Issued"), "Town")
        shelf.put("resolution.txt", WITHDRAWAL, "Town")
        for revision, (issued, pressure) in {"A": ("1 May 2010", 640), "B": ("1 May 2014", 910)}.items():
            text = section(
                "08 44 00", "Screens", revision, issued, f"The screen shall be tested at a pressure of {pressure} Pa."
            )
            shelf.put(f"screens-{revision}.txt", text, "Town")
        yield shelf


def _ask(shelf: Shelf, question: str) -> dict[str, Any]:
    outcome = shelf.ask(question, project="Town", as_of=None)
    assert faults(shelf, outcome) == []
    assert outcome["kind"] == "answer", outcome["abstention"]
    return outcome


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What did POL-31 say about gifts?", "POL-31 Version 1.0, which is withdrawn, said: "),
        ("What did clause 4.2 of Section 01 41 00 say about hives?", "which is superseded, said: "),
        ("What did clause 4.2 of Section 01 41 00 say about hives before it was deleted?", "6 m from the boundary"),
        ("What did Revision A of Section 08 44 00 say about the test?", "640 Pa"),
    ],
)
def test_what_is_out_of_force_is_told_as_history(shelf: Shelf, question: str, said: str) -> None:
    """By its name, with what became of it, and from that very text or clause."""
    outcome = _ask(shelf, question)
    assert outcome["history"]
    assert said in outcome["answer"]


def test_a_caption_says_nothing(shelf: Shelf) -> None:
    """Of a clause its sentence answers, not its title, though that ends with a full stop."""
    outcome = _ask(shelf, "What did clause 4.2 of Section 01 41 00 say about bees?")
    assert outcome["citations"][0]["quote"] == "A keeper of bees shall keep hives 6 m from the boundary."


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("At what pressure was the screen to be tested in 2012 according to Section 08 44 00?", "640 Pa", "910 Pa"),
        ("At what pressure was the screen to be tested in 2016 according to Section 08 44 00?", "910 Pa", "640 Pa"),
        ("How high could fences be in 2015 under Section 01 41 00?", "1500 mm", "1800 mm"),
        ("How high may fences be under Section 01 41 00?", "1800 mm", "higher than 1500"),
    ],
)
def test_a_year_amid_a_question_says_as_of_when(shelf: Shelf, question: str, said: str, unsaid: str) -> None:
    """It is no word that the answer must hold, and the text in force then answers."""
    outcome = _ask(shelf, question)
    assert said in outcome["answer"]
    assert unsaid not in outcome["answer"]


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("How wide were aisles in 2015 under the old rules?", 2015),
        ("What did the edition in force in 2015 edition notes say?", None),
        ("Which rules apply in 2015 Riverside Houses?", None),
    ],
)
def test_only_a_year_by_itself_says_as_of_when(text: str, year: int | None) -> None:
    """Not one that is part of a name or of an edition."""
    asked_on = read_question(text).asked_on
    assert (asked_on.earliest.year if asked_on and asked_on.earliest else None) == year


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("What must the maker declare about the free area?", False),
        ("What is the free area of a vent?", True),
        ("At about what temperature is it cured?", True),
    ],
)
def test_a_quantity_that_is_only_spoken_about_is_not_asked_for(text: str, asks: bool) -> None:
    """Words about a quantity need not hold a number."""
    assert bool(read_question(text).quantities) is asks
