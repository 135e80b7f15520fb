"""Questions about the past: before something, at the time of something, in a previous version."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from retrieval.answering.past import relative_word, undated_event, version_asked
from retrieval.answering.question import read_question
from tests.fakes.shelf import Shelf, open_shelf, section
from tests.fakes.soundness import faults

ADDENDUM = """BROOKFIELD LIBRARY
ADDENDUM NO. {}
Date: {}

1. Section 08 71 00, clause 2.3: delete "{}" and substitute "{}".
"""
SPEC = """Section 08 71 00
Door hardware
Issued 15 January 2021
Status: Issued

2.2 Hinges

Each door leaf shall have 3 hinges.

2.3 Locks

Locksets shall be of grade 3.
"""
PERIODS = {"A": ("1 June 2015", 21), "B": ("1 March 2019", 28), "C": ("1 March 2023", 30)}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """Three revisions of one section, and a section that two addenda amend."""
    with open_shelf(tmp_path_factory.mktemp("past")) as shelf:
        for revision, (issued, days) in PERIODS.items():
            text = section("01 35 00", "Lending", revision, issued, f"Books may be kept for {days} days.")
            shelf.put(f"lending-{revision}.txt", text, "Library")
        shelf.put("hardware.txt", SPEC, "Library")
        shelf.put("addendum-1.txt", ADDENDUM.format(1, "2021-02-20", "grade 3", "grade 2"), "Library")
        yield shelf


def _ask(shelf: Shelf, question: str, **how: Any) -> dict[str, Any]:
    outcome = shelf.ask(question, project="Library", **how)
    assert faults(shelf, outcome) == []
    return outcome


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("How long could books be kept under revision A of Section 01 35 00?", 21),
        ("For how many days were books kept under the previous revision of Section 01 35 00?", 28),
        ("For how many days could books originally be kept?", 21),
        ("For how many days could books previously be kept?", 28),
    ],
)
def test_a_past_version_answers_as_history(shelf: Shelf, question: str, days: int) -> None:
    """It is named with what it is today, and the outcome is marked."""
    outcome = _ask(shelf, question, as_of=None)
    assert f"{days} days" in outcome["answer"]
    assert "which is superseded, said" in outcome["answer"]
    assert outcome["history"]


@pytest.mark.parametrize(
    ("question", "days", "day"),
    [
        ("How long could books be kept before March 2019?", 21, "28 February 2019"),
        ("How long could books be kept until February 2023?", 28, "28 February 2023"),
        ("How long could books be kept in 2020?", 28, "31 December 2020"),
    ],
)
def test_a_day_in_the_question_decides_and_is_named(shelf: Shelf, question: str, days: int, day: str) -> None:
    """What governed then is cited as governing then."""
    outcome = _ask(shelf, question, as_of=None)
    assert outcome["answer"].startswith(f"As of {day}: ")
    assert f"{days} days" in outcome["answer"]


def test_before_a_document_is_the_day_before_it_took_effect(shelf: Shelf) -> None:
    """The document named is no subject of the question: it only says when."""
    outcome = _ask(shelf, "Of what grade were locksets before Addendum No. 1?", as_of=None)
    assert outcome["as_of"] == "2021-02-19"
    assert "grade 3" in outcome["answer"]


def test_a_version_named_in_the_present_tense_is_said_to_be_superseded(shelf: Shelf) -> None:
    """What is in force is answered; nobody has asked for history."""
    outcome = _ask(shelf, "How long may books be kept according to Section 01 35 00 revision B?")
    assert "Revision B is superseded" in outcome["answer"]
    assert "30 days" in outcome["answer"]


def test_the_day_of_an_event_has_to_be_given(shelf: Shelf) -> None:
    """Today's text is no answer to what governed at the tender."""
    outcome = _ask(shelf, "How long could books be kept at the time of the tender?")
    assert outcome["abstention"]["reason"] == "outside period"
    assert outcome["abstention"]["would_settle"] == ["the same question with the day of the tender in it"]


@pytest.mark.parametrize(
    ("question", "event"),
    [
        ("Which code applied at the time of permit?", "permit"),
        ("What was the fee at the time of award, 3 May 2020?", None),
        ("What moisture content must timber have at the time of installation?", None),
        ("What does the guide say at the time of tender?", None),
    ],
)
def test_only_the_past_has_undated_events(question: str, event: str | None) -> None:
    """A date in the question is enough; a requirement of today may speak of the time of something too."""
    assert undated_event(read_question(question)) == event


@pytest.mark.parametrize(
    ("question", "version"),
    [
        ("How wide were doors under revision C02 of A-101?", "C02"),
        ("What did the first edition require?", "first"),
        ("Which edition applies?", None),
        ("What does version control mean?", None),
    ],
)
def test_a_version_is_a_label_and_no_other_word(question: str, version: str | None) -> None:
    """A letter, a figure, an ordinal or a year."""
    assert version_asked(read_question(question)) == version


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("What was the original fee?", "original"),
        ("What was previously required?", "previous"),
        ("What is the Initial Connection Protocol?", None),
        ("What was due prior to opening?", None),
    ],
)
def test_relative_words_are_no_names_and_no_prepositions(question: str, word: str | None) -> None:
    """In the past tense only."""
    assert relative_word(read_question(question)) == word
