"""Quotes that are checked, and the rectangles in which they stand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from graph.model import Box, Span
from graph.time import Moment
from retrieval.answering.citations import QuoteDiffers, cite, merge_lines
from tests.fakes.shelf import TODAY, open_shelf, section

NOWHERE = (np.nan,) * 4


def _boxes(*rows: tuple[float, ...]) -> list[Box]:
    return merge_lines(np.array(rows, np.float32).reshape(-1, 4))


def test_the_characters_of_a_line_make_one_rectangle() -> None:
    """A line end that is not on the page parts nothing by itself; the next line is a rectangle of its own."""
    first, second = (10, 700, 15, 710), (15, 698, 20, 710)
    assert _boxes(first, second, NOWHERE, (10, 680, 15, 690)) == [Box(10, 698, 20, 710), Box(10, 680, 15, 690)]


def test_columns_side_by_side_are_two_rectangles() -> None:
    """A gap of more than four times the height of a character is no blank."""
    assert len(_boxes((10, 700, 15, 710), (80, 700, 85, 710))) == 2


def test_text_that_runs_upwards_is_one_rectangle() -> None:
    """On a turned page a line is a column of characters."""
    letters = [(100.0, y, 110.0, y + 5) for y in (200, 205, 210, 215)]
    assert _boxes((100, 180, 110, 200), *letters) == [Box(100, 180, 110, 220)]


def test_a_quote_without_a_place_on_the_page_has_no_rectangle() -> None:
    """Nothing is drawn where nothing stands."""
    assert _boxes(NOWHERE, NOWHERE) == []


def test_a_quote_that_is_not_what_the_source_says_is_never_cited(tmp_path: Path) -> None:
    """A passage that disagrees with the stored text is a bug, not an answer."""
    with open_shelf(tmp_path) as shelf:
        source_id = shelf.put("a.txt", section("09 30 13", "Tiling", "A", "2 May 2023", "Tiles shall be glazed."))
        corpus, start = shelf.corpus(), shelf.text(source_id).index("Tiles shall")
        passage = corpus.passage_at(source_id, start)
        assert passage is not None
        citation = cite(corpus, Moment(TODAY), passage, Span(start, start + 22), 1)
        assert (citation.quote.text, citation.clause) == ("Tiles shall be glazed.", "Section 09 30 13 §1.1")
        forged = replace(passage, text=passage.text.replace("glazed", "matted"))
        with pytest.raises(QuoteDiffers, match="glazed"):
            cite(corpus, Moment(TODAY), forged, Span(start, start + 22), 1)
