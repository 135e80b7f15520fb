"""Marks by which a text says that it is only proposed: a draft that is circulated, a request, an unsigned form."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from connectors.metadata.zones import Line
from connectors.protocol import Statement
from graph.model import Span
from graph.vocabulary import ClaimField, Ground, Status

_REACH_CHARS = 1500


@dataclass(frozen=True, slots=True)
class _Mark:
    """Words by which a text says that it is only proposed.

    Attributes:
        amid: Believed within a line too, as a label and its value are.
    """

    status: Status
    pattern: re.Pattern[str]
    confidence: float
    amid: bool


@cache
def _marks() -> tuple[_Mark, ...]:
    data = tomllib.loads(files("connectors.metadata").joinpath("unadopted.toml").read_text("utf-8"))
    return tuple(
        _Mark(
            Status(entry["status"]),
            re.compile(entry["pattern"], re.IGNORECASE),
            entry["confidence"],
            entry.get("amid", False),
        )
        for entry in data["marks"]
    )


def unadopted_statements(text: str, lines: Sequence[Line]) -> Iterator[Statement]:
    """STATUS by the strongest mark on the first page, whatever kind of text it is."""
    found = [
        (mark, Span(*match.span()))
        for mark in _marks()
        for match in mark.pattern.finditer(text, 0, _REACH_CHARS)
        if mark.amid or _starts_part(text, match.start())
    ]
    if found:
        mark, span = max(found, key=lambda pair: (pair[0].confidence, -pair[1].start))
        ground = next((line.ground for line in lines if _overlaps(line, span)), Ground.TITLE_PAGE)
        said = " ".join(text[span.start : span.end].split())
        yield Statement(ClaimField.STATUS, mark.status, ground, mark.confidence, span, note=said)


def _starts_part(text: str, start: int) -> bool:
    """Whether a line, a sentence or a bracket starts there, not words amid a sentence."""
    before = text[max(0, start - 3) : start].rstrip(" \t*#>")
    return not before or before[-1] in "\n.;:([|–—-!"


def _overlaps(line: Line, span: Span) -> bool:
    return line.start < span.end and span.start < line.start + len(line.text)
