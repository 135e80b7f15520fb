"""The clause tree of headings, numbered paragraphs and lettered items."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graph.model import Block, Clause, Span
from retrieval.chunking.clauses import clause_label, clause_tree
from retrieval.chunking.nesting import nested

NOW = datetime(2024, 5, 1, tzinfo=UTC)
Row = tuple[str, int, str | None, str]


def document(*rows: Row) -> tuple[str, list[Block]]:
    """A text of blocks with a blank line between, from kind, level, number and words."""
    text, blocks = "", []
    for kind, level, number, words in rows:
        text += "\n\n" if text else ""
        blocks.append(Block(kind, Span(len(text), len(text) + len(words)), level, number))
        text += words
    return text, blocks


def tree(*rows: Row, label: str = "Harbour Code") -> dict[str, Clause]:
    """The clauses by path."""
    text, blocks = document(*rows)
    return {clause.path: clause for clause in clause_tree("s-1", label, text, blocks, NOW)}


STAIRS: tuple[Row, ...] = (
    ("heading", 1, "Section 1", "Section 1: Stairs"),
    ("heading", 2, None, "Handrails"),
    ("paragraph", 0, "1.36", "1.36 Provide handrails:"),
    ("list_item", 1, "a", "a. on both sides, and"),
    ("list_item", 1, "b", "b. at these heights:"),
    ("list_item", 2, "i", "(i) 900 mm on flights"),
    ("list_item", 2, "ii", "(ii) 1000 mm on landings"),
    ("paragraph", 0, "1.37", "1.37 Use contrast."),
)


def test_lettered_items_stand_under_the_numbered_paragraph_before_them() -> None:
    """Their path is written as a reader writes it."""
    clauses = tree(*STAIRS)
    assert list(clauses) == ["1", "Handrails", "1.36", "1.36(a)", "1.36(b)", "1.36(b)(i)", "1.36(b)(ii)", "1.37"]
    assert clauses["1.36(a)"].parent_id == clauses["1.36"].id
    assert clauses["1.36(b)(ii)"].parent_id == clauses["1.36(b)"].id
    assert clauses["1.37"].parent_id == clauses["Handrails"].id


def test_a_clause_ends_with_its_last_sub_clause() -> None:
    """A parent's span covers its children, and siblings do not overlap."""
    text, _ = document(*STAIRS)
    clauses = tree(*STAIRS)
    assert text[clauses["1.36"].span.start : clauses["1.36"].span.end].endswith("(ii) 1000 mm on landings")
    assert clauses["1"].span == Span(0, len(text))
    assert not clauses["1.36"].span.overlaps(clauses["1.37"].span)


def test_items_nest_by_their_labels_where_the_levels_are_flat() -> None:
    """A roman one after a letter opens a list of its own; the next letter closes it."""
    clauses = tree(
        ("paragraph", 0, "4.1", "4.1 Doors:"),
        ("list_item", 1, "a", "(a) shall be"),
        ("list_item", 1, "i", "(i) self-closing"),
        ("list_item", 1, "ii", "(ii) latched"),
        ("list_item", 1, "b", "(b) need no lock"),
    )
    assert list(clauses) == ["4.1", "4.1(a)", "4.1(a)(i)", "4.1(a)(ii)", "4.1(b)"]


def test_the_ninth_letter_is_no_roman_one() -> None:
    """After (h), (i) is a letter."""
    rows: list[Row] = [("paragraph", 0, "4.1", "4.1 Doors:")]
    rows += [("list_item", 1, letter, f"({letter}) part") for letter in "abcdefghij"]
    assert list(tree(*rows))[-2:] == ["4.1(i)", "4.1(j)"]


def test_specification_articles_keep_their_points() -> None:
    """ "A." and "1." below an article read "2.1.A.1", as specifications cite them."""
    clauses = tree(
        ("heading", 1, "PART 2", "PART 2 PRODUCTS"),
        ("heading", 2, "2.1", "2.1 DOORS"),
        ("list_item", 1, "A", "A. Steel doors:"),
        ("list_item", 2, "1", "1. Thickness 1.2 mm."),
        ("list_item", 2, "2", "2. Galvanised."),
        ("list_item", 1, "B", "B. Timber doors."),
    )
    assert list(clauses) == ["2", "2.1", "2.1.A", "2.1.A.1", "2.1.A.2", "2.1.B"]


def test_dotted_numbers_stand_below_their_beginning() -> None:
    """Numbered paragraphs make a tree by number alone."""
    clauses = tree(
        ("paragraph", 0, "405", "405 Ramps"),
        ("paragraph", 0, "405.2", "405.2 Slope. Not steeper than 1:12."),
        ("paragraph", 0, "405.2.1", "405.2.1 Exception."),
        ("paragraph", 0, "406", "406 Curbs"),
    )
    assert clauses["405.2.1"].parent_id == clauses["405.2"].id
    assert clauses["406"].parent_id is None


def test_a_plain_paragraph_ends_a_list() -> None:
    """What follows the items belongs to the numbered paragraph again."""
    text, blocks = document(*STAIRS[2:4], ("paragraph", 0, None, "Both sides means left and right."))
    last = clause_tree("s-1", "X", text, blocks, NOW)[-1]
    assert last.path == "1.36(a)"
    assert last.span.end < blocks[-1].span.start


def test_captions_are_addressed_by_their_own_name() -> None:
    """A table under a caption is the clause "Table 1.3"; what follows is not."""
    text, blocks = document(
        ("paragraph", 0, "1.3", "1.3 Rise and going are in Table 1.3."),
        ("caption", 0, "Table 1.3", "Table 1.3 Rise and going"),
        ("table", 0, None, "Private 220 220"),
        ("paragraph", 0, None, "More words."),
    )
    clauses = {clause.path: clause for clause in clause_tree("s-1", "X", text, blocks, NOW)}
    assert clauses["Table 1.3"].heading == "Rise and going"
    assert clauses["Table 1.3"].span == Span(blocks[1].span.start, blocks[2].span.end)


@pytest.mark.parametrize(
    "row",
    [
        ("list_item", 1, "•", "• a bullet"),
        ("paragraph", 0, "1.9m", "1.9m"),
        ("paragraph", 0, "Regulation 3", "Regulation 3 of the code defines work."),
        ("caption", 0, "Table 1.1", "Table 1.1."),
        ("toc", 1, "1", "1. Introduction"),
    ],
)
def test_what_is_no_address_makes_no_clause(row: Row) -> None:
    """Bullets, sizes, mentions and tables of contents are not addressable."""
    assert tree(("heading", 1, "7", "7 Doors"), row).keys() == {"7"}


@pytest.mark.parametrize(
    ("document_label", "path", "label"),
    [
        ("Approved Document K", "1.36(a)", "K 1.36(a)"),
        ("Approved Document K", "Table 1.1", "K Table 1.1"),
        ("Approved Document K", "K1", "K1"),
        ("RFC 9110", "9.3.6", "RFC 9110 §9.3.6"),
        ("RFC 9110", "Appendix A", "RFC 9110 Appendix A"),
        ("RFC 9110", "Changes since 2616", "RFC 9110, Changes since 2616"),
        ("PEP 440", "Abstract", "PEP 440, Abstract"),
        ("NIST SP 800-53", "AC-2(3)", "NIST SP 800-53 AC-2(3)"),
    ],
)
def test_a_label_says_document_and_address(document_label: str, path: str, label: str) -> None:
    """Labels are short enough to cite."""
    assert clause_label(document_label, path) == label


def test_flat_headings_are_nested_by_number_and_by_order() -> None:
    """Where every heading has one level, "For all buildings" still qualifies the heading above it."""
    text, blocks = document(
        ("heading", 1, "Section 1", "Section 1: Stairs"),
        ("heading", 1, None, "Handrails"),
        ("heading", 1, None, "For all buildings"),
        ("paragraph", 0, "1.1", "1.1 Provide handrails."),
        ("heading", 1, None, "Guarding"),
        ("paragraph", 0, "1.2", "1.2 Provide guarding."),
    )
    levels = [block.level for block in nested(text, blocks) if block.kind == "heading"]
    assert levels == [1, 2, 3, 2]


def test_levels_that_a_format_tells_are_kept() -> None:
    """Only flat headings are nested anew."""
    text, blocks = document(*[("heading", 1 + n % 2, None, f"Heading {n}") for n in range(6)])
    assert nested(text, blocks) == blocks


def test_a_heading_gets_the_number_that_its_words_begin_with() -> None:
    """ "PART 2" and "3 Scope" are numbers; a year, a document and a quantity are not."""
    words = [
        "PART 2 - PRODUCTS",
        "3 Scope",
        "3.1. Doors",
        "2010 Standards",
        "SECTION 08 11 13 DOORS",
        "2 of them",
        "Part of it",
    ]
    text, blocks = document(*[("heading", 1 + n % 2, None, line) for n, line in enumerate(words)])
    assert [block.number for block in nested(text, blocks)] == ["PART 2", "3", "3.1", None, None, None, None]


def test_clauses_whose_numbers_have_hyphens_have_spans_of_their_own() -> None:
    """The sections of a municipal code do not collapse into their chapter."""
    rows: list[Row] = [("heading", 1, "Chapter 12", "Chapter 12 - Streets")]
    rows += [("paragraph", 0, "Section 12-3", "Section 12-3. Permits.\nA permit costs $150.")]
    rows += [("paragraph", 0, "Sec. 12-4", "Sec. 12-4. Fences. No fence shall exceed 4 feet.")]
    rows += [("list_item", 1, "a", "(a) A hedge is no fence.")]
    rows += [("paragraph", 0, "12-5", "12-5. Boxes. Boxes shall be chained.")]
    clauses = tree(*rows)
    assert list(clauses) == ["12", "12-3", "12-4", "12-4(a)", "12-5"]
    assert clauses["12-4"].parent_id == clauses["12"].id
    assert not clauses["12-3"].span.overlaps(clauses["12-4"].span)
    assert clauses["12-4"].label == "Harbour Code §12-4"


def test_a_heading_keeps_the_hyphen_of_its_number() -> None:
    """ "Section 12-1" read from the words of a heading is not cut to 12."""
    text, blocks = document(("heading", 1, None, "Section 12-1. Purpose."), ("heading", 2, None, "Other"))
    assert [block.number for block in nested(text, blocks)] == ["Section 12-1", None]


def test_numbered_paragraphs_follow_one_another() -> None:
    """ "2" after "1" is no part of it; a lettered one is."""
    rows: tuple[Row, ...] = (
        ("paragraph", 0, "1", "1 PURPOSE. This circular is about ladders."),
        ("list_item", 1, "a", "a. Ladders of wood."),
        ("paragraph", 0, "2", "2 INSPECTION. Ladders shall be inspected yearly."),
    )
    clauses = tree(*rows)
    assert list(clauses) == ["1", "1(a)", "2"]
    assert clauses["2"].parent_id is None


def test_lines_right_below_the_caption_of_a_table_are_the_table() -> None:
    """Rows that are no grid belong to it; the paragraph after them does not."""
    rows: tuple[Row, ...] = (
        ("heading", 1, "5", "5 Classes"),
        ("caption", 0, None, "Table 1 - Endurance"),
        ("paragraph", 0, None, "Class A: 500 cycles\nClass B: 700 cycles"),
        ("paragraph", 0, None, "Class A is the usual one."),
    )
    text, _ = document(*rows)
    table = tree(*rows)["Table 1"]
    assert text[table.span.start : table.span.end].endswith("700 cycles")
