"""Messages made to hurt: refused with a reason, in little time."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from connectors.mail.bodies import MOST_PARTS
from connectors.mail.message import LARGEST_HEADER_BYTES
from connectors.mail.writing import MOST_RECIPIENTS
from connectors.parsing import parse
from graph.errors import SkipRecord
from graph.vocabulary import ClaimField

HEAD = b"From: a@example.com\nSubject: s\nMIME-Version: 1.0\n"


def _nested_messages(depth: int) -> bytes:
    return (HEAD + b"Content-Type: message/rfc822\n\n") * depth + HEAD + b"\nhi\n"


def _nested_parts(depth: int) -> bytes:
    opened = (b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (n, n) for n in range(depth))
    return HEAD + b"".join(opened) + b"Content-Type: text/plain\n\nhi\n"


def _many_parts(count: int) -> bytes:
    return HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nhi\n" * count + b"--b--\n"


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: HEAD + b"X: " + b"a" * 10_000_000 + b"\n\nhi", "bomb"),
        (lambda: HEAD + b"".join(b"X-%d: a\n" % n for n in range(200_000)) + b"\nhi", "bomb"),
        (lambda: _nested_messages(1_000), "nested too deep"),
        (lambda: _nested_parts(100), "bomb"),
        (lambda: _nested_parts(1_000), "nested too deep"),
        (lambda: _many_parts(MOST_PARTS + 1), "bomb"),
    ],
)
def test_what_no_sender_makes_is_refused(make: Callable[[], bytes], reason: str) -> None:
    """Headers of ten megabytes, a thousand messages inside one another, parts without end."""
    data = make()
    started = time.perf_counter()
    with pytest.raises(SkipRecord) as caught:
        parse(data, "a.eml")
    assert caught.value.reason == reason
    assert time.perf_counter() - started < 10


def test_what_large_firms_send_is_read() -> None:
    """A header of half a megabyte, a hundred parts, five messages inside one another."""
    assert parse(HEAD + b"X: " + b"a" * (LARGEST_HEADER_BYTES // 2) + b"\n\nhi", "a.eml").text.endswith("hi")
    assert parse(_many_parts(100), "a.eml").text.count("hi") == 100
    assert len(parse(_nested_messages(5), "a.eml").attachments) == 1


def test_a_crowd_of_recipients_is_stated_in_part() -> None:
    """All of them stand in the text; only the first thousand of a line are stated each by itself."""
    crowd = b", ".join(b"p%d@example.com" % number for number in range(MOST_RECIPIENTS + 5))
    document = parse(HEAD + b"To: " + crowd + b"\n\nhi", "a.eml")
    assert f"p{MOST_RECIPIENTS + 4}@example.com" in document.text
    stated = [one for one in document.statements if one.field is ClaimField.RECIPIENT]
    assert len(stated) == MOST_RECIPIENTS


def test_a_header_of_endless_brackets_costs_no_message() -> None:
    """What the standard library cannot take apart stays as words."""
    text = parse(b"From: " + b"(" * 5_000 + b'x@y "\nSubject: s\n\nhi\n', "a.eml").text
    assert text.endswith("hi")


def test_a_line_of_digits_that_never_end_takes_little_time() -> None:
    """Neither as the line between messages of a box nor as the title of a document."""
    started = time.perf_counter()
    parse(b"From x 2025\nSubject: s\n\nhi\n\nFrom " + b"1" * 1_990 + b"\r.\n", "a.mbox")
    parse(b"Mira Quist" + b"9" * 30_000 + b"\n", "a.txt")
    assert time.perf_counter() - started < 10


def test_words_without_a_blank_take_little_time() -> None:
    """Two bodies are compared word by word, however long a word is."""
    head = HEAD + b"Content-Type: multipart/alternative; boundary=b\n\n--b\n\n" + b"a" * 400_000 + b"\n"
    started = time.perf_counter()
    parse(head + b"--b\nContent-Type: text/html\n\n<p>" + b"a" * 400_000 + b"</p>\n--b--\n", "a.eml")
    assert time.perf_counter() - started < 10


def test_recipients_that_are_only_announced_are_not_waited_for() -> None:
    """The number of them says four billion, and nothing follows."""
    content = b"\xff\xff\xff\xff"
    attribute = b"\x01\x04\x90\x00\x00" + len(content).to_bytes(4, "little") + content + b"\x00\x00"
    started = time.perf_counter()
    with pytest.raises(SkipRecord, match="nothing that can be read"):
        parse(b"\x78\x9f\x3e\x22\x00\x00" + attribute, "winmail.dat")
    assert time.perf_counter() - started < 10
