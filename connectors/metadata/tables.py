"""Revision tables: rows of revision, date and what changed, in cells or in plain lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from connectors.metadata.words import label_key, words
from connectors.protocol import ParsedDocument, Statement
from graph.dates import find_dates, parse_date
from graph.model import Block, Cell, Span
from graph.revisions import compare
from graph.time import DateAnchor
from graph.vocabulary import ClaimField, Ground

_MOST_COLUMNS = 8
_MOST_ROWS = 60
_LONGEST_LABEL_CHARS = 24
_DATED = (ClaimField.DATE, ClaimField.EFFECTIVE_FROM)
_FACE = frozenset({Ground.MANIFEST, Ground.HEADER, Ground.TITLE_BLOCK, Ground.TITLE_PAGE})
_LINE = re.compile(r"[^\n]+")
_HEAD = re.compile(
    r"(?P<version>[A-Za-z]+(?: (?:no|number)\.?)?)\.?\s+(?P<date>[A-Za-z]+(?: [a-z]+)?)\b", re.IGNORECASE
)
_ROW = re.compile(r"(?P<label>(?=[\w.]*(?:\d|\b[A-Z]\b))[\w.]{1,8})\s+(?=\d)")


@dataclass(frozen=True, slots=True)
class Revision:
    """A row of a revision table.

    Attributes:
        label: The revision, and where it stands.
        dates: Its dates, by what they are: of issue, or from when it binds.
        note: The row's other words.
    """

    label: str
    span: Span
    dates: dict[ClaimField, DateAnchor]
    note: str | None

    @property
    def date(self) -> DateAnchor | None:
        """Its date of issue, else the day from which it binds."""
        return next((self.dates[field] for field in _DATED if field in self.dates), None)


def revision_statements(document: ParsedDocument, stated: Sequence[Statement] = ()) -> Iterator[Statement]:
    """VERSION of each row of a table whose first row names a revision and a date, and no number.

    The row's date is the statement's date, its other words its note. The row of the document's own
    version also dates the document, where its face has no date of that sort.

    Args:
        stated: What else is known of the document: its version, and dates on its face.
    """
    rows = [row for block in document.blocks for row in _rows(document.text, block)]
    for row in rows:
        yield Statement(ClaimField.VERSION, row.label, Ground.REVISION_TABLE, 0.8, row.span, row.date, row.note)
    known = (*document.statements, *stated)
    own = next((s.value for s in known if s.field is ClaimField.VERSION and s.ground in _FACE), None)
    told = {s.field for s in known if s.ground in _FACE}
    for row in [row for row in (*rows, *_parsed(document)) if own is not None and _same(row.label, own)][:1]:
        for field, anchor in row.dates.items():
            if field not in told:
                yield Statement(field, anchor.text, Ground.REVISION_TABLE, 0.8, row.span, anchor, row.note)


def _parsed(document: ParsedDocument) -> Iterator[Revision]:
    """The rows that the parser found on a sheet."""
    for s in document.statements:
        if s.field is ClaimField.VERSION and s.ground is Ground.REVISION_TABLE and s.date and s.span:
            yield Revision(s.value, s.span, {ClaimField.DATE: s.date}, s.note)


def _same(label: str, own: str) -> bool:
    return label.casefold() == own.casefold() or compare(label, own) == 0


def _rows(text: str, block: Block) -> Iterator[Revision]:
    if block.kind == "table" and block.cells[-1].row < _MOST_ROWS:
        yield from _of_table(text, block)
    elif block.kind in ("header", "paragraph"):
        yield from _of_lines(text, block)


def _of_lines(text: str, block: Block) -> Iterator[Revision]:
    """The lines under "Rev Date …" that each start with a revision and a date."""
    field: ClaimField | None = None
    for line in _LINE.finditer(text, block.span.start, block.span.end):
        row = _ROW.match(line.group())
        dates = find_dates(line.group()) if row and field else []
        if row and field and dates and dates[0][0].start == row.end():
            place, anchor = dates[0]
            span = Span(line.start(), line.start() + row.end("label"))
            yield Revision(row["label"], span, {field: anchor}, line.group()[place.end :].strip() or None)
        else:
            field = _dated_head(line.group())


def _dated_head(line: str) -> ClaimField | None:
    """What the dates under a line are, where it is the head of a revision table."""
    head = _HEAD.match(line.strip())
    if head is None or _labelled(head["version"]) is not ClaimField.VERSION:
        return None
    found = _labelled(head["date"]) or _labelled(head["date"].split()[0])
    return found if found in _DATED else None


def _labelled(said: str) -> ClaimField | None:
    label = words().labels.get(label_key(said))
    return label.field if label else None


def _of_table(text: str, block: Block) -> Iterator[Revision]:
    first = [cell for cell in block.cells if cell.row == 0]
    fields = {cell.column: _labelled(text[cell.span.start : cell.span.end]) for cell in first}
    columns = {field: column for column, field in fields.items() if field is not None}
    register = ClaimField.NUMBER in columns or ClaimField.TITLE in columns
    dated = {columns[field]: field for field in _DATED if field in columns}
    if len(first) > _MOST_COLUMNS or register or ClaimField.VERSION not in columns or not dated:
        return
    rows: dict[int, list[Cell]] = {}
    for cell in block.cells:
        rows.setdefault(cell.row, []).append(cell)
    for number, row in rows.items():
        if number:
            yield from _of_row(text, row, columns[ClaimField.VERSION], dated)


def _of_row(text: str, row: list[Cell], version: int, dated: dict[int, ClaimField]) -> Iterator[Revision]:
    said = {cell.column: text[cell.span.start : cell.span.end] for cell in row}
    cell = next((cell for cell in row if cell.column == version), None)
    label = said.get(version, "")
    if cell is None or not label or len(label) > _LONGEST_LABEL_CHARS:
        return
    note = "; ".join(words for column, words in said.items() if column != version and column not in dated and words)
    anchors = {field: parse_date(said.get(column, "")) for column, field in dated.items()}
    yield Revision(label, cell.span, {field: day for field, day in anchors.items() if day}, note or None)
