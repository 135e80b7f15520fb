"""Tables whose columns are kept apart by blanks or tabs, as people type them and paste them from sheets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from connectors.text.numbering import read_marker

_START = re.compile(r"(?:^|(?<=\s\s))\S")
_WORDS = re.compile(r"\S+(?: \S+)*")
_HEAD = re.compile(r"[^\W\d_]{2}[^=;{}<>]*")
_RULE = re.compile(r"[-=_+]*")
_FEWEST_ROWS = 3
_LEEWAY = 1
"""Columns by which a cell may be off its head."""


def read_aligned(lines: Sequence[str]) -> list[list[str]] | None:
    """The rows of such a table, the head first; None for anything else.

    A line without a first cell goes on with the row above it.
    """
    if len(lines) < _FEWEST_ROWS or read_marker(lines[0].strip()) is not None:
        return None
    rows = _by_tabs(lines) if any("\t" in line for line in lines) else _by_places(lines)
    if rows is None or not all(_HEAD.fullmatch(head) for head in rows[0]):
        return None
    joined: list[list[str]] = []
    for row in (row for row in rows if not all(_RULE.fullmatch(cell) for cell in row)):
        if row[0] or not joined:
            joined.append(row)
        else:
            joined[-1] = [f"{above} {cell}".strip() for above, cell in zip(joined[-1], row, strict=True)]
    filled = [row for row in joined if sum(map(bool, row)) > 1]
    return joined if len(filled) >= max(2, 0.7 * len(joined)) else None


def _by_tabs(lines: Sequence[str]) -> list[list[str]] | None:
    rows = [[cell.strip() for cell in line.split("\t")] for line in lines]
    width = len(rows[0])
    fits = width > 1 and all(len(row) <= width for row in rows)
    return [row + [""] * (width - len(row)) for row in rows] if fits else None


def _by_places(lines: Sequence[str]) -> list[list[str]] | None:
    starts = [found.start() for found in _START.finditer(lines[0])]
    rows = [_placed(line, starts) for line in lines] if len(starts) > 1 else []
    found = [row for row in rows if row is not None]
    return found if found and len(found) == len(rows) else None


def _placed(line: str, starts: Sequence[int]) -> list[str] | None:
    """The cells of a line by the column under whose head each begins; None where one begins elsewhere."""
    row = [""] * len(starts)
    for found in _WORDS.finditer(line):
        near = [n for n, start in enumerate(starts) if abs(start - found.start()) <= _LEEWAY]
        if not near or row[near[0]]:
            return None
        row[near[0]] = found[0]
    return row
