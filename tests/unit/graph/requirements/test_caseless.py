"""A caseless pattern finds what the pattern without regard to case finds."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from graph.requirements.caseless import caseless

WORDS = st.lists(st.sampled_from(["SHALL", "shall", "Must", "not", "İ", "door", "\n", "  ", "is to"]), max_size=12)


@given(WORDS, st.integers(0, 20))
def test_matches_stand_where_the_pattern_without_case_finds_them(words: list[str], start: int) -> None:
    """Also in texts whose small letters are longer than they are."""
    pattern, text = r"\b(?:shall|must|is\s+to)(?:\s+not\b)?", " ".join(words)
    plain = re.compile(pattern, re.IGNORECASE)
    found = [match.span() for match in caseless(pattern).finditer(text, start, len(text))]
    assert found == [match.span() for match in plain.finditer(text, start, len(text))]


def test_a_pattern_with_capitals_is_not_searched_in_small_letters() -> None:
    """It would find nothing there."""
    assert caseless("Annex").search("see Annex A", 0, 11) is not None
