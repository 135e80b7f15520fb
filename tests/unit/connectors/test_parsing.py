"""Dispatch: formats by what bytes are, limits, and statements joined."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors import parsing
from connectors.formats import EXTENSIONS, Format, sniff
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
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a.doc"),
        (b"PK\x03\x04[Content_Types].xml", "a.xlsx"),
        (b"PK\x03\x04", "a.pdf"),
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


_READABLE = sorted(ending for ending, kind in EXTENSIONS.items() if kind is not Format.PDF)
_PIECES = st.sampled_from(
    [
        "1.2 A",
        "\n\n",
        "> ",
        "<p>",
        "<table><tr><td>",
        "|a|b|\n|-|-|\n",
        "+--+--+\n",
        "===\n",
        ".. x::\n",
        "- ",
        "From: a\n",
    ]
    + [
        "00:01 --> 00:02\n",
        "Title: x",
        '{"a":[',
        "\f",
        "\x00",
        "\u202e",
        "<v B>",
        '","',
        "Revision | Date\n",
        "::\n\n  c\n",
    ]
)


@given(st.sampled_from(_READABLE), st.lists(_PIECES | st.text(max_size=8), max_size=14))
def test_whatever_the_bytes_a_document_or_a_reason_comes_out(ending: str, pieces: list[str]) -> None:
    """No other exception; blocks in order and inside the text; statements point into it."""
    data = "".join(pieces).encode("utf-8", "surrogatepass")
    try:
        document = parse(data, f"a{ending}")
    except SkipRecord:
        return
    end = 0
    for block in document.blocks:
        assert end <= block.span.start <= block.span.end <= len(document.text)
        assert all(block.span.covers(cell.span) for cell in block.cells)
        end = block.span.end
    assert all(s.span is None or s.span.end <= len(document.text) for s in document.statements)
