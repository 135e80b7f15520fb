"""Answers about what a thing can be only one of, and about what holds unless another text notes otherwise."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.fakes.shelf import open_shelf, section
from tests.fakes.soundness import faults

Json = dict[str, Any]


def _asked(directory: Path, question: str, *sentences: str) -> Json:
    with open_shelf(directory) as shelf:
        for number, sentence in enumerate(sentences, start=1):
            text = section(f"0{number} 34 00", f"Part {number}", "A", "6 May 2024", sentence)
            shelf.put(f"part-{number}.txt", text, "Quay")
        outcome = shelf.ask(question, project="Quay")
        assert faults(shelf, outcome) == []
        return outcome


def test_two_colours_of_one_thing_keep_the_answer_back(tmp_path: Path) -> None:
    """Neither of them is picked, though no number stands in either."""
    texts = ("The plant room doors shall be painted white.", "The colour of the plant room doors shall be grey.")
    outcome = _asked(tmp_path, "What colour shall the plant room doors be?", *texts)
    assert outcome["kind"] == "abstention"
    assert outcome["abstention"]["reason"] == "unresolved conflict"
    assert len(outcome["conflicts"][0]["sides"]) == 2


def test_one_colour_is_told(tmp_path: Path) -> None:
    """In the words of the text."""
    outcome = _asked(tmp_path, "What colour shall the plant room doors be?", "The plant room doors shall be grey.")
    assert "grey" in outcome["answer"]


@pytest.mark.parametrize(
    ("question", "value"),
    [("What is the concrete cover?", "40 mm"), ("What is the concrete cover of piles?", "75 mm")],
)
def test_what_holds_unless_noted_otherwise_is_told_where_nothing_notes_otherwise(
    tmp_path: Path, question: str, value: str
) -> None:
    """The particular text is no contradiction of it, and has its own answer."""
    texts = ("Concrete cover shall be 40 mm unless noted otherwise.", "Concrete cover of piles shall be 75 mm.")
    outcome = _asked(tmp_path, question, *texts)
    assert outcome["kind"] == "answer"
    assert value in outcome["answer"]
