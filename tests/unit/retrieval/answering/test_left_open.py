"""Sentences that leave a value to somebody's decision."""

from __future__ import annotations

import pytest

from retrieval.answering.left_open import leaves_open


@pytest.mark.parametrize(
    "text",
    [
        "The colour shall be as directed by the architect.",
        "Ironmongery as may be agreed with the Employer.",
        "Final tile layout to be confirmed.",
        "Finish: at the Architect's discretion.",
        "Door schedule mark D12: colour TBC.",
        "Цвет принимается по согласованию с заказчиком.",
        "Ранги буюртмачи томонидан белгиланади.",
        "门的颜色由业主确定。",
    ],
)
def test_a_value_left_to_somebody_is_seen(text: str) -> None:
    """In English and the other languages of documents."""
    assert leaves_open(text)


@pytest.mark.parametrize(
    "text",
    [
        "The colour shall be slate grey.",
        "Loads are to be determined in accordance with clause 4.",
        "The client decided on slate grey.",
        "Работы согласованы; цвет серый.",
        "门的颜色为灰色。",
    ],
)
def test_a_value_stated_is_not_left_open(text: str) -> None:
    """Nor is a method, nor what was decided."""
    assert not leaves_open(text)
