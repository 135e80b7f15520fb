"""Transitional provisions: what a new text leaves to its predecessor, and under which condition."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph.dates import find_dates
from graph.model import Span
from graph.references import Reference, find_references
from graph.supersession.patterns import patterns
from graph.supersession.view import DocumentView, Finding, masked
from graph.time import DateAnchor
from graph.vocabulary import EdgeType, SourceKind

_EDITION = re.compile(
    r"\b(?:the\s+)?(?P<year>(?:19|20)\d\d)\s+(?:edition|version)|\bedition\s+of\s+(?P<of>(?:19|20)\d\d)", re.IGNORECASE
)
_PREVIOUS = re.compile(
    r"\b(?:previous|earlier|prior|preceding|former|old)\s+(?:edition|version|revision|issue|rules)", re.IGNORECASE
)


def transitions(view: DocumentView) -> Iterator[Finding]:
    """One finding for each predecessor that a provision names, or for the work's earlier versions.

    "The 2010 edition will continue to apply to work started before 1 October 2015" and "It does not
    apply to work started before 1 October 2015" say the same about the edition before this one.
    """
    if view.description.kind in (SourceKind.MAIL, SourceKind.TRANSCRIPT, SourceKind.REGISTER):
        return
    table = patterns().transition
    for block in view.statements():
        if not table["trigger"].search(view.text, block.span.start, block.span.end):
            continue
        for span in view.sentences(block):
            yield from _of_sentence(view, span)


def _of_sentence(view: DocumentView, span: Span) -> Iterator[Finding]:
    words = masked(view.text[span.start : span.end])
    table = patterns().transition
    goes_on, exempts = table["continues"].search(words), table["exempts"].search(words)
    match = goes_on or exempts
    if match is None:
        return
    condition = " ".join(view.text[span.start + match.end() : span.end].split()).rstrip(".; ")
    if "used" in match[0].casefold() and condition.casefold().startswith(("until", "up to")):
        condition = f"use {condition}"
    if not table["when"].search(condition) or not _has_date(view, span, words):
        return
    predecessors = _predecessors(view, words[: match.start()]) if goes_on else [(view.key, None)]
    for key, edition in predecessors:
        if key is not None and (key, edition) != (view.key, view.description.version):
            yield Finding(
                EdgeType.SUPERSEDES,
                "transition",
                span,
                key,
                edition,
                effective=_takes_effect(view),
                condition=condition,
            )


def _has_date(view: DocumentView, span: Span, words: str) -> bool:
    """Whether a date is given, in the sentence or, as "that date", right before it."""
    before = view.text[max(0, span.start - 300) : span.start]
    return bool(find_dates(words)) or ("that date" in words and bool(find_dates(before)))


def _predecessors(view: DocumentView, subject: str) -> list[tuple[str | None, str | None]]:
    """The documents that go on: named ones, or an edition of this one by its year."""
    named: list[tuple[str | None, str | None]] = []
    for reference in find_references(subject):
        named.append((reference.key, _edition_of(subject, reference)))
    if not named:
        editions = [match["year"] or match["of"] for match in _EDITION.finditer(subject)]
        named = [(view.key, edition) for edition in editions]
    if not named and _PREVIOUS.search(subject):
        named = [(view.key, None)]
    return named


def _edition_of(subject: str, reference: Reference) -> str | None:
    """The edition pinned with the reference, or by "the 2004 edition of" before it."""
    if reference.edition:
        return reference.edition
    before = list(_EDITION.finditer(subject[: reference.span.start]))
    return (before[-1]["year"] or before[-1]["of"]) if before else None


def _takes_effect(view: DocumentView) -> DateAnchor | None:
    return view.description.effective_from
