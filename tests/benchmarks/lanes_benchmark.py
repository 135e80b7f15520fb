"""Lanes of Neo4j beside the lanes of this machine: run `python -m tests.benchmarks.lanes_benchmark`.

One run, one machine, the same passages and questions: the Vaswani abstracts and its 93 queries, with the default
embedder. More passages than there are abstracts are made from them: a third of the words is replaced by words of
other abstracts, and the unit vector is moved by a quarter of its length in a random direction.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import resource
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TypeVar

import ir_measures
import numpy as np
from numpy.typing import NDArray

from graph.migrator import migrate_up
from graph.neo4j_database import Database, batches
from graph.neo4j_search import Neo4jPassageSearch
from graph.progress import silent
from retrieval.embedders.choose import make_embedder
from retrieval.embedders.vector_cache import embed_cached
from retrieval.index import VECTOR_CACHE, IndexEntry, build_index
from retrieval.model import Ranking
from retrieval.protocols import Embedder, Role, SearchIndex
from retrieval.stored_index import fill_stored_index, open_stored_index, seal_stored_index
from tests.neo4j.opening import open_neo4j
from tests.quality.test_vaswani import DATA, MEASURES, WORK, documents, queries
from tests.services.neo4j import Neo4jServer

T = TypeVar("T")

SIZES = (2_000, 11_429, 85_000)
PASSAGES_IN_A_SOURCE = 50
DEPTH = 100
ALLOWED = {"everything": 1, "half of the sources": 2, "a tenth of the sources": 10, "a hundredth": 100}


class KnownVectors:
    """An embedder that has the passages' vectors already."""

    def __init__(self, inner: Embedder, vectors: dict[str, NDArray[np.float32]]) -> None:
        self.name = f"{inner.name}-moved"
        self.dimensions = inner.dimensions
        self._inner = inner
        self._vectors = vectors

    def embed(self, texts: Sequence[str], role: Role) -> NDArray[np.float32]:
        """See `Embedder.embed`."""
        if role == "query":
            return self._inner.embed(texts, role)
        return np.array([self._vectors[text] for text in texts], np.float32)


@dataclass(frozen=True, slots=True)
class Collection:
    """Passages with their embedder."""

    entries: list[IndexEntry]
    embedder: Embedder


def main() -> None:
    """Prints what was measured, as the lines of a page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--passages", type=int, nargs="*", default=SIZES, help="how many passages")
    parser.add_argument("--heap", default="2g", help="of the server")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Neo4jServer(Path(folder) / "neo4j", heap=arguments.heap)
        server.start()
        try:
            for count in arguments.passages:
                server.empty()
                measure(Path(folder) / str(count), server, collection(count))
        finally:
            server.stop()


def collection(count: int) -> Collection:
    """The abstracts, or so many passages made of them; the same every time."""
    originals = [text for _, text in sorted(documents().items())]
    inner = make_embedder("minilm", WORK / "models")
    base = embed_cached(WORK / "index" / VECTOR_CACHE, originals, inner, silent)
    chooser, noise = random.Random(7), np.random.default_rng(7)
    words = [word for text in originals for word in text.split()]
    entries, vectors = [], {}
    for number in range(count):
        text, vector = originals[number % len(originals)], base[number % len(originals)]
        if number >= len(originals):
            text = " ".join(chooser.choice(words) if chooser.random() < 1 / 3 else word for word in text.split())
            moved = noise.standard_normal(len(vector), np.float32)
            vector = vector + 0.25 * moved / np.linalg.norm(moved)
            text = f"{text} n{number}"
        vectors[text] = vector / np.linalg.norm(vector)
        entries.append(IndexEntry(f"p{number:06}", f"s{number // PASSAGES_IN_A_SOURCE:05}", text, text))
    return Collection(entries, KnownVectors(inner, vectors))


def measure(folder: Path, server: Neo4jServer, them: Collection) -> None:
    """Fills both, asks both, and says how they compare."""
    folder.mkdir(parents=True)
    count = len(them.entries)
    print(f"--- {count:,} passages, load of the machine {Path('/proc/loadavg').read_text().split()[0]}", flush=True)
    local = timed("build the local index", count, lambda: build_index(folder, them.entries, them.embedder, 1, silent))
    database = open_neo4j(server, 600.0)
    migrate_up(database)
    search = Neo4jPassageSearch(database)
    create_nodes(database, them.entries)
    held = {name: [*some] for name, some in groupby(them.entries, key=lambda entry: entry.source_id)}
    vectors = folder / VECTOR_CACHE
    timed("write to Neo4j", count, lambda: fill_stored_index(search, held, them.embedder, vectors, silent))
    stored = seal_stored_index(search, them.embedder, (1, "s:1"))
    timed("open the stored index", count, lambda: open_stored_index(search, them.embedder))
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        print(f"a process that has opened it: {pool.apply(memory_mb, (server.bolt_uri, server.password)):.0f} MB more")
    for what, part in ALLOWED.items():
        allowed = None if part == 1 else np.arange(count) // PASSAGES_IN_A_SOURCE % part == 0
        for name in local.lanes:
            compare(f"{name}, {what} allowed", name, (local, stored), allowed)
    if count == len(documents()):
        quality(local, stored)
    database.close()


def create_nodes(database: Database, entries: Sequence[IndexEntry]) -> None:
    """The passages as the store has them, without what only the graph needs."""
    for some in batches(entries):
        rows = [{"id": entry.passage_id, "source_id": entry.source_id} for entry in some]
        database.run("UNWIND $rows AS row CREATE (p:Entity:Record:Passage) SET p = row", rows=rows)


def memory_mb(uri: str, password: str) -> float:
    """What opening the index adds to a process."""
    from graph.neo4j_database import Neo4jAddress
    from graph.neo4j_store import open_database

    class Nobody:
        name, dimensions = "", 0

        def embed(self, texts: Sequence[str], role: Role) -> NDArray[np.float32]:
            raise NotImplementedError

    search = Neo4jPassageSearch(open_database(Neo4jAddress(uri, "neo4j", password, timeout_s=600)))
    nobody = Nobody()
    nobody.name = stored_name(search)
    before = resident_mb()
    kept = open_stored_index(search, nobody)
    assert len(kept)
    return resident_mb() - before


def resident_mb() -> float:
    """Memory that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text("utf-8").split()[1])
    return pages * resource.getpagesize() / 2**20


def stored_name(search: Neo4jPassageSearch) -> str:
    """Name of the embedder that the passages were written with."""
    from retrieval.stored_index import stored_manifest

    return stored_manifest(search).embedder


def compare(what: str, name: str, both: tuple[SearchIndex, SearchIndex], allowed: NDArray[np.bool_] | None) -> None:
    """One line: times of both, and how far they agree in the first ten and in the whole depth."""
    times_ms: tuple[list[float], list[float]] = ([], [])
    tens, wholes, equal = [], [], 0
    for text in queries().values():
        rankings = []
        for index, times in zip(both, times_ms, strict=True):
            lane = index.lanes[name]
            if hasattr(lane, "encode"):
                lane.encode(text)
            started = time.perf_counter()
            rankings.append(lane.search(text, DEPTH, allowed))
            times.append((time.perf_counter() - started) * 1000)
        tens.append(overlap(rankings, 10))
        wholes.append(overlap(rankings, DEPTH))
        equal += rankings[0] == rankings[1]
    local, stored = (np.percentile(times, [50, 95]) for times in times_ms)
    print(
        f"{what}: local p50 {local[0]:.1f} p95 {local[1]:.1f} ms, Neo4j p50 {stored[0]:.1f} p95 {stored[1]:.1f} ms; "
        f"overlap@10 {np.mean(tens):.4f}, @{DEPTH} {np.mean(wholes):.4f}, {equal} rankings bit for bit the same "
        f"(n = {len(tens)})",
        flush=True,
    )


def overlap(rankings: Sequence[Ranking], depth: int) -> float:
    """The share of the first ranking's head that is in the second's."""
    first, second = ({hit.passage_id for hit in ranking.hits[:depth]} for ranking in rankings)
    return len(first & second) / len(first) if first else 1.0


def quality(*indexes: SearchIndex) -> None:
    """Recall and nDCG of each lane, as the collection judges it."""
    numbers = [number for number, _ in sorted(documents().items())]
    qrels = list(ir_measures.read_trec_qrels(str(DATA / "qrels")))
    for place, index in zip(("local", "Neo4j"), indexes, strict=True):
        for name, lane in index.lanes.items():
            run = {number: dict(_scored(lane.search(text, DEPTH, None), numbers)) for number, text in queries().items()}
            result = ir_measures.calc_aggregate(MEASURES, qrels, run)
            print(f"{place} {name}: " + ", ".join(f"{measure} {result[measure]:.4f}" for measure in MEASURES))


def _scored(ranking: Ranking, numbers: Sequence[str]) -> Iterator[tuple[str, float]]:
    for hit in ranking.hits:
        yield numbers[int(hit.passage_id[1:])], 1.0 / hit.rank


def timed(what: str, count: int, work: Callable[[], T]) -> T:
    """Prints how many seconds the work took, and for how many passages a second."""
    started = time.perf_counter()
    result = work()
    seconds = time.perf_counter() - started
    print(f"{what}: {seconds:.1f} s, {count / seconds:.0f} passages a second", flush=True)
    return result


if __name__ == "__main__":
    main()
