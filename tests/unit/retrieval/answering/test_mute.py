"""Entries of indexes, lists of references and bare lead-ins: text that states nothing answers nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from retrieval.answering.mute import telling
from retrieval.answering.units import units_of
from tests.fakes.shelf import Shelf, open_shelf
from tests.fakes.soundness import faults

MANUAL = """HERON MARINA
HM-MAN-07
Pontoons and moorings
Date: 4 April 2023
Status: Issued

Contents

1 Pontoons, freeboard of ........ 3
2 Mooring lines, breaking strength of ........ 5

1 Pontoons

1.1 Pontoons shall be inspected before each season.

1.2 The following shall be kept on each pontoon:

(a) a rescue ladder;

(b) a boat hook of 2.4 m.

2 Fuel berth

2.1 Fire points at the fuel berth shall be as follows:

References

HMS 12:2018 Ladders for pontoons — Spacing of rungs on rescue ladders
HMS 40:2021 Fuel berths and their fire points
"""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """A manual with a table of contents and a list of references."""
    with open_shelf(tmp_path_factory.mktemp("mute")) as shelf:
        shelf.put("manual.txt", MANUAL, "Heron")
        yield shelf


def _ask(shelf: Shelf, question: str) -> dict[str, Any]:
    outcome = shelf.ask(question, project="Heron")
    assert faults(shelf, outcome) == []
    return outcome


@pytest.mark.parametrize(
    "question",
    [
        "What is the freeboard of pontoons?",
        "What is the breaking strength of mooring lines?",
        "What is the spacing of rungs on rescue ladders?",
        "What fire points shall the fuel berth have?",
    ],
)
def test_what_only_names_a_subject_does_not_answer_for_it(shelf: Shelf, question: str) -> None:
    """An entry of an index, a title in a list and a lead-in without its items hold the words and say nothing."""
    assert _ask(shelf, question)["kind"] == "abstention"


def test_a_lead_in_answers_together_with_its_items(shelf: Shelf) -> None:
    """The items are the answer, introduced by it."""
    answer = _ask(shelf, "What shall be kept on each pontoon?")["answer"]
    assert "rescue ladder" in answer
    assert "boat hook" in answer


@pytest.mark.parametrize(("question", "is_told"), [("Which standard covers ladders?", True), ("How long?", False)])
def test_a_list_of_references_tells_only_which_documents_there_are(shelf: Shelf, question: str, is_told: bool) -> None:
    """Its entries are read for a question after documents, and for no other."""
    corpus = shelf.corpus()
    (source,) = corpus.snapshot(None).descriptions
    passage = next(one for one in corpus.passages_of(source) if "HMS 12:2018" in one.text)
    told = telling(units_of(passage), passage, question)
    assert any("HMS 12:2018" in unit.text for unit in told) is is_told
