"""An entry of a gazette of rules: its page, document number, title, day, and whether it is only proposed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from connectors.protocol import Statement
from graph.dates import find_dates
from graph.model import Span
from graph.vocabulary import AuthorityClass, ClaimField, Ground, SourceKind, Status

_FRONT_CHARS = 3000
_HEAD_CHARS = 300


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    data = tomllib.loads(files("connectors.metadata").joinpath("gazettes.toml").read_text("utf-8"))
    exact = {"not_title"}
    return {
        name: re.compile(body, re.MULTILINE if name in exact else re.MULTILINE | re.IGNORECASE)
        for name, body in data.items()
    }


def gazette_statements(text: str) -> Iterator[Statement]:
    """KIND, AUTHORITY, DATE, STATUS, TITLE and other names where the text is headed by a page of a gazette."""
    head = _patterns()["head"].search(text, 0, _HEAD_CHARS)
    if head is None:
        return
    span = Span(*head.span())
    yield Statement(ClaimField.KIND, SourceKind.STATUTE, Ground.HEADER, 0.9, span)
    yield Statement(ClaimField.AUTHORITY, AuthorityClass.STATUTE, Ground.HEADER, 0.9, span)
    for place, anchor in find_dates(head[0])[:1]:
        at = Span(span.start + place.start, span.start + place.end)
        yield Statement(ClaimField.DATE, text[at.start : at.end], Ground.HEADER, 0.9, at, anchor)
    yield from _names(text, head)
    yield from _status(text, head)
    yield from _title(text, head.end())


def _names(text: str, head: re.Match[str]) -> Iterator[Statement]:
    """The page of the gazette, where the head prints it, the issue, and the number of the document."""
    page = head["before"] or head["after"]
    if page:
        yield Statement(ClaimField.NUMBER, f"{head['volume']} FR {page}", Ground.HEADER, 0.9, Span(*head.span()))
    if head["issue"]:
        issue = f"{head['volume']} FR No. {head['issue']}"
        yield Statement(ClaimField.ALIAS, issue, Ground.HEADER, 0.5, Span(*head.span()))
    numbers = list(_patterns()["document"].finditer(text))
    if numbers:
        own = numbers[-1]
        yield Statement(ClaimField.ALIAS, f"FR Doc. {own['number']}", Ground.TITLE_PAGE, 0.8, Span(*own.span()))


def _status(text: str, head: re.Match[str]) -> Iterator[Statement]:
    action = _patterns()["action"].search(text, 0, _FRONT_CHARS)
    proposed = action and _patterns()["proposed"].search(action[0])
    is_proposed = proposed or (head["part"] or "").casefold().startswith("proposed")
    span = Span(*action.span()) if action else Span(*head.span())
    if is_proposed or (head["part"] or "").casefold().startswith("rules"):
        status = Status.DRAFT if is_proposed else Status.ISSUED
        said = " ".join(text[span.start : span.end].split())
        yield Statement(ClaimField.STATUS, status, Ground.HEADER, 0.95, span, note=said)


def _title(text: str, start: int) -> Iterator[Statement]:
    """The last line before the fields of the entry that is neither agency, part of a code nor docket."""
    field = _patterns()["field"].search(text, start, _FRONT_CHARS)
    if field is None:
        return
    for line in reversed(list(re.finditer(r"[^\n]*\w[^\n]*", text[start : field.start()]))):
        said = line[0].strip(" #*\t\r")
        if not _patterns()["not_title"].match(said):
            at = start + line.start() + line[0].index(said)
            yield Statement(ClaimField.TITLE, said, Ground.HEADER, 0.9, Span(at, at + len(said)))
            return
