"""Tables of actions, as minutes and logs have them: a row with a task, its owner and a day."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from graph.commitments.draft import Draft
from graph.commitments.owners import is_person, owner_before, owner_behind
from graph.commitments.utterances import Conversation
from graph.commitments.words import LANGUAGES, Words, words
from graph.spans import Block, Cell, Span
from graph.vocabulary import CommitmentKind

_SURE = 0.93
_LETTERS = re.compile(r"[^\W\d_]{2}")


def read(talk: Conversation) -> Iterator[Draft]:
    """The tasks of all tables of actions, but for those that the table calls closed."""
    for block in talk.view.of_kind("table"):
        for language in LANGUAGES:
            columns = _columns(talk, block, words(language))
            if columns:
                yield from _rows(talk, block, columns, words(language))
                break


def _columns(talk: Conversation, block: Block, grammar: Words) -> Mapping[str, int]:
    """Name of what a column holds to its number; empty where none holds tasks.

    A task stands under the head of tasks with the most words; where only owners have a head, under "Discussion" and the
    like. Without a head of owners, tasks name them.
    """
    found: dict[str, list[int]] = defaultdict(list)
    for cell in (cell for cell in block.cells if cell.row == 0):
        head = talk.words(cell.span)
        for name in ("owner", "due", "state", "action", "matter"):
            if grammar.columns[name].match(head):
                found[name].append(cell.column)
                break
    tasks = found["action"] or (found["matter"] if found["owner"] else [])
    if not tasks:
        return {}
    columns = {name: numbers[0] for name, numbers in found.items() if numbers and name != "matter"}
    return columns | {"action": max(tasks, key=lambda number: _length(block, number))}


def _length(block: Block, column: int) -> int:
    return sum(len(cell.span) for cell in block.cells if cell.column == column and cell.row)


def _rows(talk: Conversation, block: Block, columns: Mapping[str, int], grammar: Words) -> Iterator[Draft]:
    rows: dict[int, list[Cell]] = defaultdict(list)
    for cell in block.cells:
        if cell.row:
            rows[cell.row].append(cell)
    for row in (rows[number] for number in sorted(rows)):
        said = {name: _words(talk, row, column) for name, column in columns.items()}
        said["owner"] = said["owner"] if "owner" in said else _named(said["action"], grammar, talk)
        is_task = _LETTERS.search(said["action"]) and _LETTERS.search(said["owner"])
        if is_task and not grammar.columns["closed"].match(said.get("state", "")):
            yield _draft(row, columns, said, grammar)


def _named(task: str, grammar: Words, talk: Conversation) -> str:
    """Who is named by a task itself; "" for nobody."""
    before = owner_before(task)
    if before and is_person(before["who"], grammar, talk.people):
        return " ".join(before["who"].split())
    return owner_behind(task, grammar, talk.people)


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
