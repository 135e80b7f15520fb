"""Small PDFs drawn for the tests of the PDF reader."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

import pypdfium2
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from connectors.pdf import parse_pdf
from connectors.protocol import ParsedDocument
from graph.model import Block

Draw = Callable[[Canvas], None]

A4 = (595.0, 842.0)
PROSE = (
    "The door of the lobby shall be kept",
    "closed at all times unless it is held",
    "open by a device that lets it go when",
    "the alarm sounds in any part of the",
    "building or when the power fails, and",
    "the device shall be tested each month.",
)


def paper(*pages: Draw, size: tuple[float, float] = A4, password: str | None = None) -> bytes:
    """A PDF with one page for each drawing function."""
    buffer = io.BytesIO()
    encrypt = None if password is None else StandardEncryption(password, ownerPassword="owner", canPrint=0)
    canvas = Canvas(buffer, pagesize=size, encrypt=encrypt, invariant=1)
    for draw in pages:
        canvas.setFont("Helvetica", 10)
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def write(canvas: Canvas, x: float, top: float, lines: Sequence[str], leading: float = 12.0) -> None:
    """Lines of text one below the other, the first baseline at `top`."""
    for at, line in enumerate(lines):
        canvas.drawString(x, top - at * leading, line)


def turned(data: bytes, rotation: int, crop: tuple[float, float, float, float] | None = None) -> bytes:
    """The same PDF with its pages turned clockwise and cropped."""
    document = pypdfium2.PdfDocument(data)
    for at in range(len(document)):
        page = document[at]
        page.set_rotation(rotation)
        if crop:
            page.set_cropbox(*crop)
    buffer = io.BytesIO()
    document.save(buffer)
    document.close()
    return buffer.getvalue()


def read(*pages: Draw, size: tuple[float, float] = A4) -> ParsedDocument:
    """The pages drawn and parsed."""
    return parse_pdf(paper(*pages, size=size), "paper.pdf")


def words_of(document: ParsedDocument, block: Block) -> str:
    """The text of a block."""
    return document.text[block.span.start : block.span.end]


def blocks(document: ParsedDocument, kind: str) -> list[str]:
    """The texts of all blocks of that kind."""
    return [words_of(document, block) for block in document.blocks if block.kind == kind]


def rows(document: ParsedDocument) -> list[list[str]]:
    """The cells of the first table, row by row."""
    table = next(block for block in document.blocks if block.kind == "table")
    last = max(cell.row for cell in table.cells)
    return [
        [document.text[cell.span.start : cell.span.end] for cell in table.cells if cell.row == row]
        for row in range(last + 1)
    ]
