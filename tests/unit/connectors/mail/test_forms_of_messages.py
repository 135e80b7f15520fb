"""Messages as programs store and send them: charsets that lie, marks before the header, odd line ends."""

from __future__ import annotations

import pytest

from connectors.formats import Format, sniff
from connectors.parsing import parse

HEAD = b"From: Ada Moss <ada.moss@example.com>\nSubject: Kiln\n"


@pytest.mark.parametrize(
    ("charset", "words", "written"),
    [
        ("gb2312", "墙厚㎡ 40 毫米，朱镕基", "gb18030"),
        ("ks_c_5601-1987", "벽 두께 40 mm, 똠방", "cp949"),
        ("iso-8859-1", "wall “40 mm” – thick", "cp1252"),
        ("x-unknown-8", "Стена 40 мм", "utf-8"),
        ("utf-8", "Толщина футеровки печи 40 мм, не меньше", "cp1251"),
        ("shift_jis", "壁は①40㎜", "cp932"),
    ],
)
def test_words_are_read_though_their_charset_is_named_wrong(charset: str, words: str, written: str) -> None:
    """Narrow names, unknown ones, and those of another charset."""
    data = HEAD + f"Content-Type: text/plain; charset={charset}\n\n".encode() + words.encode(written)
    assert parse(data, "a.eml").text.endswith(words)


def test_a_page_without_a_stated_charset_is_asked_for_its_own() -> None:
    """The header of the part comes first, the page's own statement second."""
    page = '<html><head><meta charset="koi8-r"></head><p>Печь</p></html>'.encode("koi8-r")
    assert parse(HEAD + b"Content-Type: text/html\n\n" + page, "a.eml").text.endswith("Печь")


@pytest.mark.parametrize(
    "before", [b"\xef\xbb\xbf", b"\r\n\r\n", b"From ada.moss@example.com Mon May  5 09:00:00 2025\n", b">From x\n"]
)
def test_what_stands_before_the_header_is_passed_over(before: bytes) -> None:
    """A byte order mark, empty lines, the line that a mail box put there."""
    assert parse(before + HEAD + b"\nYes.\n", "a.eml").text.endswith("Subject: Kiln\n\nYes.")


@pytest.mark.parametrize("end", [b"\r\n", b"\r", b"\n"])
def test_every_kind_of_line_end_is_one(end: bytes) -> None:
    """Carriage returns alone are what old programs of one maker wrote."""
    data = (HEAD + b"\nYes.\n\nNo.\n").replace(b"\n", end)
    assert parse(data, "a.eml").text.endswith("Subject: Kiln\n\nYes.\n\nNo.")


def test_a_message_of_apple_mail_ends_where_its_count_says() -> None:
    """A property list stands behind it."""
    message = HEAD + b"\nYes.\n"
    data = str(len(message)).encode() + b"\n" + message + b'<?xml version="1.0"?><plist/>\n'
    assert parse(data, "1.emlx").text.endswith("Yes.")


@pytest.mark.parametrize(
    ("head", "name", "kind"),
    [
        (b"Return-Path: <a@b>\nFrom: a@b\nSubject: x\n\nhi", "1700000000.M1.host:2,S", Format.MESSAGE),
        (b"From ada.moss@example.com Mon May  5 09:00:00 2025\nFrom: a@b\n\n", "Inbox", Format.MBOX),
        (b"From - \nX-Mozilla: 1\n\n", "Sent.txt", Format.MBOX),
        (b"From here to the yard: 40 m\nTo: the gate\n", "notes.txt", Format.TEXT),
        (b"Minutes\nDate: today\nTo: all\nSubject: x\n", "minutes", Format.TEXT),
        (b"\x78\x9f\x3e\x22\x01\x00", "winmail.dat", Format.TNEF),
        (b"!BDN\x00\x00", "archive.bak", Format.PST),
        (b"{\\rtf1 x}", "a.doc", Format.RTF),
    ],
)
def test_mail_is_known_by_what_it_is(head: bytes, name: str, kind: Format) -> None:
    """Many stores give their files no extension."""
    assert sniff(head, name) is kind


def _parts(kind: str, *parts: str) -> str:
    inside = "".join(f"--{kind}\n{part}\n" for part in parts)
    return f"Content-Type: multipart/{kind}; boundary={kind}\n\n{inside}--{kind}--\n"


PAGE = "Content-Type: text/html\n\n<p>The lining is 40 mm thick.</p>"
SAME = "Content-Type: text/plain\n\nThe lining is 40 mm thick."
SCANNED = "Content-Type: text/plain\n\nScanned by Example Guard."


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (_parts("mixed", PAGE, SCANNED), "The lining is 40 mm thick.\n\nScanned by Example Guard."),
        (_parts("mixed", SCANNED, PAGE), "Scanned by Example Guard.\n\nThe lining is 40 mm thick."),
        (_parts("alternative", SAME, PAGE), "The lining is 40 mm thick."),
        (
            _parts("mixed", _parts("alternative", SAME, PAGE), SCANNED),
            "The lining is 40 mm thick.\n\nScanned by Example Guard.",
        ),
        (_parts("alternative", SAME, _parts("related", PAGE)), "The lining is 40 mm thick."),
    ],
)
def test_parts_that_say_the_same_are_read_once_and_others_in_turn(body: str, words: str) -> None:
    """What a scanner adds is no other form of the page above it."""
    text = parse(HEAD + b"MIME-Version: 1.0\n" + body.encode(), "a.eml").text
    assert text.split("Subject: Kiln\n\n")[1] == words
