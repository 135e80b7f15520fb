"""What a detector sees of a document, and how it states what it found."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from graph.claims import Description
from graph.identity import digest, edge_id, work_id
from graph.methods import method
from graph.model import Block, Claim, Clause, Edge, Evidence, Scope, Source, Span
from graph.references import Reference, find_references, normalise_number
from graph.sentences import has_verb, is_sentence
from graph.spans import EARLIER_KINDS, SURROUNDING_KINDS
from graph.supersession.patterns import patterns
from graph.time import DateAnchor
from graph.vocabulary import EdgeState, EdgeType

_SILENT = frozenset({"toc", "code"}) | EARLIER_KINDS | SURROUNDING_KINDS
"""Kinds of blocks whose words are not the document's own statements."""

_SENTENCE_END = re.compile(
    r"(?<=[.!?][\"”»])\s*\n\s*(?=[A-ZА-ЯЁ]|\d{1,2}(?:\.\w{1,2}){1,3}\s*:)"
    r"|(?<=[.!?;])\s+(?=[\"“«(\[]?[A-ZА-ЯЁЎҚҒҲ0-9])"
    r"|(?<=[。！？；])(?![”’」』）)])|(?<=[。！？；][”’」』])|\n{2,}"
    r"|(?<=[\"”.;:])\s+(?=\(?(?:[a-z]|[ivx]{1,4}|\d{1,2})[.)]\s+[A-Z])"
    r"|\s+(?=[a-z][.)]\s+(?:Paragraph|Clause|Article|Section|Part|Item|Sheet|Drawing|Detail)\b)"
)
_UNLABELLED = re.compile(
    r"^(?![^\W\d_][^:：\n\t]{0,40}[:：]\s)[^\n]*\S[^\n]*$(?:\n(?=[a-zа-яё(\"“«])[^\n]+$)*", re.MULTILINE
)
"""A line of a header that is no field "Label: value", with the lines that go on with it in lower case."""

_QUOTED = re.compile(r'"[^"\n]{1,400}"|“[^”\n]{1,400}”|«[^»\n]{1,400}»|‘[^’\n]{3,400}’(?!\w)')


@dataclass(frozen=True, slots=True, eq=False)
class DocumentView:
    """A parsed document with its claims; everything that detectors may look at."""

    source: Source
    description: Description
    text: str
    blocks: tuple[Block, ...]
    clauses: tuple[Clause, ...] = ()
    claims: tuple[Claim, ...] = ()

    def statements(self) -> Iterator[Block]:
        """The blocks that hold the document's own running text, tables aside; of a header only its sentences."""
        for block in self.blocks:
            if block.kind == "header":
                yield from _header_sentences(self.text, block)
            elif block.kind not in _SILENT | {"table"}:
                yield block

    def of_kind(self, *kinds: str) -> Iterator[Block]:
        """The blocks of these kinds."""
        return (block for block in self.blocks if block.kind in kinds)

    def sentences(self, block: Block) -> Iterator[Span]:
        """The sentences of a block, in order; abbreviations such as "No." end none."""
        abbreviation = patterns().sentence["abbreviations"]
        start = block.span.start
        for end in _SENTENCE_END.finditer(self.text, block.span.start, block.span.end):
            if abbreviation.search(self.text, max(start, end.start() - 8), end.start()) or self._is_unit(start, end):
                continue
            if end.start() > start:
                yield Span(start, end.start())
            start = end.end()
        if start < block.span.end:
            yield Span(start, block.span.end)

    def _is_unit(self, start: int, end: re.Match[str]) -> bool:
        """Whether a stop only ends the unit of a note in capitals: "2 IN. CLEAR COVER"."""
        rules = patterns().sentence
        is_measured = rules["measured"].search(self.text, max(start, end.start() - 8), end.start()) is not None
        return is_measured and rules["opening"].match(self.text, end.end()) is None

    def references(self, span: Span) -> tuple[Reference, ...]:
        """The documents that are named within a span, at their places in the whole text."""
        found, starts = _references(self)
        first, last = bisect_left(starts, span.start), bisect_left(starts, span.end)
        return tuple(reference for reference in found[first:last] if reference.span.end <= span.end)

    def quote(self, span: Span) -> Evidence:
        """The words of a span as evidence."""
        return Evidence(self.source.id, span, self.text[span.start : span.end])

    def clause_at(self, position: int) -> str | None:
        """Path of the innermost clause that holds a position."""
        holding = [c for c in self.clauses if c.span.start <= position < c.span.end]
        return min(holding, key=lambda c: (len(c.span), c.id)).path if holding else None

    @property
    def key(self) -> str | None:
        """Key of the document's own number."""
        return self.description.key


@dataclass(frozen=True, slots=True)
class Finding:
    """A relation that a detector read, before it is an edge.

    Attributes:
        key: Key of the other document; None where the relation is of the document to itself.
        edition: Of the other document, where the text pins it.
        inverse: The other document is the one that displaces, amends or clarifies this one.
        subject: Key of the document that does it, where that is neither this one nor the other.
    """

    kind: EdgeType
    method: str
    span: Span
    key: str | None
    edition: str | None = None
    inverse: bool = False
    subject: str | None = None
    clauses: tuple[str, ...] = ()
    into: tuple[str, ...] = ()
    effective: DateAnchor | None = None
    condition: str | None = None
    status: str | None = None


@lru_cache(maxsize=1)
def _references(view: DocumentView) -> tuple[list[Reference], list[int]]:
    """All documents that a text names, read once for all detectors."""
    found = find_references(view.text)
    return found, [reference.span.start for reference in found]


def to_edge(view: DocumentView, finding: Finding, state: EdgeState) -> Edge:
    """The finding as an edge between this source and works that need not be held yet."""
    own = view.source.id
    other = own if finding.key is None else _work(view, finding.key)
    doer = own if finding.subject is None else _work(view, finding.subject)
    src, dst = (other, doer) if finding.inverse else (doer, other)
    scope = Scope(finding.clauses, finding.condition, None if finding.inverse else finding.edition, finding.into)
    told_apart = digest(*scope.clauses, scope.condition or "", scope.version or "", finding.status or "")
    if finding.subject is not None or finding.method in ("register", "change-log"):
        told_apart = digest(told_apart, own)
    return Edge(
        id=edge_id(finding.kind, src, dst, finding.method, told_apart),
        type=finding.kind,
        src=src,
        dst=dst,
        recorded_at=view.source.recorded_at,
        effective_from=finding.effective,
        method=finding.method,
        confidence=method(finding.method).confidence,
        state=state,
        scope=scope,
        evidence=view.quote(finding.span),
        note=finding.status or finding.key,
    )


def _header_sentences(text: str, header: Block) -> Iterator[Block]:
    """The sentences in a header block as paragraphs: what is no labelled field, and has a verb."""
    for group in _UNLABELLED.finditer(text, header.span.start, header.span.end):
        words = group.group()
        if is_sentence(words) or (has_verb(words) and not words.isupper()):
            yield replace(header, kind="paragraph", span=Span(*group.span()))


def masked(text: str) -> str:
    """The text with quoted words blanked out, position by position: they are not statements."""
    return _QUOTED.sub(lambda match: match[0][0] + " " * (len(match[0]) - 2) + match[0][-1], text)


def _work(view: DocumentView, key: str) -> str:
    return work_id(view.source.project, normalise_number(key))
