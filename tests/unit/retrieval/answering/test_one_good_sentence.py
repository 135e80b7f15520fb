"""One sentence that states what is asked is enough; and a quote begins at its sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph.model import Passage, Span
from retrieval.answering.units import units_of
from tests.fakes.shelf import NOON, open_shelf
from tests.fakes.soundness import faults

SPEC = """TEASEL YARD
SECTION 05 73 00
GUARDS
Revision 0
Date: 1 March 2023
Status: Issued

2.1 Loads
Guards in offices shall resist a line load of 0.74 kN/m.

2.2 Points
Guards shall resist the line load of the table of loads for offices at the top of the guard.
"""


def test_a_sentence_that_states_nothing_asked_is_left_out(tmp_path: Path) -> None:
    """Its neighbour states the value, and covers the question."""
    with open_shelf(tmp_path) as shelf:
        shelf.put("guards.txt", SPEC, "Yard")
        outcome = shelf.ask("What line load shall guards in offices resist?", project="Yard")
        assert faults(shelf, outcome) == []
        assert "0.74 kN/m" in outcome["answer"]
        assert len(outcome["citations"]) == 1


@pytest.mark.parametrize(
    ("context", "text", "first"),
    [
        ("Spec > 3.2 Doors", "3.2 Doors Doors shall be of oak.", "Doors shall be of oak."),
        ("Spec > Fire doors", "Fire doors\nFire doors shall be of oak.", "Fire doors shall be of oak."),
        ("Spec > Fire doors", "Fire doors shall be of oak.", "Fire doors shall be of oak."),
        ("Spec > 3.2", "3.2 Doors shall be of oak.", "3.2 Doors shall be of oak."),
    ],
)
def test_a_heading_in_the_same_run_of_text_is_no_part_of_the_sentence(context: str, text: str, first: str) -> None:
    """What is quoted is still a stretch of the text."""
    span = Span(100, 100 + len(text))
    passage = Passage("p-1", "s-1", None, 0, "prose", span, text, context, 1, None, None, NOON)
    (unit,) = units_of(passage)
    assert unit.text == first
    assert unit.span == Span(100 + text.index(first, len(text) - len(first)), 100 + len(text))
