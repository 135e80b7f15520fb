"""How often something is to be done, as the time between: "weekly" and "once a week" are every week."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph.demands import Quantity
from graph.requirements.measures import Measure
from graph.requirements.patterns import Grammar
from graph.spans import Span
from graph.vocabulary import Comparator

_NOT = re.compile(r"^not\s+", re.IGNORECASE)
_TURNED = {
    Comparator.AT_LEAST: Comparator.AT_MOST,
    Comparator.AT_MOST: Comparator.AT_LEAST,
    Comparator.MORE: Comparator.LESS,
    Comparator.LESS: Comparator.MORE,
}
"""Who does something at least once a week lets at most a week pass."""


def recurrences(text: str, span: Span, rules: Grammar) -> Iterator[Measure]:
    """The times between what a sentence wants done again and again, where no number says them."""
    for match in rules.recurring.pattern.finditer(text, span.start, span.end):
        words = " ".join(match["often"].casefold().split())
        magnitude, unit = rules.recurring.meant(words)
        value = Quantity(match["often"], magnitude, unit, Span(*match.span("often")))
        bound = rules.comparing.before.match(_NOT.sub("no ", match["bound"].strip())) if match["bound"] else None
        comparator = _TURNED[rules.comparing.kind(bound)] if bound else None
        start = match.start("bound") if bound else match.start("often")
        yield Measure((value,), comparator, start, match.end("often"), match.start("often"), match["bound"] or "")
