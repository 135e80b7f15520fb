"""Sentences with what stands over them: the lead-ins of their list and the headings of their section."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from graph.quantities.unit_places import unit_after
from graph.spans import Block, Span
from graph.supersession.view import DocumentView

_LABEL = re.compile(
    r"\s*(?:[\[(]?(?:\d{1,3}|[a-z]{1,2}|[ivx]{1,5}|\*)[\])]?[.)]?|[A-Z][.)](?=\s+[A-ZА-Я\d])|[а-я][.)]|[•–—\-*▪●◦‣]|\d+(?:\.\d+)+\.?)\s+"
)
_LEADS = re.compile(
    r"(?:[:：]|\bfollowing(?:\s+\w+){0,4}\s*[.:]?|\b(?:if|that|when|where)\s*[:–—]?)\s*$", re.IGNORECASE
)
_FRACTION = re.compile(r"\d{1,2}/\d{1,2}(?![\d/])")
_FIRST = frozenset({"a", "1", "i", "•", "–", "-", "—", "*", "▪", "A", "I"})
_QUIET = frozenset({"turn", "caption"})


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence or fragment, and what it goes on from.

    Attributes:
        leads: Lead-in sentences over its list, outer first.
        headings: Headings over it, outer first, their numbers left out.
        item: It is a list item or a part of one.
    """

    span: Span
    leads: tuple[Span, ...] = ()
    headings: tuple[Span, ...] = ()
    item: bool = False


class _Position:
    """Where the reading stands: open headings by level, and open lead-ins by level of list, 0 for a paragraph's."""

    def __init__(self) -> None:
        self.headings: dict[int, Span] = {}
        self.leads: dict[int, Span] = {}
        self.fresh = False

    def head(self, level: int, span: Span) -> None:
        """Opens a section."""
        self.headings = {depth: held for depth, held in self.headings.items() if depth < level} | {level: span}
        self.leads = {}

    def close_to(self, level: int) -> None:
        """Ends the lead-ins of this level of lists and of those inside it."""
        self.leads = {depth: held for depth, held in self.leads.items() if depth < level}

    def over(self) -> tuple[Span, ...]:
        """The open lead-ins, outer first."""
        return tuple(self.leads[depth] for depth in sorted(self.leads))


@lru_cache(maxsize=1)
def statements(view: DocumentView) -> tuple[Statement, ...]:
    """The sentences of the running text, in order; talk and captions demand nothing. All readers share them."""
    return tuple(_statements(view))


def _statements(view: DocumentView) -> Iterator[Statement]:
    at = _Position()
    for block in view.statements():
        if block.kind == "heading":
            at.head(block.level, _unlabelled(view.text, block))
        elif block.kind not in _QUIET:
            yield from _of_block(view, block, at)


def _of_block(view: DocumentView, block: Block, at: _Position) -> Iterator[Statement]:
    is_item = block.kind == "list_item"
    level = block.level if is_item else 0
    if is_item and (block.number or "") in _FIRST and level == 1 and not at.fresh:
        at.close_to(0)
    if is_item or block.number:
        at.close_to(level)
    spans = list(view.sentences(block))
    headings = tuple(at.headings[depth] for depth in sorted(at.headings))
    leading = bool(spans) and _LEADS.search(view.text, max(spans[-1].start, spans[-1].end - 80), spans[-1].end)
    if leading and not is_item:
        at.close_to(0)
    leads = at.over() if is_item else ()
    for position, span in enumerate(spans):
        span = _trim(view.text, _without_label(view.text, span) if position == 0 else span)
        yield Statement(span, leads, headings, is_item)
    if leading:
        at.leads[level] = _without_label(view.text, spans[-1])
    at.fresh = is_item or bool(leading)


def _without_label(text: str, span: Span) -> Span:
    label = _LABEL.match(text, span.start, span.end)
    if label is None or label.end() >= span.end or _is_value(text, label, span.end):
        return span
    return Span(label.end(), span.end)


def _is_value(text: str, label: re.Match[str], limit: int) -> bool:
    """Whether a number that begins a line is measured: "25 MM CLEARANCE", "1 1/2 in. of cover"."""
    number = label[0].strip()
    if not number.isdigit():
        return False
    unit = unit_after(text, label.start() + label[0].index(number) + len(number), limit)
    return (unit is not None and len(unit) > 1) or _FRACTION.match(text, label.end(), limit) is not None


def _unlabelled(text: str, block: Block) -> Span:
    start = block.span.start
    if block.number and text.startswith(block.number, start):
        start += len(block.number)
    return _trim(text, Span(start, block.span.end))


def _trim(text: str, span: Span) -> Span:
    """The span without blanks at its ends."""
    words = text[span.start : span.end]
    start = span.start + len(words) - len(words.lstrip())
    return Span(start, max(start, span.start + len(words.rstrip())))
