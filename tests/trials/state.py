"""What a data directory holds, as plain values that can be compared: everything but when it was recorded."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import fields
from pathlib import Path
from typing import Any

from app.data_directory import STORE_FILE
from graph.blobs import FileBlobs
from graph.embedded_store import EmbeddedStore
from graph.model import Claim, Clause, Edge, Passage, Source, Work
from graph.store import Reader
from graph.thread_record import OF_MESSAGES
from graph.vocabulary import EdgeType

Facts = dict[str, Any]
Items = dict[str, dict[str, Facts]]
"""By remote id of an item, then by source id of it and of what came inside it."""

_TIMES = ("recorded_at", "retracted_at")


def items_of(data: Path) -> Items:
    """Everything that was stored of each item; looks over the database and the originals on the way.

    Raises:
        AssertionError: Something is there by halves.
    """
    store, blobs = EmbeddedStore(data / STORE_FILE, create=False), FileBlobs(data / "blobs")
    try:
        assert store.problems() == []
        with store.read() as reader:
            edges = _edges_by_source(reader)
            found: Items = defaultdict(dict)
            for source in reader.find(Source, history=True):
                found[source.remote_id.partition("!")[0]][source.id] = _facts(reader, blobs, source, edges[source.id])
            return dict(found)
    finally:
        store.close()


def works_of(data: Path) -> dict[str, Any]:
    """Every work by id."""
    store = EmbeddedStore(data / STORE_FILE, create=False)
    try:
        with store.read() as reader:
            return {work.id: _plain(work) for work in reader.find(Work, history=True)}
    finally:
        store.close()


def correspondence_of(data: Path) -> dict[str, Any]:
    """Every edge that follows from all messages together, by id."""
    store = EmbeddedStore(data / STORE_FILE, create=False)
    try:
        with store.read() as reader:
            return {edge.id: _plain(edge) for edge in reader.edges(types=OF_MESSAGES, history=True)}
    finally:
        store.close()


def _edges_by_source(reader: Reader) -> dict[str, list[Edge]]:
    """Every edge with the source that it was stored with; those that follow from all messages aside."""
    edges: dict[str, list[Edge]] = defaultdict(list)
    for edge in reader.edges(history=True):
        if edge.type in OF_MESSAGES:
            continue
        if edge.type is EdgeType.ATTACHED_TO:
            owner = edge.dst
        else:
            owner = edge.evidence.source_id if edge.evidence else edge.src
        edges[owner].append(edge)
    return edges


def _facts(reader: Reader, blobs: FileBlobs, source: Source, edges: list[Edge]) -> Facts:
    text = reader.text(source.id)
    passages = list(reader.find(Passage, source_id=source.id, history=True))
    works = [edge.dst for edge in edges if edge.type is EdgeType.VERSION_OF and edge.src == source.id]
    assert len(text) == source.text_chars, source.remote_id
    assert len(works) == 1, source.remote_id
    assert reader.get(Work, works[0]) is not None, source.remote_id
    for passage in passages:
        assert text[passage.span.start : passage.span.end] == passage.text, source.remote_id
    assert hashlib.sha256(blobs.read(source.sha256)).hexdigest() == source.sha256
    return {
        "source": _plain(source),
        "text": text,
        "claims": [_plain(node) for node in reader.find(Claim, source_id=source.id, history=True)],
        "clauses": [_plain(node) for node in reader.find(Clause, source_id=source.id, history=True)],
        "passages": [_plain(node) for node in passages],
        "edges": [_plain(edge) for edge in sorted(edges, key=lambda edge: edge.id)],
        "boxes": {page.number: reader.char_boxes(source.id, page.number).tobytes() for page in source.pages},
    }


def _plain(node: Any) -> dict[str, Any]:
    return {field.name: getattr(node, field.name) for field in fields(node) if field.name not in _TIMES}
