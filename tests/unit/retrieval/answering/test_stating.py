"""Requirements as sentences."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from app.use_cases.reading import Arrival, read_item
from graph.conflicts.register import fold
from graph.demands import RegisterStep, Requirement
from graph.vocabulary import RegisterAct
from retrieval.answering.stating import can_state, decision, says_more, stated

NOON = datetime(2025, 1, 1, 12, tzinfo=UTC)


def _read(sentence: str) -> tuple[Requirement, str]:
    """The first requirement of a text of one sentence, and the words that it was read from."""
    arrival = Arrival("files", "note.txt", "file:note.txt", "note.txt", "", ("*",), (), NOON)
    (prepared,) = read_item(f"{sentence}\n".encode(), arrival).sources
    first = prepared.requirements[0]
    return first, prepared.text[first.span.start : first.span.end]


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("The gate width shall be at least 900 mm.", "Gate width: at least 900 mm (shall)."),
        ("The gate width shall not exceed 3 m.", "Gate width: at most 3 m (shall)."),
        ("The gate width shall be 900 mm ± 5 mm.", "Gate width: 900 mm ± 5 mm (shall)."),
        ("The gate width should be between 900 mm and 1 m.", "Gate width: between 900 mm and 1 m (should)."),
        ("The width of gates shall be at least 900 mm.", "Width of gates: at least 900 mm (shall)."),
        ("Gates shall be at least 900 mm wide.", "Gates (width): at least 900 mm (shall)."),
        (
            "Where the slope exceeds 1:20, the gate width shall be at least 1 m.",
            "Gate width: at least 1 m, where the slope exceeds 1:20 (shall).",
        ),
        (
            "The gate width shall be at least 1 m unless the surveyor agrees otherwise.",
            "Gate width: at least 1 m, unless the surveyor agrees otherwise (shall).",
        ),
    ],
)
def test_a_demand_is_said_with_bound_conditions_and_force(sentence: str, said: str) -> None:
    """In the written values, whatever the sentence around them."""
    requirement, text = _read(sentence)
    assert stated(requirement, text) == said


def test_what_a_bare_number_counts_stands_behind_it() -> None:
    """ "At least 12" alone says nothing."""
    requirement, text = _read("Passwords shall have at least 12 characters.")
    assert "at least 12 characters" in stated(requirement, text)


@pytest.mark.parametrize(
    "sentence",
    [
        "The gate width shall be 900 mm or a tenth of the road, whichever is the greater.",
        "Handrails shall be provided on both sides.",
    ],
)
def test_what_the_normal_form_does_not_say_whole_is_left_to_the_sentence(sentence: str) -> None:
    """Choices and things that have to be there."""
    assert not can_state(_read(sentence)[0])


@pytest.mark.parametrize(
    ("sentence", "more"),
    [
        ("The gate width shall be at least 900 mm.", False),
        ("Where the slope exceeds 1:20, the gate width shall not be less than 1 m.", False),
        ("Lines must not be longer than 76 characters, not counting the trailing line end.", True),
        ("The gate height shall be 915 mm, painted white and numbered.", True),
    ],
)
def test_words_that_the_normal_form_leaves_out_are_noticed(sentence: str, more: bool) -> None:
    """So that the sentence itself is shown beside it."""
    assert says_more(*_read(sentence)) is more


def test_a_decision_tells_what_was_done_by_whom_when_and_why() -> None:
    """Only while the conflict is settled."""
    taken = RegisterStep("g-1", "x-1", RegisterAct.KEEP_BOTH, "Ana Ruiz", "two stairs", NOON, scope="each in its stair")
    assert decision(fold([taken])) == "both were kept (each in its stair), by Ana Ruiz on 1 January 2025: two stairs"
    noted = RegisterStep("g-2", "x-1", RegisterAct.ACKNOWLEDGE, "Ana Ruiz", None, NOON)
    assert decision(fold([noted])) is None
