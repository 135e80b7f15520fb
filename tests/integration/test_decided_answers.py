"""What was decided of a conflict in the register is what is answered, with the decision named; else both sides."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from app.use_cases.register_steps import Wish, act_on
from app.use_cases.replay import replay
from app.use_cases.ruling import Voice
from app.use_cases.undo import undo
from app.use_cases.viewpoint import Viewpoint
from graph.vocabulary import AuthorityClass
from tests.fakes.shelf import TODAY, Shelf, open_shelf, section
from tests.fakes.soundness import faults

Json = dict[str, Any]

QUESTION = "What is the railing height?"
AT = Viewpoint("Quay", TODAY)
HIGH, LOW = "The railing height shall be 1100 mm.", "The railing height shall be 900 mm."


@contextmanager
def _railings(directory: Path, acl: tuple[str, ...] = ("*",)) -> Iterator[Shelf]:
    with open_shelf(directory) as shelf:
        zinc = "Railings shall be galvanised."
        shelf.put("railings.txt", section("05 52 00", "Railings", "A", "6 May 2024", HIGH, zinc), "Quay")
        shelf.put("fences.txt", section("32 31 00", "Fences", "A", "6 May 2024", LOW), "Quay", acl)
        yield shelf


def _ask(shelf: Shelf, **how: Any) -> Json:
    outcome = shelf.ask(QUESTION, project="Quay", **how)
    assert faults(shelf, outcome) == []
    assert replay(shelf.services, outcome["receipt_id"])["identical"]
    return outcome


def _decide(shelf: Shelf, act: str, keeps: str = "", **wish: Any) -> Json:
    """Takes a step on the conflict that the question runs into; `keeps` is a value of the side that is named."""
    conflict = _ask(shelf)["conflicts"][0]
    number = next((str(n) for n, side in enumerate(conflict["sides"], 1) if keeps and keeps in side["says"]), None)
    voice = Voice("Ana Ruiz", "the stair is public", override=True)
    return act_on(shelf.services, conflict["id"], Wish(act, number, **wish), voice, AT)


def test_an_open_conflict_shows_both_sides_with_the_id_of_the_register(tmp_path: Path) -> None:
    """Class, state and what each side demands; neither value is an answer, also when somebody is at it."""
    with _railings(tmp_path) as shelf:
        for act, state in (("", "open"), ("acknowledge", "acknowledged")):
            if act:
                _decide(shelf, act)
            outcome = _ask(shelf)
            (conflict,) = outcome["conflicts"]
            assert (outcome["answer"], outcome["abstention"]["reason"]) == (None, "unresolved conflict")
            assert (conflict["class"], conflict["state"]) == ("contradiction", state)
            assert {(s["comparator"], s["value"], s["unit"]) for s in conflict["sides"]} == {
                ("=", 1100, "mm"),
                ("=", 900, "mm"),
            }
            assert conflict["id"][:10] in outcome["abstention"]["would_settle"][0]


@pytest.mark.parametrize("act", ["close one", "re-date"])
def test_the_side_that_was_chosen_answers_alone_and_the_decision_is_named(tmp_path: Path, act: str) -> None:
    """The other one is withheld, and nothing of it is shown."""
    with _railings(tmp_path) as shelf:
        _decide(shelf, act, "1100 mm", due=date(2025, 3, 1) if act == "re-date" else None)
        outcome = _ask(shelf)
        assert "1100 mm" in outcome["answer"]
        assert "by Ana Ruiz" in outcome["answer"]
        assert "900 mm" not in str(outcome)


def test_before_the_day_on_which_one_takes_the_others_place_both_are_told(tmp_path: Path) -> None:
    """With the decision and its day; from that day on, the one that was chosen."""
    with _railings(tmp_path) as shelf:
        _decide(shelf, "re-date", "1100 mm", due=date(2025, 9, 1))
        before, after = _ask(shelf), _ask(shelf, as_of=date(2025, 9, 2))
        assert {one["value"] for one in before["requirements"]} == {900, 1100}
        assert "one of them takes the other's place from 2025-09-01 on" in before["answer"]
        assert {one["value"] for one in after["requirements"]} == {1100}


def test_the_side_that_was_rejected_is_gone(tmp_path: Path) -> None:
    """What stays is the other one."""
    with _railings(tmp_path) as shelf:
        _decide(shelf, "reject one", "1100 mm")
        outcome = _ask(shelf)
        assert "900 mm" in outcome["answer"]
        assert "1100 mm" not in str(outcome)


def test_both_are_answered_where_both_were_kept(tmp_path: Path) -> None:
    """With the words that say where each holds."""
    with _railings(tmp_path) as shelf:
        _decide(shelf, "keep both", scope="1100 mm inside, 900 mm outside")
        outcome = _ask(shelf)
        assert {one["value"] for one in outcome["requirements"]} == {900, 1100}
        assert "both were kept (1100 mm inside, 900 mm outside), by Ana Ruiz" in outcome["answer"]
        assert outcome["conflicts"][0]["state"] == "resolved"


def test_the_order_of_precedence_decides_and_is_named(tmp_path: Path) -> None:
    """A specification before a drawing: its value is stated, and over which text it prevails."""
    drawing = section("A-310", "Details", "A", "6 May 2024", HIGH.replace("1100", "950"))
    with open_shelf(tmp_path) as shelf:
        shelf.put("a-310.txt", drawing, "Quay", authority=AuthorityClass.DRAWING)
        text = section("05 52 00", "Railings", "A", "6 May 2024", HIGH)
        shelf.put("railings.txt", text, "Quay", authority=AuthorityClass.SPECIFICATION)
        outcome = _ask(shelf)
        assert {one["value"] for one in outcome["requirements"]} == {1100}
        assert "prevails over" in outcome["answer"]
        assert [(one["class"], one["prevails"]) for one in outcome["conflicts"]] == [("update", 1)]


def test_undoing_the_decision_brings_both_sides_back(tmp_path: Path) -> None:
    """As if it had never been taken."""
    with _railings(tmp_path) as shelf:
        before = _ask(shelf)
        taken = _decide(shelf, "close one", "1100 mm")
        undo(shelf.services, taken["step"]["id"], Voice("Ana Ruiz"))
        after = _ask(shelf)
        assert [c["state"] for c in after["conflicts"]] == ["open"]
        assert after["abstention"] == before["abstention"]


def test_a_decision_is_not_known_before_it_was_taken(tmp_path: Path) -> None:
    """Asked by what was recorded then, the conflict is open."""
    with _railings(tmp_path) as shelf:
        before = datetime.now(UTC)
        _decide(shelf, "keep both", scope="each in its section")
        assert _ask(shelf)["kind"] == "answer"
        assert _ask(shelf, known_at=before - timedelta(seconds=1))["kind"] == "abstention"


def test_another_value_opens_the_matter_again(tmp_path: Path) -> None:
    """What was decided was decided on the values of then."""
    with _railings(tmp_path) as shelf:
        _decide(shelf, "keep both", scope="each in its section")
        shelf.put("fences-b.txt", section("32 31 00", "Fences", "B", "6 May 2025", LOW.replace("900", "950")), "Quay")
        outcome = _ask(shelf)
        assert outcome["abstention"]["reason"] == "unresolved conflict"
        assert {side["value"] for side in outcome["conflicts"][0]["sides"]} == {950, 1100}


def test_a_side_that_the_reader_may_not_see_is_not_there(tmp_path: Path) -> None:
    """Neither its value nor that there is a conflict; who may see it is shown both."""
    with _railings(tmp_path, acl=("ben",)) as shelf:
        outcome = _ask(shelf)
        assert ("1100 mm" in outcome["answer"], outcome["conflicts"], "900" in str(outcome)) == (True, [], False)
        shown = shelf.ask(QUESTION, project="Quay", reader="ben")
        assert shown["abstention"]["reason"] == "unresolved conflict"
