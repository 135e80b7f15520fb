"""What a requirement demands, as every surface shows it."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from graph.conflicts.verdict import demand_text
from graph.demands import Quantity, Requirement
from graph.vocabulary import Comparator

Json = dict[str, Any]

_MANY = frozenset({Comparator.RANGE, Comparator.ONE_OF})
"""Comparators whose value is always a list."""


def demand_json(requirement: Requirement) -> Json:
    """The normal form: numbers where the text states numbers, else its words; `says` has it in one line.

    `value` is a list for ranges, for alternatives and for "A or B, whichever is greater", and None for a presence.
    """
    return {
        "subject": requirement.subject,
        "property": requirement.property,
        "comparator": requirement.comparator,
        "value": _value(requirement),
        "unit": next((value.unit for value in requirement.values if value.unit), None),
        "written": [value.written for value in requirement.values],
        "tolerance": _tolerance(requirement),
        "combine": requirement.combine,
        "modality": requirement.modality,
        "conditions": [condition.text for condition in requirement.conditions],
        "scope": _scope(requirement),
        "says": demand_text(requirement),
    }


def _value(requirement: Requirement) -> Any:
    values = [number(value) for value in requirement.values]
    if len(values) == 1 and requirement.comparator not in _MANY:
        return values[0]
    return values or None


def number(value: Quantity) -> int | float | str:
    """The number of a value; the words of one that is a name or a class."""
    try:
        found = float(value.magnitude or "")
    except ValueError:
        return value.written
    return int(found) if found.is_integer() else found


def _tolerance(requirement: Requirement) -> Json | None:
    if requirement.tolerance is None:
        return None
    minus, plus = requirement.tolerance
    return {"minus": number(minus), "plus": number(plus), "unit": plus.unit or minus.unit}


def _scope(requirement: Requirement) -> dict[str, str]:
    """Dimension to words; several of one dimension are joined."""
    found: dict[str, list[str]] = defaultdict(list)
    for dimension, words in requirement.scope:
        found[dimension].append(words)
    return {dimension: ", ".join(words) for dimension, words in found.items()}
