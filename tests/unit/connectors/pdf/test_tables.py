"""Tables kept as rows of cells."""

from __future__ import annotations

from reportlab.pdfgen.canvas import Canvas

from tests.unit.connectors.pdf.papers import blocks, read, rows, words_of, write

CELLS = [
    ["Room", "Rate (l/s)", "Note"],
    ["Kitchen", "13", "with hood"],
    ["Bathroom", "8", ""],
    ["Utility", "9", "no window"],
]


def _text(canvas: Canvas, x: float, top: float, width: float, height: float) -> None:
    for row, cells in enumerate(CELLS):
        for column, cell in enumerate(cells):
            canvas.drawString(x + 4 + column * width, top - 13 - row * height, cell)


def _grid(canvas: Canvas) -> None:
    canvas.drawString(100, 720, "Table 7 Rates of extract")
    _text(canvas, 100, 700, 110, 18)
    canvas.grid([100, 210, 320, 430], [700 - 18 * at for at in range(5)])
    write(canvas, 100, 560, ["A paragraph that stands below the table and is none of its cells."])


def _pieces(canvas: Canvas) -> None:
    canvas.drawString(100, 720, "Table 7 Rates of extract")
    _text(canvas, 100, 700, 110, 18)
    for row in range(1, 5):
        for column in range(3):
            canvas.line(104 + column * 110, 700 - 18 * row, 204 + column * 110, 700 - 18 * row)


def _across(canvas: Canvas) -> None:
    _text(canvas, 100, 700, 110, 18)
    for at in (0, 1, 4):
        canvas.line(100, 700 - 18 * at, 430, 700 - 18 * at)


def test_a_grid_of_rules_gives_rows_of_cells() -> None:
    """The first row and the first column are headings; empty cells are cells."""
    document = read(_grid)
    assert rows(document) == CELLS
    table = next(block for block in document.blocks if block.kind == "table")
    headings = {(cell.row, cell.column) for cell in table.cells if cell.header}
    assert headings == {(0, 0), (0, 1), (0, 2), (1, 0), (2, 0), (3, 0)}
    assert words_of(document, table).splitlines()[2] == "Bathroom | 8 | "
    assert [block.kind for block in document.blocks] == ["caption", "table", "paragraph"]


def test_pieces_of_rule_under_each_column_give_the_same_table() -> None:
    """No upright rule is needed where the pieces name the columns."""
    document = read(_pieces)
    assert rows(document) == CELLS
    assert blocks(document, "caption") == ["Table 7 Rates of extract"]


def test_rules_right_across_and_gutters_give_the_same_table() -> None:
    """Three rules, and rows told by the lines of the first column."""
    assert rows(read(_across)) == CELLS


def test_characters_of_cells_keep_their_boxes() -> None:
    """The cell that says 13 has two boxes, in its own column."""
    document = read(_grid)
    at = document.text.index("13")
    boxes = document.char_boxes[1][at : at + 2]
    assert 210 < boxes[0][0] < boxes[1][2] < 320


def test_wrapped_cells_are_joined_and_a_merged_cell_stands_in_its_first_row() -> None:
    """A cell over two rows leaves the place below it empty."""

    def draw(canvas: Canvas) -> None:
        canvas.grid([100, 250, 400], [700, 680])
        canvas.rect(100, 620, 150, 60)
        canvas.grid([250, 400], [680, 650, 620])
        canvas.drawString(104, 687, "Gas")
        canvas.drawString(254, 687, "Limit")
        write(canvas, 104, 668, ["Carbon monoxide and", "all that is like it"])
        canvas.drawString(254, 660, "100 mg")
        canvas.drawString(254, 630, "30 mg")

    assert rows(read(draw)) == [["Gas", "Limit"], ["Carbon monoxide and all that is like it", "100 mg"], ["", "30 mg"]]


def test_columns_of_prose_between_two_rules_are_no_table() -> None:
    """Head and foot rules of a page do not make its columns into cells."""

    def draw(canvas: Canvas) -> None:
        canvas.line(72, 760, 520, 760)
        canvas.line(72, 300, 520, 300)
        for x in (72, 310):
            write(canvas, x, 740, [f"Line {at} of a column of running text here" for at in range(20)])

    document = read(draw)
    assert blocks(document, "table") == []
    assert document.text.index("Line 19") < document.text.rindex("Line 0 ")


def test_a_raised_figure_is_a_superscript_and_a_lowered_one_plain() -> None:
    """m² and CO2 as a reader would type them."""

    def draw(canvas: Canvas) -> None:
        text = canvas.beginText(72, 700)
        text.textOut("An area of 25 m")
        text.setFont("Helvetica", 6)
        text.setRise(4)
        text.textOut("2")
        text.setFont("Helvetica", 10)
        text.setRise(0)
        text.textOut(" and CO")
        text.setFont("Helvetica", 6)
        text.setRise(-2)
        text.textOut("2")
        canvas.drawText(text)

    assert read(draw).text == "An area of 25 m² and CO2"
