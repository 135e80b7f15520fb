"""Tolerances behind a value: "± 5 mm", "plus or minus 5 mm", "+10/-5 mm", "with a tolerance of 5 mm"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from graph.demands import Quantity
from graph.requirements.patterns import Comparing
from graph.spans import Span

_SIGNED = re.compile(r"(?:[-−–+]|minus|plus)\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far a value may be missed.

    Attributes:
        margins: Below and above it, both without a sign.
        taken: The quantities that it was read from, as they were found; end: where its words end.
    """

    margins: tuple[Quantity, Quantity]
    taken: tuple[Quantity, ...]
    end: int


def tolerances(text: str, found: Sequence[Quantity], rules: Comparing) -> dict[Quantity, Tolerance]:
    """The tolerance of each value that has one, also where it stands in a bracket behind it."""
    held: dict[Quantity, Tolerance] = {}
    taken: set[Quantity] = set()
    for at, one in enumerate(found):
        following = found[at + 1 : at + 3]
        tolerance = None if one in taken or not following else _tolerance(text, one, following, rules)
        if tolerance is not None:
            held[one] = tolerance
            taken.update(tolerance.taken)
    return held


def _tolerance(text: str, one: Quantity, following: Sequence[Quantity], rules: Comparing) -> Tolerance | None:
    first = _unsigned(following[0])
    unit = one.unit_span if one.unit_span and one.unit_span.end <= first.span.start else one.span
    start = max(one.span.end, unit.end)
    words = text[start : first.span.start]
    if rules.tolerance.fullmatch(words):
        return Tolerance((first, first), (following[0],), _end(text, first))
    if len(following) < len(("above", "below")):
        return None
    second = _unsigned(following[1])
    signs = rules.signed.fullmatch(words), rules.signed.fullmatch(text[first.span.end : second.span.start])
    if not (signs[0] and signs[1]) or signs[0]["sign"] == signs[1]["sign"]:
        return None
    margins = (second, first) if signs[0]["sign"] in ("+", "plus") else (first, second)
    return Tolerance(margins, tuple(following), _end(text, second))


def _unsigned(value: Quantity) -> Quantity:
    sign = _SIGNED.match(value.written)
    if sign is None:
        return value
    rest = value.written[sign.end() :]
    magnitude = value.magnitude.lstrip("+-−–") if value.magnitude else value.magnitude
    return replace(value, written=rest, magnitude=magnitude, span=Span(value.span.start + sign.end(), value.span.end))


def _end(text: str, value: Quantity) -> int:
    """Behind the value, and behind the bracket that it closes."""
    return value.span.end + 1 if text.startswith(")", value.span.end) else value.span.end


def untaken(found: Sequence[Quantity], held: dict[Quantity, Tolerance]) -> Iterator[Quantity]:
    """The quantities that are no tolerances."""
    taken = {each for tolerance in held.values() for each in tolerance.taken}
    yield from (one for one in found if one not in taken)
