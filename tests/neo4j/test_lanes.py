"""The lanes that Neo4j serves: the contract of every lane, and the same figures as the lanes of this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby, product
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from graph.migrator import migrate_up
from graph.model import Passage, Span
from graph.neo4j_database import Database
from graph.neo4j_search import Neo4jPassageSearch
from graph.neo4j_store import Neo4jStore
from graph.progress import silent
from retrieval.embedders.hashed import HashedEmbedder
from retrieval.index import Index, IndexDamaged, IndexEntry, build_index
from retrieval.lanes.stored_terms import StoredLexicalLane
from retrieval.lanes.stored_vectors import StoredVectorLane
from retrieval.lanes.term_table import TermTable
from retrieval.protocols import Lane
from retrieval.stored_index import StoredIndex, fill_stored_index, seal_stored_index
from tests.benchmarks.index_benchmark import passages
from tests.contracts.lane_contract import LaneContract, MakeLane
from tests.neo4j.opening import open_neo4j
from tests.services.neo4j import Neo4jServer

pytestmark = pytest.mark.timeout(300)

NOON = datetime(2025, 1, 1, 12, tzinfo=UTC)
EMBEDDER = HashedEmbedder()
COUNT = 1_200
"""Enough that both indexes of the server are asked several times."""


@dataclass(frozen=True, slots=True)
class Filled:
    """Passages in the database, indexed there."""

    index: StoredIndex
    search: Neo4jPassageSearch

    def vectors(self, scan_rows: int) -> Lane:
        """The vector lane that scans so few rows."""
        return StoredVectorLane(self.search, EMBEDDER, self.index.passage_ids, self.index.row_of, scan_rows)

    def words(self, scan_rows: int) -> Lane:
        """The lexical lane that scans so few rows."""
        table = TermTable(self.search.sources())
        return StoredLexicalLane(self.search, table, self.index.passage_ids, self.index.row_of, scan_rows)


def passage(entry: IndexEntry, number: int) -> Passage:
    """The passage that an entry is made of."""
    return Passage(
        id=entry.passage_id,
        source_id=entry.source_id,
        clause_id=None,
        ordinal=number,
        kind="prose",
        span=Span(number, number + 1),
        text=entry.embed_text,
        context="",
        tokens=1,
        page_from=None,
        page_to=None,
        recorded_at=NOON,
    )


def fill(database: Database, entries: list[IndexEntry], folder: Path) -> Filled:
    """Stores passages and indexes them."""
    store, search = Neo4jStore(database), Neo4jPassageSearch(database)
    with store.write() as writer:
        writer.put(passage(entry, number) for number, entry in enumerate(entries))
    by_source = {name: [*held] for name, held in groupby(entries, key=lambda entry: entry.source_id)}
    fill_stored_index(search, by_source, EMBEDDER, folder / "vectors.sqlite", silent)
    return Filled(seal_stored_index(search, EMBEDDER, (store.generation(), store.passages_version())), search)


Build = Callable[[dict[str, str]], Filled]


@pytest.fixture(scope="module")
def database(empty_neo4j: Neo4jServer) -> Iterator[Database]:
    """The database with its schema."""
    opened = open_neo4j(empty_neo4j)
    migrate_up(opened)
    yield opened
    opened.close()


@pytest.fixture
def build(database: Database, tmp_path: Path) -> Build:
    """Stores texts by passage id, in place of all that was there."""

    def build(texts: dict[str, str]) -> Filled:
        database.run("MATCH (n) WHERE NOT n:Migration AND NOT n:Lease DETACH DELETE n")
        return fill(database, [IndexEntry(n, "s-1", t, t) for n, t in sorted(texts.items())], tmp_path)

    return build


@pytest.mark.parametrize("scan_rows", [0, 2_000], ids=["index", "scan"], scope="class")
class TestStoredVectorLane(LaneContract):
    """The vector index, and the scan of few rows in its place."""

    @pytest.fixture
    def make_lane(self, build: Build, scan_rows: int) -> MakeLane:
        """A lane that scans no rows, or all of them."""
        return lambda texts: build(texts).vectors(scan_rows)


@pytest.mark.parametrize("scan_rows", [0, 2_000], ids=["index", "scan"], scope="class")
class TestStoredLexicalLane(LaneContract):
    """The full-text index, and the scan of few rows in its place."""

    @pytest.fixture
    def make_lane(self, build: Build, scan_rows: int) -> MakeLane:
        """A lane that scans no rows, or all of them."""
        return lambda texts: build(texts).words(scan_rows)


@pytest.fixture(scope="module")
def both(database: Database, tmp_path_factory: pytest.TempPathFactory) -> tuple[Index, Filled]:
    """The same passages in an index of this machine and in the database."""
    folder = tmp_path_factory.mktemp("both")
    database.run("MATCH (n) WHERE NOT n:Migration AND NOT n:Lease DETACH DELETE n")
    entries = passages(COUNT)
    return build_index(folder, entries, EMBEDDER, 1, silent), fill(database, entries, folder)


def masks() -> Iterator[NDArray[np.bool_] | None]:
    """Every row, most, half and few of the sources."""
    sources = np.arange(COUNT) // 100
    yield None
    yield sources != 3
    yield sources % 2 == 0
    yield sources == 7


@pytest.mark.parametrize("scan_rows", [0, 150], ids=["index", "scan"])
def test_the_lexical_lane_gives_the_figures_of_the_local_one(both: tuple[Index, Filled], scan_rows: int) -> None:
    """Passages, order and scores, bit for bit, whatever is allowed; ids and figures are found as they are written."""
    index, filled = both
    lane, local = filled.words(scan_rows), index.lanes["lexical"]
    first = passages(3)
    texts = [" ".join(entry.embed_text.split()[5 * n : 5 * n + 12]) for n, entry in enumerate(first)]
    for text, allowed in product([*texts, 'K-7 "AND" 1.2.3 75mm \\ rfc*', "unheardof"], masks()):
        for depth in (5, 60):
            assert lane.search(text, depth, allowed) == local.search(text, depth, allowed)


@pytest.mark.parametrize("scan_rows", [0, 150], ids=["index", "scan"])
def test_the_vector_lane_finds_what_the_local_one_finds(both: tuple[Index, Filled], scan_rows: int) -> None:
    """Nearly all of the nearest ten, which the server looks up in an approximate index; all of them by scanning."""
    index, filled = both
    lane, local = filled.vectors(scan_rows), index.lanes["vector"]
    shares = []
    for entry, allowed in product(passages(6), masks()):
        text = " ".join(entry.embed_text.split()[:9])
        found, wanted = (one.search(text, 10, allowed).hits for one in (lane, local))
        shares.append(len({hit.passage_id for hit in found} & {hit.passage_id for hit in wanted}) / 10)
        assert len(found) == 10
        if allowed is not None:
            assert all(allowed[filled.index.row_of(hit.passage_id)] for hit in found)
    assert np.mean(shares) >= 0.98


def test_terms_are_counted_as_in_the_local_index(both: tuple[Index, Filled]) -> None:
    """Over everything and over what a reader may see; a source that is allowed in part has no count."""
    index, stored = both[0], both[1].index
    words = sorted({term for entry in passages(2) for term in index.terms(entry.lexical_text)})
    assert (stored.passage_ids, stored.source_ids) == (index.passage_ids, index.source_ids)
    assert (stored.tokens, stored.vocabulary) == (index.manifest.tokens, index.manifest.vocabulary)
    for allowed in masks():
        assert [stored.idf(word, allowed) for word in words] == [index.idf(word, allowed) for word in words]
        if allowed is not None:
            assert stored.vocabulary_of(allowed) == index.vocabulary_of(allowed)
    with pytest.raises(ValueError, match="whole sources"):
        stored.idf(words[0], np.arange(COUNT) == 5)


def test_what_is_forbidden_takes_no_place_however_much_there_is_of_it(build: Build) -> None:
    """A thousand better passages that may not be seen leave the ranking of the rest as a scan of the rest gives it."""
    filled = build({f"p{n:04}": "fire door" if n % 200 else f"fire door and roof {n}" for n in range(1_000)})
    allowed = np.arange(1_000) % 200 == 0
    for lane in (filled.words, filled.vectors):
        found = lane(0).search("fire door", 3, allowed)
        assert found == lane(2_000).search("fire door", 3, allowed)
        assert {hit.passage_id for hit in found.hits} <= {f"p{n:04}" for n in range(0, 1_000, 200)}


def test_of_two_embedders_only_the_one_that_is_asked_for_is_searched(build: Build, database: Database) -> None:
    """Vectors of another one, of the same length, are as if they were not there."""
    filled = build({"p1": "fire door", "p2": "fire door", "p3": "roof"})
    database.run("MATCH (p:Passage {id: 'p1'}) SET p.embedder = 'another'")
    query = EMBEDDER.embed(["fire door"], "query")[0]
    assert [near.passage_id for near in filled.search.nearest(EMBEDDER.name, query, 5)] == ["p2", "p3"]
    with pytest.raises(IndexDamaged, match="2 of 3 passages"):
        filled.index.verify()
