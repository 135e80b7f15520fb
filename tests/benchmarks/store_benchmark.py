"""How fast the embedded store is: run `python tests/benchmarks/store_benchmark.py --passages 100000`."""

from __future__ import annotations

import argparse
import random
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from graph.embedded_store import EmbeddedStore
from graph.model import Edge, Passage, Span
from graph.vocabulary import EdgeType

PER_SOURCE = 100
PER_TRANSACTION = 1000
WORDS = ("fire", "door", "stair", "rating", "minutes", "shall", "width", "riser", "pitch", "handrail", "landing")
NOW = datetime(2024, 3, 1, tzinfo=UTC)


def main() -> None:
    """Prints one line a measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--passages", type=int, default=100_000, help="how many to write and read")
    parser.add_argument("--directory", type=Path, help="where; a temporary directory if not given")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.directory) as directory:
        measure(Path(directory) / "graph.db", arguments.passages)
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def measure(path: Path, count: int) -> None:
    """Writes and reads so many passages."""
    store = EmbeddedStore(path)
    timed(f"put {count:,} passages, {PER_TRANSACTION} a transaction", count, lambda: put(store, count))
    timed("put them again (all known)", count, lambda: put(store, count))
    timed(f"connect {count:,} edges", count, lambda: connect(store, count))
    sources = max(1, count // PER_SOURCE)
    chosen = [f"s-{n:08}" for n in random.Random(5).choices(range(sources), k=500)]
    ids = [f"p-{n:08}" for n in random.Random(6).choices(range(count), k=50)]
    timed("open a view", 500, lambda: open_views(store, 500))
    with store.read() as reader:
        timed("find the passages of a source", 500, lambda: [list(reader.find(Passage, source_id=s)) for s in chosen])
        timed("find 50 passages by id", 100, lambda: [list(reader.find(Passage, ids=ids)) for _ in range(100)])
        timed("edges into a node", 500, lambda: [reader.edges(dst=s) for s in chosen])
        timed("edges of a type into a node", 500, lambda: [reader.edges(types=[EdgeType.CITES], dst=s) for s in chosen])
        timed("go through all passages", count, lambda: sum(1 for _ in reader.find(Passage)))
        timed("count passages", 1, lambda: reader.count(Passage))
        timed(
            "go through the first 100", 1, lambda: [next(nodes) for nodes in [reader.find(Passage)] for _ in range(100)]
        )
    timed("write a megabyte of text", 1, lambda: put_text(store))
    with store.read() as reader:
        timed(
            "read a quote of it", 1000, lambda: [reader.text("s", Span(n, n + 200)) for n in range(0, 1_000_000, 1000)]
        )
        timed("read all of it", 1, lambda: reader.text("s"))
    timed("commit one small transaction", 50, lambda: save_cursors(store, 50))
    store.close()
    print(f"{'size on disk':<50} {path.stat().st_size / 2**20:10.1f} MB")
    timed("reopen", 1, lambda: EmbeddedStore(path).close())


def timed(what: str, times: int, do: Callable[[], object]) -> None:
    """Runs it once and prints the whole time and the time for each."""
    start = time.perf_counter()
    do()
    took_s = time.perf_counter() - start
    print(f"{what:<50} {took_s:10.3f} s {took_s / times * 1e6:12.1f} µs each", flush=True)


def passages(first: int, last: int) -> Iterator[Passage]:
    """Passages of some 800 characters."""
    chance = random.Random(first)
    for n in range(first, last):
        text = " ".join(chance.choices(WORDS, k=130))
        start = n % PER_SOURCE * 700
        span = Span(start, start + len(text))
        source = f"s-{n // PER_SOURCE:08}"
        yield Passage(f"p-{n:08}", source, None, n % PER_SOURCE, "prose", span, text, "K > 1 > 1.34", 150, 1, 2, NOW)


def put(store: EmbeddedStore, count: int) -> None:
    """Puts them in transactions as an ingest does."""
    for first in range(0, count, PER_TRANSACTION):
        with store.write() as writer:
            writer.put(passages(first, min(first + PER_TRANSACTION, count)))


def connect(store: EmbeddedStore, count: int) -> None:
    """From each passage to a source chosen at random."""
    chance = random.Random(4)
    for first in range(0, count, PER_TRANSACTION):
        with store.write() as writer:
            writer.connect(
                Edge(
                    f"e-{n:08}", EdgeType.CITES, f"p-{n:08}", f"s-{chance.randrange(count // PER_SOURCE or 1):08}", NOW
                )
                for n in range(first, min(first + PER_TRANSACTION, count))
            )


def put_text(store: EmbeddedStore) -> None:
    """One long text with its boxes."""
    with store.write() as writer:
        writer.put_text("s", " ".join(random.Random(8).choices(WORDS, k=170_000))[:1_000_000])
        writer.put_char_boxes("s", 1, np.ones((3000, 4), np.float32))


def save_cursors(store: EmbeddedStore, times: int) -> None:
    """The smallest change there is."""
    for n in range(times):
        with store.write() as writer:
            writer.save_cursor("files", str(n))


def open_views(store: EmbeddedStore, times: int) -> None:
    """Opens a view and asks nothing."""
    for _ in range(times):
        with store.read():
            pass


if __name__ == "__main__":
    main()
