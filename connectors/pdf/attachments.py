"""Files within PDF files: a report that carries its data with it."""

from __future__ import annotations

import io

import pypdfium2 as pdfium

from graph.errors import SkipRecord


def attach(pdf: bytes, name: str, content: bytes) -> bytes:
    """The PDF with a file of that name in it."""
    document = pdfium.PdfDocument(pdf)
    try:
        document.new_attachment(name).set_data(content)
        out = io.BytesIO()
        document.save(out)
        return out.getvalue()
    finally:
        document.close()


def attached(pdf: bytes, name: str) -> bytes:
    """The content of the file of that name in a PDF.

    Raises:
        SkipRecord: It is no PDF that can be read, or has no such file.
    """
    try:
        document = pdfium.PdfDocument(pdf)
    except pdfium.PdfiumError as error:
        raise SkipRecord("unreadable", f"no PDF that can be read: {error}") from error
    try:
        for at in range(document.count_attachments()):
            found = document.get_attachment(at)
            if found.get_name() == name:
                return bytes(found.get_data())
    finally:
        document.close()
    raise SkipRecord("no attachment", f"the PDF has no file {name!r} in it")
