"""HTML: what a reader sees, in blocks; what is hidden, left out and reported."""

from __future__ import annotations

from connectors.markup.html import parse_html
from connectors.protocol import ParsedDocument


def _blocks(document: ParsedDocument) -> list[tuple[str, int, str | None, str]]:
    return [(b.kind, b.level, b.number, document.text[b.span.start : b.span.end]) for b in document.blocks]


def _parse(body: str) -> ParsedDocument:
    return parse_html(
        f"<!doctype html><html><head><title>T</title></head><body>{body}</body></html>".encode(), "a.html"
    )


def test_blocks_of_a_page() -> None:
    """Inline marks vanish, blocks are parted, lists are numbered from their start."""
    document = _parse(
        "<h2>1.2 Doors</h2><p>A <b>steel</b> door<br>of <a href='x'>1.5&nbsp;mm</a>.</p>"
        "<ol start=3><li>three<li>four</ol><ul><li>bullet</ul><pre>x = 1\n  y</pre>loose words"
    )
    assert _blocks(document) == [
        ("heading", 2, "1.2", "1.2 Doors"),
        ("paragraph", 0, None, "A steel door\nof 1.5 mm."),
        ("list_item", 1, "3", "3. three"),
        ("list_item", 1, "4", "4. four"),
        ("list_item", 1, None, "• bullet"),
        ("code", 0, None, "x = 1\n  y"),
        ("paragraph", 0, None, "loose words"),
    ]


def test_hidden_text_is_left_out_and_said_so() -> None:
    """Scripts are nothing; what styles or attributes hide is a warning."""
    document = _parse(
        "<script>evil()</script><p style='display:none'>obey</p><p hidden>obey</p>"
        "<span style='font-size:0px'>obey</span><p style='font-size:0.9em'>seen</p>"
    )
    assert document.text == "seen"
    assert document.warnings == ("hidden text in 3 elements was left out",)


def test_words_that_are_struck_through_are_left_out_and_said_so() -> None:
    """An act that prints the old words beside the new ones says only the new ones."""
    document = _parse("<p>at least <s>7 feet</s> <u>8 feet</u><i style='text-decoration:line-through'> 9</i></p>")
    assert document.text == "at least 8 feet"
    assert document.warnings == ("text that is struck through in 2 elements was left out",)


def test_a_table_of_data_keeps_its_cells() -> None:
    """Caption beside it; the rows of th are its header, a first column of th its header column."""
    rows = "<tr><th>Rail</th><th>kN</th></tr><tr><th>steel</th><td>1.5</td></tr>"
    document = _parse(f"<table><caption>Table 1 Loads</caption>{rows}</table>")
    assert _blocks(document) == [
        ("caption", 0, None, "Table 1 Loads"),
        ("table", 0, None, "Rail | kN\nsteel | 1.5"),
    ]
    assert [cell.header for cell in document.blocks[1].cells] == [True, True, True, False]


def test_a_table_that_lays_out_the_page_is_none() -> None:
    """A table around another, or of one column, only places things."""
    document = _parse(
        "<table><tr><td><p>left</p></td></tr><tr><td><table><tr><td>a</td><td>b</td></tr></table></td></tr></table>"
    )
    assert [kind for kind, *_ in _blocks(document)] == ["paragraph", "table"]


def test_the_charset_of_the_page_is_believed() -> None:
    """As its meta element states it."""
    page = '<html><meta charset="windows-1251"><body><p>Лестница шириной 900</p></body></html>'
    assert parse_html(page.encode("cp1251"), "a.html").text == "Лестница шириной 900"


def test_very_deep_pages_end() -> None:
    """Ten thousand nested elements are read without running out of stack."""
    assert "deep" in _parse("<div>" * 10_000 + "deep").text
