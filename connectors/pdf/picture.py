"""A page as a picture, the way a viewer shows it: crop box cut out, turned upright."""

from __future__ import annotations

import io

import pypdfium2

from graph.errors import SkipRecord

MAX_PIXELS = 16_000_000
"""A page that would be larger is drawn smaller."""


def draw_page(data: bytes, name: str, *, page: int, scale: float) -> bytes:
    """Draws one page as PNG. Not safe in several threads at once: call it in a worker process.

    Args:
        name: For messages.
        page: 1-based.
        scale: Pixels per point.

    Raises:
        SkipRecord: The file cannot be opened or has no such page.
    """
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise SkipRecord("damaged", f"{name} cannot be opened: {error}") from error
    try:
        if not 1 <= page <= len(document):
            raise SkipRecord("no such page", f"{name} has {len(document)} pages")
        sheet = document[page - 1]
        width, height = sheet.get_size()
        fitting = min(scale, (MAX_PIXELS / max(width * height, 1.0)) ** 0.5)
        buffer = io.BytesIO()
        sheet.render(scale=fitting).to_pil().save(buffer, format="PNG", compress_level=3)
        return buffer.getvalue()
    finally:
        document.close()
