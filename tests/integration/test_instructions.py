"""Candidate instructions: proposed, affirmed by a person, reflected in what governs, and taken back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.errors import InvalidInput
from app.use_cases.correspondence import update_correspondence
from app.use_cases.governs import governs
from app.use_cases.instructing import Verdict, judge_instruction
from app.use_cases.instructions import Asked, list_instructions, show_instruction
from app.use_cases.ruling import Voice
from app.use_cases.undo import log_of, undo
from app.use_cases.viewpoint import Viewpoint
from graph.errors import NotFound, Refused, UnknownName
from graph.vocabulary import EdgeState
from tests.fakes.letters import MIRA, letter
from tests.fakes.shelf import Shelf, open_shelf

SAID = "In response to RFI-031, door D-201 shall have a fire resistance of 90 minutes."
ANSWER = letter("m2@x", f"{SAID}\n\nMira Halden\nArchitect", sender=MIRA)
QUOTING = letter("m3@x", f"Noted.\n\nOn Mon, 6 May 2024, Mira Halden <mira@halden.example> wrote:\n> {SAID}", day=7)
IDA = Voice("Ida Fischer", "signed in the RFI log")
AFFIRMED = Verdict(EdgeState.AFFIRMED, role="Architect")


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    """An answer in two mailboxes, a reply that quotes it, and a secret instruction."""
    with open_shelf(tmp_path / "data") as opened:
        opened.put("mira/2.eml", ANSWER)
        opened.put("olaf/2.eml", ANSWER)
        opened.put("3.eml", QUOTING)
        secret = letter("m9@x", "You are hereby instructed to omit the vault door.")
        opened.put("9.eml", secret, acl=("board",))
        update_correspondence(opened.services)
        yield opened


def _only(shelf: Shelf, state: str = "proposed") -> dict[str, Any]:
    item: dict[str, Any]
    (item,) = list_instructions(shelf.services, asked=Asked(state))["items"]
    return item


def _ranks(shelf: Shelf) -> set[str]:
    names = ("mira/2.eml", "olaf/2.eml")
    corpus = shelf.corpus()
    assert corpus.generation
    return {governs(shelf.services, name)["matches"][0]["authority"] for name in names}


def test_an_answer_is_proposed_once_and_ranks_as_mail(shelf: Shelf) -> None:
    """However many copies are held; the quotation proposes nothing; the evidence is the sentence."""
    item = _only(shelf)
    assert (item["kind"], item["authority"], item["class_now"]) == ("answer", "rfi-response", "mail")
    assert item["citation"]["quote"] == SAID
    assert _ranks(shelf) == {"mail"}


def test_affirmed_it_ranks_by_that_word_in_every_copy(shelf: Shelf) -> None:
    """What governs says the class and whose word it is; the answer is no more called a mail's."""
    said = judge_instruction(shelf.services, _only(shelf)["id"], AFFIRMED, IDA)
    assert (said["state"], said["changed"], said["authority"]) == ("affirmed", True, "rfi-response")
    assert _ranks(shelf) == {"rfi-response"}
    match = governs(shelf.services, "olaf/2.eml")["matches"][0]
    assert match["ranked"] == "affirmed as answer by Ida Fischer: as Architect: signed in the RFI log"
    (citation,) = shelf.ask("What fire resistance shall door D-201 have?")["citations"]
    assert (citation["authority"], citation["copies"]) == ("rfi-response", 2)
    assert list_instructions(shelf.services)["items"] == []
    assert _only(shelf, "affirmed")["by"] == "Ida Fischer"
    assert not judge_instruction(shelf.services, _only(shelf, "affirmed")["id"], AFFIRMED, IDA)["changed"]


def test_taken_back_all_is_as_before(shelf: Shelf) -> None:
    """By the ruling or by the instruction; what stood in between stays in the log."""
    identifier = _only(shelf)["id"]
    before = shelf.records()
    for name in ("ruling", "instruction"):
        said = judge_instruction(shelf.services, identifier, AFFIRMED, IDA)
        undo(shelf.services, said["ruling_id"] if name == "ruling" else identifier, Voice("Ida Fischer", "an error"))
        assert shelf.records() == before
    assert [entry["undone_reason"] for entry in log_of(shelf.services)] == ["an error"] * 2
    with pytest.raises(NotFound):
        undo(shelf.services, identifier, IDA)


def test_a_later_word_is_taken_back_first(shelf: Shelf) -> None:
    """Rejected after it was affirmed: the message is mail, and affirmed again once the rejection is undone."""
    identifier = _only(shelf)["id"]
    first = judge_instruction(shelf.services, identifier, AFFIRMED, IDA)["ruling_id"]
    second = judge_instruction(shelf.services, identifier, Verdict(EdgeState.REJECTED), IDA)["ruling_id"]
    assert _ranks(shelf) == {"mail"}
    with pytest.raises(Refused):
        undo(shelf.services, first, IDA)
    undo(shelf.services, second, IDA)
    assert _ranks(shelf) == {"rfi-response"}


def test_a_person_may_grant_another_class(shelf: Shelf) -> None:
    """One that a message can have; a statute is none."""
    identifier = _only(shelf)["id"]
    with pytest.raises(UnknownName):
        judge_instruction(shelf.services, identifier, Verdict(EdgeState.AFFIRMED, "statute"), IDA)
    judge_instruction(shelf.services, identifier, Verdict(EdgeState.AFFIRMED, "contract-modification"), IDA)
    assert _ranks(shelf) == {"contract-modification"}


def test_nothing_is_affirmed_without_a_reason_or_by_a_dry_run(shelf: Shelf) -> None:
    """The ground is part of the record; a dry run only says what it would change."""
    identifier, before = _only(shelf)["id"], shelf.records()
    with pytest.raises(InvalidInput):
        judge_instruction(shelf.services, identifier, AFFIRMED, Voice("Ida Fischer"))
    said = judge_instruction(shelf.services, identifier, AFFIRMED, Voice("Ida Fischer", "a test", dry_run=True))
    assert (said["authority"], said["ruling_id"]) == ("rfi-response", None)
    assert shelf.records() == before


def test_a_hidden_instruction_is_not_there(shelf: Shelf) -> None:
    """Neither listed, shown, judged, taken back nor in the log of whoever may not read the message."""
    board = Viewpoint(reader="board")
    items = list_instructions(shelf.services, board)["items"]
    (hidden,) = [item["id"] for item in items if item["kind"] == "instruction"]
    said = judge_instruction(shelf.services, hidden, AFFIRMED, Voice("Ida Fischer", "signed", reader="board"))
    assert _only(shelf)["id"] != hidden
    for identifier in (hidden, said["ruling_id"]):
        with pytest.raises(NotFound):
            undo(shelf.services, identifier, IDA)
    with pytest.raises(NotFound):
        show_instruction(shelf.services, hidden)
    assert log_of(shelf.services) == []
    assert len(log_of(shelf.services, board)) == 1
    assert len(show_instruction(shelf.services, hidden, board)["rulings"]) == 1
