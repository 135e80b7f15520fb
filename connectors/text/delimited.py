"""Comma and tab separated values."""

from __future__ import annotations

import csv
import io
import sys

from connectors.protocol import ParsedDocument
from connectors.text.builder import TextBuilder, normalise
from connectors.text.charset import decode
from connectors.text.records import write_records
from graph.errors import SkipRecord

_SAMPLE_CHARS = 8192
_DELIMITERS = ",;\t|"


def parse_delimited(data: bytes, name: str) -> ParsedDocument:
    """A table of records; the first row names the columns.

    Raises:
        SkipRecord: `damaged` where the rows cannot be told apart.
    """
    raw, warnings = decode(data)
    builder = TextBuilder()
    builder.warnings += warnings
    text = normalise(raw)
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    delimiter = "\t" if name.lower().endswith(".tsv") else _delimiter(text)
    try:
        rows = [row for row in csv.reader(io.StringIO(text), delimiter=delimiter) if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise SkipRecord("damaged", f"{name} is not a readable table: {error}") from error
    if rows:
        write_records(builder, rows[0], rows[1:])
    media_type = "text/tab-separated-values" if delimiter == "\t" else "text/csv"
    return builder.document(media_type)


def _delimiter(text: str) -> str:
    """The sign that cuts the first line into most cells, quoted parts left out."""
    first = text[:_SAMPLE_CHARS].split("\n", 1)[0]
    outside = "".join(first.split('"')[::2])
    return max(_DELIMITERS, key=lambda sign: (outside.count(sign), -_DELIMITERS.index(sign)))
