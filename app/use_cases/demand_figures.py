"""Figures about what is demanded from a viewpoint, and about the register."""

from __future__ import annotations

from collections import Counter
from typing import Any

from app.use_cases.conflicts import ConflictFilter, wanted_entries
from app.use_cases.demanded import demanded
from app.use_cases.viewpoint import Viewpoint
from app.wiring import Services
from graph.conflicts.demands import Demands
from graph.demands import Requirement
from graph.snapshot import texts_of
from graph.vocabulary import ConflictState

Values = dict[str, Any]


def demand_figures(services: Services, at: Viewpoint) -> Values:
    """Requirements, how many of them their sources really say, and conflicts by class and state."""
    demands = demanded(services, at)
    entries = wanted_entries(services, demands, at, ConflictFilter())
    states = Counter(entry.standing.state for entry in entries)
    classes = Counter(entry.conflict.kind for entry in entries if entry.conflict)
    return {
        "requirements": len(demands.requirements),
        "grounding_rate": _grounding_rate(services, demands),
        "conflicts_by_state": {state.value: states[state] for state in ConflictState},
        "conflicts_by_class": {kind.value: count for kind, count in sorted(classes.items())},
    }


def _grounding_rate(services: Services, demands: Demands) -> float | None:
    """The share of requirements whose values stand in their source where they were read."""
    every = demands.requirements.values()
    if not every:
        return None
    with services.store.read() as store:
        texts = texts_of(store, {one.source_id for one in every})
    return round(sum(_is_said(one, texts.get(one.source_id, "")) for one in every) / len(every), 4)


def _is_said(requirement: Requirement, text: str) -> bool:
    places = [(value.span, value.written) for value in requirement.values]
    is_there = bool(text[requirement.span.start : requirement.span.end].strip())
    return is_there and all(text[span.start : span.end] == written for span, written in places)
