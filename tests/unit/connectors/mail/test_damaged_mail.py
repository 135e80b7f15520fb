"""Mail that is damaged anywhere: it is read, or refused with a reason, and nothing else happens."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from connectors.parsing import parse
from graph.errors import SkipRecord
from tests.fakes.envelopes import signed, smime_mail
from tests.fakes.outlook_files import Item, Part, msg_file, tnef_file

LONGEST_S = 10.0
MESSAGE = (
    b"From - \nReceived: by x\nFrom: =?utf-8?q?K=C3=BCln?= <ada.moss@example.com>\nTo: <bo.reed@example.com>, x:;\n"
    b"Date: Mon, 05 May 2025 09:00:00 +0000\nMessage-ID: <[one@x]>\nReferences: <a@b> <c@d>\nSubject: Kiln\n"
    b'Content-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: text/html; charset=gb2312\n\n'
    b"<table><tr><td>40</td><td>mm</td></tr></table>\n--b\nContent-Type: message/rfc822\n\nSubject: inner\n\nhi\n"
    b"--b\nContent-Type: text/calendar\n\nBEGIN:VEVENT\nSUMMARY:x\nDTSTART:20250505\nEND:VEVENT\n"
    b'--b\nContent-Disposition: attachment; filename="a.pdf"\nContent-Transfer-Encoding: base64\n\nJVBERg==\n--b--\n'
)
ITEM = Item(
    {0x37: "Kiln", 0x1000: "Yes.", 0x71: bytes(22), 0x1013: b"<p>Yes.</p>", 0x1009: bytes(40)},
    [{0x3001: "Bo Reed", 0x39FE: "bo.reed@example.com"}],
    [Part({0x3707: "a.txt", 0x3701: b"a" * 200}), Part({0x3705: 5}, Item({0x37: "Inner", 0x1000: "hi"}))],
)
SEEDS = {
    "a.eml": MESSAGE,
    "signed.eml": smime_mail(signed(b"Content-Type: text/plain\n\nhi\n"), "Kiln"),
    "a.mbox": MESSAGE.replace(b"From - \n", b"From x@y Mon May  5 09:00:00 2025\n") * 3,
    "a.msg": msg_file(ITEM),
    "winmail.dat": tnef_file(ITEM),
    "a.rtf": rb"{\rtf1\ansi\fromhtml1{\*\htmltag64 <p>}\'d1\u1234?{\*\htmltag72 </p>}{\b x}}",
    "a.pst": b"!BDN" + bytes(range(256)) * 8,
}


def _parsed_or_refused(data: bytes, name: str) -> None:
    started = time.perf_counter()
    with suppress(SkipRecord):
        document = parse(data, name)
        assert all(0 <= block.span.start <= block.span.end <= len(document.text) for block in document.blocks)
    assert time.perf_counter() - started < LONGEST_S


def _mutated(data: bytes, draw: random.Random) -> bytes:
    """The bytes with a few changes: some overwritten, a piece cut out, repeated, or all after it gone."""
    out = bytearray(data)
    for _ in range(draw.randint(1, 6)):
        at = draw.randrange(len(out) + 1)
        end = min(at + draw.choice((1, 2, 4, 40, 400)), len(out))
        piece = bytes(out[at:end])
        changes: tuple[Callable[[], bytes], ...] = (
            lambda piece=piece: draw.randbytes(len(piece)),
            lambda piece=piece: b"\xff" * len(piece),
            lambda: b"",
            lambda piece=piece: piece * draw.randint(2, 30),
        )
        out[at:end] = draw.choice(changes)()
    return bytes(out[: draw.randrange(1, len(out) + 2)] if draw.random() < 0.3 else out) or b"x"


@pytest.mark.parametrize("name", sorted(SEEDS))
@given(number=st.integers(min_value=0, max_value=2**32))
@seed(7)
@settings(max_examples=60, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
def test_mutated_mail_is_read_or_refused(name: str, number: int) -> None:
    """Of every format, from one whole file of it."""
    _parsed_or_refused(_mutated(SEEDS[name], random.Random(number)), name)


@pytest.mark.parametrize("name", sorted(SEEDS))
def test_mail_that_breaks_off_is_read_or_refused(name: str) -> None:
    """At thirty places of each file."""
    data = SEEDS[name]
    for part in range(1, 30):
        _parsed_or_refused(data[: max(len(data) * part // 30, 1)], name)


@given(header=st.text(max_size=80), value=st.text(max_size=200))
@seed(7)
@settings(max_examples=80, deadline=None, database=None)
def test_any_header_leaves_the_rest_of_the_message_readable(header: str, value: str) -> None:
    """The words stand whatever stands above them."""
    line = f"{header}: {value}".encode("utf-8", "replace").replace(b"\n", b" ").replace(b"\r", b" ")
    data = b"Subject: Kiln\n" + line + b"\nTo: bo.reed@example.com\n\nThe lining is 40 mm.\n"
    assert "The lining is 40 mm." in parse(data, "a.eml").text
