"""Tables drawn with characters: "+---+---+" rules between rows of "| cell | cell |"."""

from __future__ import annotations

import re
from collections.abc import Sequence

_RULE = re.compile(r"^\+(?:[-=+]|[-=]+\+)+$|^\|(?:[-=]+[+|])+$")
_ROW = re.compile(r"^\|.*\|$")


def read_grid(lines: Sequence[str]) -> tuple[list[list[str]], int] | None:
    """The rows of a drawn table, and how many of them are its header; None for anything else.

    A row ends at a rule; the lines between two rules are one row where every column's cells can be
    joined. The rows above a rule of "=", or above the second rule where later ones follow, are the header.
    """
    bodies = [line.strip() for line in lines]
    if not all(_RULE.match(body) or _ROW.match(body) for body in bodies) or not _RULE.match(bodies[0]):
        return None
    rules = [n for n, body in enumerate(bodies) if _RULE.match(body)]
    width = max((body.count("|") for body in bodies if not _RULE.match(body)), default=0)
    if width < 3 or len(rules) < 2:
        return None
    ruled = len(rules) > 3
    rows: list[list[str]] = []
    header = 0
    fresh = True
    for position, body in enumerate(bodies):
        if _RULE.match(body):
            doubled = "=" in body and rows
            header = len(rows) if doubled or (position == rules[1] and len(rules) > 2 and not header) else header
            fresh = True
            continue
        cells = [cell.strip() for cell in body.strip("|").split("|")]
        if fresh or not ruled or len(rows[-1]) != len(cells):
            rows.append(cells)
        else:
            rows[-1] = [f"{above} {cell}".strip() for above, cell in zip(rows[-1], cells, strict=True)]
        fresh = False
    return rows, header
