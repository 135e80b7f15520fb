"""Messages of Microsoft Graph that others collected are read without loss."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from connectors.markup.json_records import parse_json
from connectors.protocol import ParsedDocument
from graph.vocabulary import ClaimField
from tests.quality.questions import SHARED

FILES = sorted((SHARED / "mail" / "graph-json").glob("*.json"))
Json = dict[str, Any]


def _values(document: ParsedDocument, field: ClaimField) -> set[str]:
    return {one.value for one in document.statements if one.field is field}


def _people(message: Json, *keys: str) -> Iterator[str]:
    for key in keys:
        held = message.get(key) or []
        for person in held if isinstance(held, list) else [held]:
            yield f"{person['emailAddress']['name']} <{person['emailAddress']['address']}>"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_collected_message_is_read_without_loss(path: Path) -> None:
    """Who, when, about what, in which conversation, every word of its preview, every attachment byte by byte."""
    message = json.loads(path.read_text("utf-8"))
    document = parse_json(path.read_bytes(), path.name)
    assert _values(document, ClaimField.TITLE) == {message["subject"]}
    assert _values(document, ClaimField.MESSAGE_ID) == {message["internetMessageId"].strip("<>")}
    assert _values(document, ClaimField.CONVERSATION) == {message["conversationId"]}
    assert _values(document, ClaimField.AUTHOR) == set(_people(message, "from"))
    recipients = set(_people(message, "toRecipients", "ccRecipients", "bccRecipients"))
    assert _values(document, ClaimField.RECIPIENT) == recipients
    words = {word for word in message["bodyPreview"].split() if not word.startswith("_")}
    assert {word for word in words if word not in document.text} == set()
    attached = message.get("attachments") or []
    assert [
        one.data if "contentBytes" in held else json.loads(one.data) for held, one in _pairs(attached, document)
    ] == [base64.b64decode(held["contentBytes"]) if "contentBytes" in held else held["item"] for held in attached]


def _pairs(attached: list[Json], document: ParsedDocument) -> list[tuple[Json, Any]]:
    return list(zip(attached, document.attachments, strict=True))


def test_four_messages_were_collected() -> None:
    """One with an invitation's object and one inside another among them."""
    assert len(FILES) == 4
