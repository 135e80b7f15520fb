"""A code of a place, or a chapter of it: its title and the names by which other texts call it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from connectors.metadata.words import words
from connectors.metadata.zones import Line
from connectors.protocol import Statement
from graph.model import Span
from graph.vocabulary import ClaimField

_SMALL = frozenset({"of", "the", "and", "for", "in", "on"})


def code_statements(lines: Sequence[Line]) -> Iterator[Statement]:
    """TITLE and ALIAS of front lines that name a code: "CITY OF MARLOW / MUNICIPAL CODE / Chapter 12 - Streets".

    Aliases are the code, the code with its place, and the chapter.
    """
    table = words().codes
    named = _first(table.name, lines)
    if named is None:
        return
    line, match = named
    code = _spoken(match["code"])
    place = _first(table.place, lines)
    town = _spoken(match["place"] or (place[1]["place"] if place else "") or "")
    part = _first(table.part, lines)
    span = Span(line.start, line.start + len(line.text))
    if part:
        chapter = " ".join([_spoken(part[1]["word"]), part[1]["number"]])
        rest = f" - {part[1]['name'].strip()}" if part[1]["name"] else ""
        yield Statement(ClaimField.TITLE, f"{code}, {chapter}{rest}", line.ground, 0.85, span)
        yield Statement(ClaimField.ALIAS, chapter, part[0].ground, 0.6)
    else:
        yield Statement(ClaimField.TITLE, f"{town} {code}".strip(), line.ground, 0.85, span)
    yield Statement(ClaimField.ALIAS, code, line.ground, 0.8)
    if town:
        yield Statement(ClaimField.ALIAS, f"{town} {code}", line.ground, 0.8)
        yield Statement(ClaimField.ALIAS, f"Code of {town}", line.ground, 0.7)


def _first(pattern: re.Pattern[str], lines: Sequence[Line]) -> tuple[Line, re.Match[str]] | None:
    found = ((line, match) for line in lines if line.label is None and (match := pattern.match(line.text.strip())))
    return next(found, None)


def _spoken(shouted: str) -> str:
    """Words as people write them: "MUNICIPAL CODE" is "Municipal Code"."""
    parts = shouted.split()
    return " ".join(p.casefold() if n and p.casefold() in _SMALL else p.capitalize() for n, p in enumerate(parts))
