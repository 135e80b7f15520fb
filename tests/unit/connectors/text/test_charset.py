"""Charsets: declared, marked, or guessed and said so."""

from __future__ import annotations

import pytest

from connectors.text.charset import decode


def test_utf8_needs_no_declaration() -> None:
    """The commonest case has no warning."""
    assert decode("Лестница ≥ 900 mm".encode()) == ("Лестница ≥ 900 mm", ())


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_decides(encoding: str) -> None:
    """It is believed before anything else and is no part of the text."""
    assert decode("stair".encode(encoding), "us-ascii") == ("stair", ())


def test_gb2312_is_read_as_the_larger_set_that_senders_use() -> None:
    """A character that is only in gb18030 survives the label gb2312."""
    assert decode("朱镕基".encode("gb18030"), "gb2312") == ("朱镕基", ())


def test_an_unknown_or_wrong_declaration_does_not_stop_the_reading() -> None:
    """The next candidate is tried."""
    assert decode("é".encode(), "x-no-such-charset") == ("é", ())
    assert decode("é".encode(), "us-ascii") == ("é", ())


def test_a_few_western_bytes_are_read_as_windows_1252_with_a_warning() -> None:
    """Too few to guess from."""
    text, warnings = decode(b"caf\xe9 5\xb5m")
    assert text == "café 5µm"
    assert warnings == ("no charset stated, read as cp1252",)
