"""Every figure of `prevail stats` and the methods page, computed from the running index and store."""

from __future__ import annotations

import tomllib
from collections import Counter
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from app.use_cases.demand_figures import demand_figures
from app.use_cases.figures import Values, answer_figures, counts_of, stored_figures
from app.use_cases.index import entry_of
from app.use_cases.viewpoint import Viewpoint, closed_sources, view
from app.wiring import Services
from graph.governing import Governing
from graph.model import Passage, Source
from graph.vocabulary import CITABLE, DISPLACING, EdgeType, Signal
from retrieval.corpus import Corpus
from retrieval.profiles import PROVENANCE
from retrieval.protocols import SearchIndex
from retrieval.tokenizer import stop_words
from retrieval.wording import synonym_clusters

IN_CHAIN = DISPLACING | {EdgeType.AMENDS, EdgeType.CORRECTS}
"""Edges that put their ends into a supersession chain."""


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


def stats(services: Services, at: Viewpoint | None = None) -> dict[str, Values]:
    """Figure name to value, unit and definition, of what is there from a viewpoint.

    A value is a number, a text, a table of numbers by name, or None where it cannot be known yet.

    Raises:
        IndexMissing, IndexDamaged, IndexStale: There is no index that may be served.
    """
    at = at or Viewpoint()
    corpus, governing = services.corpus(), view(services, at)
    values = _index_figures(services, corpus, at) | stored_figures(services, services.store.generation(), at)
    values |= _governing_figures(governing, corpus.index) | demand_figures(services, at)
    values |= answer_figures(services, at) | _word_figures()
    return {
        name: {"value": values[name], "unit": row.unit, "definition": row.definition}
        for name, row in definitions().items()
    }


def _index_figures(services: Services, corpus: Corpus, at: Viewpoint) -> Values:
    manifest = corpus.index.manifest
    passages, tokens, vocabulary = _indexed(services, corpus, at)
    return {
        "passages_indexed": passages,
        "tokens_indexed": tokens,
        "vocabulary": vocabulary,
        "average_passage_length": round(tokens / passages, 2) if passages else 0.0,
        "embedding_model": manifest.embedder,
        "embedding_dimensions": manifest.dimensions,
        "index_generation": manifest.store_generation,
        "store_generation": services.store.generation(),
        "index_built_at": manifest.built_at,
        "lag_by_source": _lags(services, corpus.index, at),
    }


def _indexed(services: Services, corpus: Corpus, at: Viewpoint) -> tuple[int, int, int]:
    """Passages, tokens and different terms of the index, without those of sources that are not there."""
    index = corpus.index
    with services.store.read() as reader:
        closed = closed_sources(reader, at) & set(index.source_ids)
        hidden = [entry_of(p) for s in sorted(closed) for p in reader.find(Passage, source_id=s, history=True)]
    if not closed:
        return index.manifest.passages, index.manifest.tokens, index.manifest.vocabulary
    rows = ~corpus.rows_of(closed)
    unseen = {entry.passage_id: entry for entry in hidden if index.row_of(entry.passage_id) is not None}
    tokens = index.manifest.tokens - sum(len(index.terms(entry.lexical_text)) for entry in unseen.values())
    return int(np.count_nonzero(rows)), tokens, index.vocabulary_of(rows)


def _lags(services: Services, index: SearchIndex, at: Viewpoint) -> dict[str, float | None]:
    held = set(index.source_ids)
    built = datetime.fromisoformat(index.manifest.built_at)
    with services.store.read() as reader:
        newest: dict[str, Source] = {}
        closed = closed_sources(reader, at)
        for source in (s for s in reader.find(Source, known_at=at.known_at) if s.id not in closed):
            if source.connector not in newest or newest[source.connector].recorded_at < source.recorded_at:
                newest[source.connector] = source
    return {
        connector: round((built - source.recorded_at).total_seconds(), 1)
        if source.id in held or source.recorded_at <= built
        else None
        for connector, source in sorted(newest.items())
    }


def _governing_figures(governing: Governing, index: SearchIndex) -> Values:
    snapshot = governing.snapshot
    signals = {identifier: governing.of_source(identifier).signal for identifier in snapshot.sources}
    chained = {identifier for identifier in snapshot.sources if _is_chained(governing, identifier)}
    rows = Counter(source_id for source_id in index.source_ids if source_id in snapshot.sources)
    total = sum(rows.values())
    return {
        "works": len(snapshot.versions),
        "sources_by_kind": counts_of(description.kind.value for description in snapshot.descriptions.values()),
        "governing_sources": sum(signal in CITABLE for signal in signals.values()),
        "superseded_sources": sum(signal is Signal.SUPERSEDED for signal in signals.values()),
        "sources_by_signal": counts_of(signal.value for signal in signals.values()),
        "provenance_coverage": round(sum(rows[i] for i in chained) / total, 4) if total else None,
        "disagreements": sum(len(d.disagreements) for d in snapshot.descriptions.values()),
    }


def _is_chained(governing: Governing, source_id: str) -> bool:
    snapshot = governing.snapshot
    if len(snapshot.versions.get(snapshot.work(source_id), ())) > 1:
        return True
    return any(edge.type in IN_CHAIN for edge in snapshot.edges_at(source_id))


def _word_figures() -> Values:
    clusters = synonym_clusters()
    return {
        "lanes": ", ".join(PROVENANCE.lanes),
        "synonym_clusters": len(clusters),
        "synonym_terms": len(frozenset().union(*clusters)),
        "stop_words": len(stop_words()),
    }
