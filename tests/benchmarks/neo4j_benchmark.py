"""The same documents and questions on both stores: run `python -m tests.benchmarks.neo4j_benchmark FOLDER --files 40`.

Ingest, loading, `governs` and `ask`, with the lanes of this machine on both, so that the stores are compared
and nothing else. A Neo4j server with a heap of one gibibyte is started on this machine and stopped afterwards.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import numpy as np

from app.settings import Settings, load_settings
from app.use_cases.ask import AskRequest, ask
from app.use_cases.governs import governs
from app.use_cases.ingest import IngestRequest, ingest
from app.wiring import Services, open_database, open_services
from graph.model import Passage, Work
from graph.progress import silent
from graph.snapshot import load_snapshot
from graph.store import GraphStore, Writer
from tests.services.neo4j import Neo4jServer

QUESTIONS = (
    "What does {} replace?",
    "What does {} require of a server?",
    "Which port does {} use?",
    "What must not be sent according to {}?",
)
LOADS = 5


def main() -> None:
    """Prints one line a measure and store."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="documents to ingest")
    parser.add_argument("--files", type=int, help="only so many of them, in the order of their names")
    parser.add_argument("--questions", type=int, default=100, help="how many to ask of each store")
    parser.add_argument("--embedder", default="hashed", help="as in PREVAIL_EMBEDDER")
    arguments = parser.parse_args()
    files = sorted(path for path in arguments.folder.rglob("*") if path.is_file())[: arguments.files]
    print(f"{len(files)} files, {sum(path.stat().st_size for path in files) / 2**20:.1f} MB, {os.cpu_count()} cores, "
          f"load {os.getloadavg()[0]:.1f}, embedder {arguments.embedder}")  # fmt: skip
    with tempfile.TemporaryDirectory() as scratch:
        with both_stores(Path(scratch), arguments.embedder) as stores:
            for name, settings in stores.items():
                measure_ingest(name, settings, files)
            for name, settings in stores.items():
                with open_services(settings) as services:
                    measure_reading(name, services, arguments.questions)
            things = count_things(stores["neo4j"])
        report_size(Path(scratch), *things)
    print(f"load at the end {os.getloadavg()[0]:.1f}")


@contextmanager
def both_stores(scratch: Path, embedder: str) -> Iterator[dict[str, Settings]]:
    """Settings of an empty data directory, and of an empty Neo4j."""
    server = Neo4jServer(scratch / "neo4j-server")
    server.start()
    try:
        places = {"embedded": {}, "neo4j": server.environment}
        yield {
            name: load_settings({"PREVAIL_DATA": str(scratch / name), "PREVAIL_EMBEDDER": embedder, **environment})
            for name, environment in places.items()
        }
    finally:
        server.stop()


class TimedStore:
    """A store that knows how long its write transactions took together, what was done inside them included."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store
        self.seconds = 0.0

    @contextmanager
    def write(self) -> Iterator[Writer]:
        """See `GraphStore.write`."""
        began = time.perf_counter()
        with self._store.write() as writer:
            yield writer
        self.seconds += time.perf_counter() - began

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def measure_ingest(store: str, settings: Settings, files: Sequence[Path]) -> None:
    """Reads the files, and then the same again."""
    with open_services(settings, write=True) as services:
        for what in ("ingest", "ingest the same again"):
            timed_store = TimedStore(services.store)
            services.store = timed_store  # type: ignore[assignment]  # it passes on whatever it does not time
            began = time.perf_counter()
            report = ingest(services, IngestRequest(tuple(files), workers=1), silent)
            seconds = time.perf_counter() - began
            rate = f"{report.stored / seconds:.2f} documents/s, {report.passages / seconds:.0f} passages/s"
            print(f"{store:<9} {what}: {seconds:.1f} s, of which {timed_store.seconds:.1f} s in write transactions; "
                  f"{report.stored} documents, {report.passages} passages; {rate}", flush=True)  # fmt: skip


def count_things(settings: Settings) -> tuple[int, int]:
    """Nodes and relationships in the Neo4j."""
    with open_database(settings) as database:
        nodes = database.read("MATCH (n) RETURN count(n) AS n")[0]["n"]
        relationships = database.read("MATCH ()-[r]->() RETURN count(r) AS n")[0]["n"]
    return nodes, relationships


def report_size(scratch: Path, nodes: int, relationships: int) -> None:
    """What both stores take on the disk, without the index for searching; the server has been stopped."""
    stored = _bytes_below(scratch / "neo4j-server" / "data" / "databases" / "neo4j")
    each = stored / max(1, nodes)
    print(f"neo4j     {nodes} nodes, {relationships} relationships: {stored / 1e6:.0f} MB, {each:.0f} bytes a node")
    parts = ("store.sqlite", "blobs")
    print(
        "embedded  " + ", ".join(f"{part} {_bytes_below(scratch / 'embedded' / part) / 1e6:.0f} MB" for part in parts)
    )


def _bytes_below(place: Path) -> int:
    return sum(path.stat().st_size for path in (place, *place.rglob("*")) if path.is_file())


def measure_reading(store: str, services: Services, questions: int) -> None:
    """Loads, asks what governs, and asks questions, one after the other."""
    began = time.perf_counter()
    services.corpus()
    print(f"{store:<9} open index and corpus: {time.perf_counter() - began:.3f} s")
    with services.store.read() as reader:
        numbers = [work.number for work in reader.find(Work) if work.number]
        report(store, "load the snapshot of the graph", [timed(lambda: load_snapshot(reader)) for _ in range(LOADS)])
        report(store, "read all passages", [timed(lambda: [*reader.find(Passage)]) for _ in range(LOADS)])
    wanted = [*islice(cycle(numbers), questions)]
    governs(services, wanted[0])
    report(store, "governs", [timed(lambda: governs(services, number)) for number in wanted])  # noqa: B023 - called at once
    texts = [form.format(number) for form, number in zip(cycle(QUESTIONS), wanted, strict=False)]
    ask(services, AskRequest(texts[0]))
    report(store, "ask", [timed(lambda: ask(services, AskRequest(text))) for text in texts])  # noqa: B023 - called at once


def timed(work: Callable[[], object]) -> float:
    """Milliseconds that the work took."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def report(store: str, what: str, times_ms: list[float]) -> None:
    """One line: median and 95th percentile."""
    p50, p95 = np.percentile(times_ms, [50, 95])
    print(f"{store:<9} {what}: p50 {p50:.1f} ms, p95 {p95:.1f} ms (n = {len(times_ms)})", flush=True)


if __name__ == "__main__":
    main()
