"""How fast the index is built, opened and searched: run `python -m tests.benchmarks.index_benchmark`.

The passages are synthetic: 110 words each, drawn by Zipf's law from 30,000 made-up words, with
identifiers between them. Vectors are random, so the lanes are measured and not an embedder.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import resource
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from graph.progress import silent
from retrieval.embedders.choose import make_embedder
from retrieval.index import Index, IndexEntry, build_index, open_index
from retrieval.protocols import Role

SIZES = (2_000, 30_000, 85_000)
WORDS_IN_A_PASSAGE = 110
QUERIES = 200


class RandomEmbedder:
    """Vectors as wide as the default embedder's, drawn by the text."""

    name = "random-384"
    dimensions = 384

    def embed(self, texts: Sequence[str], role: Role) -> NDArray[np.float32]:
        """See `Embedder.embed`."""
        seeds = (int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little") for text in texts)
        drawn = [np.random.default_rng(seed).standard_normal(self.dimensions, np.float32) for seed in seeds]
        vectors = np.array(drawn, np.float32).reshape(-1, self.dimensions)
        unit: NDArray[np.float32] = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return unit


def main() -> None:
    """Prints one line a measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--passages", type=int, nargs="*", default=SIZES, help="sizes of the index")
    parser.add_argument("--minilm", type=Path, metavar="CACHE", help="measure the default embedder instead")
    arguments = parser.parse_args()
    if arguments.minilm:
        measure_minilm(arguments.minilm)
        return
    for count in arguments.passages:
        with tempfile.TemporaryDirectory() as directory:
            measure(Path(directory), count)


def passages(count: int) -> list[IndexEntry]:
    """Synthetic passages, the same every time."""
    chooser = random.Random(11)
    words = ["".join(chooser.choices("abcdefghilmnoprstuv", k=chooser.randint(3, 9))) for _ in range(30_000)]
    weights = [1 / (rank + 10) for rank in range(len(words))]
    entries = []
    for number in range(count):
        chosen = chooser.choices(words, weights, k=WORDS_IN_A_PASSAGE)
        chosen[::20] = [f"K-{number % 5000}", f"{number % 97}.{number % 31}.{number % 7}", "75", "mm", "R", "12"]
        text = " ".join(chosen)
        entries.append(IndexEntry(f"p-{number:08}", f"s-{number // 100:06}", text, text))
    return entries


def measure(directory: Path, count: int) -> None:
    """Builds, opens and searches an index of so many passages."""
    entries, embedder = passages(count), RandomEmbedder()
    print(f"--- {count:,} passages")
    timed("build", lambda: build_index(directory, entries, embedder, 1, silent))
    timed("build again, all vectors known", lambda: build_index(directory, entries, embedder, 2, silent))
    timed("open", lambda: open_index(directory, embedder))
    index = open_index(directory, embedder)
    timed("verify", index.verify)
    allowed = np.arange(count) % 2 == 0
    for name in index.lanes:
        search(index, name, entries, None)
        search(index, name, entries, allowed)
    size = sum(path.stat().st_size for path in directory.glob("generation-000002/**/*") if path.is_file())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{size / 1e6:.0f} MB on disk, peak memory so far {peak:.0f} MB")


def search(index: Index, name: str, entries: list[IndexEntry], allowed: NDArray[np.bool_] | None) -> None:
    """Prints percentiles of the time of a search, encoding of the query not counted."""
    chooser, times_ms = random.Random(12), []
    for _ in range(QUERIES):
        words = chooser.choice(entries).embed_text.split()
        query = " ".join(chooser.sample(words, 10))
        started = time.perf_counter()
        index.lanes[name].search(query, 100, allowed)
        times_ms.append((time.perf_counter() - started) * 1000)
    report(f"{name}{'' if allowed is None else ', half of the rows allowed'}", times_ms)


def measure_minilm(cache: Path) -> None:
    """Texts a second and milliseconds a query of the default embedder."""
    embedder = make_embedder("minilm", cache)
    timed("load the model", lambda: embedder.embed(["door"], "query"))
    sentence = "The fire door at the head of stair two shall keep its rating for at least ninety minutes. "
    texts = [f"{number}. {sentence * 6}" for number in range(256)]
    seconds = timed(f"encode {len(texts)} passages of about 115 tokens", lambda: embedder.embed(texts, "passage"))
    print(f"{len(texts) / seconds:.1f} passages a second")
    times_ms = []
    for number in range(QUERIES):
        started = time.perf_counter()
        embedder.embed([f"What fire rating does door {number} need now?"], "query")
        times_ms.append((time.perf_counter() - started) * 1000)
    report("encode a query", times_ms)


def report(what: str, times_ms: list[float]) -> None:
    """One line: median and 95th percentile."""
    p50, p95 = np.percentile(times_ms, [50, 95])
    print(f"{what}: p50 {p50:.2f} ms, p95 {p95:.2f} ms (n = {len(times_ms)})")


def timed(what: str, work: Callable[[], object]) -> float:
    """Prints and returns how many seconds the work took."""
    started = time.perf_counter()
    work()
    seconds = time.perf_counter() - started
    print(f"{what}: {seconds:.3f} s")
    return seconds


if __name__ == "__main__":
    main()
