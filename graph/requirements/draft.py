"""What a reader found, before it is a requirement with an id and a clause."""

from __future__ import annotations

import re
from dataclasses import dataclass

from graph.demands import Condition, Quantity
from graph.spans import Span
from graph.vocabulary import Comparator, Modality


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words for a thing or a property.

    Attributes:
        span: Where they stand in the text, word for word; None where a rule named it ("width" of "900 mm wide").
    """

    words: str
    span: Span | None = None


NOTHING = Phrase("")
_PURPOSE = re.compile(
    r"^(?:because|since|so that|in order (?:to|that)|to (?!be\b|have\b)[a-z]+)\s[^,]*,\s*", re.IGNORECASE
)
_REASON = re.compile(r",?\s+(?:because|so that|in order (?:to|that))\s.*$", re.IGNORECASE)
"""What a sentence is for or why, which says nothing of what it is about."""


@dataclass(frozen=True, slots=True)
class Draft:
    """One demand as a reader found it; the fields mean what they mean in `Requirement`.

    Attributes:
        span: The sentence, list item or cell that demands.
        method: Name of the rule.
    """

    span: Span
    subject: Phrase
    property: Phrase
    comparator: Comparator
    values: tuple[Quantity, ...]
    modality: Modality
    confidence: float
    method: str
    tolerance: tuple[Quantity, Quantity] | None = None
    combine: str | None = None
    conditions: tuple[Condition, ...] = ()
    scope: tuple[tuple[str, str], ...] = ()
    language: str = "en"


def said_outside(text: str, draft: Draft) -> str:
    """The words of the clause that demands, outside its values, one blank between them."""
    clause = _clause(text, draft)
    parts, at, end = list[str](), clause.start, clause.end
    for value in sorted(value.span for value in (*draft.values, *(draft.tolerance or ()))):
        if clause.covers(value):
            parts.append(text[at : max(at, value.start)])
            at = max(at, value.end)
    said = " ".join(" ".join([*parts, text[at:end]]).split())
    return _REASON.sub("", _PURPOSE.sub("", said))


def _clause(text: str, draft: Draft) -> Span:
    """The part of a sentence between semicolons in which its value or its subject stands."""
    places = [value.span for value in draft.values] or [part for part in (draft.subject.span,) if part]
    if not places or not draft.span.covers(places[0]):
        return draft.span
    start = text.rfind(";", draft.span.start, places[0].start) + 1
    end = text.find(";", places[-1].end, draft.span.end)
    return Span(max(start, draft.span.start), end if end >= 0 else draft.span.end)
