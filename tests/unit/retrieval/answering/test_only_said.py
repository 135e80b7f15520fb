"""Questions about what governs, of which only mail speaks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from app.use_cases.governs import governs
from tests.fakes.conversations import mail_bytes
from tests.fakes.shelf import Shelf, open_shelf
from tests.fakes.soundness import faults

SUBJECT = "Flooring"
WORDS = "The flooring of the plant room is 3 mm thick."


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """One message and nothing else."""
    with open_shelf(tmp_path_factory.mktemp("mail")) as shelf:
        shelf.put("floor.eml", mail_bytes(WORDS, subject=SUBJECT).decode(), "Quay")
        shelf.corpus()
        yield shelf


def _ask(shelf: Shelf, question: str) -> dict[str, Any]:
    outcome = shelf.ask(question)
    assert faults(shelf, outcome) == []
    return outcome


def test_a_subject_that_only_a_message_has_is_governed_by_nothing(shelf: Shelf) -> None:
    """The message is found, and told for what it is."""
    (match,) = governs(shelf.services, SUBJECT)["matches"]
    assert (match["signal"], match["rule"], match["authority"]) == ("unverified", "said", "mail")


def test_whether_a_message_is_in_force_is_denied(shelf: Shelf) -> None:
    """Its date is told as a day."""
    answer = _ask(shelf, "Is Flooring in force?")["answer"]
    assert "is not in force: it only tells what was said" in answer
    assert ":00" not in answer


def test_what_governs_is_not_answered_by_a_message(shelf: Shelf) -> None:
    """There is no evidence, and a document would settle it."""
    abstention = _ask(shelf, "What governs Flooring?")["abstention"]
    assert abstention["reason"] == "no evidence"
    assert abstention["would_settle"] == ["a document that says it"]


def test_what_a_message_says_is_answered_as_said(shelf: Shelf) -> None:
    """Its citation says that it binds nobody, and the answer that cited text need not be in force."""
    outcome = _ask(shelf, "How thick is the flooring of the plant room?")
    assert outcome["answer"].startswith("Said in mail")
    assert outcome["history"]
    assert [citation["signal"] for citation in outcome["citations"]] == ["unverified"]
    assert sum(outcome["withheld"].values()) == 0


def test_a_message_is_told_by_who_wrote_it_and_when(shelf: Shelf) -> None:
    """Asked for what somebody said, their words are the answer and the head of the message is none."""
    outcome = _ask(shelf, "What did Ann Reed say about the flooring?")
    assert outcome["answer"].startswith("Said in mail by Ann Reed (Flooring, 12 March 2025)")
    assert [citation["quote"] for citation in outcome["citations"]] == [WORDS]


def test_what_somebody_else_said_is_not_answered_by_it(shelf: Shelf) -> None:
    """Bob was only written to."""
    assert _ask(shelf, "What did Bob Lane say about the flooring?")["kind"] == "abstention"
