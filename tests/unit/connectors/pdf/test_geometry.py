"""Boxes on the displayed page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.pdf.geometry import display_size, from_display, to_display
from graph.model import Box, Page, Span

CROP = Box(10, 20, 210, 320)


def _page(rotation: int) -> Page:
    return Page(1, Span(0, 0), Box(0, 0, 300, 400), CROP, rotation, "native")


@pytest.mark.parametrize(
    ("rotation", "expected"),
    [
        # the box lies 5 right of the crop box's left side and 10 below its top; it is 30 wide, 8 high
        (0, (5, 10, 30, 8)),
        (90, (300 - 10 - 8, 5, 8, 30)),
        (180, (200 - 5 - 30, 300 - 10 - 8, 30, 8)),
        (270, (10, 200 - 5 - 30, 8, 30)),
    ],
)
def test_a_box_turns_clockwise_with_its_page(rotation: int, expected: tuple[float, ...]) -> None:
    """Worked by hand for the four rotations, crop box and all."""
    assert to_display(Box(15, 302, 45, 310), _page(rotation), 1.0) == pytest.approx(expected)


def test_the_scale_multiplies_everything() -> None:
    """Two pixels for a point."""
    assert to_display(Box(15, 302, 45, 310), _page(0), 2.0) == pytest.approx((10, 20, 60, 16))


@pytest.mark.parametrize(
    ("rotation", "size"), [(0, (400, 600)), (90, (600, 400)), (180, (400, 600)), (270, (600, 400))]
)
def test_width_and_height_change_places_on_turned_pages(rotation: int, size: tuple[float, float]) -> None:
    """The crop box is 200 by 300 points."""
    assert display_size(_page(rotation), 2.0) == size


@given(
    st.sampled_from([0, 90, 180, 270]),
    st.floats(0.5, 4),
    st.tuples(st.floats(10, 200), st.floats(20, 310), st.floats(0, 10), st.floats(0, 10)),
)
def test_there_and_back_is_the_same_box(rotation: int, scale: float, place: tuple[float, ...]) -> None:
    """`from_display` undoes `to_display`."""
    box = Box(place[0], place[1], place[0] + place[2], place[1] + place[3])
    left, top, width, height = to_display(box, _page(rotation), scale)
    back = from_display(left, top, left + width, top + height, _page(rotation), scale)
    assert (back.x0, back.y0, back.x1, back.y1) == pytest.approx((box.x0, box.y0, box.x1, box.y1), abs=1e-6)
