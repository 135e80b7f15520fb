"""All that a store holds, without the times of recording, so that two ingests can be compared."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any, get_args

from graph.blobs import BlobStore
from graph.model import Edge, Node, Source
from graph.store import GraphStore

_THEN = datetime(2000, 1, 1, tzinfo=UTC)


def facts_of(store: GraphStore, blobs: BlobStore) -> dict[str, list[Any]]:
    """Every record by kind, the edges, the texts and the originals."""
    with store.read() as reader:
        found: dict[str, list[Any]] = {
            kind.__name__: [_timeless(node) for node in reader.find(kind, history=True)] for kind in get_args(Node)
        }
        found["edges"] = [_timeless(edge) for edge in reader.edges(history=True)]
        sources = [*reader.find(Source)]
        found["texts"] = [reader.text(source.id) for source in sources]
    found["originals"] = [blobs.read(source.sha256) for source in sources]
    return found


def _timeless(item: Node | Edge) -> Node | Edge:
    times = {field.name: _THEN for field in fields(item) if field.name == "recorded_at"}
    return replace(item, **times)
