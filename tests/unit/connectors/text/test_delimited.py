"""Tables of records: clauses, registers, plain tables."""

from __future__ import annotations

from connectors.protocol import ParsedDocument
from connectors.text.delimited import parse_delimited


def _blocks(document: ParsedDocument) -> list[tuple[str, int, str | None, str]]:
    return [(b.kind, b.level, b.number, document.text[b.span.start : b.span.end]) for b in document.blocks]


def test_rows_with_a_number_and_words_are_clauses() -> None:
    """A run of rows of one section stands under its heading; a row that is the heading stands once."""
    data = (
        b"section,reference,title,body\n"
        b"405 Ramps,405.1,General,Ramps shall comply.\n"
        b'405 Ramps,405.2,Slope,"Not steeper\nthan 1:12."\n'
        b"406 Kerbs,406,Kerbs,See 405.\n"
    )
    assert _blocks(parse_delimited(data, "standard.csv")) == [
        ("heading", 1, "405", "405 Ramps"),
        ("heading", 2, "405.1", "405.1 General"),
        ("paragraph", 0, None, "Ramps shall comply."),
        ("heading", 2, "405.2", "405.2 Slope"),
        ("paragraph", 0, None, "Not steeper"),
        ("paragraph", 0, None, "than 1:12."),
        ("heading", 1, "406", "406 Kerbs"),
        ("paragraph", 0, None, "See 405."),
    ]


def test_a_register_stays_a_table() -> None:
    """Columns of status and revision are about documents, not clauses."""
    document = parse_delimited(b"Document;Title;Revision;Status\nA-201;Plan;C02;Issued\n", "register.csv")
    assert _blocks(document) == [
        ("table", 0, None, "Document | Title | Revision | Status\nA-201 | Plan | C02 | Issued")
    ]
    assert [cell.header for cell in document.blocks[0].cells] == [True] * 4 + [False] * 4


def test_tabs_and_commas_are_told_apart() -> None:
    """By the first row, what is quoted left out."""
    document = parse_delimited(b'"a,b"\tc\n1\t2\n', "x.csv")
    assert document.media_type == "text/tab-separated-values"
    assert document.text == "a,b | c\n1 | 2"
