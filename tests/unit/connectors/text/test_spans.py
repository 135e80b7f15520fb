"""Cells that span rows or columns stand at their place in the grid."""

from __future__ import annotations

from connectors.parsing import parse
from connectors.text.spans import Spanning, placed


def test_a_cell_that_spans_columns_stands_in_the_first_of_them() -> None:
    """The others are empty."""
    assert placed([[Spanning("Rise", 2), Spanning("Going")], [Spanning("a"), Spanning("b"), Spanning("c")]]) == [
        ["Rise", "", "Going"],
        ["a", "b", "c"],
    ]


def test_a_cell_that_spans_rows_keeps_the_cells_below_in_their_columns() -> None:
    """A row that lists fewer cells is not moved to the left."""
    assert placed(
        [[Spanning("Office", 1, 2), Spanning("18")], [Spanning("45")], [Spanning("Shop"), Spanning("9")]]
    ) == [
        ["Office", "18"],
        ["", "45"],
        ["Shop", "9"],
    ]


def test_a_block_that_spans_both_ways_leaves_a_hole_of_its_size() -> None:
    """Two by two, at the end of a row."""
    rows = [[Spanning("a"), Spanning("b", 2, 2)], [Spanning("c")], [Spanning("d"), Spanning("e"), Spanning("f")]]
    assert placed(rows) == [["a", "b", ""], ["c", "", ""], ["d", "e", "f"]]


def test_a_head_that_spans_in_html_does_not_move_the_heads_behind_it() -> None:
    """The cells of the second row stand below the first head that is open."""
    html = (
        "<table><tr><th rowspan=2>Structure</th><th colspan=2>Straight</th><th rowspan=2>Curved</th></tr>"
        "<tr><th>Normal</th><th>Reduced</th></tr><tr><td>Post</td><td>1</td><td>2</td><td>3</td></tr></table>"
    )
    document = parse(html.encode(), "clearances.html")
    (table,) = [block for block in document.blocks if block.kind == "table"]
    heads = {(c.row, c.column): document.text[c.span.start : c.span.end] for c in table.cells}
    assert (heads[0, 3], heads[1, 1], heads[1, 2], heads[1, 0]) == ("Curved", "Normal", "Reduced", "")
