"""From a question to its outcome: when texts answer, and each reason for which they do not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.fakes.shelf import Shelf, open_shelf, section
from tests.fakes.soundness import faults

SCHEDULE = """# Door schedule

Number: DS-1

Date: 6 May 2024

Schedule of doors

| Door | Width (mm) | Rating (min) |
|---|---|---|
| PL-1 | 900 | 30 |
| PL-2 | 1000 | 60 |
| PL-3 | 1100 | 90 |
"""
LIST = """A fire door on an escape route shall have:

(a) a closer of grade 4;

(b) an intumescent seal on three edges;

(c) a sign on both faces."""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """A schedule, a specification, a superseded one, drafts and texts of another day."""
    with open_shelf(tmp_path_factory.mktemp("answerer")) as shelf:
        shelf.put("schedule.md", SCHEDULE, "Tower")
        clauses = (LIST, "Door frames shall be made of galvanised steel of the grade ZQ9.", "Thresholds are flush.")
        shelf.put("doors.txt", section("08 11 13", "Steel doors", "B", "6 May 2024", *clauses), "Tower")
        old = section("08 11 13", "Steel doors", "A", "6 May 2023", LIST, "Hinges shall be greased every 3 months.")
        shelf.put("doors-old.txt", old, "Tower")
        lamp = section("26 51 00", "Lamps", "A", "6 May 2024", "Lamps shall give 300 lux of light.", status="Draft")
        shelf.put("lamps.txt", lamp, "Tower")
        roof = section("07 50 00", "Roofing", "A", "6 May 2026", "Roof slopes shall be 5 degrees.")
        shelf.put("roof.txt", roof, "Tower")
        yield shelf


def _ask(shelf: Shelf, question: str, **how: Any) -> dict[str, Any]:
    outcome = shelf.ask(question, project="Tower", **how)
    assert faults(shelf, outcome) == []
    return outcome


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("What rating does door PL-2 have?", "PL-2 — Rating (min): 60", "1000"),
        ("How wide is door PL-3?", "PL-3 — Width (mm): 1100", "min"),
        ("What is the fire rating of door PL-1 in minutes?", "PL-1 — Rating (min): 30", "900"),
    ],
)
def test_a_table_is_answered_from_one_row_and_one_column(shelf: Shelf, question: str, said: str, unsaid: str) -> None:
    """The row of the thing asked about comes first, read with its column's head, and quoted as it is written."""
    outcome = _ask(shelf, question)
    first = outcome["sentences"][0]["text"]
    assert said in first
    assert unsaid not in first
    assert outcome["citations"][0]["work"] == "DS-1"


def test_a_list_is_answered_with_what_leads_into_it(shelf: Shelf) -> None:
    """An item says nothing without its lead-in, and the lead-in nothing without its items."""
    one = _ask(shelf, "Which seal shall a fire door on an escape route have?")
    assert "intumescent seal" in one["answer"]
    assert "A fire door on an escape route shall have" in one["answer"]
    every = _ask(shelf, "What shall a fire door on an escape route have?")
    assert all(word in every["answer"] for word in ("closer", "seal", "sign"))


@pytest.mark.parametrize(
    ("question", "reason", "detail"),
    [
        ("Which paint is used for the lobby ceiling?", "no evidence", "nothing found speaks of"),
        (
            "How thick are the galvanised steel door frames?",
            "no evidence",
            "a quantity is asked for and none is stated",
        ),
        ("Which grade of steel do door frames of the type WXY have?", "no evidence", "nothing cited speaks of WXY"),
        ("How often shall hinges be greased?", "only superseded", "is superseded"),
        ("How much light shall lamps give?", "only superseded", "never issued"),
        ("What slope shall roof slopes be?", "outside period", "not yet in force"),
        ("What does Section 09 99 99 say about door frames?", "no evidence", "not among the documents here"),
        ("Which document governs roofing?", "outside period", "not yet in force"),
        ("Which document governs lamps?", "only superseded", "never issued"),
        ("What does Section 07 50 00 say about roof slopes?", "outside period", "not yet in force"),
        ("What does Section 26 51 00 say about lamps?", "only superseded", "never issued"),
    ],
)
def test_a_refusal_says_why(shelf: Shelf, question: str, reason: str, detail: str) -> None:
    """Each with its reason, what it lacks in words, and what would settle it; never text out of force."""
    outcome = _ask(shelf, question)
    assert outcome["kind"] == "abstention", outcome["answer"]
    assert (outcome["abstention"]["reason"], detail in outcome["abstention"]["detail"]) == (reason, True), outcome
    assert outcome["abstention"]["would_settle"]


def test_a_document_that_is_not_here_is_named_as_what_would_settle_it(shelf: Shelf) -> None:
    """Where it names another one too, that one alone is no answer either."""
    outcome = _ask(shelf, "What does Section 09 99 99 say about door frames?")
    assert outcome["abstention"]["would_settle"] == ["ingest Section 09 99 99"]
    both = _ask(shelf, "Of which grade of steel are door frames in Section 08 11 13 and Section 09 99 99?")
    assert both["kind"] == "abstention"


def test_a_terse_question_is_not_refused_for_its_wording(shelf: Shelf) -> None:
    """Few words, other inflections, or a synonym of the table."""
    for question in ("door frame steel grade", "What are the frames of doors made from?", "steel of doorway frames"):
        assert "ZQ9" in _ask(shelf, question)["answer"]


def test_what_the_question_names_as_superseded_is_said_with_what_is_in_force(shelf: Shelf) -> None:
    """The answer begins with what became of the revision and cites the one that took its place."""
    outcome = _ask(shelf, "What are door frames made of by Section 08 11 13?")
    assert outcome["citations"][-1]["version"] == "Revision B"


def test_a_baseline_profile_answers_by_the_same_rules(shelf: Shelf) -> None:
    """The method of retrieval changes the ranking; what may be cited stays the same."""
    for profile in ("bm25", "dense", "static-hybrid"):
        assert (
            "ZQ9" in _ask(shelf, "Which grade of galvanised steel are door frames made of?", profile=profile)["answer"]
        )
        assert _ask(shelf, "How often shall hinges be greased?", profile=profile)["kind"] == "abstention"


def test_an_empty_or_strange_question_is_refused_not_failed(shelf: Shelf) -> None:
    """Nothing that a person types makes the product fail."""
    for question in ("", "?", "the", "\u200b", "a" * 3000, "?" * 50, "DROP TABLE receipts; --", "什么"):
        assert _ask(shelf, question)["kind"] == "abstention"
