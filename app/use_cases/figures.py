"""Figures counted in the store and in the log of receipts, of what is there from a viewpoint."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import lru_cache
from statistics import fmean
from typing import Any, get_args
from weakref import WeakKeyDictionary

from app.use_cases.stored_answers import StoredAnswer, every_source, is_visible, stored_answer
from app.use_cases.viewpoint import Viewpoint, closed_sources
from app.wiring import Services
from graph.demands import Requirement
from graph.identity import person_id
from graph.model import Claim, Edge, Instruction, Node, Person, PersonLink, Receipt, Ruling, Source
from graph.receipts import ReceiptLog
from graph.store import Reader
from graph.time import now_utc
from graph.vocabulary import DISPLACING, EdgeState

Values = dict[str, Any]

PERIOD = timedelta(days=30)
"""How far back the figures about answers look."""


@dataclass(frozen=True, slots=True)
class _Held:
    """What the store holds for a viewpoint.

    Attributes:
        closed: Ids of the sources that are not there.
        ends: Ids of the nodes that its edges lead to.
        silenced: Ids of the edges and instructions that are not there.
    """

    at: Viewpoint
    closed: frozenset[str]
    edges: tuple[Edge, ...]
    ends: frozenset[str]
    silenced: frozenset[str]


@lru_cache(maxsize=4)
def stored_figures(services: Services, generation: int, at: Viewpoint) -> Values:
    """Figures that change only with the store's generation."""
    with services.store.read() as reader:
        held = _held(reader, at)
        labels = {kind.__name__: _count(reader, kind, held) for kind in get_args(Node)}
        claims = [c for c in reader.find(Claim, known_at=at.known_at) if c.source_id not in held.closed]
        sources = [s for s in reader.find(Source, known_at=at.known_at) if s.id not in held.closed]
        demands = [r for r in reader.find(Requirement, known_at=at.known_at) if r.source_id not in held.closed]
    return {
        "graph_nodes": labels,
        "graph_edges": counts_of(edge.type.value for edge in held.edges),
        "supersession_edges": _by_state(held.edges),
        "evidence_spans": len(_evidence_spans(claims, held.edges, demands)),
        "average_extraction_confidence": _mean(_confidences(claims, held.edges, demands)),
        "sources": len(sources),
        "pages": sum(len(source.pages) for source in sources),
        "original_bytes": sum({source.sha256: source.size_bytes for source in sources}.values()),
        "projects": len({source.project for source in sources} - {""}),
        "people": labels[Person.__name__],
    }


def _held(reader: Reader, at: Viewpoint) -> _Held:
    closed = closed_sources(reader, at)
    every = reader.edges(known_at=at.known_at)
    seen = tuple(edge for edge in every if closed.isdisjoint(_grounds(edge)))
    ends = frozenset(end for edge in seen for end in (edge.src, edge.dst))
    instructions = {one.id for one in reader.find(Instruction, known_at=at.known_at) if one.source_id in closed}
    silenced = (frozenset(e.id for e in every) - frozenset(e.id for e in seen)) | instructions
    return _Held(at, closed, seen, ends, silenced)


def _grounds(edge: Edge) -> set[str]:
    """What an edge cannot be seen without: its ends and the source of its evidence."""
    return {edge.src, edge.dst, *([edge.evidence.source_id] if edge.evidence else [])}


def _count(reader: Reader, kind: type[Node], held: _Held) -> int:
    """Nodes of a kind; of those that belong to no source, where some are closed, those that an edge leads to."""
    if not held.closed and held.at.known_at is None:
        return reader.count(kind)
    nodes = reader.find(kind, known_at=held.at.known_at)
    if not held.closed:
        return sum(1 for _ in nodes)
    return sum(_is_there(node, held) for node in nodes)


def _is_there(node: Node, held: _Held) -> bool:
    match node:
        case Source():
            return node.id not in held.closed
        case Ruling():
            return node.subject not in held.silenced
        case PersonLink() if node.source_id is None:
            return {person_id(node.one), person_id(node.other)} <= held.ends
        case _:
            owner: str | None = getattr(node, "source_id", None)
            return node.id in held.ends if owner is None else owner not in held.closed


def _by_state(edges: Iterable[Edge]) -> dict[str, int]:
    """Edges that displace by state, every state named."""
    counts = Counter(edge.state for edge in edges if edge.type in DISPLACING)
    return {state.value: counts[state] for state in EdgeState}


def _evidence_spans(
    claims: Iterable[Claim], edges: Iterable[Edge], demands: Iterable[Requirement]
) -> set[tuple[str, int, int]]:
    of_claims = {(claim.source_id, claim.span.start, claim.span.end) for claim in claims if claim.span}
    of_edges = {(e.evidence.source_id, e.evidence.span.start, e.evidence.span.end) for e in edges if e.evidence}
    return of_claims | of_edges | {(r.source_id, r.span.start, r.span.end) for r in demands}


def _confidences(claims: Iterable[Claim], edges: Iterable[Edge], demands: Iterable[Requirement]) -> list[float]:
    of_edges = [edge.confidence for edge in edges if edge.evidence]
    return [one.confidence for one in demands] + [claim.confidence for claim in claims] + of_edges


@dataclass(frozen=True, slots=True)
class _Tallied:
    """What the figures need of a stored answer, without its texts.

    Attributes:
        reason: Of an abstention.
    """

    answer: StoredAnswer
    citations: int
    reason: str | None


_TALLIES: WeakKeyDictionary[ReceiptLog, dict[str, _Tallied | None]] = WeakKeyDictionary()
"""Receipts that were read before, by log and id: a receipt never changes, so each is read once."""


def answer_figures(services: Services, at: Viewpoint) -> Values:
    """Answers and abstentions of the last 30 days that are there from a viewpoint."""
    known = _TALLIES.setdefault(services.receipts, {})
    until = at.known_at or now_utc()
    recent = [r for r in services.receipts.all() if until - PERIOD <= r.recorded_at <= until]
    for receipt in recent:
        if receipt.id not in known:
            known[receipt.id] = _tally(receipt)
    with services.store.read() as store:
        sources = every_source(store)
    tallied = [found for receipt in recent if (found := known[receipt.id]) is not None]
    seen = [one for one in tallied if is_visible(sources, one.answer, at)]
    return {
        "answers_30_days": sum(one.answer.kind == "answer" for one in seen),
        "abstentions_30_days": counts_of(one.reason for one in seen if one.reason),
        "citations_per_answer": _mean([float(one.citations) for one in seen if one.answer.kind == "answer"]),
    }


def _tally(receipt: Receipt) -> _Tallied | None:
    answer = stored_answer(receipt)
    if answer is None:
        return None
    abstention = json.loads(receipt.body)["outcome"].get("abstention")
    reason = abstention["reason"] if abstention else None
    return _Tallied(replace(answer, citations=()), len(answer.citations), reason)


def counts_of(words: Iterable[str]) -> dict[str, int]:
    """Counts by word, the most frequent first, ties by word."""
    return dict(sorted(Counter(words).items(), key=lambda item: (-item[1], item[0])))


def _mean(values: list[float]) -> float | None:
    return round(fmean(values), 4) if values else None
