"""Text that does not govern is never evidence: not by any lane, profile or form of question."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest

from graph.vocabulary import AuthorityClass
from retrieval.profiles import PROFILES
from tests.fakes.shelf import NOON, Shelf, open_shelf, section
from tests.fakes.soundness import bare, faults

SLIP = "Floor tiles in wet areas shall have a slip resistance of at least {} units."
QUESTIONS = (
    "What slip resistance must floor tiles in wet areas have?",
    "What slip resistance does Section 09 30 13 require of floor tiles?",
    "What slip resistance does revision A of Section 09 30 13 require of floor tiles in wet areas?",
    "Floor tiles in wet areas shall have a slip resistance of at least 36 units",
    "How wide must grout joints be?",
    "Which colour must the sealant have?",
    "Which document governs ceramic tiling?",
    "Is Section 09 30 13 in force?",
    "What does clause 1.2 of Section 09 30 13 say about grout joints?",
    "How long must mortar cure?",
    "What did the meeting say about slip resistance of floor tiles?",
)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """Five revisions of one section: superseded, in force, draft, withdrawn, of next year; and an amended one."""
    with open_shelf(tmp_path_factory.mktemp("gate")) as shelf:
        grout = "Grout joints shall be 3 mm wide."
        for revision, issued, units, status in (
            ("A", "2 February 2023", 36, "Issued"),
            ("B", "6 May 2024", 45, "Issued"),
            ("C", "6 November 2024", 55, "Draft"),
            ("D", "6 January 2025", 65, "Withdrawn"),
            ("E", "6 May 2026", 75, "Issued"),
        ):
            clauses = (SLIP.format(units), grout) if revision == "A" else (SLIP.format(units),)
            text = section("09 30 13", "Ceramic Tiling", revision, issued, *clauses, status=status)
            shelf.put(f"tiling-{revision}.txt", text, "Tower")
        mortar = section(
            "09 30 16", "Mortar Beds", "A", "6 May 2024", "Mortar shall cure for 7 days.", "Beds are level."
        )
        shelf.put("mortar.txt", mortar, "Tower")
        addendum = (
            "Addendum 3\nDate: 9 September 2024\n\n1 Changes\n\nIn Section 09 30 16, delete clause 1.1 and substitute:"
            "\n\nMortar shall cure for 14 days before tiles are laid.\n"
        )
        shelf.put("addendum-3.txt", addendum, "Tower")
        shelf.put("quay.txt", section("09 65 00", "Grout", "A", "6 May 2024", grout.replace("3", "8")), "Quay")
        later = section("09 91 00", "Sealant", "A", "6 May 2024", "The sealant must have the colour grey.")
        shelf.put("sealant.txt", later, "Tower", recorded_at=NOON + timedelta(days=60))
        yield shelf


@pytest.mark.parametrize("profile", sorted(PROFILES))
@pytest.mark.parametrize("question", QUESTIONS)
def test_no_profile_answers_from_text_that_is_not_in_force(shelf: Shelf, question: str, profile: str) -> None:
    """Whatever ranks first, an answer and what is shown as nearest rest on text in force alone."""
    outcome = shelf.ask(question, project="Tower", profile=profile)
    assert faults(shelf, outcome) == []
    if not outcome["history"]:
        said = " ".join(c["quote"] for c in (*outcome["citations"], *(outcome["abstention"] or {}).get("nearest", [])))
        assert not any(f"least {units} units" in said for units in (36, 55, 65, 75))
        assert "3 mm" not in said
        assert "8 mm" not in said
        assert "7 days" not in said


def test_the_text_in_force_answers_and_what_was_kept_back_is_counted(shelf: Shelf) -> None:
    """Of five revisions, the one in force is cited; each of the others is counted once a passage, by its reason."""
    outcome = shelf.ask(QUESTIONS[0], project="Tower", explain=True)
    assert [c["version"] for c in outcome["citations"]] == ["Revision B"]
    kept_back = [row for row in outcome["trace"]["candidates"] if not row["passes"]]
    by_reason = {
        "superseded": sum(row["signal"] in ("superseded", "withdrawn") for row in kept_back),
        "draft": sum(row["signal"] == "draft" for row in kept_back),
        "no_permission": 0,
        "outside_period": sum(row["signal"] == "not yet effective" for row in kept_back),
    }
    assert outcome["withheld"] == by_reason
    assert all(count > 0 for name, count in by_reason.items() if name != "no_permission")


@pytest.mark.parametrize(
    ("as_of", "units"), [(date(2023, 6, 1), 36), (date(2024, 6, 1), 45), (date(2025, 6, 1), 45), (date(2026, 6, 1), 75)]
)
def test_each_day_has_its_own_text_in_force(shelf: Shelf, as_of: date, units: int) -> None:
    """A revision answers from its own date until the next issued one takes its place."""
    outcome = shelf.ask(QUESTIONS[0], project="Tower", as_of=as_of)
    assert f"at least {units} units" in outcome["answer"]
    assert faults(shelf, outcome) == []


def test_a_question_that_names_its_day_is_answered_for_that_day(shelf: Shelf) -> None:
    """ "in June 2023" asks for what was in force then, unless the caller says another day."""
    question = "What slip resistance did floor tiles in wet areas need in June 2023?"
    outcome = shelf.ask(question, project="Tower", as_of=None)
    assert outcome["as_of"] == "2023-06-30"
    assert "36 units" in outcome["answer"]
    assert "45 units" in shelf.ask(question, project="Tower", as_of=date(2025, 6, 1))["answer"]


def test_before_its_first_revision_nothing_is_answered(shelf: Shelf) -> None:
    """Text of a later day is no evidence: the refusal says that it is outside the period."""
    outcome = shelf.ask("How long must mortar cure?", project="Tower", as_of=date(2022, 1, 1))
    assert outcome["abstention"]["reason"] == "outside period"
    assert outcome["withheld"]["outside_period"] > 0


def test_what_was_recorded_later_was_not_known_before(shelf: Shelf) -> None:
    """With `known_at` before a text came in, the question finds no evidence and no count of it."""
    question = "Which colour must the sealant have?"
    assert "grey" in shelf.ask(question, project="Tower")["answer"]
    outcome = shelf.ask(question, project="Tower", known_at=NOON + timedelta(days=1))
    assert outcome["abstention"]["reason"] == "no evidence"
    assert sum(outcome["withheld"].values()) == sum(shelf.ask(question, project="Tower")["withheld"].values())


def test_a_clause_that_an_addendum_replaced_is_withheld_and_its_neighbour_stays(shelf: Shelf) -> None:
    """The addendum answers in place of the clause; the other clause of the section is still cited."""
    outcome = shelf.ask("How long must mortar cure?", project="Tower")
    assert "14 days" in outcome["answer"]
    assert {c["authority"] for c in outcome["citations"]} == {AuthorityClass.ADDENDUM}
    assert "are level" in shelf.ask("Must beds of mortar be level?", project="Tower")["answer"]


def test_text_of_another_project_answers_only_there(shelf: Shelf) -> None:
    """The same question finds its evidence in the project that it is asked in, and nowhere else."""
    question = "How wide must grout joints be?"
    assert "8 mm" in shelf.ask(question, project="Quay")["answer"]
    refused = shelf.ask(question, project="Tower")
    assert refused["abstention"]["reason"] == "only superseded"
    assert "8 mm" not in json.dumps(refused)


def test_the_same_question_twice_gives_the_same_outcome(shelf: Shelf) -> None:
    """Byte for byte, but for the receipt's number and the times that it took."""
    for question in QUESTIONS:
        first, second = (json.dumps(bare(shelf.ask(question, project="Tower"))) for _ in range(2))
        assert first == second


def test_the_order_of_arrival_does_not_matter(shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The same texts put on another shelf the other way round give the same outcomes."""
    with shelf.services.store.read() as reader:
        texts = [(s, reader.text(s.id)) for s in shelf.corpus().snapshot(None).sources.values()]
    with open_shelf(tmp_path_factory.mktemp("reversed")) as other:
        for source, text in sorted(texts, key=lambda pair: pair[0].remote_id, reverse=True):
            other.put(source.remote_id, text, source.project, recorded_at=source.recorded_at.astimezone(UTC))
        for question in QUESTIONS:
            assert _said(other, question) == _said(shelf, question)


def _said(shelf: Shelf, question: str) -> object:
    """An outcome without ids, which follow from the bytes of a file."""
    outcome = bare(shelf.ask(question, project="Tower"))
    return [outcome["answer"], outcome["withheld"], outcome["coverage"], (outcome["abstention"] or {}).get("detail")]


def test_known_at_an_instant_is_the_index_as_it_was_then(
    shelf: Shelf, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Asking as of an instant equals asking a shelf on which only what had come by then stands."""
    instant = datetime(2025, 1, 15, tzinfo=UTC)
    with open_shelf(tmp_path_factory.mktemp("before")) as before:
        for source in shelf.corpus().snapshot(instant).sources.values():
            before.put(source.remote_id, shelf.text(source.id), source.project)
        for question in QUESTIONS:
            then = shelf.ask(question, project="Tower", known_at=instant)
            now = before.ask(question, project="Tower")
            assert [then["answer"], then["withheld"], then["coverage"]] == [
                now["answer"], now["withheld"], now["coverage"]
            ]  # fmt: skip
