"""Every figure of `prevail stats` and the methods page, computed from the running index and store."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import cache, lru_cache
from importlib.resources import files
from statistics import fmean
from typing import Any, NamedTuple, get_args

from app.use_cases.sources import view
from app.wiring import Services
from graph.governing import Governing
from graph.model import Claim, Edge, Node, Person, Source
from graph.time import now_utc
from graph.vocabulary import CITABLE, DISPLACING, EdgeType, Signal
from retrieval.index import Index
from retrieval.profiles import PROVENANCE
from retrieval.tokenizer import stop_words
from retrieval.wording import synonym_clusters

PERIOD = timedelta(days=30)
"""How far back the figures about answers look."""

IN_CHAIN = DISPLACING | {EdgeType.AMENDS, EdgeType.CORRECTS}
"""Edges that put their ends into a supersession chain."""

Values = dict[str, Any]


class Definition(NamedTuple):
    """What a figure means, in which unit, and under which heading it is shown."""

    unit: str
    group: str
    definition: str


@cache
def definitions() -> dict[str, Definition]:
    """Every figure's definition by name, in the order in which they are shown."""
    table = tomllib.loads(files("app.use_cases").joinpath("figures.toml").read_text("utf-8"))
    return {name: Definition(**row) for name, row in table.items()}


def stats(services: Services) -> dict[str, Values]:
    """Figure name to value, unit and definition.

    A value is a number, a text, a table of numbers by name, or None where it cannot be known yet.

    Raises:
        IndexMissing, IndexDamaged, IndexStale: There is no index that may be served.
    """
    index = services.corpus().index
    governing = view(services)
    values = _index_figures(services, index) | _stored_figures(services, services.store.generation())
    values |= _governing_figures(governing, index) | _answer_figures(services) | _word_figures()
    return {
        name: {"value": values[name], "unit": row.unit, "definition": row.definition}
        for name, row in definitions().items()
    }


def _index_figures(services: Services, index: Index) -> Values:
    manifest = index.manifest
    return {
        "passages_indexed": manifest.passages,
        "tokens_indexed": manifest.tokens,
        "vocabulary": manifest.vocabulary,
        "average_passage_length": round(manifest.average_length_tokens, 2),
        "embedding_model": manifest.embedder,
        "embedding_dimensions": manifest.dimensions,
        "index_generation": manifest.store_generation,
        "store_generation": services.store.generation(),
        "index_built_at": manifest.built_at,
        "lag_by_source": _lags(services, index),
    }


def _lags(services: Services, index: Index) -> dict[str, float | None]:
    held = set(index.source_ids)
    built = datetime.fromisoformat(index.manifest.built_at)
    with services.store.read() as reader:
        newest: dict[str, Source] = {}
        for source in reader.find(Source):
            if source.connector not in newest or newest[source.connector].recorded_at < source.recorded_at:
                newest[source.connector] = source
    return {
        connector: round((built - source.recorded_at).total_seconds(), 1)
        if source.id in held or source.recorded_at <= built
        else None
        for connector, source in sorted(newest.items())
    }


@lru_cache(maxsize=2)
def _stored_figures(services: Services, generation: int) -> Values:
    """Figures that change only with the store's generation."""
    with services.store.read() as reader:
        labels = {kind.__name__: reader.count(kind) for kind in get_args(Node)}
        edges = reader.edges()
        claims = list(reader.find(Claim))
        sources = list(reader.find(Source))
        people = reader.count(Person)
    return {
        "graph_nodes": labels,
        "graph_edges": _counts(edge.type.value for edge in edges),
        "supersession_edges": _counts(edge.state.value for edge in edges if edge.type in DISPLACING),
        "evidence_spans": len(_evidence_spans(claims, edges)),
        "average_extraction_confidence": _mean(_confidences(claims, edges)),
        "sources": len(sources),
        "pages": sum(len(source.pages) for source in sources),
        "original_bytes": sum({source.sha256: source.size_bytes for source in sources}.values()),
        "projects": len({source.project for source in sources} - {""}),
        "people": people,
    }


def _evidence_spans(claims: Iterable[Claim], edges: Iterable[Edge]) -> set[tuple[str, int, int]]:
    of_claims = {(claim.source_id, claim.span.start, claim.span.end) for claim in claims if claim.span}
    of_edges = {(e.evidence.source_id, e.evidence.span.start, e.evidence.span.end) for e in edges if e.evidence}
    return of_claims | of_edges


def _confidences(claims: Iterable[Claim], edges: Iterable[Edge]) -> list[float]:
    return [claim.confidence for claim in claims] + [edge.confidence for edge in edges if edge.evidence]


def _governing_figures(governing: Governing, index: Index) -> Values:
    snapshot = governing.snapshot
    signals = {identifier: governing.of_source(identifier).signal for identifier in snapshot.sources}
    chained = {identifier for identifier in snapshot.sources if _is_chained(governing, identifier)}
    rows = Counter(index.source_ids)
    total = sum(rows.values())
    return {
        "works": len(snapshot.versions),
        "sources_by_kind": _counts(description.kind.value for description in snapshot.descriptions.values()),
        "governing_sources": sum(signal in CITABLE for signal in signals.values()),
        "superseded_sources": sum(signal is Signal.SUPERSEDED for signal in signals.values()),
        "sources_by_signal": _counts(signal.value for signal in signals.values()),
        "provenance_coverage": round(sum(rows[i] for i in chained) / total, 4) if total else None,
        "disagreements": sum(len(d.disagreements) for d in snapshot.descriptions.values()),
    }


def _is_chained(governing: Governing, source_id: str) -> bool:
    snapshot = governing.snapshot
    if len(snapshot.versions.get(snapshot.work(source_id), ())) > 1:
        return True
    return any(edge.type in IN_CHAIN for edge in snapshot.edges_at(source_id))


def _answer_figures(services: Services) -> Values:
    since = now_utc() - PERIOD
    bodies = [json.loads(receipt.body) for receipt in services.receipts.all() if receipt.recorded_at >= since]
    outcomes = [body["outcome"] for body in bodies if "outcome" in body]
    answers = [outcome for outcome in outcomes if outcome["kind"] == "answer"]
    refusals = [outcome["abstention"]["reason"] for outcome in outcomes if outcome["kind"] == "abstention"]
    return {
        "answers_30_days": len(answers),
        "abstentions_30_days": _counts(refusals),
        "citations_per_answer": _mean([float(len(answer["citations"])) for answer in answers]),
    }


def _word_figures() -> Values:
    clusters = synonym_clusters()
    return {
        "lanes": ", ".join(PROVENANCE.lanes),
        "synonym_clusters": len(clusters),
        "synonym_terms": len(frozenset().union(*clusters)),
        "stop_words": len(stop_words()),
    }


def _counts(words: Iterable[str]) -> dict[str, int]:
    """Counts by word, the most frequent first, ties by word."""
    return dict(sorted(Counter(words).items(), key=lambda item: (-item[1], item[0])))


def _mean(values: list[float]) -> float | None:
    return round(fmean(values), 4) if values else None
