"""Tables of actions, as minutes and logs have them: a row with a task, its owner and a day."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from graph.commitments.draft import Draft
from graph.commitments.utterances import Conversation
from graph.commitments.words import LANGUAGES, Words, words
from graph.spans import Block, Cell, Span
from graph.vocabulary import CommitmentKind

_SURE = 0.93


def read(talk: Conversation) -> Iterator[Draft]:
    """The tasks of all tables of actions, but for those that the table calls closed."""
    for block in talk.view.of_kind("table"):
        for language in LANGUAGES:
            columns = _columns(talk, block, words(language))
            if columns:
                yield from _rows(talk, block, columns, words(language))
                break


def _columns(talk: Conversation, block: Block, grammar: Words) -> Mapping[str, int]:
    """Name of what a column holds to its number; empty where none holds tasks or none holds owners."""
    found: dict[str, int] = {}
    for cell in (cell for cell in block.cells if cell.row == 0):
        head = talk.words(cell.span)
        for name in ("owner", "due", "state", "action"):
            if name not in found and grammar.columns[name].match(head):
                found[name] = cell.column
                break
    return found if {"action", "owner"} <= found.keys() else {}


def _rows(talk: Conversation, block: Block, columns: Mapping[str, int], grammar: Words) -> Iterator[Draft]:
    rows: dict[int, list[Cell]] = defaultdict(list)
    for cell in block.cells:
        if cell.row:
            rows[cell.row].append(cell)
    for row in (rows[number] for number in sorted(rows)):
        words_of = {name: _words(talk, row, column) for name, column in columns.items()}
        if words_of["action"] and words_of["owner"] and not grammar.columns["closed"].match(words_of.get("state", "")):
            yield _draft(row, columns, words_of, grammar)


def _words(talk: Conversation, row: Sequence[Cell], column: int) -> str:
    return next((talk.words(cell.span) for cell in row if cell.column == column), "")


def _draft(row: Sequence[Cell], columns: Mapping[str, int], said: Mapping[str, str], grammar: Words) -> Draft:
    due = next((cell.span for cell in row if cell.column == columns.get("due")), None)
    return Draft(
        kind=CommitmentKind.COMMITMENT,
        span=Span(min(cell.span.start for cell in row), max(cell.span.end for cell in row)),
        who=said["owner"],
        what=said["action"],
        confidence=_SURE,
        method="action table",
        language=grammar.language,
        due_in=due,
    )
