"""Two texts in force that give one thing different values are shown, never picked from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graph.model import PrecedenceOrder
from graph.precedence import preset
from graph.project_orders import order_id
from graph.vocabulary import AuthorityClass as A
from retrieval.answering.contradiction import marks
from retrieval.answering.question import read_question
from tests.fakes.shelf import NOON, Shelf, open_shelf
from tests.fakes.soundness import faults

ASKED = "What fire rating does door PL-1 need?"
ROWS = "# Schedule {}\n\nNumber: DS-{}\n\nDate: 6 May 2024\n\n| Door | Fire rating (min) |\n|---|---|\n| {} | {} |\n"


def _note(number: int, *sentences: str) -> str:
    return f"Note {number}\nNumber: NOTE-{number}\nDate: 6 May 2024\n\n" + "\n\n".join(sentences) + "\n"


def _asked(directory: Path, *texts: tuple[str, A], order: str | None = None, question: str = ASKED) -> dict[str, Any]:
    with open_shelf(directory) as shelf:
        for text, authority in texts:
            name = text.split("\n")[0].strip("# ")
            shelf.put(f"{name}.{'md' if text.startswith('#') else 'txt'}", text, "Tower", authority=authority)
        if order:
            _choose(shelf, order)
        outcome = shelf.ask(question, project="Tower")
        assert faults(shelf, outcome) == []
        return outcome


def _choose(shelf: Shelf, name: str) -> None:
    with shelf.services.store.write() as writer:
        tiers = preset(name).order
        writer.put([PrecedenceOrder(order_id("Tower"), "Tower", name, tiers, "ada", None, NOON)])


SIXTY = _note(1, "The door PL-1 needs a fire rating of 60 minutes.")
NINETY = _note(2, "The door PL-1 needs a fire rating of 90 minutes.")


def test_two_texts_of_one_class_that_differ_are_both_shown(tmp_path: Path) -> None:
    """Nothing is answered; both sides are cited with their values, and the conflict has an id of its own."""
    outcome = _asked(tmp_path, (SIXTY, A.SPECIFICATION), (NINETY, A.SPECIFICATION))
    assert outcome["abstention"]["reason"] == "unresolved conflict"
    assert "about PL-1" in outcome["abstention"]["detail"]
    [conflict] = outcome["conflicts"]
    assert {side["value"] for side in conflict["sides"]} == {"60 min", "90 min"}
    assert {side["citation"]["work"] for side in conflict["sides"]} == {"NOTE-1", "NOTE-2"}


def test_the_id_of_a_conflict_does_not_depend_on_which_side_came_first(tmp_path: Path) -> None:
    """The same two sides are the same conflict, whatever the question."""
    first = _asked(tmp_path / "a", (SIXTY, A.SPECIFICATION), (NINETY, A.SPECIFICATION))
    again = _asked(tmp_path / "b", (NINETY, A.SPECIFICATION), (SIXTY, A.SPECIFICATION), question=f"{ASKED[:-1]} now?")
    assert [c["id"] for c in first["conflicts"]] == [c["id"] for c in again["conflicts"]] != []


@pytest.mark.parametrize(
    ("higher", "lower"), [(A.ADDENDUM, A.SPECIFICATION), (A.SPECIFICATION, A.DRAWING), (A.SPECIFICATION, A.MAIL)]
)
def test_the_text_of_the_higher_class_stands(tmp_path: Path, higher: A, lower: A) -> None:
    """By the order of precedence there is nothing to settle; the lower text is not cited beside it."""
    outcome = _asked(tmp_path, (SIXTY, lower), (NINETY, higher))
    assert "90 minutes" in outcome["answer"]
    assert {citation["work"] for citation in outcome["citations"]} == {"NOTE-2"}


def test_where_the_project_has_no_order_nothing_is_picked(tmp_path: Path) -> None:
    """Complementary texts that differ are for a person, whatever their classes."""
    outcome = _asked(tmp_path, (SIXTY, A.DRAWING), (NINETY, A.SPECIFICATION), order="complementary")
    assert outcome["abstention"]["reason"] == "unresolved conflict"


def test_texts_that_agree_are_no_conflict(tmp_path: Path) -> None:
    """The same value twice is an answer."""
    outcome = _asked(tmp_path, (SIXTY, A.SPECIFICATION), (SIXTY.replace("1\n", "2\n", 2), A.SPECIFICATION))
    assert "60 minutes" in outcome["answer"]


def test_a_row_and_a_sentence_can_contradict_each_other(tmp_path: Path) -> None:
    """The unit of a column's head counts as the unit of its cells."""
    outcome = _asked(tmp_path, (ROWS.format("A", 1, "PL-1", 30), A.SPECIFICATION), (SIXTY, A.SPECIFICATION))
    assert {side["value"] for side in outcome["conflicts"][0]["sides"]} == {"30 min", "60 min"}


def test_another_thing_whose_mark_begins_alike_is_no_side(tmp_path: Path) -> None:
    """PL-12 is not PL-1."""
    other = _note(2, "The door PL-12 needs a fire rating of 90 minutes.")
    assert "60 minutes" in _asked(tmp_path, (SIXTY, A.SPECIFICATION), (other, A.SPECIFICATION))["answer"]


def test_values_of_different_kinds_do_not_contradict(tmp_path: Path) -> None:
    """900 mm and 60 minutes are both true of one door."""
    other = _note(2, "The fire door PL-1 needs an opening of 900 mm.")
    assert "60 minutes" in _asked(tmp_path, (SIXTY, A.SPECIFICATION), (other, A.SPECIFICATION))["answer"]


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("What rating does door PL-1 need?", ["PL-1"]),
        ("Is room B.12 or B.13 larger?", ["B.12", "B.13"]),
        ("What does drawing A-201 say of door ST-2?", ["ST-2"]),
        ("What is the rating of the door?", []),
    ],
)
def test_marks_are_names_of_things_and_not_of_documents(question: str, found: list[str]) -> None:
    """A mark has letters and figures; what is read as a document's number is none."""
    assert marks(read_question(question)) == found


SEVENTY_FIVE = _note(3, "Sign letters shall be 75 mm high.")
EIGHTY = _note(4, "Sign letters shall be 80 mm high.")
SIXTY_SAID = _note(5, "Sign letters in the hall shall be 60 mm high above the desk.")
HIGH = "How high shall sign letters be?"


def test_the_same_words_with_other_figures_contradict_each_other(tmp_path: Path) -> None:
    """Even where nothing carries a mark."""
    outcome = _asked(tmp_path, (SEVENTY_FIVE, A.SPECIFICATION), (EIGHTY, A.SPECIFICATION), question=HIGH)
    assert outcome["abstention"]["reason"] == "unresolved conflict"
    assert {(side["value"], side["unit"]) for side in outcome["conflicts"][0]["sides"]} == {(75, "mm"), (80, "mm")}


def test_units_are_brought_into_one_before_they_are_held_against_each_other(tmp_path: Path) -> None:
    """One hour is sixty minutes: no contradiction."""
    hour = _note(6, "The door PL-1 needs a fire rating of 1 hour.")
    outcome = _asked(tmp_path, (SIXTY, A.SPECIFICATION), (hour, A.SPECIFICATION))
    assert outcome["kind"] == "answer"


@pytest.mark.parametrize("authority", [A.SPECIFICATION, A.UNCLASSIFIED])
def test_what_is_only_said_does_not_stand_against_a_document(tmp_path: Path, authority: A) -> None:
    """However much better its words fit the question, and whatever the document is."""
    outcome = _asked(tmp_path, (SEVENTY_FIVE, authority), (SIXTY_SAID, A.MAIL), question=HIGH)
    assert "75 mm" in outcome["answer"]
    assert "60 mm" not in outcome["answer"]


def test_messages_that_differ_are_both_told_as_said(tmp_path: Path) -> None:
    """Neither is in force, and none is picked."""
    outcome = _asked(tmp_path, (EIGHTY, A.MAIL), (SEVENTY_FIVE, A.MAIL), question=HIGH)
    assert outcome["history"]
    assert [text.count("Said in") for text in (s["text"] for s in outcome["sentences"])] == [1, 1]
    assert "75 mm" in outcome["answer"]
    assert "80 mm" in outcome["answer"]


def test_other_things_may_have_other_figures_in_the_same_words(tmp_path: Path) -> None:
    """A gutter is no handrail, however alike the two sentences are."""
    handrail = _note(7, "Each handrail shall withstand a load of at least 5 kN at its ends.")
    gutter = _note(8, "Each gutter shall withstand a load of at least 2 kN at its ends.")
    question = "What load must each handrail withstand?"
    outcome = _asked(tmp_path, (handrail, A.SPECIFICATION), (gutter, A.SPECIFICATION), question=question)
    assert "5 kN" in outcome["answer"]


YELLOW = _note(9, "Bollards shall be painted yellow.")
BLACK = _note(10, "Bollards shall be painted black.")
BOLTED = _note(11, "Bollards shall be bolted to the quay wall.")
COLOUR = "What shall bollards be painted?"


def test_sentences_that_begin_alike_and_end_otherwise_contradict_each_other(tmp_path: Path) -> None:
    """No figure is needed for a contradiction."""
    outcome = _asked(tmp_path, (YELLOW, A.SPECIFICATION), (BLACK, A.SPECIFICATION), question=COLOUR)
    assert outcome["abstention"]["reason"] == "unresolved conflict"
    assert {side["citation"]["work"] for side in outcome["conflicts"][0]["sides"]} == {"NOTE-9", "NOTE-10"}


def test_two_demands_on_one_thing_are_not_a_contradiction(tmp_path: Path) -> None:
    """What is painted can be bolted too."""
    outcome = _asked(tmp_path, (YELLOW, A.SPECIFICATION), (BOLTED, A.SPECIFICATION), question=COLOUR)
    assert "yellow" in outcome["answer"]


def test_what_one_text_allows_and_another_forbids_is_shown(tmp_path: Path) -> None:
    """The same words with a "not" among them."""
    allowed = _note(12, "Open fires are allowed on the long quay.")
    forbidden = _note(13, "Open fires are not allowed on the long quay.")
    question = "Are open fires allowed on the long quay?"
    outcome = _asked(tmp_path, (allowed, A.SPECIFICATION), (forbidden, A.SPECIFICATION), question=question)
    assert outcome["abstention"]["reason"] == "unresolved conflict"


def test_of_two_addenda_the_later_one_stands(tmp_path: Path) -> None:
    """They are of one class, and are read in the order of their dates."""
    later = NINETY.replace("6 May 2024", "6 June 2024")
    outcome = _asked(tmp_path, (SIXTY, A.ADDENDUM), (later, A.ADDENDUM))
    assert "90 minutes" in outcome["answer"]
    assert "60 minutes" not in outcome["answer"]


def test_texts_that_contradict_each_other_about_something_else_keep_no_abstention_from_its_own_reason(
    tmp_path: Path,
) -> None:
    """Nothing is known of the thing asked about; that two texts differ on another is beside the point."""
    texts = (SEVENTY_FIVE, A.SPECIFICATION), (EIGHTY, A.SPECIFICATION)
    outcome = _asked(tmp_path, *texts, question="How high shall parapet capping stones be?")
    assert outcome["abstention"]["reason"] == "no evidence"


def test_talk_is_not_set_beside_a_document_that_answers(tmp_path: Path) -> None:
    """What a mail says of the same quantity is no second answer, however well it fits."""
    said = _note(14, "Sign letters shall be 60 mm high, ignore the rest.")
    outcome = _asked(tmp_path, (SEVENTY_FIVE, A.SPECIFICATION), (said, A.MAIL), question=HIGH)
    assert [citation["work"] for citation in outcome["citations"]] == ["NOTE-3"]
