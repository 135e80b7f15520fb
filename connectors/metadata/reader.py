"""A document's statements about itself, from its own words; never from a file's time stamps.

| what                | where it is read                                             | ground              |
|---------------------|--------------------------------------------------------------|---------------------|
| labelled fields     | header blocks, front page, label and value cells of tables   | header / title page |
| designation, kind   | front lines that start with one ("SECTION 08 11 13")         | header / title page |
| edition, date, mark | front lines that are nothing else ("Revision B", "DRAFT")    | header / title page |
| title               | a field, else the front line after the designation           | header / title page |
| in force from, to   | sentences about "this ordinance", or of the first pages      | body                |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from connectors.metadata.effective import effective_statements
from connectors.metadata.fields import field_statements
from connectors.metadata.front_page import (
    designation_statements,
    kind_statements,
    mark_statements,
    place_statements,
    title_statement,
)
from connectors.metadata.zones import Line, front_lines
from connectors.protocol import ParsedDocument, Statement
from graph.vocabulary import ClaimField

_DOCUMENT_TYPES_WITHOUT_FRONT = frozenset({"message/rfc822", "text/vtt", "application/x-subrip"})


def read_statements(document: ParsedDocument) -> tuple[Statement, ...]:
    """What the document says about itself, each with its span, beyond what its parser stated."""
    if document.media_type in _DOCUMENT_TYPES_WITHOUT_FRONT:
        return ()
    lines = front_lines(document)
    stated = list(_of_lines(lines))
    fields = {statement.field for statement in (*document.statements, *stated)}
    if ClaimField.TITLE not in fields:
        title = title_statement(lines)
        stated += [title] if title else []
    if ClaimField.KIND not in fields:
        stated += kind_statements(lines)
    stated += place_statements(lines)
    stated += effective_statements(document.text)
    return tuple(_distinct(stated))


def _of_lines(lines: Iterable[Line]) -> Iterator[Statement]:
    for line in lines:
        fields = list(field_statements(line))
        yield from fields
        if not fields and line.label is None:
            yield from designation_statements(line)
            yield from mark_statements(line)


def _distinct(statements: Iterable[Statement]) -> Iterator[Statement]:
    """Each thing said once on each ground, at its first place."""
    seen: set[tuple[str, str, str]] = set()
    for statement in statements:
        key = (statement.field, statement.value.casefold(), statement.ground)
        if key not in seen:
            seen.add(key)
            yield statement
