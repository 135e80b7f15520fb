"""Judged questions: read from a file, asked, measured, and kept for the pages."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.errors import InvalidInput
from app.sample.questions import QUESTIONS, question_file
from app.use_cases.evaluate import evaluate, last_evaluation
from app.use_cases.judging import is_named, misses, read_questions
from app.wiring import open_services
from tests.unit.app.conftest import Library

RIGHT = {"id": "tank", "question": "How much pool water shall the surge tank hold?"}
FILE = [
    RIGHT | {"expect": {"cite": ["Guide 7"], "must_contain": ["4200"]}},
    RIGHT | {"id": "wrong", "expect": {"cite": ["Guide 7"], "must_contain": ["9900"]}},
    {"question": "How many helicopters may land on the roof?", "expect": {"kind": "abstention"}},
]


def lines(*rows: object) -> str:
    """Rows as a question file."""
    return "\n".join(json.dumps(row) for row in rows)


def test_an_evaluation_counts_what_holds_and_is_kept(library: Library) -> None:
    """One answer is right, one lacks a word that was expected, one refusal is right; no receipt is written."""
    with open_services(library.settings) as services:
        receipts = len(list(services.receipts.all()))
        report = evaluate(services, read_questions(lines(*FILE), "own.jsonl"), "own.jsonl")
        kept = last_evaluation(services)
        assert len(list(services.receipts.all())) == receipts
    assert (report["questions"], report["held"], report["answered"], report["answered_wrongly"]) == (3, 2, 2, 1)
    assert [one["id"] for one in report["missed"]] == ["wrong"]
    assert report["missed"][0]["misses"] == ["does not contain '9900'"]
    assert report["risk_coverage"][-1]["risk"] == 0.5
    assert kept == report | {"is_of_this_index": True}


def test_the_ranks_of_each_lane_are_those_of_passages_that_carry_the_answer(library: Library) -> None:
    """The one passage with the words is found by its words; where no passage has them, no lane succeeds."""
    with open_services(library.settings) as services:
        report = evaluate(services, read_questions(lines(*FILE), "own.jsonl"), "own.jsonl")
    assert report["ranked"] == 2
    assert set(report["success"]) >= {"fused", "vector", "lexical"}
    assert report["success"]["lexical"]["10"] == 0.5
    assert all(found["1"] <= found["3"] <= found["10"] <= 0.5 for found in report["success"].values())


@pytest.mark.parametrize("line", ["no json", "[]", '{"expect": {}}', '{"question": "a", "expect": {"kind": "guess"}}'])
def test_a_line_that_is_no_question_is_named(line: str) -> None:
    """With its number, and how to write one."""
    with pytest.raises(InvalidInput, match=r"own.jsonl, line 2 is no judged question.*must_contain"):
        read_questions(f"{lines(FILE[0])}\n{line}", "own.jsonl")


def test_an_empty_file_of_questions_is_a_mistake() -> None:
    """It would hold in every respect."""
    with pytest.raises(InvalidInput, match="holds no questions"):
        read_questions("\n \n", "own.jsonl")


def test_the_questions_of_the_sample_are_a_question_file() -> None:
    """All of them, refusals as refusals."""
    read = read_questions(question_file(), "sample")
    assert [one.id for one in read] == [one.id for one in QUESTIONS]
    assert [one.expect["kind"] == "abstention" for one in read] == [bool(one.reason) for one in QUESTIONS]


def test_a_name_is_met_by_all_its_words_anywhere() -> None:
    """The edition may stand in the title, the number in the work."""
    assert is_named("HLS 12:2022", ("HLS 12", "Guarding of stairs", "2022", None))
    assert not is_named("HLS 12:2022", ("HLS 12", None, "2015", None))


def test_a_refusal_for_another_reason_is_missed() -> None:
    """The reason is part of what was expected."""
    (judged,) = read_questions(lines({"question": "?", "expect": {"kind": "abstention", "reason": "no evidence"}}), "f")
    refused: dict[str, Any] = {
        "kind": "abstention",
        "abstention": {"reason": "below coverage"},
        "answer": None,
        "citations": [],
    }
    assert misses(judged.expect, refused) == ["reason below coverage"]
