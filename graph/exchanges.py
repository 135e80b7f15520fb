"""Acts that exchange words of a clause and leave its other words in force: "delete '6 mm' and substitute '10 mm'"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from graph.clause_places import Place, exchanged_words, occurrences, place_of, spans_at
from graph.effects import Effect
from graph.model import Span
from graph.snapshot import Snapshot

_QUOTED = re.compile(r"[\"“«]([^\"”»]{1,200})[\"”»]")


@dataclass(frozen=True, slots=True)
class Exchange:
    """Words that stand once in a clause, and those that an act puts in their place.

    Attributes:
        span: Of the old words, in the text that is amended.
    """

    span: Span
    old: str
    new: str


def exchange_of(snapshot: Snapshot, effect: Effect) -> Exchange | None:
    """What an effect exchanges; None where it does anything else, or which words it means is not certain."""
    text, edge = snapshot.texts.get(effect.target), effect.edge
    if text is None or edge is None or edge.evidence is None or len(effect.clauses) != 1:
        return None
    spans = spans_at(snapshot.clauses.get(effect.target, {}), effect.clauses[0])
    return _exchange(text, spans, edge.evidence.quote)


def places_of(snapshot: Snapshot, effect: Effect) -> list[Place]:
    """Where in its target the clauses of an effect stand; of words that it exchanges, only these."""
    found = exchange_of(snapshot, effect)
    if found is not None:
        return [Place(effect.clauses[0], (found.span,), is_found=True)]
    act = effect.edge.evidence.quote if effect.edge and effect.edge.evidence else ""
    clauses, text = snapshot.clauses.get(effect.target, {}), snapshot.texts.get(effect.target)
    return [place_of(clause, clauses, text, act) for clause in effect.clauses]


@lru_cache(maxsize=4096)
def _exchange(text: str, spans: tuple[Span, ...], act: str) -> Exchange | None:
    quoted, old = _QUOTED.findall(act), exchanged_words(act)
    if len(spans) != 1 or len(quoted) != 2 or len(old) != 1:
        return None
    new = next((words.strip() for words in quoted if words.strip() != old[0]), "")
    places = [place for place in occurrences(text, old) if spans[0].covers(place)]
    return Exchange(places[0], old[0], new) if len(places) == 1 and new else None
