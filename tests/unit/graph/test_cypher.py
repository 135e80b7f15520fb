"""Cypher scripts fall into statements where a reader would say that one ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.cypher import Unclosed, statements


def test_statements_end_at_semicolons_and_the_last_one_may_lack_it() -> None:
    """Empty statements are none."""
    assert statements("RETURN 1;; RETURN 2 ;\nRETURN 3") == ("RETURN 1", "RETURN 2", "RETURN 3")
    assert statements(" ;\n// nothing\n") == ()


@pytest.mark.parametrize(
    "quoted",
    ["'a;b'", '"a;b"', "`a;b`", r"'it\'s; so'", r'"\\"', "'// no comment'", "'/* none'", "`a``;b`", "'two  blanks\n'"],
)
def test_what_stands_in_quotation_marks_is_kept_to_the_letter(quoted: str) -> None:
    """Semicolons, comment marks, blanks and escaped marks in it mean nothing."""
    assert statements(f"RETURN {quoted} AS x; RETURN 2") == (f"RETURN {quoted} AS x", "RETURN 2")


def test_comments_are_left_out_and_part_words() -> None:
    """A comment counts as a blank, a semicolon or a quotation mark in it as nothing."""
    script = "// don't; stop\nMATCH (n)/* a ; 'b */RETURN n // end;\n; RETURN 4 / 2"
    assert statements(script) == ("MATCH (n) RETURN n", "RETURN 4 / 2")


def test_layout_and_line_ends_make_no_other_statement() -> None:
    """A file saved on another system is the same script."""
    unix = "CREATE (n)\n  // why\n  SET n.a = 1;\n"
    assert statements("\ufeff" + unix.replace("\n", "\r\n")) == statements(unix) == ("CREATE (n) SET n.a = 1",)


@pytest.mark.parametrize(
    ("script", "line"), [("RETURN 1;\nRETURN 'a;\n", 2), ('RETURN "', 1), ("\n\n/* on; and on", 3), ("RETURN `a", 1)]
)
def test_a_mark_that_is_never_closed_is_named_with_its_line(script: str, line: int) -> None:
    """Nothing is run of a script that was cut off."""
    with pytest.raises(Unclosed, match=f"line {line} is never closed") as caught:
        statements(script)
    assert caught.value.line == line


_words = st.text(
    st.characters(codec="utf-8", exclude_characters=";'\"`/*\ufeff", exclude_categories=("C", "Z")), min_size=1
)


@given(
    st.lists(st.lists(_words, min_size=1, max_size=4), max_size=5), st.sampled_from([" ", "\n", " /* ; */ ", " // ;\n"])
)
def test_any_words_come_back_with_single_blanks(parts: list[list[str]], gap: str) -> None:
    """Whatever lies between words, statements are their words."""
    script = ";".join(gap.join(words) for words in parts)
    assert statements(script) == tuple(" ".join(words) for words in parts)
