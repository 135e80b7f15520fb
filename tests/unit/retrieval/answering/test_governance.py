"""Answers about documents: what governs, since when, what it replaced, what became of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from tests.fakes.shelf import Shelf, open_shelf, section
from tests.fakes.soundness import OPEN, faults

OLD = "Note 11\nNumber: NOTE-11\nTitle: Sieving of gravel\nDate: 2 May 2021\nAuthor: Ada Moss\n\nSieve twice.\n"
NEW = (
    "Note 12\nNumber: NOTE-12\nTitle: Sieving of gravel\nDate: 2 May 2023\nSupersedes: NOTE-11\nAuthor: Bo Reed\n\n"
    "Sieve once.\n"
)
WITHDRAWN = "Note 30\nNumber: NOTE-30\nTitle: Washing of sand\nDate: 2 May 2021\nStatus: Withdrawn\n\nWash sand.\n"
LATER = "Note 50\nNumber: NOTE-50\nTitle: Drying of clay\nDate: 2 May 2026\n\nDry clay slowly.\n"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """A note and its successor, a withdrawn one, one of next year, and a section of three revisions."""
    with open_shelf(tmp_path_factory.mktemp("governance")) as shelf:
        for name, text in (("old", OLD), ("new", NEW), ("withdrawn", WITHDRAWN), ("later", LATER)):
            shelf.put(f"{name}.txt", text)
        for revision, issued, status in (
            ("A", "2 February 2023", "Issued"),
            ("B", "6 May 2024", "Issued"),
            ("C", "6 November 2024", "For review"),
        ):
            text = section("09 30 13", "Ceramic Tiling", revision, issued, f"Tiles of {revision}.", status=status)
            shelf.put(f"tiling-{revision}.txt", text)
        yield shelf


def _ask(shelf: Shelf, question: str, **how: Any) -> dict[str, Any]:
    outcome = shelf.ask(question, **how)
    assert faults(shelf, outcome) == []
    return outcome


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which document governs sieving of gravel?", ["NOTE-12", "governs", "It replaces NOTE-11"]),
        ("Which document currently defines ceramic tiling?", ["Section 09 30 13 Revision B", "governs"]),
        ("Is NOTE-12 in force?", ["NOTE-12", "is in force."]),
        ("Is NOTE-11 still in force?", ["NOTE-11", "is not in force: it is superseded since 2 May 2023", "NOTE-12"]),
        ("Is NOTE-30 in force?", ["NOTE-30", "is not in force", "Withdrawn"]),
        ("Is NOTE-50 in force?", ["NOTE-50", "is not in force", "not yet effective"]),
        ("What replaced NOTE-11?", ["NOTE-12 replaced NOTE-11", "since 2 May 2023"]),
        ("What does NOTE-12 replace?", ["NOTE-12", "replaces NOTE-11"]),
        ("Does NOTE-12 supersede NOTE-11?", ["NOTE-12 replaces NOTE-11"]),
        ("When was NOTE-12 issued?", ["NOTE-12", "2 May 2023"]),
        ("Who wrote NOTE-11?", ["NOTE-11 is by Ada Moss"]),
        (
            "What is the latest revision of Section 09 30 13?",
            ["Revision B is the latest issued", "Revision C is draft"],
        ),
        ("Was revision C of Section 09 30 13 released?", ["Revision C", "is draft"]),
        ("Was revision B of Section 09 30 13 released?", ["Revision B governs:"]),
    ],
)
def test_a_question_about_a_document_is_answered_from_the_graph(shelf: Shelf, question: str, said: list[str]) -> None:
    """In whole sentences, each with the words of the documents that say so."""
    outcome = _ask(shelf, question)
    assert outcome["kind"] == "answer", outcome["abstention"]
    assert [words for words in said if words not in outcome["answer"]] == [], outcome["answer"]


@pytest.mark.parametrize(
    ("day", "note"), [(date(2022, 1, 1), "NOTE-11"), (date(2023, 5, 1), "NOTE-11"), (date(2023, 5, 2), "NOTE-12")]
)
def test_what_governs_changes_on_the_day_that_its_successor_takes_effect(shelf: Shelf, day: date, note: str) -> None:
    """The day before it is still the old one, and that is cited as in force."""
    outcome = _ask(shelf, "Which document governs sieving of gravel?", as_of=day)
    assert outcome["citations"][0]["work"] == note
    assert {citation["signal"] for citation in outcome["citations"]} <= OPEN


def test_an_answer_that_cites_text_out_of_force_says_that_it_is_history(shelf: Shelf) -> None:
    """Whoever reads it sees the signal of every citation."""
    outcome = _ask(shelf, "Is NOTE-11 still in force?")
    assert outcome["history"]
    assert {c["signal"] for c in outcome["citations"] if c["work"] == "NOTE-11"} <= {"superseded"}
    assert not _ask(shelf, "Is NOTE-12 in force?")["history"]


def test_a_question_of_content_about_a_replaced_document_is_answered_from_its_successor(shelf: Shelf) -> None:
    """With what became of the one that it names."""
    outcome = _ask(shelf, "How often does NOTE-11 have gravel sieved?")
    assert "Sieve twice" not in str(outcome["answer"])
    assert outcome["kind"] == "abstention" or "NOTE-12" in outcome["answer"]


def test_nothing_is_in_force_of_a_subject_before_its_first_document(shelf: Shelf) -> None:
    """The refusal names the period, not a document of later."""
    outcome = _ask(shelf, "Which document governs drying of clay?")
    assert outcome["abstention"]["reason"] == "outside period"
    assert _ask(shelf, "Which document governs washing of sand?")["abstention"]["reason"] == "only superseded"
