"""Documents that a text cites, with the edition where it pins one, and those that it relies on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from graph.model import Block
from graph.notation import notation
from graph.references import Reference
from graph.spans import EARLIER_KINDS, SURROUNDING_KINDS
from graph.supersession.patterns import patterns
from graph.supersession.view import DocumentView, Finding
from graph.vocabulary import EdgeType, SourceKind

_AROUND = 80


def citations(view: DocumentView) -> Iterator[Finding]:
    """The first place at which each document, in each edition, is cited.

    A citation is reliance where the text demands conformity with an edition that it pins.
    """
    if view.description.kind is SourceKind.REGISTER:
        return
    seen: set[tuple[EdgeType, str, str | None]] = set()
    for block in view.blocks:
        if block.kind in {"toc", "header"} | EARLIER_KINDS | SURROUNDING_KINDS:
            continue
        for reference in view.references(block.span):
            if reference.key == view.key:
                continue
            if reference.edition and not _binds(view, block, reference):
                reference = replace(reference, edition=None)
            kind = _kind(view, block, reference)
            if (kind, reference.key, reference.edition) not in seen:
                seen.add((kind, reference.key, reference.edition))
                yield _finding(reference, kind)


def _binds(view: DocumentView, block: Block, reference: Reference) -> bool:
    """Whether the text means the edition that it names: not "or later", and none that is forbidden or past."""
    start, end = reference.span.start, reference.span.end
    before = view.text[max(block.span.start, start - _AROUND) : start]
    after = view.text[end : min(block.span.end, end + _AROUND)]
    return not (notation().loose_before.search(before) or notation().loose_after.match(after))


def _finding(reference: Reference, kind: EdgeType) -> Finding:
    method = "reliance" if kind is EdgeType.RELIES_ON else "citation"
    return Finding(kind, method, reference.span, reference.key, reference.edition)


def _kind(view: DocumentView, block: Block, reference: Reference) -> EdgeType:
    if reference.edition is None:
        return EdgeType.CITES
    start = reference.span.start
    before = view.text[max(block.span.start, start - _AROUND) : start]
    return EdgeType.RELIES_ON if patterns().reliance.search(before) else EdgeType.CITES
