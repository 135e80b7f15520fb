"""Bringing the derived index of this machine up to date with the store, by one process at a time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graph.errors import RetryLater
from graph.locking import DataLock
from graph.model import Passage
from graph.progress import Progress
from graph.store import GraphStore
from retrieval.index import Index, IndexEntry, IndexUnusable, build_index, open_index
from retrieval.protocols import Embedder

WAIT_S = 600.0
"""How long to wait for another process that is building the same index."""

_PAUSE_S = 0.2


def bring_up_to_date(
    store: GraphStore, directory: Path, embedder: Embedder, progress: Progress, *, force: bool = False
) -> Index:
    """The index of what the store holds; only texts that are new to it are encoded.

    Args:
        directory: Of the index, inside the data directory.
        force: Build it anew even where it is up to date.

    Raises:
        RetryLater: Another process went on building it for too long.
    """
    with _alone(directory.parent):
        generation, version = store.generation(), store.passages_version()
        if not force:
            try:
                return open_index(directory, embedder, version, thoroughly=True)
            except IndexUnusable:
                pass
        return build_index(directory, _entries(store), embedder, generation, progress, version)


def entry_of(passage: Passage) -> IndexEntry:
    """A passage for both lanes: its words beneath what says where it stands."""
    text = f"{passage.context}\n{passage.text}" if passage.context else passage.text
    return IndexEntry(passage.id, passage.source_id, embed_text=text, lexical_text=text)


def _entries(store: GraphStore) -> list[IndexEntry]:
    with store.read() as reader:
        entries = [entry_of(passage) for passage in reader.find(Passage, history=True) if not passage.quoted]
    unique = {entry.passage_id: entry for entry in entries}
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
