"""Acts on a list of documents: "The following notices are cancelled:", and then one on each line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graph.dates import find_dates
from graph.model import Block, Span
from graph.references import Reference
from graph.supersession.naming import documents
from graph.supersession.patterns import patterns
from graph.supersession.view import DocumentView, Finding, masked
from graph.vocabulary import EdgeType

_BULLET = re.compile(r"[\s\-–—•*·]*(?:\(?[a-z0-9]{1,3}[.)]\s+)?", re.IGNORECASE)
_SENTENCE = re.compile(r"[.;\n]\s")
_MOST_ITEMS = 60


def listed_acts(view: DocumentView) -> Iterator[Finding]:
    """One finding for each document that a list names behind a lead-in that replaces or withdraws it.

    A list that is set in from the margin looks like code.
    """
    blocks = sorted([*view.statements(), *view.of_kind("code")], key=lambda block: block.span)
    for position, block in enumerate(blocks):
        if block.kind == "code":
            continue
        words = masked(view.text[block.span.start : block.span.end])
        for name, kind in (("withdraws", EdgeType.WITHDRAWS), ("replaces", EdgeType.SUPERSEDES)):
            for lead in patterns().listing[name].finditer(words):
                said = _SENTENCE.split(words[: lead.start()])[-1] + _until_verb(lead[0])
                if not patterns().sentence["unless"].search(said):
                    start = block.span.start + lead.start()
                    yield from _of_list(view, _lead(kind, lead[0], start), blocks[position:], lead.end())


def _until_verb(lead: str) -> str:
    """A lead-in up to its verb: what should be done with the documents of the list is another matter."""
    verb = patterns().sentence["trigger"].search(lead)
    return lead[: verb.end()] if verb else lead


def _lead(kind: EdgeType, words: str, start: int) -> Finding:
    """What the lead-in says of every document of its list."""
    dates = find_dates(words)
    method = "repeal" if kind is EdgeType.WITHDRAWS else "declaration"
    effective = dates[0][1] if len(dates) == 1 else None
    return Finding(kind, method, Span(start, start + len(words)), None, effective=effective)


def _of_list(view: DocumentView, lead: Finding, blocks: list[Block], offset: int) -> Iterator[Finding]:
    """The items behind the lead-in in its own block and in those that follow, up to the first that is none."""
    for place, block in enumerate(blocks[:_MOST_ITEMS]):
        start = block.span.start + (0 if place else offset)
        found = _items(view, start, block.span.end)
        for reference in found:
            if reference.key != view.key:
                span = Span(lead.span.start, start + reference.span.end)
                yield replace(lead, span=span, key=reference.key, edition=reference.edition)
        if (place or view.text[start : block.span.end].strip()) and not found:
            return


def _items(view: DocumentView, start: int, end: int) -> list[Reference]:
    """The documents that a piece of text lists: it starts with one, and what it says is no sentence."""
    words = view.text[start:end]
    bullet = _BULLET.match(words)
    first = bullet.end() if bullet else 0
    found = [r for r in documents(words, coded=True) if r.clause is None]
    if not found or found[0].span.start > first:
        return []
    is_list = not words.rstrip().endswith((".", "?")) or not words[found[-1].span.end :].strip(" \n\t.;)")
    return found if is_list else []
