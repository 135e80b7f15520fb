"""From lines to normalised text."""

from __future__ import annotations

import numpy as np

from connectors.pdf.compose import TextBuilder, Vocabulary
from connectors.pdf.segments import Segment
from graph.model import Span


def _segment(text: str) -> Segment:
    return Segment(text, np.zeros((len(text), 4), dtype=np.float32), 0, 100, 700, 10, False, 0)


def test_a_broken_word_is_mended_only_where_it_stands_whole_more_often() -> None:
    """Once whole, never hyphened: one word. Both the same: the hyphen stays."""
    words = Vocabulary([_segment("Ventilation and re-entry, reentry")])
    assert words.is_one_word("ventila", "tion")
    assert not words.is_one_word("re", "entry")
    assert not words.is_one_word("un", "known")


def test_pages_in_between_are_empty_and_spans_follow_on() -> None:
    """The page spans cover the text in order."""
    builder = TextBuilder()
    builder.turn_to(1)
    builder.add("ab", np.ones((2, 4), dtype=np.float32))
    builder.glue("\n")
    builder.turn_to(3)
    builder.add("c", np.ones((1, 4), dtype=np.float32))
    assert builder.finish() == "ab\nc"
    assert builder.page_spans == {1: Span(0, 3), 2: Span(3, 3), 3: Span(3, 4)}
    assert [len(builder.page_boxes[page]) for page in (1, 2, 3)] == [3, 0, 1]
    assert np.isnan(builder.page_boxes[1][2]).all()
