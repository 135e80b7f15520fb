"""Cutting a long table between rows, its header cells repeated with every part."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from graph.model import Cell, Span
from retrieval.chunking.recursive import split_lines


def split_table(
    text: str, span: Span, cells: Sequence[Cell], size_chars: int
) -> Iterator[tuple[Span, tuple[Cell, ...]]]:
    """Parts of whole rows of about `size_chars`, each with its cells and, first, the header's.

    The spans cover `span`; only header cells may lie outside their part. A table without cells,
    or whose rows do not follow one another in the text, is cut between lines instead.
    """
    starts = _row_starts(span, cells)
    if not starts:
        for lines in split_lines(text, span, size_chars):
            yield lines, tuple(cell for cell in cells if lines.covers(cell.span))
        return
    headed = _header_rows(cells)
    header = tuple(cell for cell in cells if cell.row in headed)
    for start, end in pairwise([*_cuts(starts, span, size_chars), span.end]):
        part = _trimmed(text, start, end)
        own = tuple(cell for cell in cells if start <= cell.span.start < end)
        if part is not None:
            yield part, tuple(cell for cell in header if cell not in own) + own


def _row_starts(span: Span, cells: Sequence[Cell]) -> list[int]:
    """Where each row begins, the first at the table's start; empty where rows overlap."""
    rows: defaultdict[int, list[Cell]] = defaultdict(list)
    for cell in cells:
        if len(cell.span):
            rows[cell.row].append(cell)
    extents = [
        (min(cell.span.start for cell in row), max(cell.span.end for cell in row)) for _, row in sorted(rows.items())
    ]
    if any(following[0] < row[1] for row, following in pairwise(extents)):
        return []
    return [span.start, *(start for start, _ in extents[1:])] if extents else []


def _header_rows(cells: Sequence[Cell]) -> frozenset[int]:
    """The rows at the top all of whose cells are headers."""
    plain = [cell.row for cell in cells if not cell.header]
    first = min(plain, default=0)
    return frozenset(cell.row for cell in cells if cell.row < first)


def _cuts(starts: Sequence[int], span: Span, size_chars: int) -> list[int]:
    cuts = [span.start]
    for start, following in pairwise([*starts, span.end]):
        if following - cuts[-1] > size_chars and start > cuts[-1]:
            cuts.append(start)
    return cuts


def _trimmed(text: str, start: int, end: int) -> Span | None:
    part = text[start:end]
    left = start + len(part) - len(part.lstrip())
    return Span(left, left + len(part.strip())) if part.strip() else None
