"""Days that a sentence demands: "shall be submitted by 3 May 2027", "the completion date is 30 June 2027"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph.dates import find_dates
from graph.demands import Quantity
from graph.requirements.measures import Measure
from graph.requirements.patterns import Grammar
from graph.spans import Span
from graph.vocabulary import Comparator

DATE = "date"
_YEAR = re.compile(r"(?:19|20)\d\d")


def dates(text: str, span: Span, rules: Grammar) -> Iterator[Measure]:
    """The days of a sentence that stand behind "by", "before", "not later than" or behind a date that is said to be."""
    if not _YEAR.search(text, span.start, span.end):
        return
    for place, anchor in find_dates(text[span.start : span.end]):
        start, end = span.start + place.start, span.start + place.end
        bound = rules.dated.search(text, span.start, start)
        if not anchor.is_exact or bound is None:
            continue
        value = Quantity(text[start:end], None, None, Span(start, end))
        sign = next((sign for sign, group in _SIGNS.items() if bound[group]), None)
        yield Measure(
            (value,), sign, bound.start() if sign else start, end, start, bound[0] if sign else "", False, DATE
        )


_SIGNS = {
    Comparator.AT_MOST: "until",
    Comparator.AT_LEAST: "since",
    Comparator.LESS: "before",
    Comparator.MORE: "after",
}
