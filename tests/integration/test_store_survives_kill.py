"""Killing a writer for real, at random moments: what it reported is there, and nothing by halves."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from graph.blobs import FileBlobs
from graph.embedded_store import EmbeddedStore
from graph.locking import DataLock
from graph.model import Passage, Work
from graph.store import Reader
from tests.contracts.store_samples import at

KILLS = 24
ROOT = Path(__file__).parents[2]

WRITER = """
import sys
from pathlib import Path
import numpy as np
import pytest

from graph.blobs import FileBlobs
from graph.embedded_store import EmbeddedStore
from graph.locking import DataLock
from tests.contracts.store_samples import at, edge, passage, work

def write(store, blobs, n):
    sha256 = blobs.put(b"original %d " % n * 5000)
    with store.write() as writer:
        writer.retract([f"w-{n - 1}"], at(n))
        writer.put([work(f"w-{n}", sha256, at(n))])
        writer.put(passage(f"p-{n}-{k}", f"s-{n}", k) for k in range(n % 60))
        writer.connect([edge(f"e-{n}", src=f"s-{n}", dst=f"s-{n - 1}")])
        writer.put_text(f"s-{n}", f"text {n} " * 5000)
        writer.put_char_boxes(f"s-{n}", 1, np.full((n % 60, 4), n, np.float32))
        writer.save_cursor("files", str(n))

directory = Path(sys.argv[1])
with DataLock(directory):
    store, blobs = EmbeddedStore(directory / "graph.db"), FileBlobs(directory / "originals")
    with store.read() as reader:
        done = int(reader.cursor("files") or 0)
    print("ready", flush=True)
    while True:
        done += 1
        write(store, blobs, done)
        print(done, flush=True)
"""


@pytest.mark.timeout(400)  # two dozen Python processes start, which a busy machine makes slow
def test_a_killed_writer_loses_nothing_that_it_reported(tmp_path: Path) -> None:
    """Every reported transaction is whole, none is there in part, and the next writer goes on from it."""
    seed = random.SystemRandom().randrange(2**32)
    print(f"seed {seed}")
    moments = random.Random(seed)
    EmbeddedStore(tmp_path / "graph.db").close()
    committed = 0
    for _ in range(KILLS):
        reported = _run_and_kill(tmp_path, moments.uniform(0.0, 0.25))
        with DataLock(tmp_path):
            found = _check(tmp_path)
        assert found >= max(reported, committed)
        committed = found
    assert committed > KILLS


def _run_and_kill(directory: Path, after_s: float) -> int:
    """Lets a writer work for that long, kills it hard, and gives the last number that it reported."""
    command = [sys.executable, "-c", WRITER, str(directory)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        time.sleep(after_s)
        child.kill()
        whole_lines = [line for line in child.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    return int(whole_lines[-1]) if whole_lines else 0


def _check(directory: Path) -> int:
    """Checks every transaction and gives the number of the last one."""
    store, blobs = EmbeddedStore(directory / "graph.db"), FileBlobs(directory / "originals")
    assert store.problems() == []
    with store.read() as reader:
        last = int(reader.cursor("files") or 0)
        assert store.generation() == last
        assert reader.count(Work) == min(last, 1)
        assert [work.retracted_at for work in reader.find(Work, history=True)].count(None) == min(last, 1)
        assert reader.count(Passage) == sum(n % 60 for n in range(last + 1))
        assert len(reader.edges()) == last
        for n in range(max(1, last - 80), last + 1):
            _check_one(reader, blobs, n, last)
    store.close()
    return last


def _check_one(reader: Reader, blobs: FileBlobs, n: int, last: int) -> None:
    work = reader.get(Work, f"w-{n}")
    assert work is not None
    assert work.retracted_at == (None if n == last else at(n + 1))
    assert blobs.read(work.number or "") == b"original %d " % n * 5000
    assert [passage.span.start for passage in reader.find(Passage, source_id=f"s-{n}")] == list(range(n % 60))
    assert reader.text(f"s-{n}") == f"text {n} " * 5000
    assert reader.char_boxes(f"s-{n}", 1).tolist() == [[n] * 4] * (n % 60)
