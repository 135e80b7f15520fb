"""Plain text: pages, front matter, headings, lists, contents, code, drawn tables."""

from __future__ import annotations

from connectors.protocol import ParsedDocument
from connectors.text.plain import parse_text
from graph.vocabulary import ClaimField

_HEAD = "Holmland Memo 12           Stair Guards            May 2031"

MEMO = f"""\



Holmland Working Group                                       A. Example
Memo: 12                                              Example Works Ltd
Obsoletes: 7, 8, 9,                                          B. Sample
           10                                                May 2031
Status: Final


                         Stair Guards of
                        Public Buildings

Abstract

   This memo says how high the guards of a stair have to be, and what a
   guard is made of.

Table of Contents

   1.  Height ........................................... 2
     1.1.  Schools ...................................... 2
   2.  Material ......................................... 3

Example                                                        [Page 1]
\f
{_HEAD}


1.  Height

   The guard of a stair in a public building shall be at least 1100 mm
   high, measured from the pitch line to the top of the hand-
   rail, and this sentence goes on over the foot of the page

Example                                                        [Page 2]
\f
{_HEAD}

   since it is a long one.  Exceptions:

   (a)  stairs that serve one dwelling;

   (b)  stairs in a plant room.

1.1.  Schools

   In schools:

   o  1200 mm where children are
      younger than six;
   o  1100 mm elsewhere.

2.  Material

      guard   = rail *baluster
      rail    = steel / timber

   +--------+-----------+
   | Rail   | Load kN/m |
   +========+===========+
   | steel  | 1.5       |
   +--------+-----------+
   | timber | 0.75      |
   +--------+-----------+

Example                                                        [Page 3]
"""


def _parse(text: str) -> ParsedDocument:
    return parse_text(text.encode(), "memo.txt")


def _of_kind(document: ParsedDocument, kind: str) -> list[str]:
    return [document.text[b.span.start : b.span.end] for b in document.blocks if b.kind == kind]


def test_running_heads_feet_and_page_numbers_are_no_text() -> None:
    """What repeats at the edge of pages is gone everywhere."""
    text = _parse(MEMO).text
    assert "[Page" not in text
    assert "Holmland Memo 12" not in text
    assert "\f" not in text


def test_a_sentence_over_a_page_break_is_one() -> None:
    """Lines are joined; a hyphen at a line's end stays."""
    paragraph = next(p for p in _of_kind(_parse(MEMO), "paragraph") if p.startswith("The guard"))
    words = "top of the hand-rail, and this sentence goes on over the foot of the page since it is a long one."
    assert words in paragraph


def test_the_header_reads_a_field_a_line_and_column_after_column() -> None:
    """Two columns come one after the other; a continued field is one line."""
    header = _of_kind(_parse(MEMO), "header")[0]
    assert header.split("\n")[:4] == ["Holmland Working Group", "Memo: 12", "Obsoletes: 7, 8, 9, 10", "Status: Final"]
    assert header.endswith("May 2031\n\nStair Guards of\nPublic Buildings")


def test_the_title_is_the_group_under_the_columns() -> None:
    """Over both its lines, with the span of its characters."""
    document = _parse(MEMO)
    title = next(s for s in document.statements if s.field is ClaimField.TITLE)
    assert title.value == "Stair Guards of Public Buildings"
    assert title.span is not None
    assert document.text[title.span.start : title.span.end] == "Stair Guards of\nPublic Buildings"


def test_the_table_of_contents_is_told_from_the_headings_it_lists() -> None:
    """Every entry is `toc`, every heading has its number and depth."""
    document = _parse(MEMO)
    assert len(_of_kind(document, "toc")) == 4
    headings = [(b.number, b.level) for b in document.blocks if b.kind == "heading" and b.number]
    assert headings == [("1", 1), ("1.1", 2), ("2", 1)]


def test_list_items_keep_their_labels() -> None:
    """Letters are labels, bullets have none."""
    items = [(b.number, b.level) for b in _parse(MEMO).blocks if b.kind == "list_item"]
    assert items == [("a", 1), ("b", 1), (None, 1), (None, 1)]


def test_grammar_keeps_its_lines() -> None:
    """What is set off and drawn is code."""
    assert _of_kind(_parse(MEMO), "code") == ["guard   = rail *baluster\nrail    = steel / timber"]


def test_a_drawn_table_is_a_table() -> None:
    """Rules are no rows; the row above the double rule is the header."""
    document = _parse(MEMO)
    assert _of_kind(document, "table") == ["Rail | Load kN/m\nsteel | 1.5\ntimber | 0.75"]
    cells = next(b for b in document.blocks if b.kind == "table").cells
    assert [cell.header for cell in cells] == [True, True, False, False, False, False]


def test_numbered_paragraphs_are_clauses_and_quantities_are_not() -> None:
    """A number in front counts where a sentence follows it."""
    document = _parse("1.1. Guards shall be\nstrong.\n\n2.5 mm of cover is enough.\n")
    assert [(b.kind, b.number) for b in document.blocks] == [("paragraph", "1.1"), ("paragraph", None)]


def test_a_text_without_front_matter_has_no_header() -> None:
    """Prose alone stays prose."""
    document = _parse("This is a note.\n\nIt says nothing about itself.\n")
    assert _of_kind(document, "header") == []
    assert len(_of_kind(document, "paragraph")) == 2


def test_an_empty_looking_file_has_no_blocks() -> None:
    """Blanks and page breaks alone are no text."""
    assert _parse("\n \f \n").blocks == ()


def test_short_lines_of_unspaced_writing_are_lines_and_wrapped_ones_a_paragraph() -> None:
    """Chinese is broken behind any letter, so a line that ends early ends there for a reason."""
    lines = "会议纪要\n时间：2026年1月12日\n行动项\n李明：提交施工方案，1月20日前\n王芳：复核标高\n"
    assert lines.strip() in parse_text(lines.encode(), "a.txt").text
    wrapped = "本规范适用于新建和改建的民用建筑工程的防火\n设计并应符合国家现行有关标准的规定以及本规\n范的要求。\n"
    assert "\n" not in parse_text(wrapped.encode(), "a.txt").text.strip()
