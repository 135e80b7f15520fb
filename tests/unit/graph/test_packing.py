"""Texts and boxes as compressed bytes."""

from __future__ import annotations

import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from graph.errors import OurBug
from graph.packing import BLOCK_CHARS, pack_boxes, text_blocks, unpack_boxes, unpack_text


@given(st.text(st.characters(), max_size=200), st.integers(1, 400))
def test_a_text_is_its_blocks_joined(piece: str, times: int) -> None:
    """Of `BLOCK_CHARS` code points each, the last one shorter."""
    text = piece * times
    parts = [unpack_text(block) for block in text_blocks(text)]
    assert "".join(parts) == text
    assert all(len(part) == BLOCK_CHARS for part in parts[:-1])


def test_an_empty_text_has_one_empty_block() -> None:
    """So that it differs from no text."""
    assert [unpack_text(block) for block in text_blocks("")] == [""]


@given(arrays(np.float32, st.tuples(st.integers(0, 50), st.just(4)), elements=st.floats(width=32)))
def test_boxes_keep_every_bit(boxes: NDArray[np.float32]) -> None:
    """NaN, infinity and the sign of zero included; the result may be changed."""
    back = unpack_boxes(pack_boxes(boxes))
    assert back.dtype == np.float32
    assert back.shape == boxes.shape
    assert back.tobytes() == boxes.tobytes()
    assert back.flags.writeable


def test_boxes_of_a_line_take_less_room_than_their_numbers() -> None:
    """Characters of a line share bottom and top."""
    x0 = np.linspace(72, 520, 80, dtype=np.float32)
    boxes = np.stack([x0, np.full_like(x0, 700.1), x0 + np.float32(5.56), np.full_like(x0, 710.3)], axis=1)
    assert len(pack_boxes(boxes)) < boxes.nbytes / 2


def test_other_arrays_are_refused() -> None:
    """Wrong numbers or wrong shape."""
    with pytest.raises(OurBug, match="float64"):
        pack_boxes(np.zeros((2, 4)))  # type: ignore[arg-type]  # what the test is about
    with pytest.raises(OurBug, match=r"\[4\]"):
        pack_boxes(np.zeros(4, np.float32))


def test_damage_is_noticed() -> None:
    """A changed byte fails the checksum."""
    block = bytearray(text_blocks("Doors of the stair" * 9)[0])
    block[-1] ^= 1
    with pytest.raises(zlib.error):
        unpack_text(bytes(block))
