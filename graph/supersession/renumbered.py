"""Documents that got another number: "Sheet A-601 is renumbered A-611", "Sheet: A-611 (formerly A-601)"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph.model import Span
from graph.supersession.naming import documents
from graph.supersession.patterns import patterns
from graph.supersession.view import DocumentView, Finding, masked
from graph.vocabulary import EdgeType

_FRONT_CHARS = 800
_NEAR = 12
"""Code points between the words and the number, for "sheet" or "drawing"."""


def renumbered(view: DocumentView) -> Iterator[Finding]:
    """One finding for each old number: that the new one takes its place."""
    yield from _of_front(view)
    for block in view.statements():
        for span in view.sentences(block):
            words = masked(view.text[span.start : span.end])
            said = patterns().named["renumbered"].search(words)
            if said is None or patterns().sentence["unless"].search(words):
                continue
            named = documents(words, coded=True)
            old = next((r for r in reversed(named) if 0 <= said.start() - r.span.end <= _NEAR), None)
            new = next((r for r in named if -1 <= r.span.start - said.end() <= _NEAR), None)
            if old and new and old.key != new.key and not old.clause:
                own = new.key == view.key
                subject = None if own else new.key
                method = "declaration" if own else "phrase"
                yield Finding(EdgeType.SUPERSEDES, method, span, old.key, old.edition, subject=subject)


def _of_front(view: DocumentView) -> Iterator[Finding]:
    """The old number beside the text's own one: "Sheet: A-611 (formerly A-601)"."""
    for line in re.finditer(r"[^\n]+", view.text[:_FRONT_CHARS]):
        said = patterns().named["formerly"].search(line[0])
        if said is None or view.key is None:
            continue
        named = documents(line[0], coded=True)
        old = next((r for r in named if -1 <= r.span.start - said.end() <= _NEAR), None)
        is_own = any(r.key == view.key and r.span.end <= said.start() for r in named)
        if old and is_own and old.key != view.key and not old.clause:
            yield Finding(EdgeType.SUPERSEDES, "declaration", Span(*line.span()), old.key, old.edition)
