"""Answers from talk: who says it, as what it was said, and what was settled."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from tests.fakes.conversations import captions
from tests.fakes.shelf import Shelf, open_shelf

SAID = [
    ("Chair", "Good morning. The next item is the canopy."),
    ("Nora Quill", "I propose that we glaze the canopy of the north entrance."),
    ("Tomas Reed", "The gutters of the canopy leak into the bicycle store."),
    ("Ivo Brandt", "I move to approve the zinc roof of the canopy."),
    ("Chair", "The motion fails for lack of a second."),
    ("Tomas Reed", "I move to approve the copper downpipes of the canopy."),
    ("Nora Quill", "Seconded."),
    ("Chair", "All in favour? The motion is carried."),
]
MINUTES = (
    "Minutes of the site meeting\nDate: 2025-04-02\n\nIt was agreed that the lamps of the canopy are to be amber.\n"
)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """A meeting with a proposal, a lost motion and a carried one, and the minutes of the next."""
    with open_shelf(tmp_path_factory.mktemp("meetings")) as shelf:
        shelf.put("call.vtt", captions(SAID, date(2025, 3, 12)).decode(), "Kiosk")
        shelf.put("minutes-2025-04-02.txt", MINUTES, "Kiosk")
        yield shelf


def _answer(shelf: Shelf, question: str) -> dict[str, Any]:
    outcome = shelf.ask(question, project="Kiosk")
    assert outcome["kind"] == "answer", outcome["abstention"]
    return outcome


def test_an_answer_from_talk_names_who_says_it(shelf: Shelf) -> None:
    """Also where the question asks for the speaker, whose name is no word of the turn."""
    outcome = _answer(shelf, "What did Tomas Reed say about the gutters of the canopy?")
    assert f"Tomas Reed: {SAID[2][1]}" in outcome["answer"]
    (citation,) = outcome["citations"]
    assert (citation["speaker"], citation["start_s"], citation["quote"]) == ("Tomas Reed", 20.0, SAID[2][1])


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What about the zinc roof of the canopy?", "as a motion that failed"),
        ("What about the copper downpipes of the canopy?", "as a motion that was carried"),
        ("Who wants to glaze the canopy of the north entrance?", "as a proposal"),
    ],
)
def test_a_motion_or_proposal_is_never_quoted_as_settled(shelf: Shelf, question: str, told: str) -> None:
    """What became of it stands in front of the words."""
    assert f"in no document of the contract, {told}: " in _answer(shelf, question)["answer"]


def test_what_was_decided_is_answered_by_what_settles(shelf: Shelf) -> None:
    """In whichever words: the sentence says "agreed"."""
    answer = _answer(shelf, "What was decided about the lamps of the canopy?")["answer"]
    assert "are to be amber" in answer
