"""Numbers and marks in front of lines."""

from __future__ import annotations

import pytest

from connectors.text.numbering import clause_number, read_marker, read_number


@pytest.mark.parametrize(
    ("line", "number", "depth"),
    [
        ("9.3.6.  GET", "9.3.6", 3),
        ("1  Introduction", "1", 1),
        ("Section 3: Ramps", "Section 3", 2),
        ("PART 1 - GENERAL", "PART 1", 1),
        ("Appendix A.  Collected rules", "Appendix A", 1),
        ("A.1.  Registration", "A.1", 2),
        ("K1 Stairs, ladders and ramps", "K1", 1),
        ("Статья 5. Требования", "Статья 5", 2),
        ("第4章 楼梯", "第4章", 1),
        ("Sec. 12-4. Fences.", "Sec. 12-4", 2),
        ("§ 12-4 Fences", "§ 12-4", 2),
        ("12-4. Fences.", "12-4", 2),
        ("9-2-101: Fences", "9-2-101", 2),
    ],
)
def test_headings_are_numbered_in_many_ways(line: str, number: str, depth: int) -> None:
    """The number is as printed, without its last sign."""
    numbered = read_number(line)
    assert numbered is not None
    assert (numbered.number, numbered.depth) == (number, depth)


@pytest.mark.parametrize(
    "line", ["SECTION 08 11 13", "Guards", "2021 was dry", "2021-03. A dry month", "12-4 Mill Lane", ""]
)
def test_documents_and_words_are_no_clause_numbers(line: str) -> None:
    """A six-digit section of a specification is a document."""
    numbered = read_number(line)
    assert numbered is None or not numbered.certain


def test_a_clause_needs_a_sentence_after_its_number() -> None:
    """Quantities and cross-references at the start of a sentence are none."""
    assert clause_number("1.36 A handrail should be provided.") == "1.36"
    assert clause_number("2.5 mm of cover") is None
    assert clause_number("Section 4 describes the method.") is None


@pytest.mark.parametrize(
    ("line", "label"),
    [("(a) one", "a"), ("iv) four", "iv"), ("3. three", "3"), ("o  bullet", None), ("• bullet", None)],
)
def test_list_marks_give_their_labels(line: str, label: str | None) -> None:
    """Labels without their brackets; bullets without label."""
    marker = read_marker(line)
    assert marker is not None
    assert marker.label == label


def test_a_decimal_is_no_list_mark() -> None:
    """ "2.5 mm" starts no item."""
    assert read_marker("2.5 mm") is None
