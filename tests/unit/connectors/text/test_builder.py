"""The builder: whatever is written, spans are exact and the text is normalised."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from connectors.text.builder import TextBuilder, normalise

_KINDS = st.sampled_from(["paragraph", "heading", "list_item", "code", "toc", "quoted"])


@given(st.lists(st.tuples(_KINDS, st.text(max_size=40)), max_size=12))
def test_blocks_stand_in_order_and_their_spans_cut_out_what_was_written(pieces: list[tuple[str, str]]) -> None:
    """Any texts: no overlap, no block without words, all of it NFC."""
    builder = TextBuilder()
    for kind, text in pieces:
        span = builder.add(text, kind)
        if span is not None:
            written = builder.text[span.start : span.end]
            assert written == normalise(text).strip("\n").rstrip()
    end = 0
    for block in builder.blocks:
        assert block.span.start >= end
        assert builder.text[block.span.start : block.span.end].strip()
        end = block.span.end
    assert unicodedata.is_normalized("NFC", builder.text)
    assert "\r" not in builder.text


@given(st.lists(st.lists(st.text(max_size=12), min_size=1, max_size=4), max_size=6))
def test_cells_of_a_table_lie_inside_it_and_hold_their_words(rows: list[list[str]]) -> None:
    """Any rows: each cell's span gives its words on one line."""
    builder = TextBuilder()
    builder.add("before")
    span = builder.table(rows)
    if span is None:
        assert len(builder.blocks) == 1
        return
    block = builder.blocks[-1]
    assert block.span == span
    for cell in block.cells:
        assert span.covers(cell.span)
        assert "\n" not in builder.text[cell.span.start : cell.span.end]


def test_a_table_is_a_line_a_row_with_bars_between_cells() -> None:
    """The first row is the header; an empty cell keeps its place; an empty row does not."""
    builder = TextBuilder()
    builder.table([["Door", "Rating"], ["", ""], ["D2", ""]])
    assert builder.text == "Door | Rating\nD2 | "
    assert [(cell.row, cell.column, cell.header) for cell in builder.blocks[0].cells] == [
        (0, 0, True),
        (0, 1, True),
        (1, 0, False),
        (1, 1, False),
    ]


def test_control_soft_hyphen_and_direction_characters_are_no_text() -> None:
    """What a reader cannot see does not reach the text."""
    assert normalise("a\x00b\u00adc\u202ed\r\ne\u0301") == "abcd\n\u00e9"
