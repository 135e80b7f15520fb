"""Demands without their places, so that equal ones are compared once however many texts make them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache

from graph.conflicts.compare import compare
from graph.conflicts.verdict import ScopeRelation, Verdict, demand_text
from graph.demands import Quantity, Requirement
from graph.identity import digest
from graph.quantities.numerals import number_data
from graph.quantities.values import fingerprint
from graph.spans import Span

_NOWHERE = Span(0, 0)
_NEVER = datetime(1970, 1, 1, tzinfo=UTC)


def without_place(requirement: Requirement) -> Requirement:
    """What a requirement demands, without where and when it was read; its id is a hash of the rest."""
    tolerance = requirement.tolerance
    plain = replace(
        requirement,
        id="",
        source_id="",
        clause_id=None,
        span=_NOWHERE,
        subject=_telling(requirement.subject),
        property=_telling(requirement.property),
        values=tuple(_loose(value) for value in requirement.values),
        tolerance=(_loose(tolerance[0]), _loose(tolerance[1])) if tolerance else None,
        confidence=1.0,
        method="",
        recorded_at=_NEVER,
        retracted_at=None,
        conditions=(),
        scope=(),
        subject_span=None,
        property_span=None,
        said="",
    )
    return replace(plain, id=digest(repr(plain)))


@lru_cache(maxsize=65536)
def _telling(words: str) -> str:
    """Of the words for a thing or property those that change what a value means: "rise", "number"."""
    meaning = number_data()["meaning"]
    known = {*meaning["differences"], *meaning["counts"]}
    return " ".join(word for word in words.casefold().split() if word in known)


def _loose(value: Quantity) -> Quantity:
    return replace(value, span=_NOWHERE, unit_span=_NOWHERE if value.unit_span is not None else None)


@lru_cache(maxsize=65536)
def compared(one: Requirement, other: Requirement, scope: ScopeRelation) -> Verdict:
    """`compare` of two demands without places."""
    return compare(one, other, scope)


@lru_cache(maxsize=65536)
def said(demand: Requirement) -> str:
    """`demand_text` of a demand without its place."""
    return demand_text(demand)


@lru_cache(maxsize=65536)
def fingerprinted(demand: Requirement) -> str:
    """`fingerprint` of a demand without its place."""
    return fingerprint(demand)
