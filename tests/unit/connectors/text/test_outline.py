"""Numbered headings directly over their text, in plain text files."""

from __future__ import annotations

import pytest

from connectors.text.layout import Group
from connectors.text.markdown import parse_markdown
from connectors.text.numbering import clause_number
from connectors.text.outline import is_clause_title, outlined, without_note
from connectors.text.plain import parse_text

SPECIFICATION = """SECTION 05 73 00
RAILINGS

Issued: 4 May 2021

PART 1 - GENERAL
1.1 SUBMITTALS
A. Submit shop drawings within 14 days of award.
1.2 WARRANTY
A. The warranty of railings shall be 3 years.

PART 2 - PRODUCTS
2.1 HANDRAIL
A. Handrails shall be of oak.
B. Handrails shall be not less than 40 mm wide.
   1. Brackets shall be of steel.
"""

CODE = """TOWN CODE OF ELDERWICK

Chapter 6.04
ANIMALS

Sections:
6.04.010  Leash.
6.04.020  Hens.

6.04.010 Leash.
A dog shall be kept on a leash of not more than two (2) metres. (Ord. 71 § 1, 1998)

6.04.020 Hens.
A. A household may keep five (5) hens.
B. A cockerel shall not be kept. (Ord. 71 § 2, 1998; Ord. 90 § 1, 2004)
"""


def _headings(text: str) -> list[str]:
    document = parse_text(text.encode(), "x.txt")
    return [document.text[b.span.start : b.span.end] for b in document.blocks if b.kind == "heading"]


def test_a_specification_without_blank_lines_has_parts_articles_and_items() -> None:
    """Part over article over lettered paragraphs, each a block of its own."""
    document = parse_text(SPECIFICATION.encode(), "x.txt")
    assert _headings(SPECIFICATION) == [
        "PART 1 - GENERAL", "1.1 SUBMITTALS", "1.2 WARRANTY", "PART 2 - PRODUCTS", "2.1 HANDRAIL",
    ]  # fmt: skip
    items = [(b.number, b.level) for b in document.blocks if b.kind == "list_item"]
    assert items == [("A", 1), ("A", 1), ("A", 1), ("B", 1), ("1", 2)]


def test_sections_of_a_code_are_headed_by_number_and_title_with_a_stop() -> None:
    """The list of sections above them is no section, and a note on the source ends none."""
    assert _headings(CODE) == ["6.04.010 Leash.", "6.04.020 Hens."]


@pytest.mark.parametrize(
    "line",
    ["2.1 HANDRAIL", "6.04.020 Hens.", "Sec. 12-4. - Fences.", "§ 12-4 Fences", "PART 3 - EXECUTION", "Rule 4. Quiet"],
)
def test_a_number_with_a_short_title_is_a_clause_title(line: str) -> None:
    """However the number is written."""
    assert is_clause_title(line)


@pytest.mark.parametrize(
    "line",
    [
        "2.1 Handrails shall be of oak.",
        "2.5 mm of cover",
        "Section 4 of the agreement",
        "A. Handrails of oak",
        "Section 3.1, see there:",
        "2.1 Oak. Steel.",
    ],
)
def test_a_statement_a_measure_or_a_reference_is_no_clause_title(line: str) -> None:
    """Only a title can stand over text."""
    assert not is_clause_title(line)


def test_a_list_of_titles_and_a_wrapped_reference_are_left_as_they_are() -> None:
    """Titles over nothing but titles of the same rank, and a line that goes on with a sentence."""
    for lines in (
        ("1.1 Leash", "1.2 Hens", "1.3 Bees"),
        ("The fee is that of", "Section 4. Fees", "and is paid at once."),
    ):
        assert list(outlined([Group(lines)])) == [Group(lines)]


def test_a_caption_over_its_rows_is_cut_off() -> None:
    """The rows follow as a group of their own."""
    group = Group(("5 Classes", "Table 1 - Endurance", "Class A: 500 cycles", "Class B: 700 cycles"))
    assert [g.lines for g in outlined([group])] == [
        ("5 Classes",), ("Table 1 - Endurance",), ("Class A: 500 cycles", "Class B: 700 cycles"),
    ]  # fmt: skip


def test_a_note_on_the_source_is_told_from_the_sentence() -> None:
    """Only brackets after a sentence's end, with a figure in them."""
    assert without_note("Dogs shall be led. (Ord. 71 § 1, 1998)") == "Dogs shall be led."
    assert without_note("Dogs shall be led (see there).") == "Dogs shall be led (see there)."


def test_a_lone_number_before_a_title_in_capitals_is_a_clause_number() -> None:
    """ "6 INSPECTION. Cylinders …", but no figure before words."""
    assert clause_number("6 INSPECTION. Ladders should be inspected yearly.") == "6"
    assert clause_number("6 ladders. They should be inspected.") is None


def test_lettered_paragraphs_of_a_marked_up_text_are_items() -> None:
    """ "A." is no list to Markdown, on lines of one paragraph or apart."""
    text = "### 2.1 HANDRAIL\n\nA. Handrails shall be of oak.\nB. Rails are round.\n\nC. Brackets are of steel.\n"
    document = parse_markdown(text.encode(), "x.md")
    assert [(b.kind, b.number) for b in document.blocks[1:]] == [("list_item", label) for label in "ABC"]
