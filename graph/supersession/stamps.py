"""Stamps and revision rows of drawings: "SUPERSEDED BY A-201", "VOID", "Replaces A-200".

A stamp is a line that says nothing else. With documents named it tells what took the drawing's place,
several where it was split; without, that the drawing is withdrawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graph.dates import find_dates
from graph.model import Span
from graph.references import Reference
from graph.spans import EARLIER_KINDS
from graph.supersession.naming import documents
from graph.supersession.patterns import patterns
from graph.supersession.view import DocumentView, Finding
from graph.vocabulary import EdgeType, SourceKind

_LINE = re.compile(r"(?!\s)[^\n]+")
_LONGEST_CHARS = 160
_BETWEEN = re.compile(r"(?:[\s,;&/()]|\b(?:and|or|drawings?|dwgs?|sheets?|nos?|rev(?:ision)?)\b\.?)*", re.IGNORECASE)


def stamps(view: DocumentView) -> Iterator[Finding]:
    """One finding for each document that a stamp or a revision row names, or one for the drawing itself."""
    if view.description.kind is not SourceKind.DRAWING and not patterns().stamp["title_block"].search(view.text):
        return
    for block in view.blocks:
        if block.kind in {"toc", "code"} | EARLIER_KINDS:
            continue
        for line in _LINE.finditer(view.text, block.span.start, block.span.end):
            if len(line.group()) <= _LONGEST_CHARS:
                yield from _of_line(view, line.group(), line.start(), is_large=block.kind == "heading")


def _of_line(view: DocumentView, words: str, start: int, *, is_large: bool) -> Iterator[Finding]:
    """What one line says; "VOID" in small letters is the name of an opening in a floor."""
    table, span = patterns().stamp, Span(start, start + len(words))
    dates = find_dates(words)
    effective = dates[0][1] if len(dates) == 1 else None
    for name, inverse in (("by", True), ("replaces", False)):
        match = table[name].match(words.strip())
        named = _listed(words[words.index(match[0]) + len(match[0]) :], view) if match else []
        for reference in named:
            plain = Finding(EdgeType.SUPERSEDES, "stamp", span, reference.key, reference.edition, inverse=inverse)
            yield replace(plain, effective=effective if inverse else None)
        if named:
            return
    if table["ended"].fullmatch(words.strip()) or (is_large and table["void"].fullmatch(words.strip())):
        yield Finding(EdgeType.WITHDRAWS, "stamp", span, None, effective=effective)


def _listed(words: str, view: DocumentView) -> list[Reference]:
    """The other documents of a list that is all there is in these words."""
    found: list[Reference] = []
    end = 0
    for reference in documents(words, coded=True):
        if not _BETWEEN.fullmatch(words[end : reference.span.start]):
            break
        found.append(reference)
        end = reference.span.end
    return [reference for reference in found if reference.key != view.key]
