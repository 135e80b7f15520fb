"""Registers and indexes: documents that list other documents with what became of them.

What a register says ranks below what the listed documents say themselves: it is often older.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graph.dates import parse_date
from graph.model import Block, Span
from graph.references import Reference, find_references, normalise_number, split_edition
from graph.supersession.headers import listed
from graph.supersession.patterns import patterns
from graph.supersession.view import DocumentView, Finding
from graph.time import DateAnchor
from graph.vocabulary import EdgeType, Status

_RELATIONS = {
    "superseded_by": (EdgeType.SUPERSEDES, True),
    "supersedes": (EdgeType.SUPERSEDES, False),
    "amended_by": (EdgeType.AMENDS, True),
    "amends": (EdgeType.AMENDS, False),
}
"""Column or bracket to edge, and whether the listed document is the one that is displaced or amended."""

_FEWEST = 3
"""Entries with a relation that make a running text an index."""

_LEADING = re.compile(r"\s*(?P<number>\d{1,6})(?=[\s.:)])")


def is_index(view: DocumentView) -> bool:
    """Whether the running text is an index: several entries with relations in brackets."""
    return len(_entries(view)) >= _FEWEST


def register_tables(view: DocumentView) -> Iterator[Finding]:
    """The relations and the status in the rows of tables that have a column for the number."""
    for block in view.of_kind("table"):
        for cells in _rows(view, block):
            yield from _of_row(view, cells)


def register_entries(view: DocumentView) -> Iterator[Finding]:
    """The relations in brackets of the entries of a running index: "2616 … (Obsoleted by RFC7230)"."""
    blocks = _entries(view)
    if len(blocks) < _FEWEST:
        return
    for block in blocks:
        yield from _of_entry(view, block)


def _entries(view: DocumentView) -> list[Block]:
    return [b for b in view.of_kind("paragraph", "list_item", "header", "heading") if _has_relation(view, b)]


def _has_relation(view: DocumentView, block: Block) -> bool:
    return any(p.search(view.text, block.span.start, block.span.end) for p in patterns().relations.values())


def _of_entry(view: DocumentView, block: Block) -> Iterator[Finding]:
    text = view.text[block.span.start : block.span.end]
    subject = _subject(text)
    if subject is None:
        return
    for name, pattern in patterns().relations.items():
        kind, inverse = _RELATIONS[name]
        for match in pattern.finditer(text):
            start = block.span.start
            span = Span(start + match.start(), start + match.end())
            for other in listed(match["list"], subject):
                if other.key != subject:
                    yield Finding(kind, "register", span, other.key, other.edition, inverse=inverse, subject=subject)


def _subject(text: str) -> str | None:
    """The number of the entry: a reference at its start, or a bare figure in the family of the others."""
    references = find_references(text)
    if references and not text[: references[0].span.start].strip(" \t\n*-•|"):
        return references[0].key
    leading = _LEADING.match(text)
    if leading is None or not references:
        return None
    family = re.sub(r"\d+$", "", references[0].key)
    return normalise_number(f"{family}{int(leading['number'])}") if family != references[0].key else None


def _rows(view: DocumentView, block: Block) -> Iterator[dict[str, Span]]:
    """Each row of a table as the spans of its known columns; nothing where no column is a number."""
    by_row: dict[int, dict[int, Span]] = {}
    for cell in block.cells:
        by_row.setdefault(cell.row, {})[cell.column] = cell.span
    headed = sorted({cell.row for cell in block.cells if cell.header}) or sorted(by_row)[:1]
    names: dict[int, str] = {}
    for row in headed:
        names |= _columns(view, by_row.get(row, {}))
    if "number" not in names.values() or len(names) < 2:
        return
    for row, cells in sorted(by_row.items()):
        if row not in headed:
            yield {names[column]: span for column, span in cells.items() if column in names}


def _columns(view: DocumentView, cells: dict[int, Span]) -> dict[int, str]:
    """What each column of a header row holds; the first of two that match counts."""
    found: dict[int, str] = {}
    for column, span in sorted(cells.items()):
        label = " ".join(view.text[span.start : span.end].split()).strip(" .:")
        for name, pattern in patterns().columns.items():
            if pattern.fullmatch(label) and name not in found.values():
                found[column] = name
                break
    return found


def _of_row(view: DocumentView, cells: dict[str, Span]) -> Iterator[Finding]:
    values = {name: view.text[span.start : span.end].strip() for name, span in cells.items()}
    if not values.get("number"):
        return
    number, edition = _number(values["number"])
    edition = values.get("version") or edition
    row = Span(min(span.start for span in cells.values()), max(span.end for span in cells.values()))
    status = _status(values.get("status", "")) or (Status.UNKNOWN if values.get("version") else None)
    day = _day(values, status)
    for name, (kind, inverse) in _RELATIONS.items():
        for other in _others(values.get(name, ""), number):
            plain = Finding(
                kind, "register", row, other.key, other.edition, inverse, effective=day if inverse else None
            )
            yield from _relation(plain, number, edition)
    if status is not None:
        key = normalise_number(number)
        yield Finding(EdgeType.DECLARES, "register", row, key, edition, status=status, effective=day)


def _day(values: dict[str, str], status: Status | None) -> DateAnchor | None:
    """The day from which a row says that its document has ended: of its own column, else of the status."""
    told = values.get("ended") or (values.get("date") if status in (Status.WITHDRAWN, Status.SUPERSEDED) else None)
    return parse_date(told) if told else None


def _others(value: str, number: str) -> list[Reference]:
    return listed(value, number) if re.search(r"\d", value) else []


def _relation(finding: Finding, number: str, edition: str | None) -> Iterator[Finding]:
    """The relation between the row's document and another. Within one work it says of the older edition
    that it is superseded: by which, the order of the editions tells; the register replaces nothing."""
    subject = normalise_number(number)
    if finding.key != subject:
        yield replace(finding, subject=subject)
        return
    older = edition if finding.inverse else finding.edition
    if older:
        yield Finding(EdgeType.DECLARES, "register", finding.span, subject, older, status=Status.SUPERSEDED)


def _number(value: str) -> tuple[str, str | None]:
    references = find_references(value)
    if len(references) == 1:
        return references[0].key, references[0].edition
    return split_edition(value)


def _status(words: str) -> Status | None:
    if not words:
        return None
    return next((status for status, pattern in patterns().register_status.items() if pattern.search(words)), None)
