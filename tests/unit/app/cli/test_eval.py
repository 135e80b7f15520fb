"""`prevail eval`: judged questions by command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.cli.main import run
from tests.unit.app.conftest import Library

QUESTION = {
    "id": "tank",
    "question": "How much pool water shall the surge tank hold?",
    "expect": {"cite": ["Guide 7"], "must_contain": ["9900"]},
}


@pytest.fixture(autouse=True)
def _settings(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in library.environment.items():
        monkeypatch.setenv(name, value)


def test_what_does_not_hold_is_named_and_the_run_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The figures on the terminal are those that `show` gives afterwards."""
    file = tmp_path / "own.jsonl"
    file.write_text(json.dumps(QUESTION), encoding="utf-8")
    assert run(["eval", "run", str(file)]) == 0
    told = capsys.readouterr().out
    assert "own.jsonl: 0 of 1 questions hold (95 % interval 0.00 to 0.79)" in told
    assert "tank: does not contain '9900'" in told
    assert run(["eval", "show"]) == 0
    assert capsys.readouterr().out == told
    assert run(["eval", "show", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["questions"] == 1


def test_a_suite_that_is_no_file_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence says what a suite is."""
    assert run(["eval", "run", "nowhere.jsonl"]) == 2
    assert "a suite is a file, or `sample`" in capsys.readouterr().err
