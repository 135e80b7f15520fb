"""What a PDF's geometry and properties claim about the document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from connectors.metadata.words import status_of
from connectors.pdf.segments import Segment
from connectors.pdf.titleblock import TitleBlock
from connectors.protocol import Statement
from graph.dates import parse_date
from graph.model import Span
from graph.vocabulary import ClaimField, Ground, SourceKind

_KIND_CONFIDENCE = 0.75
_TITLE_CONFIDENCE, _BLOCK_CONFIDENCE, _TABLE_CONFIDENCE, _PROPERTY_CONFIDENCE = 0.6, 0.9, 0.8, 0.2
_LONGEST_TITLE_CHARS = 250
_EDITION = re.compile(r"^\W*(?:\w+\W+){0,3}(?:edition|revision|version|issue)\b.{0,12}$", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{3,}")
_FILE = re.compile(r"\.[A-Za-z]{2,4}x?$|^(?:microsoft word|untitled|document\d*)\b", re.IGNORECASE)
_NOBODY = re.compile(r"^(?:anonymous|unspecified|unknown|user|admin(?:istrator)?|author)$", re.IGNORECASE)
_FIELDS = {
    "number": ClaimField.NUMBER,
    "title": ClaimField.TITLE,
    "version": ClaimField.VERSION,
    "date": ClaimField.DATE,
    "status": ClaimField.STATUS,
    "project": ClaimField.PROJECT,
}


def block_statements(block: TitleBlock, text: str, span: Span) -> Iterator[Statement]:
    """Claims of a title block and of its revision table.

    Args:
        span: Where its lines stand in the document's text.
    """
    yield Statement(ClaimField.KIND, SourceKind.DRAWING, Ground.TITLE_BLOCK, _KIND_CONFIDENCE)
    cursor = span.start
    for entry in block.entries:
        line, cursor = _line(text, cursor, span.end)
        at = text.find(entry.value, line.start, line.end)
        place = Span(at, at + len(entry.value)) if entry.value and at >= 0 else None
        yield from _entry(entry.field, entry.value, place)
    for _ in block.head:
        _, cursor = _line(text, cursor, span.end)
    for row in block.revisions:
        line, cursor = _line(text, cursor, span.end)
        date = parse_date(row.date) if row.date else None
        note = row.description or None
        yield Statement(ClaimField.VERSION, row.label, Ground.REVISION_TABLE, _TABLE_CONFIDENCE, line, date, note)


def _line(text: str, start: int, end: int) -> tuple[Span, int]:
    """The line that begins at `start`, and where the next one does."""
    stop = text.find("\n", start, end)
    stop = end if stop < 0 else stop
    return Span(start, stop), min(stop + 1, end)


def _entry(name: str, value: str, span: Span | None) -> Iterator[Statement]:
    field = _FIELDS.get(name)
    if field is None or not value:
        return
    if field is ClaimField.DATE:
        date = parse_date(value)
        if date is not None:
            yield Statement(field, value, Ground.TITLE_BLOCK, _BLOCK_CONFIDENCE, span, date)
    elif field is ClaimField.STATUS:
        status = status_of(value)
        if status is not None:
            yield Statement(field, status, Ground.TITLE_BLOCK, _BLOCK_CONFIDENCE, span, note=value)
    else:
        yield Statement(field, value, Ground.TITLE_BLOCK, _BLOCK_CONFIDENCE, span)


def title_statement(first_page: Sequence[Segment], body: float, text: str) -> Statement | None:
    """The largest words of the first page, where they are clearly larger than the text.

    Args:
        body: The size of the document's running text, in points.
        text: The document's text up to the end of the first page.
    """
    worded = [piece for piece in first_page if _WORD.search(piece.text) and not _EDITION.search(piece.text)]
    largest = max((piece.size for piece in worded), default=0.0)
    if largest < 1.3 * body:
        return None
    chosen = [piece for piece in worded if piece.size > 0.95 * largest]
    chosen.sort(key=lambda piece: (-piece.base, piece.x0))
    title = " ".join(piece.text for piece in chosen)
    if len(title) > _LONGEST_TITLE_CHARS:
        return None
    found = re.search(r"\s+".join(re.escape(word) for word in title.split()), text)
    span = Span(*found.span()) if found else None
    return Statement(ClaimField.TITLE, title, Ground.TITLE_PAGE, _TITLE_CONFIDENCE, span)


def property_statements(properties: Mapping[str, str]) -> Iterator[Statement]:
    """Title and author of the file's properties; names of files and programs are no titles."""
    title = properties.get("Title", "").strip()
    if title and not _FILE.search(title):
        yield Statement(ClaimField.TITLE, title, Ground.FILE_PROPERTIES, _PROPERTY_CONFIDENCE)
    author = properties.get("Author", "").strip()
    if author and not _NOBODY.match(author):
        yield Statement(ClaimField.AUTHOR, author, Ground.FILE_PROPERTIES, _PROPERTY_CONFIDENCE)
