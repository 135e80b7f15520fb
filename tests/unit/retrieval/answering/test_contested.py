"""Of two texts that claim each other's place neither is answered from alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graph.model import PrecedenceOrder
from graph.precedence import preset
from graph.project_orders import order_id
from graph.vocabulary import AuthorityClass as A
from tests.fakes.shelf import NOON, open_shelf
from tests.fakes.soundness import faults


def _order(number: int, other: int, *sentences: str) -> str:
    body = "\n\n".join(sentences)
    return (
        f"QUAY OFFICE\nInstruction QO-{number}\nDate: 2020-01-01\n"
        f"This instruction supersedes Instruction QO-{other}.\n\n{body}\n"
    )


SLOW = "The towing speed shall not exceed 4 knots."
FAST = "The towing speed shall not exceed 7 knots."
LIT = "Gangways shall be lit by lamps of 40 W."
QUESTION = "What is the maximum towing speed?"


def _asked(directory: Path, question: str, *texts: tuple[str, A], order: str | None = None) -> dict[str, Any]:
    with open_shelf(directory) as shelf:
        for place, (text, authority) in enumerate(texts):
            shelf.put(f"text-{place}.txt", text, "Quay", authority=authority)
        if order:
            with shelf.services.store.write() as writer:
                tiers = preset(order).order
                writer.put([PrecedenceOrder(order_id("Quay"), "Quay", order, tiers, "ada", None, NOON)])
        outcome = shelf.ask(question, project="Quay")
        assert faults(shelf, outcome) == []
        return outcome


def test_a_circle_is_shown_with_both_of_its_sides(tmp_path: Path) -> None:
    """Each of the two says that it replaces the other: neither value is stated as true."""
    texts = (_order(1, 2, SLOW), A.UNCLASSIFIED), (_order(2, 1, FAST), A.UNCLASSIFIED)
    outcome = _asked(tmp_path, QUESTION, *texts)
    assert outcome["abstention"]["reason"] == "unresolved conflict"
    quotes = {side["citation"]["quote"] for side in outcome["conflicts"][0]["sides"]}
    assert quotes == {SLOW, FAST}


def test_what_both_sides_of_a_circle_say_alike_is_answered(tmp_path: Path) -> None:
    """Whichever of the two is in force, it is so."""
    texts = (_order(1, 2, SLOW, LIT), A.UNCLASSIFIED), (_order(2, 1, FAST, LIT), A.UNCLASSIFIED)
    outcome = _asked(tmp_path, "What lamps shall gangways be lit by?", *texts)
    assert "40 W" in outcome["answer"]


def test_what_only_one_side_of_a_circle_says_stands_against_the_others_claim(tmp_path: Path) -> None:
    """If the silent text is in force, nothing is demanded at all."""
    texts = (_order(1, 2, SLOW, LIT), A.UNCLASSIFIED), (_order(2, 1, FAST), A.UNCLASSIFIED)
    outcome = _asked(tmp_path, "What lamps shall gangways be lit by?", *texts)
    assert outcome["abstention"]["reason"] == "unresolved conflict"
    quotes = [side["citation"]["quote"] for side in outcome["conflicts"][0]["sides"]]
    assert quotes == [LIT, "This instruction supersedes Instruction QO-1."]


@pytest.mark.parametrize(("order", "kind"), [(None, "answer"), ("complementary", "abstention")])
def test_a_claim_that_the_order_denies_is_settled_and_one_that_it_leaves_open_is_not(
    tmp_path: Path, order: str | None, kind: str
) -> None:
    """A drawing cannot displace an addendum; where the project has no order, a person has to say."""
    drawing = _order(2, 1, FAST).replace("This instruction", "This drawing")
    outcome = _asked(tmp_path, QUESTION, (SLOW_ADDENDUM, A.ADDENDUM), (drawing, A.DRAWING), order=order)
    assert outcome["kind"] == kind
    assert "7 knots" not in (outcome["answer"] or "")


SLOW_ADDENDUM = f"QUAY OFFICE\nInstruction QO-1\nDate: 2020-01-01\n\n{SLOW}\n"
