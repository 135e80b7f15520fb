"""Contract of the store: texts, character boxes and cursors."""

from __future__ import annotations

import numpy as np
import pytest

from graph.errors import NotFound
from graph.model import Span
from graph.store import GraphStore
from tests.contracts.store_contract_nodes import NASTY

LONG = "".join(f"{n:06} Türschild 防火门 🚪 clause\n" for n in range(3000))


class TextContract:
    """Texts, boxes, cursors."""

    @pytest.mark.parametrize("text", [*NASTY, "broken \udcff name"])
    def test_a_text_comes_back_equal(self, store: GraphStore, text: str) -> None:
        """To the character, empty and odd ones included; its parts are slices of it."""
        with store.write() as writer:
            writer.put_text("s-1", text)
        with store.read() as reader:
            assert reader.text("s-1") == text
            assert reader.text("s-1", Span(1, 5)) == text[1:5]

    def test_a_span_is_a_slice_in_code_points(self, store: GraphStore) -> None:
        """Anywhere in a long text: at its ends, across its middle, empty, and past its end."""
        size = len(LONG)
        cuts = [0, 1, 4095, 4096, 16_383, 16_384, 16_385, 32_768, 65_536, size - 1, size, size + 7]
        with store.write() as writer:
            writer.put_text("s-1", LONG)
        with store.read() as reader:
            assert reader.text("s-1") == LONG
            for start in cuts:
                for end in (cut for cut in cuts if cut >= start):
                    assert reader.text("s-1", Span(start, end)) == LONG[start:end]

    def test_a_text_that_is_not_there_is_not_found(self, store: GraphStore) -> None:
        """Which differs from a text that is empty."""
        with store.write() as writer:
            writer.put_text("s-1", "")
        with store.read() as reader:
            assert reader.text("s-1", Span(0, 3)) == ""
            with pytest.raises(NotFound):
                reader.text("s-2")
            with pytest.raises(NotFound):
                reader.text("s-2", Span(0, 3))

    def test_a_text_can_be_put_again(self, store: GraphStore) -> None:
        """The same changes nothing; another takes its place, also a shorter one."""
        with store.write() as writer:
            writer.put_text("s-1", LONG)
        before = store.generation()
        with store.write() as writer:
            writer.put_text("s-1", LONG)
        assert store.generation() == before
        with store.write() as writer:
            writer.put_text("s-1", "short")
        assert store.generation() > before
        with store.read() as reader:
            assert reader.text("s-1") == "short"

    def test_boxes_come_back_bit_for_bit(self, store: GraphStore) -> None:
        """Also NaN, which marks characters that are not on the page."""
        boxes = np.random.default_rng(7).uniform(-50, 900, (777, 4)).astype(np.float32)
        boxes[::5] = np.nan
        with store.write() as writer:
            writer.put_char_boxes("s-1", 2, boxes)
        with store.read() as reader:
            found = reader.char_boxes("s-1", 2)
        assert found.dtype == np.float32
        assert found.shape == (777, 4)
        assert found.tobytes() == boxes.tobytes()

    def test_a_page_without_boxes_gives_none(self, store: GraphStore) -> None:
        """Whether they were never put or are known to be empty: `float32[0, 4]`."""
        with store.write() as writer:
            writer.put_char_boxes("s-1", 1, np.empty((0, 4), np.float32))
        with store.read() as reader:
            for source_id, page in (("s-1", 1), ("s-1", 2), ("s-2", 1)):
                found = reader.char_boxes(source_id, page)
                assert found.shape == (0, 4)
                assert found.dtype == np.float32

    def test_boxes_can_be_put_again(self, store: GraphStore) -> None:
        """The same change nothing, others take their place."""
        ones = np.ones((3, 4), np.float32)
        with store.write() as writer:
            writer.put_char_boxes("s-1", 1, ones)
        before = store.generation()
        with store.write() as writer:
            writer.put_char_boxes("s-1", 1, ones)
        assert store.generation() == before
        with store.write() as writer:
            writer.put_char_boxes("s-1", 1, ones[:2] * 2)
        with store.read() as reader:
            assert reader.char_boxes("s-1", 1).tolist() == [[2.0] * 4] * 2

    @pytest.mark.parametrize("text", NASTY)
    def test_a_cursor_is_kept_per_connector(self, store: GraphStore, text: str) -> None:
        """Whatever it says; unknown connectors have none, an empty cursor is one."""
        with store.write() as writer:
            writer.save_cursor("files", "first")
            writer.save_cursor("files", text)
            writer.save_cursor(f"{text}mail", "other")
            assert writer.cursor("files") == text
        with store.read() as reader:
            assert reader.cursor("files") == text
            assert reader.cursor(f"{text}mail") == "other"
            assert reader.cursor("sharepoint") is None
            assert reader.cursors() == dict(sorted({"files": text, f"{text}mail": "other"}.items()))
