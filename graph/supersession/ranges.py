"""Documents between the first and the last of a range: "Ordinances 113 through 116"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graph.model import Span
from graph.references import Reference, normalise_number

_UNTIL = re.compile(r"\s*(?:through|thru|to|–|—|-)\s*(?:nos?\.?\s*)?(?P<end>\d{1,5})(?![\w/-]|\.\d)", re.IGNORECASE)
_PLURAL = re.compile(r"\w+s\b|\w+\s+nos\b", re.IGNORECASE)
_LAST_FIGURES = re.compile(r"\d+$")
_LONGEST = 60


def with_ranges(words: str, found: list[Reference]) -> Iterator[Reference]:
    """The references, and where a range begins with one, all of its documents; they share its words.

    A range opens with a plural and rises; both of its ends differ in their last figures only.
    """
    for reference in found:
        first, until = _LAST_FIGURES.search(reference.key), _UNTIL.match(words, reference.span.end)
        steps = int(until["end"]) - int(first[0]) if first and until and _PLURAL.match(reference.text) else 0
        if first is None or until is None or not 0 < steps <= _LONGEST:
            yield reference
            continue
        span = Span(reference.span.start, until.end())
        for number in range(int(first[0]), int(first[0]) + steps + 1):
            key = normalise_number(f"{reference.key[: first.start()]}{number}")
            yield replace(reference, span=span, text=words[span.start : span.end], key=key)
