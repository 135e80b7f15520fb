"""Invented norms in Russian, Uzbek and Chinese, asked in their own language and script, apart and in one folder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from retrieval.answering.question import read_question
from tests.fakes.shelf import TODAY, Shelf, open_shelf

NORMS = Path(__file__).resolve().parents[1] / "data" / "languages"
LANGUAGES = ("ru", "uz", "zh", "mixed")


@cache
def _questions(language: str) -> tuple[dict[str, Any], ...]:
    lines = (NORMS / language / "questions.jsonl").read_text("utf-8").splitlines()
    return tuple(json.loads(line) for line in lines)


@pytest.fixture(scope="module")
def shelves(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Shelf]]:
    """One shelf a language with all its norms, amendments, drafts and its register."""
    with ExitStack() as stack:
        opened = {name: stack.enter_context(open_shelf(tmp_path_factory.mktemp(name))) for name in LANGUAGES}
        for language, shelf in opened.items():
            for path in sorted((NORMS / language).iterdir()):
                if path.name != "questions.jsonl":
                    shelf.put(path.name, path.read_text("utf-8"))
        yield opened


@pytest.mark.parametrize(
    ("language", "asked"),
    [(language, row) for language in LANGUAGES for row in _questions(language)],
    ids=lambda value: value if isinstance(value, str) else value["question"],
)
def test_each_question_gets_what_it_must(shelves: dict[str, Shelf], language: str, asked: dict[str, Any]) -> None:
    """The figure or the fate that holds on the day asked about, never one that does not; else a refusal."""
    moment = read_question(asked["question"]).asked_on
    outcome = shelves[language].ask(asked["question"], as_of=(moment and moment.latest) or TODAY)
    said = f"{outcome['answer'] or ''} {' '.join(one['quote'] for one in outcome['citations'])}"
    assert outcome["kind"] == asked["kind"], outcome["abstention"] or outcome["answer"]
    assert [words for words in asked.get("must", ()) if words not in said] == [], said
    assert [words for words in asked.get("must_not", ()) if words in said] == [], said


def test_every_quote_stands_in_its_source_as_it_is_quoted(shelves: dict[str, Shelf]) -> None:
    """Answers are in English; what they quote keeps its own script, letter by letter."""
    for language in LANGUAGES:
        for asked in _questions(language)[:8]:
            for citation in shelves[language].ask(asked["question"])["citations"]:
                assert citation["quote"] in shelves[language].text(citation["source_id"])


def test_each_language_has_enough_questions_some_of_which_must_be_refused() -> None:
    """At least 25 a language, three of them without an answer."""
    for language in LANGUAGES:
        kinds = [row["kind"] for row in _questions(language)]
        assert len(kinds) >= 25
        assert kinds.count("abstention") >= 3
