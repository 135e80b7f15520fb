"""The index that is kept with the graph."""

from __future__ import annotations

import random
from collections import Counter
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.errors import RetryLater
from graph.passage_search import IndexedPassage, IndexedSource
from graph.progress import silent
from retrieval.embedders.hashed import HashedEmbedder
from retrieval.index import Index, IndexEntry, build_index
from retrieval.lanes.lexical import LexicalLane, read_lexical, write_lexical
from retrieval.lanes.stored_terms import StoredLexicalLane
from retrieval.lanes.stored_vectors import StoredVectorLane
from retrieval.lanes.term_table import TermTable
from retrieval.manifest import IndexDamaged, IndexMissing, IndexStale
from retrieval.protocols import Lane
from retrieval.stored_index import StoredIndex, fill_stored_index, open_stored_index, seal_stored_index
from tests.contracts.lane_contract import LaneContract, MakeLane
from tests.fakes.passage_search import MemorySearch

EMBEDDER = HashedEmbedder()
TEXTS = {"p1": "fire door", "p2": "slab of the stair", "p3": "door of the stair", "p4": "roof"}


def entries(texts: dict[str, str], of_one_source: int = 2) -> list[IndexEntry]:
    """Entries by id, a few to each source."""
    return [IndexEntry(n, f"s-{i // of_one_source:03}", t, t) for i, (n, t) in enumerate(sorted(texts.items()))]


def by_source(held: list[IndexEntry]) -> dict[str, list[IndexEntry]]:
    """The entries of each source."""
    return {name: [*some] for name, some in groupby(held, key=lambda entry: entry.source_id)}


def fill(search: MemorySearch, texts: dict[str, str], folder: Path, *, anew: bool = False) -> StoredIndex:
    """Writes the texts and seals them."""
    fill_stored_index(search, by_source(entries(texts)), EMBEDDER, folder / "v.sqlite", silent, anew=anew)
    return seal_stored_index(search, EMBEDDER, (3, "store:7"))


def build(texts: dict[str, str], folder: Path) -> Index:
    """The same as an index of this machine."""
    return build_index(folder / "index", entries(texts), EMBEDDER, 3, silent, "store:7")


def words(search: MemorySearch, index: StoredIndex, scan_rows: int = 0) -> Lane:
    """The lexical lane."""
    return StoredLexicalLane(search, TermTable(search.sources()), index.passage_ids, index.row_of, scan_rows)


def vectors(search: MemorySearch, index: StoredIndex, scan_rows: int = 0) -> Lane:
    """The vector lane."""
    return StoredVectorLane(search, EMBEDDER, index.passage_ids, index.row_of, scan_rows)


@pytest.mark.parametrize("scan_rows", [0, 1_000], ids=["index", "scan"])
class TestStoredVectorLane(LaneContract):
    """Over a store that is exact."""

    @pytest.fixture
    def make_lane(self, tmp_path: Path, scan_rows: int) -> MakeLane:
        """The lane over texts."""

        def make(texts: dict[str, str]) -> Lane:
            search = MemorySearch()
            return vectors(search, fill(search, texts, tmp_path), scan_rows)

        return make


@pytest.mark.parametrize("scan_rows", [0, 1_000], ids=["index", "scan"])
class TestStoredLexicalLane(LaneContract):
    """Over a store that orders by another formula."""

    @pytest.fixture
    def make_lane(self, tmp_path: Path, scan_rows: int) -> MakeLane:
        """The lane over texts."""

        def make(texts: dict[str, str]) -> Lane:
            search = MemorySearch()
            return words(search, fill(search, texts, tmp_path), scan_rows)

        return make


def test_it_says_of_itself_what_the_local_index_says(tmp_path: Path) -> None:
    """Rows, counts, rarity of terms and the manifest, but for the time and the files."""
    search = MemorySearch()
    stored, local = fill(search, TEXTS, tmp_path), build(TEXTS, tmp_path)
    assert (stored.passage_ids, stored.source_ids, len(stored)) == (local.passage_ids, local.source_ids, 4)
    for name in ("passages", "sources", "vocabulary", "tokens", "embedder", "tokenizer", "passages_version"):
        assert getattr(stored.manifest, name) == getattr(local.manifest, name)
    first = np.array([True, True, False, False])
    for term in ("door", "stair", "roof", "unheardof"):
        assert stored.passages_with(term) == local.passages_with(term)
        assert stored.idf(term) == local.idf(term)
        assert stored.idf(term, first) == local.idf(term, first)
    assert stored.vocabulary_of(first) == local.vocabulary_of(first) == 4
    with pytest.raises(ValueError, match="whole sources"):
        stored.idf("door", np.array([True, False, False, False]))


NOWHERE = np.zeros(1, np.float32)
WORDS = ("door", "stair", "roof", "slab", "rail")


@settings(max_examples=8)
@given(st.randoms(use_true_random=False), st.lists(st.sampled_from(WORDS), min_size=1, max_size=8), st.integers(1, 60))
def test_the_lexical_lane_loses_nothing_to_the_order_of_the_store(
    tmp_path_factory: pytest.TempPathFactory, chooser: random.Random, query: list[str], depth: int
) -> None:
    """Scores, order and ties are those of the local lane, whatever the store puts first."""
    folder, search = tmp_path_factory.mktemp("lane"), MemorySearch()
    ids = tuple(f"p{number:03}" for number in range(300))
    held = [chooser.choices(WORDS, k=chooser.randint(1, 12)) for _ in ids]
    search.write([IndexedPassage(name, some, NOWHERE) for name, some in zip(ids, held, strict=True)], "none")
    counts = Counter(word for some in held for word in {*some})
    table = TermTable([IndexedSource("s", ids, counts, sum(map(len, held)), "")])
    write_lexical(folder / "lexical", held)
    local = LexicalLane(read_lexical(folder / "lexical"), ids)
    lane = StoredLexicalLane(search, table, ids, dict(zip(ids, range(300), strict=True)).get, 0)
    for rows in (None, np.arange(300) % 4 < 2):
        assert lane.search(" ".join(query), depth, rows) == local.search(" ".join(query), depth, rows)


def test_more_is_asked_for_until_enough_is_allowed(tmp_path: Path) -> None:
    """The first hundreds are forbidden; the lane goes on behind them, and looks at each in the end."""
    search = MemorySearch()
    texts = {f"p{n:04}": "fire door" if n < 1_400 else "fire door in the roof of the stair" for n in range(1_500)}
    stored = fill(search, texts, tmp_path)
    allowed = np.arange(1_500) >= 1_390
    for lane in (words(search, stored), vectors(search, stored)):
        search.asked.clear()
        hits = lane.search("fire door", 20, allowed).hits
        assert [hit.passage_id for hit in hits] == [f"p{n:04}" for n in range(1_390, 1_410)]
        assert search.asked == sorted(search.asked)


def test_what_was_written_is_not_written_again(tmp_path: Path) -> None:
    """A run that broke off goes on with the sources that it had not finished; only a changed source is new."""
    search = MemorySearch(patience=3)
    with pytest.raises(RetryLater):
        fill_stored_index(search, by_source(entries(TEXTS)), EMBEDDER, tmp_path / "v.sqlite", silent)
    with pytest.raises(IndexMissing):
        open_stored_index(search, EMBEDDER)
    search.patience = None
    fill(search, TEXTS, tmp_path).verify()
    search.writes.clear()
    fill(search, TEXTS, tmp_path)
    assert search.writes == []
    fill(search, {**TEXTS, "p4": "roof light"}, tmp_path)
    assert search.writes == ["p3", "p4"]
    fill(search, TEXTS, tmp_path, anew=True)
    assert search.writes == ["p3", "p4", *TEXTS]


def test_a_source_without_passages_is_forgotten(tmp_path: Path) -> None:
    """Its rows are gone, whatever still stands on its passages."""
    search = MemorySearch()
    fill(search, TEXTS, tmp_path)
    fill_stored_index(search, {"s-000": [], "s-009": []}, EMBEDDER, tmp_path / "v.sqlite", silent)
    assert seal_stored_index(search, EMBEDDER, (4, "store:8")).passage_ids == ("p3", "p4")


def test_an_index_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    """Nothing sealed, another embedder, a seal of another kind, passages that lost their vectors."""
    search = MemorySearch()
    with pytest.raises(IndexMissing, match="no index in memory.*prevail index rebuild"):
        open_stored_index(search, EMBEDDER)
    index = fill(search, TEXTS, tmp_path)
    other = HashedEmbedder()
    other.name = "another"
    with pytest.raises(IndexStale, match="embedder"):
        open_stored_index(search, other)
    with pytest.raises(IndexStale, match="older than the store"):
        index.check_fit(EMBEDDER, "store:8")
    del search.passages["p2"]
    with pytest.raises(IndexDamaged, match="3 of 4 passages"):
        index.verify()
    search.note = "{}"
    with pytest.raises(IndexDamaged, match="seal"):
        open_stored_index(search, EMBEDDER)
    assert search.note is not None
    search.note = '{"format": 1}'
    with pytest.raises(IndexStale, match="format"):
        open_stored_index(search, EMBEDDER)
