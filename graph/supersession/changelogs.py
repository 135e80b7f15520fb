"""Change logs: what they say of the status of a document's versions ("revision J - not released")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graph.model import Span
from graph.references import normalise_number
from graph.supersession.patterns import patterns
from graph.supersession.view import DocumentView, Finding
from graph.vocabulary import EdgeType, Status

_SENTENCE = re.compile(r"(?<=[.;])\s+")
_FEWEST = 2
"""Entries that make a text a change log."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """One version's line: its label, its status if the line states one, and its words."""

    label: str
    status: Status | None
    span: Span


def change_log(view: DocumentView) -> Iterator[Finding]:
    """One finding for each version whose entry states a status.

    The versions are those of the document that the log's number, else its title, names.
    """
    subject = view.description.number or view.description.title
    entries = list(_entries(view))
    if subject is None or len(entries) < _FEWEST:
        return
    for entry in entries:
        if entry.status is not None:
            key = normalise_number(subject)
            yield Finding(EdgeType.DECLARES, "change-log", entry.span, key, entry.label, status=entry.status)


def _entries(view: DocumentView) -> Iterator[_Entry]:
    for block in view.of_kind("paragraph", "list_item", "heading"):
        start = block.span.start
        for line in view.text[block.span.start : block.span.end].splitlines(keepends=True):
            words = line.strip()
            match = patterns().log_entry.match(words)
            if match and match["label"] and words:
                at = start + line.index(words)
                yield _Entry(match["label"], _status(match["rest"]), Span(at, at + len(words)))
            start += len(line)


def _status(words: str) -> Status | None:
    """The status that an entry states of its version; the one that denies release first.

    What it says of other versions ("Issue 3 is withdrawn") is not about its own.
    """
    words = " ".join(said for said in _SENTENCE.split(words) if not patterns().named["revision"].search(said))
    return next((status for status, pattern in patterns().log_status.items() if pattern.search(words)), None)
