"""Paper: A4 pages with a foot, running text, headings and tables, for everything that is printed."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Paragraph, Table, TableStyle

from app.use_cases.report_fonts import is_wide, marked_up, text_font

MARGIN = 18 * mm
WIDTH = A4[0] - 2 * MARGIN
GREY, RULE, HEAD = colors.HexColor("#555555"), colors.HexColor("#bbbbbb"), colors.HexColor("#eef1f4")


@dataclass(frozen=True, slots=True)
class Paper:
    """What stands on every page.

    Attributes:
        title: Of the document, as viewers show it.
        foot: Left of the number of each page.
    """

    title: str
    foot: str


def set_pages(paper: Paper, story: Iterable[Flowable]) -> bytes:
    """A PDF of A4 pages, whose bytes depend on nothing but what is given and the fonts of the machine."""
    out = io.BytesIO()
    document = BaseDocTemplate(out, pagesize=A4, title=paper.title, author="Prevail", pageCompression=1, invariant=1)
    frame = Frame(MARGIN, MARGIN, WIDTH, A4[1] - 2 * MARGIN, 0, 0, 0, 0)
    page = PageTemplate("page", [frame], onPage=lambda canvas, at: _foot(canvas, paper.foot, at.page))
    document.addPageTemplates(page)
    document.build(list(story))
    return out.getvalue()


def _foot(canvas: Canvas, text: str, page: int) -> None:
    canvas.setFont(text_font(), 7.5)
    canvas.setFillColor(GREY)
    canvas.drawString(MARGIN, 10 * mm, text)
    canvas.drawRightString(A4[0] - MARGIN, 10 * mm, f"page {page}")


def _style(size: float, **more: Any) -> ParagraphStyle:
    return ParagraphStyle(f"{size}", fontName=text_font(), fontSize=size, **{"leading": size * 1.32} | more)


def text(said: object, size: float = 9, **more: Any) -> Paragraph:
    """Running text; a dash where there is none."""
    shown = "–" if said is None or said == "" else str(said)
    breaking = {"wordWrap": "CJK"} if is_wide(shown) else {}
    return Paragraph(marked_up(" ".join(shown.split())), _style(size, **breaking, **more))


def heading(said: str, size: float = 13) -> Paragraph:
    """A heading that stays with what follows it."""
    return text(said, size, spaceBefore=size * 0.7, spaceAfter=size * 0.4, keepWithNext=1)


def grid(columns: Sequence[str], rows: Sequence[Sequence[object]], widths: Sequence[float], size: float = 8.5) -> Table:
    """A table whose head is repeated on every page."""
    cells = [[text(cell, size) for cell in row] for row in (columns, *rows)]
    style = [
        ("LINEBELOW", (0, 0), (-1, -1), 0.4, RULE),
        ("BACKGROUND", (0, 0), (-1, 0), HEAD),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("TOPPADDING", (0, 0), (-1, -1), 2.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
    ]
    return Table(cells, colWidths=list(widths), style=TableStyle(style), repeatRows=1, hAlign="LEFT")
