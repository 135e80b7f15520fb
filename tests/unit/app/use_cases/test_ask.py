"""Ask: the outcome as the outside sees it, and the receipt that is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

import pytest

from app.use_cases.ask import AskRequest, ask, day_asked_about
from graph.errors import UnknownName
from retrieval.answering.question import read_question
from tests.fakes.shelf import TODAY, Shelf, open_shelf, section
from tests.fakes.soundness import MACHINE, bare

ASKED = "How wide are grout joints?"
FIELDS = {
    "kind", "question", "project", "as_of", "known_at", "profile", "receipt_id", "answer", "sentences", "citations",
    "coverage", "threshold", "abstention", "conflicts", "withheld", "timings_ms", "trace",
}  # fmt: skip
OF_A_CITATION = {
    "n", "source_id", "work", "title", "version", "kind", "authority", "date", "clause", "page", "boxes", "start_s",
    "end_s", "speaker", "quote", "signal", "uri",
}  # fmt: skip


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """One section."""
    with open_shelf(tmp_path_factory.mktemp("ask")) as shelf:
        shelf.put(
            "a.txt", section("09 30 13", "Tiling", "A", "2 May 2023", "Grout joints shall be 3 mm wide."), "Tower"
        )
        yield shelf


@pytest.mark.parametrize("question", [ASKED, "Which paint is on the ceiling?", "Is Section 09 30 13 in force?"])
def test_every_outcome_has_the_fields_of_the_interface(shelf: Shelf, question: str) -> None:
    """Answers and refusals alike, and all of it is JSON."""
    outcome = shelf.ask(question, project="Tower", explain=True)
    assert outcome.keys() >= FIELDS
    assert all(citation.keys() >= OF_A_CITATION for citation in outcome["citations"])
    assert {"embed", "vector", "lexical", "graph", "fuse", "gate", "answer", "total"} <= outcome["timings_ms"].keys()
    assert json.loads(json.dumps(outcome, allow_nan=False)) == outcome


def test_the_answer_is_its_sentences_with_their_marks(shelf: Shelf) -> None:
    """One line a sentence, each with the numbers of its citations."""
    outcome = shelf.ask(ASKED)
    lines = [f"{s['text']} {''.join(f'[{n}]' for n in s['citations'])}" for s in outcome["sentences"]]
    assert outcome["answer"] == "\n".join(lines)


def test_the_trace_is_given_only_when_asked_for(shelf: Shelf) -> None:
    """The rest of the outcome is the same with it and without."""
    plain, explained = shelf.ask(ASKED), shelf.ask(ASKED, explain=True)
    assert plain["trace"] is None
    assert explained["trace"]["profile"] == "provenance"
    assert bare(plain) == bare(explained)


def test_a_receipt_of_everything_but_the_machine_is_kept(shelf: Shelf) -> None:
    """Found by the id in the outcome; refusals have one too, and the chain holds."""
    for question in (ASKED, "Which paint is on the ceiling?"):
        outcome = shelf.ask(question, reader="ada", project="Tower")
        body: dict[str, Any] = json.loads(shelf.services.receipts.get(outcome["receipt_id"]).body)
        assert body["outcome"] == bare(outcome)
        assert (body["reader"], body["generation"]) == ("ada", shelf.services.store.generation())
        assert not set(MACHINE) & body["outcome"].keys()
    assert shelf.services.receipts.broken_at() is None


def test_asking_changes_nothing_in_the_graph(shelf: Shelf) -> None:
    """The receipt lies beside it."""
    before = shelf.services.store.generation()
    shelf.ask(ASKED)
    assert shelf.services.store.generation() == before


def test_an_unknown_profile_is_refused_with_the_known_ones(shelf: Shelf) -> None:
    """Before anything is looked for."""
    with pytest.raises(UnknownName, match="provenance"):
        ask(shelf.services, AskRequest(ASKED, profile="best"))


@pytest.mark.parametrize(
    ("question", "day"),
    [
        ("What governed tiling in 2010?", date(2010, 12, 31)),
        ("What governed tiling in May 2010?", date(2010, 5, 31)),
        ("What governed tiling on 3 May 2010?", date(2010, 5, 3)),
    ],
)
def test_the_day_asked_about_is_the_last_of_the_period_named(question: str, day: date) -> None:
    """A caller who names a day is believed before the question."""
    assert day_asked_about(read_question(question)) == day


def test_without_a_period_today_is_asked_about(shelf: Shelf) -> None:
    """And the outcome says which day that was."""
    before = datetime.now(UTC).date()
    outcome = shelf.ask(ASKED, as_of=None)
    assert before <= date.fromisoformat(outcome["as_of"]) <= datetime.now(UTC).date()
    assert shelf.ask("How wide were grout joints in 2010?", as_of=TODAY)["as_of"] == TODAY.isoformat()


def test_half_a_character_in_a_question_is_written_as_its_escape(shelf: Shelf) -> None:
    """A lone surrogate, as a broken encoding leaves it, neither fails nor is lost from the receipt."""
    outcome = shelf.ask("What is governed by \ud83d?")
    assert outcome["kind"] == "abstention"
    body = json.loads(shelf.services.receipts.get(outcome["receipt_id"]).body)
    assert body["outcome"]["question"] == outcome["question"] == "What is governed by \\ud83d?"
