"""Title blocks and revision tables as claims."""

from __future__ import annotations

from datetime import date

from reportlab.pdfgen.canvas import Canvas

from graph.vocabulary import ClaimField, Ground
from tests.unit.connectors.pdf.papers import blocks, read

A2 = (1684.0, 1191.0)


def _sheet(canvas: Canvas) -> None:
    for at in range(40):
        canvas.line(100 + 20 * at, 200, 100 + 20 * at, 900)
    canvas.drawString(300, 700, "STAIR 2")
    canvas.setFont("Helvetica", 6)
    for label, value, x, y in (
        ("DRAWING NO.", "TWR-A-201", 1400, 60),
        ("REV", "C", 1550, 60),
        ("DATE", "14 March 2019", 1400, 110),
        ("SCALE", "1:50 @ A1", 1550, 110),
        ("TITLE", "Stair 2 plan", 1400, 160),
    ):
        canvas.drawString(x, y, label)
        canvas.setFont("Helvetica", 10)
        canvas.drawString(x, y - 14, value)
        canvas.setFont("Helvetica", 6)
    canvas.drawString(1400, 128, "and section")
    for at, row in enumerate(
        (("REV", "DATE", "DESCRIPTION"), ("C", "14.03.2019", "Door D2.04 changed"), ("B", "01.02.2019", "For tender"))
    ):
        for text, x in zip(row, (1400, 1440, 1500), strict=True):
            canvas.drawString(x, 300 - 10 * at, text)


def test_labels_take_the_values_below_them() -> None:
    """Number, title, revision and date are claimed on the ground of the title block."""
    document = read(_sheet, size=A2)
    stated = {s.field: s.value for s in document.statements if s.ground is Ground.TITLE_BLOCK}
    assert stated == {
        ClaimField.KIND: "drawing",
        ClaimField.NUMBER: "TWR-A-201",
        ClaimField.TITLE: "Stair 2 plan",
        ClaimField.VERSION: "C",
        ClaimField.DATE: "14 March 2019",
    }


def test_claims_know_where_they_are_written() -> None:
    """The span of each claim holds its value."""
    document = read(_sheet, size=A2)
    stated = [s for s in document.statements if s.ground is Ground.TITLE_BLOCK and s.field is not ClaimField.KIND]
    spans = [(s.value, s.span) for s in stated]
    assert spans
    assert all(span and document.text[span.start : span.end] == value for value, span in spans)


def test_a_revision_table_claims_each_revision_with_date_and_reason() -> None:
    """Newest first, as it stands below its headings."""
    document = read(_sheet, size=A2)
    found = [
        (s.value, s.date and s.date.earliest, s.note) for s in document.statements if s.ground is Ground.REVISION_TABLE
    ]
    assert found == [("C", date(2019, 3, 14), "Door D2.04 changed"), ("B", date(2019, 2, 1), "For tender")]


def test_the_title_block_is_a_header_and_the_drawing_is_read_in_clusters() -> None:
    """What stands on the sheet outside the block is text."""
    document = read(_sheet, size=A2)
    assert "DRAWING NO. TWR-A-201" in blocks(document, "header")[0].splitlines()
    assert "STAIR 2" in blocks(document, "paragraph")


def test_a_blank_field_takes_no_value_from_its_neighbour() -> None:
    """An empty date is stated by nobody."""

    def draw(canvas: Canvas) -> None:
        canvas.line(0, 0, 900, 900)
        for text, x in (("Title: Pump room", 1300), ("Date:", 1400), ("Rev: B", 1500), ("Size: A2", 1600)):
            canvas.drawString(x, 50, text)

    document = read(draw, size=A2)
    stated = {s.field: s.value for s in document.statements if s.ground is Ground.TITLE_BLOCK}
    assert stated == {ClaimField.KIND: "drawing", ClaimField.TITLE: "Pump room", ClaimField.VERSION: "B"}


def test_the_largest_words_of_the_first_page_are_its_title() -> None:
    """Not the edition, which is larger here."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica-Bold", 30)
        canvas.drawString(72, 700, "2019 edition")
        canvas.setFont("Helvetica-Bold", 24)
        canvas.drawString(72, 600, "Standard for Lobbies")
        canvas.setFont("Helvetica", 10)
        canvas.drawString(72, 400, "Published for those who build lobbies and those who use them every day.")

    titles = [(s.value, s.ground) for s in read(draw).statements if s.field is ClaimField.TITLE]
    assert ("Standard for Lobbies", Ground.TITLE_PAGE) in titles
