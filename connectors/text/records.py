"""Rows with named columns: clauses where they read like clauses, a table where they do not.

A row is a clause when one column holds its number and another its words, and no column holds what
registers of documents hold (status, revision, replaced by).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from connectors.text.builder import TextBuilder, one_line
from connectors.text.numbering import read_number

_NUMBER = (
    "reference",
    "ref",
    "clause",
    "clause no",
    "section number",
    "section no",
    "number",
    "no",
    "id",
    "identifier",
    "control",
    "paragraph",
    "item",
    "requirement id",
)
_TITLE = ("title", "heading", "name", "caption", "subject", "section title")
_BODY = (
    "body",
    "text",
    "content",
    "requirement",
    "requirements",
    "statement",
    "description",
    "wording",
    "provision",
)
_GROUP = ("section", "chapter", "part", "group", "family", "division", "category")
_REGISTER = (
    "status",
    "revision",
    "rev",
    "superseded by",
    "replaced by",
    "obsoleted by",
    "supersedes",
    "replaces",
    "issue date",
    "document",
    "document no",
    "drawing no",
)


@dataclass(frozen=True, slots=True)
class ClauseColumns:
    """Which column holds what; None where none does."""

    number: int
    body: int
    title: int | None
    group: int | None


def clause_columns(header: Sequence[str]) -> ClauseColumns | None:
    """The columns of a table of clauses, or None if it is none."""
    names = [_name(cell) for cell in header]
    if any(name in _REGISTER for name in names):
        return None
    group = _first(names, _GROUP)
    number = _first(names, _NUMBER)
    body = _first(names, _BODY)
    if number is None:
        number, group = group, None
    if number is None or body is None:
        return None
    return ClauseColumns(number, body, _first(names, _TITLE), group)


def _name(cell: str) -> str:
    return one_line(cell).casefold().replace("_", " ").strip(" .:#")


def _first(names: Sequence[str], wanted: Sequence[str]) -> int | None:
    return next((names.index(name) for name in wanted if name in names), None)


def write_records(builder: TextBuilder, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Write rows as clauses or as one table whose first row is the header."""
    columns = clause_columns(header)
    if columns is None:
        builder.table([list(header), *rows])
        return
    group: str | None = None
    for row in rows:
        if columns.group is not None and (here := _cell(row, columns.group)) != group:
            group = here
            _write_group(builder, row, columns)
        _write_clause(builder, row, columns)


def _cell(row: Sequence[str], column: int | None) -> str:
    return one_line(row[column]) if column is not None and column < len(row) else ""


def _write_group(builder: TextBuilder, row: Sequence[str], columns: ClauseColumns) -> None:
    """The heading over a run of rows, unless the first row is that heading itself."""
    title = _cell(row, columns.group)
    numbered = read_number(title)
    number = numbered.number if numbered else None
    if title and number != _cell(row, columns.number) and title != _cell(row, columns.title):
        builder.add(title, "heading", 1, number)


def _write_clause(builder: TextBuilder, row: Sequence[str], columns: ClauseColumns) -> None:
    number = _cell(row, columns.number).rstrip(".")
    title = _cell(row, columns.title)
    heading = title if title.startswith(number) else f"{number} {title}".strip()
    if heading:
        level = min(number.count(".") + 1, 6)
        builder.add(heading, "heading", level, number or None)
    body = row[columns.body] if columns.body < len(row) else ""
    for paragraph in body.replace("\r\n", "\n").split("\n"):
        builder.add(one_line(paragraph))
