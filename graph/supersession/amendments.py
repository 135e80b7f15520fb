"""Acts on clauses of other documents: "Clause 2.3(a): delete … and substitute …".

The document that is acted on is the one named in the sentence, else the last one that a heading or an
earlier sentence of the same part named. Words in quotes are the old or new text, and name nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph.dates import find_dates
from graph.model import Block, Span
from graph.references import Reference, find_clauses, find_references
from graph.supersession.certify import may_act
from graph.supersession.patterns import patterns
from graph.supersession.view import DocumentView, Finding, masked
from graph.vocabulary import EdgeType, SourceKind

_STARTS = re.compile(r"\b(?:from|on|effective|as\s+of|с|от)\s+(?:the\s+)?$", re.IGNORECASE)
_PLACE = re.compile(r"\b(?:after|before|following|see|under|per)\s+(?:the\s+)?$", re.IGNORECASE)


def amendments(view: DocumentView) -> Iterator[Finding]:
    """The acts of substitution, deletion and addition, one finding for each sentence and document."""
    trigger = patterns().amendment["trigger"]
    context: Reference | None = None
    for block in view.statements():
        for span in view.sentences(block):
            named = [r for r in view.references(span) if r.key != view.key]
            if trigger.search(view.text, span.start, span.end):
                words = masked(view.text[span.start : span.end])
                target = _target(view, words, context)
                if target is not None:
                    yield from _of_sentence(view, span, words, target)
            context = _context(block, named, context)


def answers(view: DocumentView) -> Iterator[Finding]:
    """In the answer to a question about the documents: the clauses that it is about are clarified."""
    if view.description.kind is not SourceKind.RFI:
        return
    for block in view.statements():
        for span in view.sentences(block):
            if patterns().sentence["unless"].search(view.text, span.start, span.end):
                continue
            for reference in view.references(span):
                if reference.key != view.key and reference.clause:
                    clauses = (reference.clause,)
                    yield Finding(EdgeType.CLARIFIES, "answer", span, reference.key, reference.edition, clauses=clauses)


def _target(view: DocumentView, words: str, context: Reference | None) -> Reference | None:
    """What a sentence acts on: the document it names, whose clause it must name along with it unless
    the whole text is there to act on others; in such a text, else, what the part is about."""
    acts = may_act(view.description)
    named = [r for r in find_references(words) if r.key != view.key and (acts or r.clause)]
    return named[0] if named else context if acts else None


def _context(block: Block, named: list[Reference], context: Reference | None) -> Reference | None:
    """What a later sentence without a document is about: the last document that opened a part."""
    if block.kind == "heading":
        return named[-1] if named else context if block.level > 1 else None
    return named[0] if named else context


def _of_sentence(view: DocumentView, span: Span, words: str, target: Reference) -> Iterator[Finding]:
    method = _act(words)
    if method is None or patterns().sentence["unless"].search(words):
        return
    clauses = tuple(dict.fromkeys(path for place, path in _named_clauses(words, target) if _is_acted_on(words, place)))
    if not clauses:
        return
    dates = [anchor for place, anchor in find_dates(words) if _STARTS.search(words[: place.start])]
    into = view.clause_at(span.start)
    yield Finding(
        kind=EdgeType.AMENDS,
        method=method,
        span=span,
        key=target.key,
        edition=target.edition,
        clauses=clauses,
        into=(into,) if into and method == "substitution" else (),
        effective=dates[0] if len(dates) == 1 else None,
    )


def _act(words: str) -> str | None:
    """The method of the act; a substitution counts before a deletion, that before an addition."""
    acts = ("substitution", "deletion", "addition")
    return next((name for name in acts if patterns().amendment[name].search(words)), None)


def _named_clauses(words: str, target: Reference) -> list[tuple[Span, str]]:
    found = find_clauses(words)
    own = [r for r in find_references(words) if r.clause and r.key == target.key]
    return found or [(reference.span, reference.clause) for reference in own if reference.clause]


def _is_acted_on(words: str, place: Span) -> bool:
    """A clause after "after" or "see" tells where something goes, not what is changed."""
    return _PLACE.search(words[max(0, place.start - 20) : place.start]) is None
