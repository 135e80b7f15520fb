"""The derived index: built from the store, never the other way round."""

from __future__ import annotations

from typing import Any

from app.wiring import Services
from graph.model import Passage
from graph.progress import Progress
from retrieval.index import Index, IndexEntry, IndexUnusable, build_index


def update_index(services: Services, progress: Progress, *, force: bool = False) -> Index:
    """Brings the index up to date with the store; only new texts are encoded.

    Args:
        force: Build it anew even where it is up to date.
    """
    generation, version = services.store.generation(), services.store.passages_version()
    if not force:
        try:
            return services.index(version)
        except IndexUnusable:
            pass
    entries = _entries(services)
    return build_index(services.index_directory, entries, services.embedder, generation, progress, version)


def _entries(services: Services) -> list[IndexEntry]:
    with services.store.read() as reader:
        entries = [entry_of(passage) for passage in reader.find(Passage, history=True) if not passage.quoted]
    unique = {entry.passage_id: entry for entry in entries}
    return [unique[key] for key in sorted(unique)]


def entry_of(passage: Passage) -> IndexEntry:
    """A passage for both lanes: its words beneath what says where it stands."""
    text = f"{passage.context}\n{passage.text}" if passage.context else passage.text
    return IndexEntry(passage.id, passage.source_id, embed_text=text, lexical_text=text)


def index_status(services: Services) -> dict[str, Any]:
    """What the index was built from and whether it matches the store."""
    manifest = services.index().manifest
    return {
        "passages": manifest.passages,
        "embedder": manifest.embedder,
        "store_generation": manifest.store_generation,
        "current_generation": services.store.generation(),
        "up_to_date": manifest.passages_version == services.store.passages_version(),
        "built_at": manifest.built_at,
    }


def rebuild_index(services: Services, progress: Progress) -> dict[str, Any]:
    """Builds the index from the store whatever its state, and says what it holds now."""
    update_index(services, progress, force=True)
    return index_status(services)
