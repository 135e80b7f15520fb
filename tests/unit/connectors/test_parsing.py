"""Dispatch: formats by what bytes are, limits, and statements joined."""

from __future__ import annotations

import pytest

from connectors import parsing
from connectors.formats import Format, sniff
from connectors.parsing import parse
from graph.errors import SkipRecord
from graph.vocabulary import ClaimField


@pytest.mark.parametrize(
    ("data", "name", "expected"),
    [
        (b"%PDF-1.7", "a.txt", Format.PDF),
        (b"junk\n%PDF-1.7", "a", Format.PDF),
        (b"about %PDF- files", "a.eml", Format.MESSAGE),
        (b"<!DOCTYPE html><html>", "a.txt", Format.HTML),
        (b"\xef\xbb\xbfWEBVTT\n", "a.txt", Format.VTT),
        (b"PK\x03\x04", "a.DOCX", Format.DOCX),
        (b"words", "a.TXT", Format.TEXT),
        (b"words", "LICENSE", Format.TEXT),
        (b"MZ is a pair of letters", "a.txt", Format.TEXT),
    ],
)
def test_bytes_decide_before_names(data: bytes, name: str, expected: Format) -> None:
    """A name that lies does not mislead; one is asked where bytes tell nothing."""
    assert sniff(data, name) is expected


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"\x89PNG\r\n", "a.png"),
        (b"\x89PNG\r\n", "a.txt"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a.msg"),
        (b"!BDN", "a.pst"),
        (b"From a@b\n", "a.mbox"),
        (b"PK\x03\x04", "a.zip"),
        (b"\x00\x01\x02", "core"),
    ],
)
def test_unknown_types_are_refused_by_that_name(data: bytes, name: str) -> None:
    """Not silently, not as damage."""
    with pytest.raises(SkipRecord) as caught:
        sniff(data, name)
    assert caught.value.reason == "unsupported type"


def test_a_document_carries_its_own_statements() -> None:
    """What the parser and what the words say."""
    document = parse(b"Title: Guards\nRevision: C\n\n\n1.  Scope\n\nWords.\n", "a.txt")
    assert {s.field: s.value for s in document.statements} == {ClaimField.TITLE: "Guards", ClaimField.VERSION: "C"}


def test_nothing_is_empty() -> None:
    """A file of no bytes has no format."""
    with pytest.raises(SkipRecord) as caught:
        parse(b"", "a.txt")
    assert caught.value.reason == "empty"


def test_too_much_text_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over the limit of characters."""
    monkeypatch.setattr(parsing, "LONGEST_TEXT_CHARS", 10)
    with pytest.raises(SkipRecord) as caught:
        parse(b"more than ten characters", "a.txt")
    assert caught.value.reason == "too large"
