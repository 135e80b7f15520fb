"""Set a marked-up text as a PDF of A4 pages, in one column or two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from xml.sax.saxutils import escape

from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    FrameBreak,
    HRFlowable,
    KeepTogether,
    NextPageTemplate,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

from app.sample.templates import Line

_MARGIN = 22 * mm
_GUTTER = 8 * mm
_FRONT_HEIGHT = 44 * mm
_BODY = ParagraphStyle("body", fontName="Times-Roman", fontSize=10, leading=12.8, spaceAfter=4, alignment=TA_JUSTIFY)
_STYLES = {
    "title": ParagraphStyle("title", fontName="Helvetica-Bold", fontSize=15, leading=19, alignment=TA_CENTER),
    "field": ParagraphStyle("field", fontName="Helvetica", fontSize=9.5, leading=12.5, alignment=TA_CENTER),
    "part": ParagraphStyle(
        "part", fontName="Helvetica-Bold", fontSize=11.5, leading=15, spaceBefore=10, spaceAfter=4, keepWithNext=1
    ),
    "clause": ParagraphStyle(
        "clause", fontName="Helvetica-Bold", fontSize=10, leading=13, spaceBefore=6, spaceAfter=2, keepWithNext=1
    ),
    "subclause": ParagraphStyle("subclause", parent=_BODY, leftIndent=14, firstLineIndent=-14),
    "numbered": ParagraphStyle("numbered", parent=_BODY, leftIndent=18, firstLineIndent=-18),
    "caption": ParagraphStyle("caption", fontName="Helvetica-Oblique", fontSize=8.5, leading=11, spaceAfter=8),
    "text": _BODY,
    "cell": ParagraphStyle("cell", fontName="Helvetica", fontSize=8.5, leading=10.5),
    "head": ParagraphStyle("head", fontName="Helvetica-Bold", fontSize=8.5, leading=10.5),
}


@dataclass(frozen=True, slots=True)
class Furniture:
    """What stands at the head and the foot of every page, and how the page is divided."""

    title: str
    head: str
    foot: str
    author: str
    columns: int = 1


def set_paper(path: Path, text: Iterable[Line], furniture: Furniture) -> None:
    """Write `text` to `path` as a PDF whose bytes depend on nothing but the arguments."""
    document = BaseDocTemplate(
        str(path), pagesize=A4, title=furniture.title, author=furniture.author, pageCompression=1, invariant=1
    )
    document.addPageTemplates(list(_page_templates(furniture)))
    document.build(list(_flow(text, furniture.columns)))


def _page_templates(furniture: Furniture) -> Iterator[PageTemplate]:
    def draw(canvas: Canvas, document: BaseDocTemplate) -> None:
        _draw_furniture(canvas, furniture, document.page)

    height = A4[1] - 2 * _MARGIN
    if furniture.columns > 1:
        front = _frames(furniture.columns, height - _FRONT_HEIGHT)
        top = Frame(_MARGIN, A4[1] - _MARGIN - _FRONT_HEIGHT, A4[0] - 2 * _MARGIN, _FRONT_HEIGHT, 0, 0, 0, 0)
        yield PageTemplate("front", [top, *front], onPage=draw)
    yield PageTemplate("page", _frames(furniture.columns, height), onPage=draw)


def _frames(columns: int, height: float) -> list[Frame]:
    width = (A4[0] - 2 * _MARGIN - (columns - 1) * _GUTTER) / columns
    return [Frame(_MARGIN + n * (width + _GUTTER), _MARGIN, width, height, 0, 0, 0, 0) for n in range(columns)]


def _draw_furniture(canvas: Canvas, furniture: Furniture, page: int) -> None:
    canvas.setFont("Helvetica", 8)
    canvas.setFillColor(colors.HexColor("#555555"))
    canvas.drawString(_MARGIN, A4[1] - 13 * mm, furniture.head)
    canvas.drawString(_MARGIN, 12 * mm, furniture.foot)
    canvas.drawRightString(A4[0] - _MARGIN, 12 * mm, f"Page {page}")
    canvas.setLineWidth(0.4)
    canvas.line(_MARGIN, A4[1] - 15 * mm, A4[0] - _MARGIN, A4[1] - 15 * mm)


def _flow(text: Iterable[Line], columns: int) -> Iterator[Flowable]:
    front = True
    for kind, group in groupby(text, key=lambda line: line.kind):
        if front and kind not in ("title", "field"):
            front = False
            yield from _end_of_front(columns)
        yield from _group(kind, [line.text for line in group])


def _end_of_front(columns: int) -> Iterator[Flowable]:
    yield Spacer(0, 5 * mm)
    yield HRFlowable(width="100%", thickness=0.8, color=colors.black, spaceAfter=4 * mm)
    if columns > 1:
        yield NextPageTemplate("page")
        yield FrameBreak()


def _group(kind: str, texts: list[str]) -> Iterator[Flowable]:
    if kind == "row":
        yield KeepTogether([_table([[cell.strip() for cell in text.split("|")] for text in texts]), Spacer(0, 2 * mm)])
        return
    yield from (Paragraph(escape(text), _STYLES[kind]) for text in texts)
    if kind in ("title", "field"):
        yield Spacer(0, 2 * mm)


def _table(rows: list[list[str]]) -> Table:
    cells = [[Paragraph(escape(cell), _STYLES["cell" if n else "head"]) for cell in row] for n, row in enumerate(rows)]
    style = [
        ("GRID", (0, 0), (-1, -1), 0.5, colors.black),
        ("BACKGROUND", (0, 0), (-1, 0), colors.HexColor("#e6e6e6")),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ]
    widest = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    room = min(A4[0] - 2 * _MARGIN, 1.5 * mm * (4 * len(widest) + sum(widest)))
    # Whole points: sums of fractions differ in the last bit between versions of Python.
    widths = [round(room * (4 + width) / (4 * len(widest) + sum(widest))) for width in widest]
    return Table(cells, colWidths=widths, style=TableStyle(style), hAlign="LEFT")
