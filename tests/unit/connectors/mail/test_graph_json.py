"""Messages of Microsoft Graph in JSON: every field that a mail can hold is read, whatever is absent or null."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors.mail.graph_json import find_messages, is_message, letter_of
from connectors.parsing import parse
from connectors.protocol import ParsedDocument
from graph.errors import SkipRecord
from graph.vocabulary import ClaimField

Json = dict[str, Any]


def _person(name: str | None, address: str | None) -> Json:
    return {"emailAddress": {"name": name, "address": address}}


def _message(**more: Any) -> Json:
    return {
        "@odata.etag": 'W/"1"',
        "id": "AAMk1",
        "subject": "RE: Platform edge",
        "body": {"contentType": "html", "content": "<p>The edge is at 1,680 mm.</p><blockquote>1,670?</blockquote>"},
        "from": _person("Anna Quill", "anna@quillandtern.example"),
        "toRecipients": [_person('Brandt, Ivo "IB"', "ivo@brandt-bau.example")],
        "sentDateTime": "2031-06-02T09:14:00Z",
        **more,
    }


def _parse(value: Any, name: str = "a.json") -> ParsedDocument:
    return parse(json.dumps(value).encode(), name)


def _values(document: ParsedDocument, field: ClaimField) -> list[str]:
    return list(dict.fromkeys(s.value for s in document.statements if s.field is field))


def _blocks(document: ParsedDocument) -> list[tuple[str, str]]:
    return [(b.kind, document.text[b.span.start : b.span.end]) for b in document.blocks]


def test_a_message_is_a_mail() -> None:
    """Header, new words and quoted ones, as in any other form of mail."""
    assert _blocks(_parse(_message())) == [
        (
            "header",
            "From: Anna Quill <anna@quillandtern.example>\nTo: Brandt, Ivo 'IB' <ivo@brandt-bau.example>\n"
            "Date: Mon, 02 Jun 2031 09:14:00 +0000\nSubject: RE: Platform edge",
        ),
        ("paragraph", "The edge is at 1,680 mm."),
        ("quoted", "> 1,670?"),
    ]


READ: dict[str, tuple[Any, str, str]] = {
    "subject": ("S", "Subject", "S"),
    "from": (_person("A", "a@x.example"), "From", '"A" <a@x.example>'),
    "sender": (_person(None, "s@x.example"), "Sender", "s@x.example"),
    "toRecipients": ([_person("T", "t@x.example"), _person("U", None)], "To", '"T" <t@x.example>, U'),
    "ccRecipients": ([_person("", "c@x.example")], "Cc", "c@x.example"),
    "bccRecipients": ([_person("b@x.example", "b@x.example")], "Bcc", "b@x.example"),
    "replyTo": ([_person("R", "r@x.example")], "Reply-To", '"R" <r@x.example>'),
    "sentDateTime": ("2031-06-02T09:14:00Z", "Date", "Mon, 02 Jun 2031 09:14:00 +0000"),
    "receivedDateTime": ("2031-06-02T09:15:00.1234567Z", "Date", "Mon, 02 Jun 2031 09:15:00 +0000"),
    "createdDateTime": ("2031-06-02T09:13:00Z", "Date", "Mon, 02 Jun 2031 09:13:00 +0000"),
    "internetMessageId": ("<1@x.example>", "Message-ID", "<1@x.example>"),
    "conversationIndex": ("AQHaWBZd", "Thread-Index", "AQHaWBZd"),
    "conversationId": ("AAQkAG=", "X-Conversation-Id", "AAQkAG="),
    "startDateTime": ({"dateTime": "2031-06-02T10:00:00.0000000"}, "X-Start", "Mon, 02 Jun 2031 10:00:00 +0000"),
    "endDateTime": ({"dateTime": "2031-06-02T11:00:00.0000000"}, "X-End", "Mon, 02 Jun 2031 11:00:00 +0000"),
    "internetMessageHeaders": ([{"name": "References", "value": "<0@x.example>"}], "References", "<0@x.example>"),
}


@pytest.mark.parametrize("key", list(READ))
def test_each_field_that_is_read_has_its_header(key: str) -> None:
    """Alone, so that no other field stands in for it."""
    value, name, written = READ[key]
    assert letter_of({key: value}).headers == [(name, written)]


def test_the_header_as_it_was_sent_keeps_the_time_of_the_sender() -> None:
    """Graph turns dates into UTC; lines of the header that no field holds are added."""
    own = [
        {"name": "Date", "value": "Mon, 2 Jun 2031 14:14:00 +0500"},
        {"name": "In-Reply-To", "value": "<0@x.example>"},
        {"name": "Subject", "value": "=?utf-8?q?other?="},
        {"name": None, "value": None},
    ]
    headers = letter_of(_message(internetMessageHeaders=own)).headers
    assert ("Date", "Mon, 2 Jun 2031 14:14:00 +0500") in headers
    assert ("In-Reply-To", "<0@x.example>") in headers
    assert [value for name, value in headers if name == "Subject"] == ["RE: Platform edge"]


def test_what_the_server_takes_for_new_narrows_the_words() -> None:
    """`uniqueBody` tells an answer from what was said before without any mark."""
    body = {"contentType": "html", "content": "<p>Yes, 1,680 mm.</p><p>Is the edge at 1,680 mm?</p>"}
    unique = {"contentType": "html", "content": "<html><body><div><p>Yes, 1,680 mm.</p></div></body></html>"}
    assert _blocks(_parse(_message(body=body, uniqueBody=unique)))[1:] == [
        ("paragraph", "Yes, 1,680 mm."),
        ("quoted", "Is the edge at 1,680 mm?"),
    ]


@pytest.mark.parametrize(
    ("fields", "words", "warning"),
    [
        ({"body": None, "bodyPreview": "The edge"}, "The edge", "only the beginning"),
        ({"body": None, "uniqueBody": {"contentType": "text", "content": "New"}}, "New", "only what is new"),
        ({"body": {"contentType": "text", "content": "Plain"}}, "Plain", None),
        ({"body": {"contentType": None, "content": "<p>Page</p>"}}, "Page", None),
        ({"hasAttachments": True}, "1,680", "attachments that are not in this file"),
    ],
)
def test_what_was_not_fetched_is_told(fields: Json, words: str, warning: str | None) -> None:
    """`$select` leaves bodies and attachments out."""
    document = _parse(_message(**fields))
    assert words in document.text
    assert [told for told in document.warnings if not warning or warning not in told] == []
    assert bool(document.warnings) is bool(warning)


def test_attachments_of_each_type() -> None:
    """A file, an inline picture, a message, a link, and one without bytes."""
    inner = _message(subject="Inner/one", body={"contentType": "text", "content": "inner words"})
    picture = {"contentBytes": base64.b64encode(b"\x89PNG").decode(), "contentId": "<p1>", "isInline": True}
    attachments = [
        {"@odata.type": "#microsoft.graph.fileAttachment", "name": "../a.txt", "contentBytes": "YWJj"},
        {"@odata.type": "#microsoft.graph.fileAttachment", "name": "p.png", **picture},
        {"@odata.type": "#microsoft.graph.itemAttachment", "name": "Inner", "item": inner},
        {"@odata.type": "#microsoft.graph.referenceAttachment", "name": "L", "sourceUrl": "https://x.example/L"},
        {"@odata.type": "#microsoft.graph.fileAttachment", "name": "empty.pdf", "contentBytes": None},
        None,
    ]
    document = _parse(_message(attachments=attachments))
    assert [(a.name, a.data, a.content_id, a.inline) for a in document.attachments[:2]] == [
        ("a.txt", b"abc", None, False),
        ("p.png", b"\x89PNG", "p1", True),
    ]
    nested = parse(document.attachments[2].data, document.attachments[2].name)
    assert (document.attachments[2].name, json.loads(document.attachments[2].data)) == ("one.json", inner)
    assert "inner words" in nested.text
    assert document.warnings == (
        "the attachment L is only a link to a file elsewhere: https://x.example/L",
        "the attachment empty.pdf is not in this file",
    )


def test_a_list_of_messages_gives_each_as_a_thing_of_its_own() -> None:
    """The list itself says nothing; what it does not hold is told."""
    page = {
        "@odata.nextLink": "https://graph.example/next",
        "value": [_message(), _message(subject="Fence"), {"id": "3", "@removed": {"reason": "deleted"}}],
    }
    document = _parse(page)
    assert [block.kind for block in document.blocks] == ["toc"]
    assert document.warnings == (
        "the list goes on at another address, which was not followed",
        "1 entries only say that a message was removed",
    )
    titles = [_values(parse(a.data, a.name), ClaimField.TITLE)[0] for a in document.attachments]
    assert titles == ["RE: Platform edge", "Fence"]
    assert len({a.name for a in document.attachments}) == 2


def test_lines_of_messages_are_a_list_too() -> None:
    """As exports write them."""
    data = "\n".join(json.dumps(_message(subject=name)) for name in ("One", "Two")).encode()
    assert len(parse(data, "mail.jsonl").attachments) == 2


def test_a_draft_says_that_it_is_one() -> None:
    """It was never sent, so it states nothing."""
    assert _values(_parse(_message(isDraft=True)), ClaimField.STATUS) == ["draft"]
    assert _values(_parse(_message(isDraft=False)), ClaimField.STATUS) == []


@pytest.mark.parametrize(
    "value",
    [
        {"subject": "Maths", "body": "text", "from": "me"},
        {"subject": "S", "body": {"content": "a ticket"}},
        {"subject": "S", "from": "a@x.example", "sender": "b@x.example", "text": "another export"},
        {"value": []},
        {"value": [{"id": 1}]},
        [],
        {"@odata.type": "#microsoft.graph.driveItem", "subject": "x", "body": {"content": ""}, "from": None},
        None,
        "subject",
    ],
)
def test_other_json_is_no_mail(value: Any) -> None:
    """Tickets, lists of files, anything with a subject."""
    assert find_messages(value) is None
    assert not is_message(value)


FIELDS = (*READ, "body", "uniqueBody", "bodyPreview", "attachments", "hasAttachments", "isDraft")
ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.just("0001-01-01T00:00:00Z"),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(["emailAddress", "name", "address", "content", "item", "contentBytes"]), inner
        )
    ),
    max_leaves=4,
)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from(FIELDS), ODD))
def test_any_value_in_any_field_is_read_or_refused(fields: Json) -> None:
    """Nulls and wrong types everywhere."""
    assert _outcome({"@odata.type": "#microsoft.graph.message", **fields}) in ("application/json", "damaged")


def _outcome(value: Json) -> str:
    try:
        return _parse(value).media_type
    except SkipRecord as error:
        return error.reason
