"""The derived index: built from the store, never the other way round."""

from __future__ import annotations

from typing import Any

from app.indexing import entry_of
from app.wiring import Services
from graph.progress import Progress
from retrieval.protocols import SearchIndex

__all__ = ["entry_of", "index_status", "rebuild_index", "update_index"]


def update_index(services: Services, progress: Progress, *, force: bool = False) -> SearchIndex:
    """Brings the index up to date with the store; only new texts are encoded.

    Args:
        force: Build it anew even where it is up to date.
    """
    return services.indexes.bring_up_to_date(progress, force=force)


def index_status(services: Services) -> dict[str, Any]:
    """What the index was built from and whether it matches the store."""
    manifest = services.index().manifest
    return {
        "lanes": services.settings.lanes_backend,
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
