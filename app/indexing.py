"""Bringing the derived index up to date with the store, by one process at a time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Protocol

from graph.errors import RetryLater
from graph.locking import DataLock
from graph.model import Passage
from graph.passage_search import PassageSearch
from graph.progress import Progress
from graph.store import GraphStore
from retrieval.chunking.talk import spoken
from retrieval.index import VECTOR_CACHE, IndexEntry, IndexUnusable, build_index, current_manifest, open_index
from retrieval.manifest import Manifest, check_fit
from retrieval.protocols import Embedder, SearchIndex
from retrieval.stored_index import (
    StoredIndex,
    fill_stored_index,
    open_stored_index,
    seal_stored_index,
    stored_manifest,
)

WAIT_S = 600.0
"""How long to wait for another process that is building the same index."""

_PAUSE_S = 0.2


class Indexes(Protocol):
    """Where the derived index is kept."""

    def open(self, passages_version: str | None = None) -> SearchIndex:
        """The index as it is.

        Args:
            passages_version: The passages of the store that it must hold; None where any will do.

        Raises:
            IndexMissing, IndexDamaged, IndexStale: There is none that may be served.
        """

    def manifest(self) -> Manifest:
        """What is said of the index as it is; quick.

        Raises:
            IndexMissing, IndexDamaged, IndexStale: As `open`.
        """

    def bring_up_to_date(self, progress: Progress, *, force: bool = False) -> SearchIndex:
        """The index of what the store holds; only texts that are new to it are encoded.

        Args:
            force: Build it anew even where it is up to date.

        Raises:
            RetryLater: Another process went on building it for too long.
        """


class LocalIndexes:
    """The index in a directory of this machine, inside the data directory."""

    def __init__(self, store: GraphStore, directory: Path, embedder: Callable[[], Embedder]) -> None:
        self._store = store
        self._directory = directory
        self._embedder = embedder

    def open(self, passages_version: str | None = None) -> SearchIndex:
        """The current index, its checksums checked: what has rotted on the disk is never searched."""
        return open_index(self._directory, self._embedder(), passages_version, thoroughly=True)

    def manifest(self) -> Manifest:
        """See `Indexes.manifest`."""
        return current_manifest(self._directory)

    def bring_up_to_date(self, progress: Progress, *, force: bool = False) -> SearchIndex:
        """See `Indexes.bring_up_to_date`."""
        with _alone(self._directory.parent):
            generation, version = self._store.generation(), self._store.passages_version()
            if not force:
                try:
                    return self.open(version)
                except IndexUnusable:
                    pass
            entries = _entries(self._store)
            return build_index(self._directory, entries, self._embedder(), generation, progress, version)


class StoredIndexes:
    """The index that is kept with the graph; this machine keeps nothing but vectors that it once computed."""

    def __init__(
        self, store: GraphStore, search: PassageSearch, directory: Path, embedder: Callable[[], Embedder]
    ) -> None:
        self._store = store
        self._search = search
        self._vectors = directory / VECTOR_CACHE
        self._embedder = embedder
        self._lock = threading.Lock()
        self._opened: StoredIndex | None = None

    def open(self, passages_version: str | None = None) -> SearchIndex:
        """The index as it is; read from the store once for every change of it."""
        with self._lock:
            kept, manifest = self._opened, self.manifest()
            if kept is None or kept.manifest != manifest:
                self._opened = None
                kept = open_stored_index(self._search, self._embedder())
                self._opened = kept
        kept.check_fit(self._embedder(), passages_version)
        return kept

    def manifest(self) -> Manifest:
        """See `Indexes.manifest`."""
        return stored_manifest(self._search)

    def bring_up_to_date(self, progress: Progress, *, force: bool = False) -> SearchIndex:
        """See `Indexes.bring_up_to_date`; an interrupted one goes on where it stopped."""
        with self._search.alone(WAIT_S):
            built_from = self._store.generation(), self._store.passages_version()
            held = self._held_passages()
            if held == built_from[1] and not force:
                return self.open(held)
            if held is None:
                self._search.set_seal(None)
            changed = None if force or held is None else self._search.changed_sources(held)
            names = self._search.digests() if changed is None else changed
            entries = {**{name: [] for name in names}, **_by_source(self._store, changed)}
            fill_stored_index(self._search, entries, self._embedder(), self._vectors, progress, anew=force)
            return seal_stored_index(self._search, self._embedder(), built_from)

    def _held_passages(self) -> str | None:
        """The passages that the index holds by the means now in use; None where it holds none that may be served."""
        try:
            manifest = self.manifest()
            check_fit(self._search.place, manifest, self._embedder().name, None)
        except IndexUnusable:
            return None
        return manifest.passages_version


def entry_of(passage: Passage) -> IndexEntry:
    """A passage for both lanes: its words, with who says them, beneath what says where it stands."""
    words = spoken(passage)
    text = f"{passage.context}\n{words}" if passage.context else words
    return IndexEntry(passage.id, passage.source_id, embed_text=text, lexical_text=text)


def _entries(store: GraphStore) -> list[IndexEntry]:
    with store.read() as reader:
        return _unique(reader.find(Passage, history=True))


def _by_source(store: GraphStore, only: Iterable[str] | None) -> dict[str, list[IndexEntry]]:
    """The entries of every source, or of some."""
    if only is None:
        placed = sorted(_entries(store), key=lambda entry: (entry.source_id, entry.passage_id))
        return {name: [*held] for name, held in groupby(placed, key=lambda entry: entry.source_id)}
    with store.read() as reader:
        return {name: _unique(reader.find(Passage, source_id=name, history=True)) for name in sorted(only)}


def _unique(passages: Iterable[Passage]) -> list[IndexEntry]:
    """By id, each once as it was recorded last; what is quoted from elsewhere is left out."""
    unique = {passage.id: entry_of(passage) for passage in passages if not passage.quoted}
    return [unique[key] for key in sorted(unique)]


@contextmanager
def _alone(data: Path) -> Iterator[None]:
    """Holds the data directory's lock, after waiting for it."""
    lock, end = DataLock(data), time.monotonic() + WAIT_S
    while True:
        try:
            lock.acquire()
            break
        except RetryLater:
            if time.monotonic() > end:
                raise
        time.sleep(_PAUSE_S)
    try:
        yield
    finally:
        lock.release()
