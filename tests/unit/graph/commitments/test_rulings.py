"""Documents of higher authority that say that a meeting's decision no longer stands."""

from __future__ import annotations

from datetime import date

import pytest

from graph.commitments.reversal import Made, reversals
from graph.vocabulary import CommitmentKind
from tests.fakes.conversations import minutes, read

RESCINDS = "The decision of the site meeting of 2 April 2025 to use timber stair doors in block C is rescinded."


def _addendum(words: str) -> bytes:
    return f"ADDENDUM NO. 3\nDate: 1 May 2025\nStatus: Issued\n\n1. {words}\n".encode()


@pytest.mark.parametrize(
    "words",
    [
        RESCINDS,
        "The agreement recorded in the minutes of the design meeting on the canopy is hereby withdrawn.",
        "This addendum reverses the decision of the committee on the lift pit.",
        "Решение совещания от 2 апреля о деревянных дверях отменено.",
        "撤销4月2日会议关于木门的决定。",
    ],
)
def test_a_document_tells_that_a_decision_no_longer_stands(words: str) -> None:
    """It is a decision itself, with its words."""
    (ruling,) = read(_addendum(words), "addendum-3.txt").found
    assert (ruling.kind, ruling.method) == (CommitmentKind.DECISION, "ruling of a document")
    assert words.split()[0] in ruling.what


@pytest.mark.parametrize(
    "words",
    [
        "The doors shall be of timber.",
        "Decisions of the engineer are final.",
        "Clause 4 is superseded.",
        "The meeting was withdrawn.",
    ],
)
def test_other_words_of_documents_are_no_rulings(words: str) -> None:
    """A specification decides nothing of meetings."""
    assert read(_addendum(words), "addendum-3.txt").found == ()


def test_it_may_take_the_place_of_the_decision_it_names() -> None:
    """Proposed for a person, as every reversal is; the order of reading does not matter."""
    old = minutes("It was agreed that the stair doors in block C are to be timber.").only
    new = read(_addendum(RESCINDS), "addendum-3.txt").only
    made = [Made(old, "Fox Lane", date(2025, 4, 2)), Made(new, "Fox Lane", date(2025, 5, 1))]
    for order in (made, made[::-1]):
        (found,) = reversals(order)
        assert (found.new.id, found.old.id) == (new.id, old.id)
    assert reversals([Made(old, "Fox Lane", date(2025, 6, 1)), Made(new, "Fox Lane", date(2025, 5, 1))]) == []
