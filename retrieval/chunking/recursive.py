"""Cutting what is too long: at sentence ends, else at words, with an overlap of whole pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph.model import Span
from retrieval.chunking.sentences import sentences

_LINE = re.compile(r"[^\n]*\S[^\n]*")


def split(text: str, span: Span, size_chars: int, overlap_chars: int) -> list[Span]:
    """Overlapping spans of at most `size_chars`, cut at sentence ends where sentences are short enough.

    A span begins with as many whole sentences of the one before as fit in `overlap_chars`. A
    sentence longer than `size_chars` is cut at words, a word at characters. Together the spans
    cover every character of `span` that is not white space.
    """
    part = text[span.start : span.end]
    units = [
        Span(span.start + piece.start, span.start + piece.end)
        for sentence in sentences(part)
        for piece in _short_enough(part, sentence, size_chars, max(1, min(overlap_chars or size_chars, size_chars)))
    ]
    return _packed(units, size_chars, overlap_chars)


def split_lines(text: str, span: Span, size_chars: int) -> list[Span]:
    """Spans of whole lines of at most `size_chars`, without overlap; a longer line is cut at words."""
    units = [
        piece
        for line in _LINE.finditer(text, span.start, span.end)
        for piece in _short_enough(text, Span(*line.span()), size_chars, size_chars)
    ]
    return _packed(units, size_chars, 0)


def _short_enough(text: str, span: Span, size_chars: int, cut_chars: int) -> Iterator[Span]:
    """The span itself, or pieces of at most `cut_chars` cut after white space."""
    if len(span) <= size_chars:
        yield span
        return
    at = span.start
    while at < span.end:
        end = min(at + cut_chars, span.end)
        if end < span.end:
            space = max(text.rfind(" ", at, end), text.rfind("\n", at, end))
            end = space if space > at else end
        piece = text[at:end]
        left = at + len(piece) - len(piece.lstrip())
        if piece.strip():
            yield Span(left, left + len(piece.strip()))
        at = end if end > at else span.end


def _packed(units: list[Span], size_chars: int, overlap_chars: int) -> list[Span]:
    found: list[Span] = []
    first = 0
    for index, unit in enumerate(units):
        if unit.end - units[first].start > size_chars and index > first:
            found.append(Span(units[first].start, units[index - 1].end))
            first = _overlap_from(units, first, index, size_chars, overlap_chars)
    if units:
        found.append(Span(units[first].start, units[-1].end))
    return found


def _overlap_from(units: list[Span], first: int, index: int, size_chars: int, overlap_chars: int) -> int:
    """The first unit of the next span: the earliest that keeps overlap and size within bounds."""
    for candidate in range(first + 1, index):
        overlap = units[index - 1].end - units[candidate].start
        if overlap <= overlap_chars and units[index].end - units[candidate].start <= size_chars:
            return candidate
    return index
