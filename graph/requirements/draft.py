"""What a reader found, before it is a requirement with an id and a clause."""

from __future__ import annotations

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
    """The words of a sentence outside the values that it demands, one blank between them."""
    parts, at, end = list[str](), draft.span.start, draft.span.end
    for value in sorted(value.span for value in (*draft.values, *(draft.tolerance or ()))):
        if draft.span.covers(value):
            parts.append(text[at : max(at, value.start)])
            at = max(at, value.end)
    return " ".join(" ".join([*parts, text[at:end]]).split())
