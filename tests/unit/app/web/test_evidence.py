"""Evidence is shown where it stands: boxes on the displayed page, quotes in their surroundings."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.web.evidence import EXCERPT_POINTS, picture_of, quoted_boxes, source_address, surroundings
from app.web.render import signal_class
from graph.model import Box, Page, Source, Span
from graph.time import now_utc

A4 = Box(0, 0, 595, 842)
SOURCE = Source("s-1", "files", "a.pdf", "file:///a.pdf", "application/pdf", "0" * 64, 1, 100, "", ("*",), now_utc())


def page(rotation: int = 0, size: Box = A4, span: Span = Span(10, 20)) -> Page:  # noqa: B008 - frozen values
    """Page 3 of the document."""
    return Page(3, span, size, size, rotation, "native")


@given(st.text(min_size=1, max_size=400), st.data(), st.integers(0, 50))
def test_surroundings_are_a_piece_of_the_text_around_the_quote(text: str, data: st.DataObject, chars: int) -> None:
    """Nothing is invented, the quote is whole, and the ends say whether they are ends."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    shown = surroundings(text, Span(start, end), chars)
    assert shown.quote == text[start:end]
    assert text[:start].endswith(shown.before)
    assert text[end:].startswith(shown.after)
    assert shown.is_start == (shown.before == text[:start])
    assert shown.is_end == (shown.after == text[end:])
    assert max(len(shown.before), len(shown.after)) <= chars


def test_surroundings_are_cut_between_words() -> None:
    """A word is shown whole or not at all."""
    shown = surroundings("one two three four five", Span(8, 13), 6)
    assert (shown.before, shown.quote, shown.after) == ("two ", "three", " four")


@pytest.mark.parametrize(
    ("rotation", "expected"), [(0, (100, 122, 50, 20)), (90, (700, 100, 20, 50)), (180, (445, 700, 50, 20))]
)
def test_boxes_follow_the_page_as_it_is_displayed(rotation: int, expected: tuple[float, ...]) -> None:
    """The same words, wherever the rotation puts them."""
    picture = picture_of(SOURCE, page(rotation), [Box(100, 700, 150, 720)])
    box = picture.boxes[0]
    assert (box.x, box.y, box.width, box.height) == expected
    assert (picture.width, picture.height) == ((842, 595) if rotation == 90 else (595, 842))


@given(
    st.floats(200, 3500), st.floats(200, 3500), st.floats(0, 1), st.floats(0, 1), st.floats(0, 0.9), st.floats(0, 0.3)
)
def test_an_excerpt_holds_the_boxes_and_stays_on_the_sheet(
    width: float, height: float, left: float, bottom: float, wide: float, high: float
) -> None:
    """On any sheet, wherever the words are."""
    x0, y0 = left * width * (1 - wide), bottom * height * (1 - high)
    box = Box(x0, y0, x0 + wide * width, y0 + high * height)
    picture = picture_of(SOURCE, page(size=Box(0, 0, width, height)), [box])
    excerpt, shown = picture.excerpt, picture.boxes[0]
    assert excerpt is not None
    slack = 1e-6 * max(width, height)
    assert -slack <= excerpt.x <= shown.x + slack
    assert shown.x + shown.width <= excerpt.x + excerpt.width + slack
    assert excerpt.x + excerpt.width <= width + slack
    assert -slack <= excerpt.y <= shown.y + slack
    assert shown.y + shown.height <= excerpt.y + excerpt.height + slack
    assert excerpt.width >= min(width, EXCERPT_POINTS[0]) - slack


def test_only_characters_of_the_span_are_boxed() -> None:
    """Half of a span may stand on the page before; characters without a place have no box."""
    boxes = np.array([[10 * i, 100, 10 * i + 8, 110] for i in range(10)], dtype=np.float32)
    boxes[4] = np.nan
    assert quoted_boxes(boxes, page(), Span(5, 13)) == [Box(0, 100, 28, 110)]
    assert quoted_boxes(boxes, page(), Span(13, 17)) == [Box(30, 100, 68, 110)]
    assert quoted_boxes(boxes, page(), Span(30, 40)) == []


def test_an_address_leads_to_page_and_quote() -> None:
    """The fragment scrolls to the words."""
    assert source_address("s-1", Span(5, 9), page()) == "/sources/s-1?page=3&from=5&to=9#quote"
    assert source_address("s-1", None) == "/sources/s-1"


def test_a_signal_has_a_class_of_its_own() -> None:
    """The last word decides how it is coloured."""
    assert [signal_class(word) for word in ("governs", "governs, contested", "at risk")] == [
        "governs",
        "contested",
        "at-risk",
    ]
