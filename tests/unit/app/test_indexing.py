"""Keeping the index that Neo4j holds up to date, over a store in a data directory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.indexing import StoredIndexes
from graph.model import Source
from graph.progress import silent
from retrieval.embedders.hashed import HashedEmbedder
from retrieval.manifest import IndexMissing, IndexStale
from tests.fakes.passage_search import MemorySearch
from tests.fakes.shelf import Shelf, open_shelf


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    """A shelf with one text on it."""
    with open_shelf(tmp_path / "data") as opened:
        opened.put("doors.txt", "1 Doors\n\nFire doors shall be 90 minutes.\n")
        yield opened


def indexes(shelf: Shelf, search: MemorySearch, folder: Path, embedder: str = "hashed-1") -> StoredIndexes:
    """The index of what is on the shelf."""
    used = HashedEmbedder()
    used.name = embedder
    return StoredIndexes(shelf.services.store, search, folder, lambda: used)


def test_only_what_changed_is_written(shelf: Shelf, tmp_path: Path) -> None:
    """The store tells which sources changed; an index that is up to date is served as it is, the same object."""
    search = MemorySearch()
    kept = indexes(shelf, search, tmp_path)
    first = kept.bring_up_to_date(silent)
    assert kept.bring_up_to_date(silent) == kept.open(shelf.services.store.passages_version())
    assert len(first) == len(search.writes) > 0
    search.writes.clear()
    added = shelf.put("roofs.txt", "1 Roofs\n\nRoof lights shall open.\n")
    with pytest.raises(IndexStale, match="older than the store"):
        kept.open(shelf.services.store.passages_version())
    assert len(kept.open()) == len(first)
    search.changed = frozenset({added})
    assert set(kept.bring_up_to_date(silent).source_ids) == {*first.source_ids, added}
    assert len(search.writes) == len(search.noted[added].passage_ids)


def test_another_embedder_writes_all_anew_and_nobody_searches_meanwhile(shelf: Shelf, tmp_path: Path) -> None:
    """The seal is broken before the first vector is replaced, and a run that was cut off leaves it broken."""
    search = MemorySearch()
    old = indexes(shelf, search, tmp_path)
    old.bring_up_to_date(silent)
    new = indexes(shelf, search, tmp_path, "another")
    with pytest.raises(IndexStale, match="embedder"):
        new.open()
    search.patience = 0
    with pytest.raises(Exception, match="the connection broke"):
        new.bring_up_to_date(silent)
    with pytest.raises(IndexMissing):
        old.open()
    search.patience = None
    new.bring_up_to_date(silent).verify()


def test_rebuilding_writes_everything_and_forgets_what_is_gone(shelf: Shelf, tmp_path: Path) -> None:
    """Also what the store has never heard of."""
    search = MemorySearch()
    kept = indexes(shelf, search, tmp_path)
    held = len(kept.bring_up_to_date(silent))
    (source,) = search.noted.values()
    search.noted["s-gone"] = source
    search.writes.clear()
    assert len(kept.bring_up_to_date(silent, force=True)) == len(search.writes) == held
    with shelf.services.store.read() as reader:
        assert set(search.noted) <= {one.id for one in reader.find(Source)}
