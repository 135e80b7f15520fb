"""Numbers and labels as printed."""

from __future__ import annotations

import pytest

from connectors.pdf.patterns import bare, clause_number, list_label, patterns, settled_style


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1.36 Controls may be manual.", "1.36"),
        ("9.3.6. CONNECT", "9.3.6"),
        ("K1 Stairs, ladders and ramps", "K1"),
        ("B5 As an alternative", "B5"),
        ("Section 3: Protection from falling", "Section 3"),
        ("Appendix B Standards referred to", "Appendix B"),
        ("§ 903.2.1 Group A", "§ 903.2.1"),
        ("1.5 m above the floor", None),
        ("Sections of the report", None),
        ("2019 edition", None),
    ],
)
def test_clause_numbers_are_told_from_figures(text: str, number: str | None) -> None:
    """A number counts where the start of a text follows, not a unit."""
    assert clause_number(text) == number


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("a. first", ("letter", "a.")),
        ("(iv) fourth", ("bracket_roman", "(iv)")),
        ("• point", ("bullet", "•")),
        ("12) twelfth", ("number", "12)")),
        ("[3] note", ("bracket_number", "[3]")),
        ("e.g. a stair", None),
        ("-5 degrees", None),
    ],
)
def test_list_labels_know_their_style(text: str, label: tuple[str, str] | None) -> None:
    """The style of numbering decides nesting."""
    assert list_label(text) == label


def test_a_label_loses_its_punctuation_and_a_bullet_stays() -> None:
    """As blocks state their numbers."""
    assert [bare(label) for label in ("(a)", "a.", "[3]", "•")] == ["a", "a", "3", "•"]


@pytest.mark.parametrize(
    ("label", "open_lists", "style"),
    [
        ("(i)", [("bracket_letter", "(a)")], "bracket_roman"),
        ("(i)", [("bracket_letter", "(h)")], "bracket_letter"),
        ("(v)", [("bracket_letter", "(c)"), ("bracket_roman", "(iv)")], "bracket_roman"),
        ("(v)", [("bracket_letter", "(u)")], "bracket_letter"),
        ("(b)", [("bracket_letter", "(a)")], "bracket_letter"),
    ],
)
def test_i_is_roman_unless_it_follows_h(label: str, open_lists: list[tuple[str, str]], style: str) -> None:
    """Letters and Roman numbers share i, v and x."""
    found = list_label(f"{label} text")
    assert found is not None
    assert settled_style(*found, open_lists) == style


@pytest.mark.parametrize("section", ["clause", "label", "caption", "contents", "title_block", "revision_table"])
def test_every_section_of_the_data_compiles(section: str) -> None:
    """No pattern is empty or matches the empty text."""
    assert patterns(section)
    assert not any(pattern.fullmatch("") for pattern in patterns(section).values())
