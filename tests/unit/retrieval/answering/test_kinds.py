"""Questions after a person, a time or a number of things are answered by an expression of that kind, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from retrieval.answering.kinds import COUNT, PERSON, TIME, kind_of
from retrieval.answering.question import read_question
from tests.fakes.shelf import Shelf, open_shelf
from tests.fakes.soundness import faults

RULES = """LARCH BRIDGE
LB-RUL-02
Rules for the deck
Date: 4 April 2023
Status: Issued

1 Lifting

1.1 Crane bases shall carry 400 kN.

1.2 Lifting plans shall be submitted to the Appointed Person.

1.3 Wind readings shall be logged by the crane driver.

2 Records

2.1 The Records Officer approves each change of the retention period.

2.2 Pull tests of anchors shall be witnessed not later than 3 days before loading.

2.3 Anchor certificates shall be bound in red.

2.4 Four spare anchors shall be kept on the deck.

2.5 Deck lamps shall be hung 3 m above the walkway.
"""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """Rules that name some people, times and numbers and leave out others."""
    with open_shelf(tmp_path_factory.mktemp("kinds")) as shelf:
        shelf.put("rules.txt", RULES, "Larch")
        yield shelf


def _ask(shelf: Shelf, question: str) -> dict[str, Any]:
    outcome = shelf.ask(question, project="Larch")
    assert faults(shelf, outcome) == []
    return outcome


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Who logs the wind readings?", "crane driver"),
        ("Who approves a change of the retention period?", "Records Officer"),
        ("By when shall pull tests of anchors be witnessed?", "3 days before loading"),
        ("How many spare anchors shall be kept on the deck?", "Four"),
    ],
)
def test_an_expression_of_the_kind_answers(shelf: Shelf, question: str, said: str) -> None:
    """Also where the question names a quantity that it does not ask for."""
    assert said in (_ask(shelf, question)["answer"] or "")


@pytest.mark.parametrize(
    "question",
    [
        "Who confirms the load that crane bases carry?",
        "Who signs lifting plans?",
        "By when shall anchor certificates be bound?",
        "How many deck lamps shall be hung above the walkway?",
    ],
)
def test_without_an_expression_of_the_kind_nothing_answers(shelf: Shelf, question: str) -> None:
    """A sentence about the same thing says a value, a receiver or nothing of the kind."""
    assert _ask(shelf, question)["kind"] == "abstention"


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("By whom shall mock-ups be approved?", PERSON),
        ("On what date does the defects period end?", TIME),
        ("How many coats of paint are needed?", COUNT),
        ("How many days shall mortar cure?", None),
        ("What is the width of the door?", None),
    ],
)
def test_the_kind_is_read_off_the_form_of_the_question(question: str, name: str | None) -> None:
    """A number of days is a duration, and has its own rules."""
    found = kind_of(read_question(question))
    assert (found.name if found else None) == name
