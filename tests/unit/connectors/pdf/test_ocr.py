"""Recognised words as characters on the page."""

from __future__ import annotations

import pytest

from connectors.pdf.geometry import to_display
from connectors.pdf.ocr import as_glyphs
from connectors.pdf.segments import segments
from graph.model import Box, Page, Span

WORDS = [
    ("Lobby", (100.0, 50.0, 200.0, 70.0)),
    ("door", (210.0, 50.0, 290.0, 70.0)),
    ("below", (100.0, 90.0, 200.0, 110.0)),
]


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_words_read_from_left_to_right_on_the_displayed_page(rotation: int) -> None:
    """Whatever way the page is turned, lines come out as they are seen."""
    page = Page(1, Span(0, 0), Box(0, 0, 400, 500), Box(10, 20, 400, 500), rotation, "ocr")
    glyphs = as_glyphs(WORDS, page, 2.0)
    found = sorted(segments(glyphs, rotation), key=lambda piece: -piece.base)
    assert [piece.text for piece in found] == ["Lobby door", "below"]


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_word_box_is_shared_out_among_its_characters(rotation: int) -> None:
    """Five characters on 100 pixels are 20 pixels wide each."""
    page = Page(1, Span(0, 0), Box(0, 0, 400, 500), Box(10, 20, 400, 500), rotation, "ocr")
    boxes = as_glyphs(WORDS, page, 2.0).boxes
    places = [to_display(Box(*map(float, box)), page, 2.0) for box in boxes[:5]]
    for at, place in enumerate(places):
        assert place == pytest.approx((100 + 20 * at, 50, 20, 20))


def test_no_words_are_no_glyphs() -> None:
    """A picture without text gives an empty page."""
    page = Page(1, Span(0, 0), Box(0, 0, 400, 500), Box(0, 0, 400, 500), 0, "ocr")
    assert len(as_glyphs([], page, 2.0)) == 0
