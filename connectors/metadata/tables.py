"""Revision tables: rows of revision, date and what changed."""

from __future__ import annotations

from collections.abc import Iterator

from connectors.metadata.words import label_key, words
from connectors.protocol import ParsedDocument, Statement
from graph.dates import parse_date
from graph.model import Block, Cell
from graph.vocabulary import ClaimField, Ground

_MOST_COLUMNS = 8
_MOST_ROWS = 60
_LONGEST_LABEL_CHARS = 24


def revision_statements(document: ParsedDocument) -> Iterator[Statement]:
    """VERSION of each row of a table whose first row names a revision and a date, and no number.

    The row's date is the statement's date, its other words its note.
    """
    for block in document.blocks:
        if block.kind == "table" and block.cells[-1].row < _MOST_ROWS:
            yield from _of_table(document.text, block)


def _of_table(text: str, block: Block) -> Iterator[Statement]:
    first = [cell for cell in block.cells if cell.row == 0]
    fields = {cell.column: _field(text, cell) for cell in first}
    columns = {field: column for column, field in fields.items() if field is not None}
    register = ClaimField.NUMBER in columns or ClaimField.TITLE in columns
    if len(first) > _MOST_COLUMNS or register or not {ClaimField.VERSION, ClaimField.DATE} <= columns.keys():
        return
    rows: dict[int, list[Cell]] = {}
    for cell in block.cells:
        rows.setdefault(cell.row, []).append(cell)
    for number, row in rows.items():
        if number:
            yield from _of_row(text, row, columns[ClaimField.VERSION], columns[ClaimField.DATE])


def _field(text: str, cell: Cell) -> ClaimField | None:
    label = words().labels.get(label_key(text[cell.span.start : cell.span.end]))
    return label.field if label else None


def _of_row(text: str, row: list[Cell], version: int, date: int) -> Iterator[Statement]:
    said = {cell.column: text[cell.span.start : cell.span.end] for cell in row}
    cell = next((cell for cell in row if cell.column == version), None)
    label = said.get(version, "")
    if cell is None or not label or len(label) > _LONGEST_LABEL_CHARS:
        return
    note = "; ".join(words for column, words in said.items() if column not in (version, date) and words)
    anchor = parse_date(said.get(date, ""))
    yield Statement(ClaimField.VERSION, label, Ground.REVISION_TABLE, 0.8, cell.span, anchor, note or None)
