"""Candidate instructions in mail, by messages written before the patterns were run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.use_cases.reading import Arrival, read_item
from graph.instructions.words import words
from graph.model import Instruction
from graph.vocabulary import AuthorityClass, InstructionKind
from tests.fakes.conversations import RECORDED, captions, mail_bytes

DATA = Path(__file__).resolve().parents[3] / "data" / "instructions"
MESSAGES = [
    json.loads(line)
    for name in ("messages.jsonl", "other_messages.jsonl")
    for line in (DATA / name).read_text("utf-8").splitlines()
]


def _found(data: bytes, name: str = "message.eml") -> tuple[str, tuple[Instruction, ...]]:
    arrival = Arrival("files", name, f"file:{name}", name, "", ("*",), (), RECORDED)
    prepared = read_item(data, arrival).sources[0]
    return prepared.text, prepared.instructions


@pytest.mark.parametrize("message", MESSAGES, ids=[message["id"] for message in MESSAGES])
def test_a_message_instructs_as_a_careful_reader_says(message: dict[str, Any]) -> None:
    """Sixty that do, of every kind and language; sixty quotations, questions, drafts, reports and other matters."""
    _, found = _found(mail_bytes(message["body"], subject=message["subject"]))
    kinds = {one.kind.value for one in found}
    assert message["kind"] in kinds if message["kind"] else kinds == set()


def test_the_evidence_is_the_sentence_and_the_class_is_proposed() -> None:
    """The span is of the sentence alone; a variation would be a modification of the contract."""
    text, found = _found(mail_bytes("Hello.\n\nVariation Order VO-12 is hereby issued for a fire damper.\n\nThanks"))
    assert [text[one.span.start : one.span.end] for one in found] == [
        "Variation Order VO-12 is hereby issued for a fire damper."
    ]
    assert [(one.kind, one.authority) for one in found] == [
        (InstructionKind.VARIATION, AuthorityClass.CONTRACT_MODIFICATION)
    ]


def test_an_approval_without_a_role_is_none() -> None:
    """Anybody may write that something is approved."""
    body = "The shop drawings for level 2 are approved.\n\nTom"
    assert _found(mail_bytes(body))[1] == ()
    assert len(_found(mail_bytes(f"{body} Reed, Architect"))[1]) == 1


def test_quoted_words_inside_a_sentence_instruct_nobody() -> None:
    """Somebody else's instruction in quotation marks is a quotation."""
    assert (
        _found(mail_bytes('The letter reads "you are hereby instructed to replace the doors" and is unsigned.'))[1]
        == ()
    )


def test_talk_and_documents_hold_no_instructions() -> None:
    """A meeting settles by its decisions, a document by what it is."""
    said = "You are hereby instructed to replace the doors."
    assert _found(captions([("Ann Reed", said)]), "meeting.vtt")[1] == ()
    assert _found(said.encode(), "note.txt")[1] == ()


@pytest.mark.parametrize("language", ["en", "ru", "uz", "zh"])
def test_every_language_has_rules_of_every_kind(language: str) -> None:
    """So that none is left out by mistake."""
    assert {rule.kind for rule in words(language).rules} == set(InstructionKind)
