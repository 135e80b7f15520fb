"""An A3 drawing sheet: border, title block, revision table, notes and a schedule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from reportlab.lib import colors
from reportlab.lib.pagesizes import A3, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph, Table, TableStyle

from app.sample import facts

_LEFT, _RIGHT, _BOTTOM, _TOP = 284.0, 406.0, 10.0, 287.0
_BLOCK_TOP = 76.0
_LABEL = ParagraphStyle("label", fontName="Helvetica", fontSize=5.5, leading=6.5, textColor=colors.HexColor("#444444"))
_VALUE = ParagraphStyle("value", fontName="Helvetica-Bold", fontSize=9, leading=11)
_SMALL = ParagraphStyle("small", fontName="Helvetica", fontSize=7.5, leading=9.5)
_HEAD = ParagraphStyle("head", fontName="Helvetica-Bold", fontSize=7.5, leading=9.5)

Rows = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the title block and the right-hand column of a drawing say.

    Attributes:
        revisions: Revision, date and description of every issue, oldest first.
        schedule: Table rows below `schedule_title`; the first row is the head.
        notes: General notes, numbered from 1 on the sheet.
    """

    number: str
    title: str
    revision: str
    date: str
    scale: str
    revisions: Rows
    schedule_title: str
    schedule: Rows
    notes: Sequence[str]


def open_sheet(path: Path, sheet: Sheet) -> Canvas:
    """Start the PDF at `path` with everything but the drawing itself, whose area is left empty.

    The area is x 15 to 275 mm, y 15 to 282 mm; the caller draws, and saves the canvas.
    """
    canvas = Canvas(str(path), pagesize=landscape(A3), pageCompression=1, invariant=1)
    canvas.setTitle(f"{sheet.number} {sheet.title}")
    canvas.setAuthor(facts.ARCHITECT.firm)
    canvas.setLineWidth(1.2)
    canvas.rect(10 * mm, _BOTTOM * mm, 400 * mm, 277 * mm)
    canvas.line(280 * mm, _BOTTOM * mm, 280 * mm, _TOP * mm)
    _title_block(canvas, sheet)
    below = _heading(canvas, sheet.schedule_title, 280.0)
    below = _table(canvas, sheet.schedule, below - 2)
    below = _heading(canvas, "NOTES", below - 10)
    _notes(canvas, sheet.notes, below - 2)
    revisions = (("REV", "DATE", "DESCRIPTION"), *sheet.revisions)
    _table(canvas, revisions, _BLOCK_TOP + 6 * len(revisions))
    return canvas


def label(canvas: Canvas, text: str, x: float, y: float, size: float = 8.0) -> None:
    """Write `text` centred on a point given in millimetres."""
    canvas.setFont("Helvetica", size)
    canvas.drawCentredString(x * mm, y * mm, text)


def _title_block(canvas: Canvas, sheet: Sheet) -> None:
    cells = [
        [_field("PROJECT", f"{facts.PROJECT} ({facts.PROJECT_NUMBER})"), "", ""],
        [_field("CLIENT", facts.CLIENT.firm), "", _field("SCALE", sheet.scale)],
        [_field("TITLE", sheet.title), "", ""],
        [_field("DRAWN BY", facts.ARCHITECT.firm), "", _field("SHEET", "1 of 1")],
        [_field("STATUS", "Issued for Construction"), "", _field("DATE", sheet.date)],
        [_field("DRAWING NO", sheet.number), "", _field("REV", sheet.revision)],
    ]
    style = TableStyle(
        [("BOX", (0, 0), (-1, -1), 1.2, colors.black), ("VALIGN", (0, 0), (-1, -1), "TOP"), *_grid(cells)]
    )
    table = Table(cells, colWidths=[60 * mm, 25 * mm, 37 * mm], rowHeights=[10.5 * mm] * len(cells), style=style)
    table.wrapOn(canvas, 0, 0)
    table.drawOn(canvas, _LEFT * mm, (_BOTTOM + 2) * mm)


def _grid(cells: Sequence[Sequence[object]]) -> list[tuple[object, ...]]:
    spans = [("SPAN", (0, row), (2 if cells[row][2] == "" else 1, row)) for row in range(len(cells))]
    return [("INNERGRID", (0, 0), (-1, -1), 0.6, colors.black), *spans]


def _field(name: str, value: str) -> list[Paragraph]:
    return [Paragraph(name, _LABEL), Paragraph(escape(value), _VALUE)]


def _heading(canvas: Canvas, text: str, y: float) -> float:
    canvas.setFont("Helvetica-Bold", 9)
    canvas.drawString(_LEFT * mm, y * mm, text)
    return y


def _table(canvas: Canvas, rows: Rows, top: float) -> float:
    """Draw a ruled table, its first row the head, whose upper edge is at `top` mm; return the lower edge."""
    cells = [[Paragraph(escape(cell), _SMALL if n else _HEAD) for cell in row] for n, row in enumerate(rows)]
    widest = [max(8, *(len(row[n]) for row in rows)) for n in range(len(rows[0]))]
    widths = [(_RIGHT - _LEFT) * mm * width / sum(widest) for width in widest]
    table = Table(cells, colWidths=widths, rowHeights=[6 * mm] * len(cells))
    table.setStyle(TableStyle([("GRID", (0, 0), (-1, -1), 0.6, colors.black), ("VALIGN", (0, 0), (-1, -1), "MIDDLE")]))
    _, height = table.wrapOn(canvas, 0, 0)
    table.drawOn(canvas, _LEFT * mm, top * mm - height)
    return float(top - height / mm)


def _notes(canvas: Canvas, notes: Sequence[str], top: float) -> None:
    y = top * mm
    for number, note in enumerate(notes, start=1):
        paragraph = Paragraph(escape(f"{number}. {note}"), _SMALL)
        _, height = paragraph.wrapOn(canvas, (_RIGHT - _LEFT) * mm, 100 * mm)
        y -= height + 1.2 * mm
        paragraph.drawOn(canvas, _LEFT * mm, y)
