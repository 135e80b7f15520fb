"""Revisions that say that they replace only some clauses of an earlier revision of the same document.

"This revision supersedes clauses 2.1 and 2.3 of Revision 0 only"; or, where no clause is named, "all other
clauses of Revision 0 remain in force": then the clauses that the revision itself has are those replaced.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graph.model import Span
from graph.revisions import compare
from graph.supersession.naming import clauses, documents
from graph.supersession.patterns import patterns
from graph.supersession.view import DocumentView, Finding, masked
from graph.versions import same_version
from graph.vocabulary import EdgeType


def partial_revisions(view: DocumentView) -> Iterator[Finding]:
    """One finding for each sentence that names clauses of another revision, or one for all own clauses."""
    if view.key is None:
        return
    spans = [span for block in view.statements() for span in view.sentences(block)]
    rest = next((f for span in spans if (f := _rest(view, span))), None)
    stated = [f for span in spans if (f := _replaced(view, span, is_partial=rest is not None))]
    if stated:
        yield from stated
    elif rest is not None and (own := _own_clauses(view)):
        yield replace(rest, clauses=own)


def ended_revisions(view: DocumentView) -> Iterator[Finding]:
    """One finding for each other revision that a sentence says is no longer in force as a whole.

    "Issue 3 is withdrawn" in the change record of issue 4, "This version replaces version 1.0".
    """
    if view.key is None:
        return
    for block in view.statements():
        for span in view.sentences(block):
            words = masked(view.text[span.start : span.end])
            ended = list(patterns().named["ended"].finditer(words))
            if not ended or not _is_of_itself(view, words) or clauses(words) or patterns().named["rest"].search(words):
                continue
            for match in ended:
                if (
                    match["labels"]
                    or not words[: match.start()].strip()
                    or patterns().own.search(words[: match.start()])
                ):
                    yield from _ended(view, span, match["labels"] or match["objects"])


def _ended(view: DocumentView, span: Span, labels: str) -> Iterator[Finding]:
    """The earlier revisions of a list of labels."""
    for label in re.findall(r"[A-Z]{0,2}\d[\w.+]*|\b[A-Z]{1,2}\b", labels):
        if compare(label, view.description.version or "") == -1:
            yield Finding(EdgeType.SUPERSEDES, "declaration", span, view.key, edition=label)


def _replaced(view: DocumentView, span: Span, *, is_partial: bool) -> Finding | None:
    """The clauses of another revision that a sentence replaces; an amendment of some only where it says "only"."""
    words = masked(view.text[span.start : span.end])
    version = _version(view, words)
    if version is None or patterns().named["rest"].search(words):
        return None
    numbers = [reference.span for reference in documents(words) if reference.clause is None]
    before = [
        (place, path)
        for place, path in clauses(words)
        if place.start < version.start() and not any(place.overlaps(number) for number in numbers)
    ]
    if not before or not _acts(words, before[0][0].start, is_partial or patterns().named["only"].search(words)):
        return None
    return _finding(view, span, version, tuple(dict.fromkeys(path for _, path in before)))


def _rest(view: DocumentView, span: Span) -> Finding | None:
    """That what is left of another revision remains as it is."""
    words = masked(view.text[span.start : span.end])
    version = _version(view, words)
    return _finding(view, span, version, ()) if version and patterns().named["rest"].search(words) else None


def _version(view: DocumentView, words: str) -> re.Match[str] | None:
    """Where a sentence about this document alone names another revision of it."""
    if not _is_of_itself(view, words):
        return None
    own = view.description.version
    found = patterns().named["revision"].finditer(words)
    return next((m for m in found if not (m["label"] and own and same_version(m["label"], own))), None)


def _is_of_itself(view: DocumentView, words: str) -> bool:
    """Whether a sentence says what is so, and names no other document."""
    return not patterns().sentence["unless"].search(words) and all(r.key == view.key for r in documents(words))


def _acts(words: str, at: int, amends: object) -> bool:
    """Whether the document replaces, before the clauses are named, or they are replaced, after it."""
    kinds = {EdgeType.SUPERSEDES, EdgeType.AMENDS} if amends else {EdgeType.SUPERSEDES}
    verbs = [verb for verb in patterns().verbs if verb.kind in kinds]
    speaks = patterns().own.search(words[:at]) is not None
    if speaks and any(verb.active.search(words[:at]) for verb in verbs):
        return True
    return any(verb.passive.search(words[at:]) for verb in verbs)


def _own_clauses(view: DocumentView) -> tuple[str, ...]:
    """The clauses that have none below them."""
    above = {clause.parent_id for clause in view.clauses}
    return tuple(dict.fromkeys(clause.path for clause in view.clauses if clause.id not in above))


def _finding(view: DocumentView, span: Span, version: re.Match[str], paths: tuple[str, ...]) -> Finding:
    return Finding(EdgeType.SUPERSEDES, "declaration", span, view.key, edition=version["label"], clauses=paths)
