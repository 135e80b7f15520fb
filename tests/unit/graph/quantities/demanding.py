"""Requirements for tests, written as short demands: "shall ≥ 900 mm", "should = 50 mm ± 5 mm", "may present"."""

from __future__ import annotations

from datetime import UTC, datetime

from graph.demands import Quantity, Requirement
from graph.quantities.numbers import find_quantities
from graph.spans import Span
from graph.vocabulary import Comparator, Modality

_MODALITIES = sorted(Modality, key=lambda modality: -len(modality))
_COMPARATORS = sorted(Comparator, key=lambda comparator: -len(comparator))


def demand(text: str, *, id: str = "r-1", property: str = "width", combine: str | None = None) -> Requirement:
    """The requirement that a short demand writes; a word that is no quantity is a value of its own."""
    modality = next(word for word in _MODALITIES if text.startswith(word.value))
    rest = text[len(modality) :].strip()
    comparator = next(word for word in _COMPARATORS if rest.startswith(word.value))
    rest = rest[len(comparator) :].strip()
    values, _, margin = rest.partition("±")
    tolerance = find_quantities(margin)
    return Requirement(
        id=id,
        source_id="s-1",
        clause_id=None,
        span=Span(0, len(text)),
        subject="stair",
        property=property,
        comparator=comparator,
        values=tuple(_values(values.strip(), margin.strip())),
        modality=modality,
        confidence=1.0,
        method="test",
        recorded_at=datetime(2026, 1, 1, tzinfo=UTC),
        tolerance=(tolerance[0], tolerance[0]) if tolerance else None,
        combine=combine,
    )


def _values(text: str, margin: str) -> list[Quantity]:
    if not text:
        return []
    found = find_quantities(f"{text} ± {margin}" if margin else text)
    return (found[:-1] if margin else found) or [Quantity(text, None, None, Span(0, len(text)))]
