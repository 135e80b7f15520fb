"""Acts on single clauses that hold for a time only, or begin later than their text: suspensions, and starts put off."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from graph.clause_places import is_within
from graph.dates import find_dates
from graph.model import Edge
from graph.snapshot import EFFECTIVE, Snapshot
from graph.statuses import first_day, takes_effect
from graph.vocabulary import EdgeType

if TYPE_CHECKING:
    from graph.effects import Effect

PENDING = "term"
"""Rule of the effect on words that do not bind yet."""

_SUSPENDED = re.compile(r"\b(?:suspend|stay|waiv)\w*\b", re.IGNORECASE)
_OWN = re.compile(r"\W*(?:(?:section|regulation|clause|item|s|r|reg)\W{1,2})?(?P<path>\d{1,4}[A-Z]?)\b", re.IGNORECASE)
"""The number of its own section with which an act begins."""
_UNTIL = re.compile(r"\b(?:until|till|through)\s+(?:\w+\s+){0,2}$", re.IGNORECASE)


def timed(snapshot: Snapshot, found: Iterable[Effect]) -> list[Effect]:
    """The effects: a suspension until the day that it tells, else until its text ends; an act whose start a later
    text put off, from then on."""
    delays = [
        edge
        for edge in snapshot.edges
        if edge.type is EdgeType.DECLARES and edge.note == "postponed" and edge.scope.clauses
        if edge.state in EFFECTIVE and edge.effective_from and _is_issued(snapshot, edge.src)
    ]
    begun = [edge for edge in snapshot.edges if edge.note == "commenced" and edge.state in EFFECTIVE]
    leaves = [edge for edge in snapshot.edges if edge.note == "parallel" and edge.state in EFFECTIVE]
    found = [replace(e, since=_commenced(snapshot, begun, e)) for e in found]
    timed = [replace(e, since=_since(snapshot, delays, e), until=e.until or _until(snapshot, e)) for e in found]
    return [replace(e, since=_after_leave(snapshot, leaves, e)) for e in timed]


def _after_leave(snapshot: Snapshot, leaves: Iterable[Edge], effect: Effect) -> date | None:
    """The day on which a text ends that its successor lets be used beside itself until then."""
    if effect.since is None or effect.clauses:
        return effect.since
    days = [
        day
        for edge in leaves
        if effect.by == edge.src and (day := first_day(edge.effective_from))
        if effect.target in snapshot.sources_of(edge.dst, edge.scope.version)
    ]
    return max([effect.since, *days])


def pending(snapshot: Snapshot, found: Iterable[Effect]) -> Iterator[Effect]:
    """For each act that begins later than its text: the effect on the clause that holds its new words, until then;
    the same for sections to which their text gives a later day."""
    yield from _later_sections(snapshot)
    for effect in found:
        text = snapshot.descriptions.get(effect.by)
        start = first_day(text.starts) if text else None
        if effect.clauses and effect.into and start and effect.since and effect.since > start:
            reason = f"{snapshot.name(effect.by)} makes {', '.join(effect.clauses)} of {snapshot.name(effect.target)}"
            yield replace(
                effect,
                target=effect.by,
                rule=PENDING,
                reason=f"{reason} only from {effect.since} on",
                clauses=effect.into,
                into=(),
                since=None,
                until=effect.since,
                ends=True,
            )


def _later_sections(snapshot: Snapshot) -> Iterator[Effect]:
    from graph.effects import Effect

    for edge in snapshot.edges:
        start = first_day(edge.effective_from)
        if edge.note != "begins" or edge.src != edge.dst or edge.state not in EFFECTIVE or start is None:
            continue
        if edge.src in snapshot.sources:
            reason = f"{', '.join(edge.scope.clauses)} of {snapshot.name(edge.src)} begins on {start}"
            yield Effect(
                edge.src, edge.src, PENDING, reason, edge, edge.scope.clauses, since=None, ends=True, until=start
            )


def _is_issued(snapshot: Snapshot, source_id: str) -> bool:
    return source_id in snapshot.descriptions and takes_effect(snapshot.descriptions[source_id])


def _until(snapshot: Snapshot, effect: Effect) -> date | None:
    quote = effect.edge.evidence.quote if effect.edge and effect.edge.evidence else ""
    if not effect.clauses or effect.rule != "deletion" or not _SUSPENDED.search(quote):
        return None
    told = _told(quote)
    if told is None and effect.by in snapshot.descriptions:
        end = snapshot.descriptions[effect.by].effective_to
        return end.latest if end else None
    return told


@lru_cache(maxsize=4096)
def _told(quote: str) -> date | None:
    """The day behind "until" in the words of an act."""
    days = [anchor for place, anchor in find_dates(quote) if _UNTIL.search(quote[: place.start])]
    return days[0].latest if len(days) == 1 else None


def _commenced(snapshot: Snapshot, begun: Iterable[Edge], effect: Effect) -> date | None:
    """The day that a later text appoints for the section of an amending text that does this."""
    quote = effect.edge.evidence.quote if effect.edge and effect.edge.evidence else ""
    item = _OWN.match(quote)
    if not effect.clauses or item is None:
        return effect.since
    days = [
        edge.effective_from
        for edge in begun
        if item["path"] in edge.scope.clauses and effect.by in snapshot.sources_of(edge.dst, edge.scope.version)
    ]
    return next((first_day(day) for day in days if day), effect.since)


def _since(snapshot: Snapshot, delays: Iterable[Edge], effect: Effect) -> date | None:
    if effect.since is None or not effect.clauses:
        return effect.since
    days = [
        day
        for edge in delays
        if effect.by in snapshot.sources_of(edge.dst, edge.scope.version) and (day := first_day(edge.effective_from))
        if all(any(is_within(path, above) for above in edge.scope.clauses) for path in effect.clauses)
    ]
    return max([effect.since, *days])
