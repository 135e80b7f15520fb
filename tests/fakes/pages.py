"""Documents made from paragraphs, as a parser would hand them to the detectors."""

from __future__ import annotations

from datetime import UTC, datetime

from graph import identity
from graph.claims import describe
from graph.dates import parse_date
from graph.model import Block, Cell, Claim, Clause, Source, Span
from graph.supersession.detect import DocumentView
from graph.vocabulary import ClaimField, Ground

NOON = datetime(2025, 1, 1, 12, tzinfo=UTC)


def page(*paragraphs: str | tuple[str, str], clauses: dict[str, str] | None = None, **facts: str) -> DocumentView:
    """A document of paragraphs, or of (kind, text) pairs, with its facts as header claims.

    Args:
        clauses: Clause path to the paragraph that is the clause.
    """
    text, blocks = "", []
    for paragraph in paragraphs:
        kind, words = paragraph if isinstance(paragraph, tuple) else ("paragraph", paragraph)
        start = len(text)
        text += words
        level = 1 if kind == "heading" else 0
        blocks.append(Block(kind, Span(start, len(text)), level=level, cells=_cells(kind, words, start)))
        text += "\n\n"
    name = facts.get("number", "note")
    source = Source(
        identity.source_id("files", name, text), "files", name, name, "text/plain", "", 1, len(text), "p", ("*",), NOON
    )
    claims = tuple(
        Claim(
            identity.claim_id(source.id, ClaimField(fact), value, Ground.HEADER, ""),
            source.id, ClaimField(fact), value, Ground.HEADER, 1.0, NOON, date=parse_date(value),
        )
        for fact, value in facts.items()
    )  # fmt: skip
    found = tuple(_clause(source.id, path, text, words) for path, words in (clauses or {}).items())
    return DocumentView(source, describe(source, claims), text, tuple(blocks), found, claims)


def _cells(kind: str, words: str, start: int) -> tuple[Cell, ...]:
    """The cells of a table written with "|" between columns, its first line the header."""
    if kind != "table":
        return ()
    cells, at = [], start
    for row, line in enumerate(words.split("\n")):
        for column, cell in enumerate(line.split("|")):
            lead = len(cell) - len(cell.lstrip())
            span = Span(at + lead, at + lead + len(cell.strip()))
            cells.append(Cell(row, column, span, header=row == 0))
            at += len(cell) + 1
    return tuple(cells)


def _clause(source: str, path: str, text: str, words: str) -> Clause:
    start = text.index(words)
    identifier = identity.clause_id(source, path, start)
    return Clause(identifier, source, path, path, None, Span(start, start + len(words)), None, NOON)
