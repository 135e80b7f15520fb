"""Outlook messages and TNEF: the same properties in two wrappings give the same letter."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from compressed_rtf import compress

from connectors.mail.rtf import wrapped_html
from connectors.parsing import parse
from connectors.protocol import ParsedDocument
from graph.errors import SkipRecord
from graph.vocabulary import ClaimField
from tests.fakes.outlook_files import Item, Part, msg_file, tnef_file

NINE = datetime(2025, 5, 5, 9, tzinfo=UTC)
INNER = Item({0x37: "Gauge readings", 0x1000: "Bay 3 reads 12 mm.", 0x42: "Bo Reed", 0x5D02: "bo.reed@example.com"})
ANSWER = Item(
    {
        0x37: "\x01\x05RE: Kiln lining",
        0x1000: "The lining is 40 mm thick.",
        0x42: "Ада Мох",
        0x5D02: "ada.moss@example.com",
        0x39: NINE,
        0x1035: "<two@example.com>",
        0x1042: "<one@example.com>",
        0x1039: "<zero@example.com> <one@example.com>",
        0x70: "Kiln lining",
        0x71: bytes(range(1, 28)),
        0x3013: bytes(range(16)),
    },
    [
        {0x3001: "Bo Reed", 0x39FE: "bo.reed@example.com", 0xC15: 1},
        {0x3001: "Site team", 0x3003: "/o=EXAMPLE/cn=site", 0xC15: 2},
    ],
    [Part({0x3707: "..\\plans\\plan.txt", 0x3701: b"bay " * 2000}), Part({0x3001: "Gauge", 0x3705: 5}, INNER)],
)

WRAPPED = (
    r"{\rtf1\ansi\ansicpg1251\fromhtml1 {\fonttbl{\f0 Arial;}}{\*\htmltag19 <html>}{\*\htmltag64 <p>}"
    r"\htmlrtf {\htmlrtf0 \'d1\'f2\'e5\'ed\'e0 40 mm\htmlrtf\par}\htmlrtf0 \u8209?x{\*\htmltag72 </p>}"
    r"{\*\mhtmltag64 <p class=hidden>}{\*\htmltag27 </html>}}"
)


def _values(document: ParsedDocument, field: ClaimField) -> list[str]:
    return [statement.value for statement in document.statements if statement.field is field]


@pytest.mark.parametrize(("write", "name"), [(msg_file, "a.msg"), (tnef_file, "winmail.dat")])
def test_a_message_reads_the_same_from_both_wrappings(write: Callable[[Item], bytes], name: str) -> None:
    """Header, words, what it states, a file without its path, and a message inside it."""
    document = parse(write(ANSWER), name)
    assert document.text.startswith("From: Ада Мох <ada.moss@example.com>\n")
    assert document.text.endswith("Subject: RE: Kiln lining\n\nThe lining is 40 mm thick.")
    assert "Mon, 05 May 2025 09:00:00 +0000" in document.text
    assert _values(document, ClaimField.MESSAGE_ID) == ["two@example.com"]
    assert _values(document, ClaimField.IN_REPLY_TO) == ["one@example.com"]
    assert _values(document, ClaimField.REFERENCES) == ["zero@example.com one@example.com"]
    assert _values(document, ClaimField.THREAD_INDEX) == [bytes(range(1, 28)).hex()]
    assert _values(document, ClaimField.CONVERSATION) == [bytes(range(16)).hex()]
    assert [one.name for one in document.attachments] == ["plan.txt", "Gauge readings.eml"]
    assert document.attachments[0].data == b"bay " * 2000
    inner = parse(document.attachments[1].data, document.attachments[1].name)
    assert inner.text == "From: Bo Reed <bo.reed@example.com>\nSubject: Gauge readings\n\nBay 3 reads 12 mm."


def test_recipients_are_told_apart_by_how_they_were_addressed() -> None:
    """An address that only its own organisation knows is a name."""
    document = parse(msg_file(ANSWER), "a.msg")
    assert "To: Bo Reed <bo.reed@example.com>\nCc: Site team\n" in document.text


def test_the_header_that_a_message_came_with_is_believed_first() -> None:
    """Properties only add what is not in it; a line that the server put above it is passed over."""
    foreword = "Microsoft Mail Internet Headers Version 2.0\r\n"
    sent = "From: Ada <ada.moss@example.com>\r\nSubject: =?utf-8?q?K=C3=BCln?=\r\nContent-Type: multipart/x\r\n\r\n"
    document = parse(msg_file(Item({0x7D: foreword + sent, 0x37: "other", 0x1035: "<one@example.com>"})), "a.msg")
    assert document.text == "From: Ada <ada.moss@example.com>\nSubject: Küln"
    assert _values(document, ClaimField.MESSAGE_ID) == ["one@example.com"]


def test_an_attachment_that_is_only_a_link_is_told() -> None:
    """There are no bytes to store."""
    item = Item({0x37: "Kiln"}, parts=[Part({0x3707: "kiln.dwg", 0x3705: 4})])
    document = parse(msg_file(item), "a.msg")
    assert (document.attachments, document.warnings) == (
        (),
        ("the attachment kiln.dwg is only a link to a file elsewhere",),
    )


def test_html_in_an_old_code_page_is_read_by_it() -> None:
    """The code page of the message holds for the bytes of its page."""
    item = Item({0x37: "Печь", 0x1013: "<p>Футеровка 40 мм</p>".encode("cp1251"), 0x3FDE: 1251})
    assert parse(msg_file(item), "a.msg").text == "Subject: Печь\n\nФутеровка 40 мм"


def test_the_page_inside_rich_text_is_unwrapped() -> None:
    """Tags, bytes of the code page and Unicode escapes; what only the rich text shows is left out."""
    assert wrapped_html(WRAPPED) == "<html><p>Стена 40 mm\u2011x</p></html>"
    item = Item({0x37: "Стена", 0x1009: compress(WRAPPED.encode("ascii"))})
    assert parse(msg_file(item), "a.msg").text == "Subject: Стена\n\nСтена 40 mm\u2011x"


def test_rich_text_alone_is_read_as_words() -> None:
    """As a body and as a file; damage to a body costs the body, not the message."""
    rich = rb"{\rtf1\ansi The lining is {\b 40 mm} thick.\par}"
    assert parse(msg_file(Item({0x37: "Kiln", 0x1009: compress(rich)})), "a.msg").text.endswith("is 40 mm thick.")
    assert parse(rich, "a.rtf").text == "The lining is 40 mm thick."
    broken = parse(msg_file(Item({0x37: "Kiln", 0x1009: b"no such thing"})), "a.msg")
    assert broken.warnings == ("a compressed RTF body could not be unpacked",)


def test_winmail_gives_its_message_words_and_attachments() -> None:
    """The wrapping itself is no attachment; the words of the message around it come first."""
    import base64

    body = base64.encodebytes(tnef_file(ANSWER)).decode()
    head = "From: Ada Moss <ada.moss@example.com>\nSubject: Kiln\nMIME-Version: 1.0\n"
    part = f"Content-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n{body}"
    alone = parse(f"{head}{part}".encode(), "a.eml")
    assert alone.text.endswith("The lining is 40 mm thick.")
    assert [one.name for one in alone.attachments] == ["plan.txt", "Gauge readings.eml"]
    mixed = f"{head}Content-Type: multipart/mixed; boundary=b\n\n--b\n\nOuter words.\n--b\n{part}\n--b--\n"
    assert parse(mixed.encode(), "a.eml").text.endswith("Outer words.")


@pytest.mark.parametrize(
    "data",
    [
        msg_file(ANSWER)[:700],
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000),
        tnef_file(ANSWER)[:40],
        b"!BDN" + bytes(600),
    ],
)
def test_a_file_that_breaks_off_is_damaged(data: bytes) -> None:
    """The reason names it."""
    with pytest.raises(SkipRecord) as caught:
        parse(data, "a.msg")
    assert caught.value.reason == "damaged"


def test_lengths_that_lie_are_refused_before_anything_is_copied() -> None:
    """A million empty objects cost no time."""
    head = tnef_file(ANSWER)[:6]
    with pytest.raises(SkipRecord) as caught:
        parse(head + b"\x01\x08\x80\x07\x00\0\0\0\0\0\0" * 1_000_000, "winmail.dat")
    assert caught.value.reason == "bomb"
