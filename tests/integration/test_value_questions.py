"""Questions for values over invented documents: normal form, conditions, conflicts, differences, and nothing stated."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.shelf import Shelf, open_shelf
from tests.fakes.soundness import faults

Json = dict[str, Any]

DATA = tomllib.loads((Path(__file__).parents[1] / "data" / "values" / "questions.toml").read_text("utf-8"))
QUESTIONS: list[Json] = DATA["question"]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """All documents of the file, each in its project."""
    with open_shelf(tmp_path_factory.mktemp("values")) as shelf:
        for document in DATA["document"]:
            shelf.put(document["name"], document["text"], document["project"])
        yield shelf


@pytest.mark.parametrize("question", QUESTIONS, ids=[one["id"] for one in QUESTIONS])
def test_a_question_for_a_value_gets_what_it_must(shelf: Shelf, question: Json) -> None:
    """Value, unit, comparator and conditions in force, or both sides, or the right refusal; nothing else."""
    how = {"as_of": date.fromisoformat(question["as_of"])} if "as_of" in question else {}
    outcome = shelf.ask(question["ask"], project=question["project"], **how)
    assert outcome["kind"] == question["kind"], outcome
    assert faults(shelf, outcome) == []
    if "reason" in question:
        assert outcome["abstention"]["reason"] == question["reason"]
    _check_requirements(question, outcome)
    _check_words(question, outcome)
    if "conflict" in question:
        (conflict,) = outcome["conflicts"]
        assert conflict["class"] == question["conflict"]
        assert sorted(_row(side) for side in conflict["sides"]) == sorted(question["sides"])


def _check_requirements(question: Json, outcome: Json) -> None:
    stated = outcome["requirements"]
    rows = [_row(one) for one in stated]
    assert set(question.get("values", ())) <= set(rows)
    assert not question.get("only") or rows == question["values"]
    assert question.get("modality") in (None, *(one["modality"] for one in stated))
    told = " ".join(words for one in stated for words in one["conditions"]).casefold()
    assert all(words.casefold() in told for words in question.get("conditions", ()))
    cited = {one["n"]: one["quote"] for one in outcome["citations"]}
    assert all(words in cited[one["citation"]] for one in stated for words in one["written"])


def _check_words(question: Json, outcome: Json) -> None:
    nearest = (outcome["abstention"] or {}).get("nearest", [])
    shown = " ".join([outcome["answer"] or "", *(c["quote"] for c in (*outcome["citations"], *nearest))])
    assert all(words in shown for words in question.get("says", ()))
    assert not any(words in shown for words in question.get("never", ()))
    works = " ".join(citation["work"] for citation in outcome["citations"])
    assert question.get("cites", "") in works


def _row(one: Json) -> str:
    """ "≥ 900 mm", "in range 250–300 mm", "present"."""
    value = one["value"]
    text = "–".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)
    return " ".join(part for part in (one["comparator"], text, one["unit"]) if part)
