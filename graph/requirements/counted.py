"""Rates for each of something that is named behind them: "10 l/s of fresh air per person"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graph.demands import Quantity
from graph.requirements.patterns import Grammar
from graph.spans import Span

_PERIOD = re.compile(r"(%|per ?cent)\s+(?:per|a|each|every)\s", re.IGNORECASE)
_LASTING = re.compile(r"availab|uptime|reliab|complian", re.IGNORECASE)
"""Properties that are shares of a time."""
_BETWEEN = re.compile(r"[^,;:.()\d]{1,60}?$")


def for_each(text: str, span: Span, found: Sequence[Quantity], rules: Grammar) -> list[Quantity]:
    """The quantities, each with the person for whom it is, where words stand between the two."""
    each = list(rules.telling.each.finditer(text, span.start, span.end))
    return [_for_each(text, one, each) for one in found] if each else list(found)


def of_period(one: Quantity, named: str) -> Quantity:
    """A share of a period as a share: an availability of "99.9 % per month" is no rate."""
    share = _PERIOD.match(one.unit or "")
    return replace(one, unit=share[1]) if share and _LASTING.search(named) else one


def _for_each(text: str, one: Quantity, each: Sequence[re.Match[str]]) -> Quantity:
    """A quantity as it is; a rate by time with its person."""
    behind = next((match for match in each if match.start() >= one.span.end), None)
    if behind is None or one.unit is None or "/" not in one.unit or one.magnitude is None:
        return one
    between = text[one.span.end : behind.start()]
    return replace(one, unit=f"{one.unit} per person") if _BETWEEN.fullmatch(between) else one
