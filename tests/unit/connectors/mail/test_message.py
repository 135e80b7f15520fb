"""Mail messages: header, new words, quoted words, attachments, and headers that are broken."""

from __future__ import annotations

from datetime import date

import pytest

from connectors.mail.message import parse_message
from connectors.protocol import ParsedDocument
from graph.errors import SkipRecord
from graph.vocabulary import ClaimField

REPLY = """\
From: =?utf-8?q?Nora_Q=C3=BCill?= <nora@example.org>
To: Ivo Brandt <ivo@example.net>, tomas@example.net
Cc: mina@example.com
Date: Tue, 3 Sep 2024 23:30:00 +0500
Subject: Re: Clearance
Message-ID: <two@example.org>
In-Reply-To: <one@example.net>
References: <zero@example.net> <one@example.net>
Content-Type: text/plain; charset=utf-8

Ivo,

the clearance is 6 mm; this line is long enough that it was wrapped by the
program that sent it.

(a) stair doors
(b) lobby doors

On Mon, 2 Sep 2024 at 10:00, Ivo Brandt <ivo@example.net> wrote:
> Is it 10 mm?
>> Ask Nora.

--\x20
Nora
Quill and Tern
"""


def _parse(text: str | bytes) -> ParsedDocument:
    return parse_message(text if isinstance(text, bytes) else text.encode(), "a.eml")


def _blocks(document: ParsedDocument) -> list[tuple[str, str]]:
    return [(b.kind, document.text[b.span.start : b.span.end]) for b in document.blocks]


def _values(document: ParsedDocument, field: ClaimField) -> list[str]:
    return [s.value for s in document.statements if s.field is field]


def test_a_reply_in_its_parts() -> None:
    """Quoted words and the signature are kept and marked."""
    assert _blocks(_parse(REPLY)) == [
        (
            "header",
            "From: Nora Qüill <nora@example.org>\nTo: Ivo Brandt <ivo@example.net>, tomas@example.net\n"
            "Cc: mina@example.com\nDate: Tue, 3 Sep 2024 23:30:00 +0500\nSubject: Re: Clearance",
        ),
        ("paragraph", "Ivo,"),
        (
            "paragraph",
            "the clearance is 6 mm; this line is long enough that it was wrapped by the program that sent it.",
        ),
        ("list_item", "(a) stair doors"),
        ("list_item", "(b) lobby doors"),
        ("quoted", "On Mon, 2 Sep 2024 at 10:00, Ivo Brandt <ivo@example.net> wrote:\n> Is it 10 mm?\n>> Ask Nora."),
        ("signature", "--\nNora\nQuill and Tern"),
    ]


def test_who_wrote_to_whom_when_and_in_answer_to_what() -> None:
    """The day is the sender's; message ids are without brackets, oldest first."""
    document = _parse(REPLY)
    assert _values(document, ClaimField.AUTHOR) == ["Nora Qüill <nora@example.org>"]
    assert _values(document, ClaimField.RECIPIENT) == [
        "Ivo Brandt <ivo@example.net>",
        "tomas@example.net",
        "mina@example.com",
    ]
    assert _values(document, ClaimField.MESSAGE_ID) == ["two@example.org"]
    assert _values(document, ClaimField.IN_REPLY_TO) == ["one@example.net"]
    assert _values(document, ClaimField.REFERENCES) == ["zero@example.net one@example.net"]
    sent = next(s for s in document.statements if s.field is ClaimField.DATE)
    assert sent.date is not None
    assert (sent.date.earliest, sent.note) == (date(2024, 9, 3), "2024-09-03T23:30:00+05:00")
    assert sent.span is not None
    assert document.text[sent.span.start : sent.span.end] == sent.value


MIXED = b"""\
From: a@example.org
Subject: Plans
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: text/html; charset=gb2312

<html><body><p>\xb8\xdf\xb6\xc8 900</p><blockquote>old <b>words</b></blockquote>
<p style="display:none">x</p></body></html>
--b
Content-Type: application/pdf; name="../../plan.pdf"
Content-Disposition: attachment; filename="../../plan.pdf"
Content-Transfer-Encoding: base64

JVBERi0=
--b
Content-Type: image/png

png
--b
Content-Type: message/rfc822

Subject: Inner/one
From: b@example.org

inner words
--b--
"""


def test_html_is_read_where_there_is_no_plain_text() -> None:
    """What the page quotes is quoted here, what it hides is nowhere."""
    assert _blocks(_parse(MIXED))[1:] == [("paragraph", "高度 900"), ("quoted", "> old words")]


def test_attachments_have_safe_names() -> None:
    """No path survives; a nameless part gets a name, a message becomes a file of its own."""
    attachments = _parse(MIXED).attachments
    assert [attached.name for attached in attachments] == ["plan.pdf", "attachment-2.png", "Inner_one.eml"]
    assert attachments[0].data == b"%PDF-"
    assert b"inner words" in attachments[2].data


@pytest.mark.parametrize(
    "header",
    [
        "Message-ID: <[abc@x]>",
        "From: foo@",
        "From: a@b@c <x",
        "Date: 31 February 9999 99:99",
        "Subject: =?utf-8?b?!!!?=",
        "Subject: =?x-nothing?q?abc?=",
        "References: <",
        "Content-Type: text/plain; charset=unknown-8bit",
        "Content-Type: multipart/mixed",
        "To: undisclosed-recipients:;",
    ],
)
def test_a_broken_header_stops_nothing(header: str) -> None:
    """The words are read all the same."""
    assert "still here" in _parse(f"{header}\nX-Other: 1\n\nstill here\n").text


def test_raw_eight_bit_headers_are_read_as_what_they_are() -> None:
    """Not lost, not replaced."""
    document = _parse("Subject: Прочность бетона\n\nx\n")
    assert _values(document, ClaimField.TITLE) == ["Прочность бетона"]


def test_nothing_is_no_message() -> None:
    """Neither header nor words."""
    with pytest.raises(SkipRecord) as caught:
        _parse(b"\n\n  \n")
    assert caught.value.reason == "damaged"
