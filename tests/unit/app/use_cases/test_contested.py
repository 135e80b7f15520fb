"""Stored answers that a later text contradicts."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from app.use_cases.conflicts import list_conflicts
from app.use_cases.recall import list_receipts
from tests.fakes.shelf import open_shelf

PROJECT = "Yard"
FIRST = "# Civil specification C-10\n\nThe retention tank shall have a volume of at least 60 m³.\n"
AGREES = "# Drainage notes D-11\n\nThe retention tank shall have a volume of at least 60 m³.\n"
AGAINST = "# Process specification P-20\n\nThe volume of the retention tank shall not exceed 45 m³.\n"
QUESTION = "What volume shall the retention tank have?"


def test_an_answer_is_suspect_once_a_later_text_contradicts_what_it_cites(tmp_path: Path) -> None:
    """A text that agrees changes nothing; one that contradicts is named, with what it says."""
    with open_shelf(tmp_path) as shelf:
        shelf.put("civil.md", FIRST, project=PROJECT)
        answer = shelf.ask(QUESTION, as_of=datetime.now(UTC).date(), project=PROJECT)
        shelf.put("notes.md", AGREES, project=PROJECT, recorded_at=datetime.now(UTC))
        assert list_receipts(shelf.services, suspect=True)["items"] == []
        shelf.put("process.md", AGAINST, project=PROJECT, recorded_at=datetime.now(UTC))
        (item,) = list_receipts(shelf.services, suspect=True)["items"]
        assert item["id"] == answer["receipt_id"]
        (reason,) = item["reasons"]
        assert (reason["signal_then"], reason["signal_now"]) == ("governs", "governs, contested")
        assert reason["reason"].startswith("contradiction with")
        assert "45 m³" in reason["reason"]


def test_an_answer_that_knew_of_a_conflict_is_not_suspect_for_it(tmp_path: Path) -> None:
    """Only what came after the answer makes it suspect; the conflict itself is listed with what it is."""
    with open_shelf(tmp_path) as shelf:
        shelf.put("civil.md", FIRST, project=PROJECT)
        shelf.put("process.md", AGAINST, project=PROJECT)
        shelf.ask(QUESTION, as_of=datetime.now(UTC).date(), project=PROJECT)
        assert list_receipts(shelf.services, suspect=True)["items"] == []
        (conflict,) = list_conflicts(shelf.services)["items"]
        assert (conflict["class"], conflict["was"]) == ("contradiction", None)
