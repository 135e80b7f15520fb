"""Files within PDF files: what was put in comes out, and what is not there is said."""

from __future__ import annotations

import io

import pytest
from reportlab.pdfgen.canvas import Canvas

from connectors.pdf.attachments import attach, attached
from graph.errors import SkipRecord


def blank() -> bytes:
    """A PDF of one page."""
    out = io.BytesIO()
    canvas = Canvas(out)
    canvas.drawString(72, 700, "One page")
    canvas.save()
    return out.getvalue()


def test_a_file_comes_out_of_a_pdf_as_it_was_put_in() -> None:
    """Byte for byte, in any script, also an empty one beside it."""
    table = "a,б,栏\n1,2,3\n".encode()
    pdf = attach(attach(blank(), "empty.csv", b""), "table.csv", table)
    assert attached(pdf, "table.csv") == table


def test_a_pdf_without_the_file_and_no_pdf_at_all_are_told_apart() -> None:
    """Both are records that cannot be used."""
    with pytest.raises(SkipRecord, match="no file 'table.csv'"):
        attached(blank(), "table.csv")
    with pytest.raises(SkipRecord, match="no PDF"):
        attached(b"%PDF-1.7 torn", "table.csv")
