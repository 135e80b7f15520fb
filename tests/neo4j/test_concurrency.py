"""Several processes on one Neo4j: nobody is shut out, nothing is half seen, lost or doubled."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graph.errors import RetryLater
from graph.model import Source, Work
from graph.neo4j_blobs import Neo4jBlobs
from graph.neo4j_database import Database
from graph.neo4j_presence import Neo4jWriterLock
from graph.neo4j_store import Neo4jStore
from tests.contracts.store_samples import work
from tests.neo4j.facts import facts_of
from tests.neo4j.opening import clear, open_neo4j
from tests.services.neo4j import Neo4jServer
from tests.trials.documents import write_documents
from tests.trials.launcher import Launcher

pytestmark = pytest.mark.timeout(300)


@pytest.fixture
def database(empty_neo4j: Neo4jServer) -> Iterator[Database]:
    """The server's database, set up and without data."""
    opened = open_neo4j(empty_neo4j)
    Neo4jStore(opened)
    clear(empty_neo4j)
    Neo4jStore(opened)
    yield opened
    opened.close()


@pytest.fixture
def launcher() -> Iterator[Launcher]:
    """Starts commands, with the embedder that needs no model."""
    with Launcher({"PREVAIL_EMBEDDER": "hashed"}) as started:
        yield started


def test_two_ingests_at_once_end_as_one_after_the_other(
    database: Database, empty_neo4j: Neo4jServer, launcher: Launcher, tmp_path: Path
) -> None:
    """Two processes with the same folder: the same nodes, edges, texts and originals, each once."""
    yard = write_documents(tmp_path / "yard") / "specs"

    def ingest(place: str, folder: Path) -> tuple[str, ...]:
        return ("ingest", str(folder), "--project", "Quay", "--json", "--data", str(tmp_path / place))

    environment = empty_neo4j.environment
    running = [launcher.start(*ingest(place, yard), **environment) for place in ("one", "two")]
    ended = [one.wait() for one in running]
    assert [one.code for one in ended] == [0, 0]
    at_once = _facts(database)
    assert launcher.run(*ingest("one", yard), **environment).json()["stored"] == 0
    assert _facts(database) == at_once

    clear(empty_neo4j)
    for place in ("three", "four"):
        assert launcher.run(*ingest(place, yard), **environment).code == 0
    assert _facts(database) == at_once
    assert len(at_once[Source.__name__]) == 16


def test_both_ingests_can_ask_about_all_of_it(
    database: Database, empty_neo4j: Neo4jServer, launcher: Launcher, tmp_path: Path
) -> None:
    """Each machine has an index of its own, and brings in what the other one has read."""
    parts = [write_documents(tmp_path / "yard") / name for name in ("mail", "notes", "pages", "tables")]
    environment = empty_neo4j.environment
    running = [
        launcher.start("ingest", *parts[half::2], "--data", tmp_path / str(half), "--json", **environment)
        for half in (0, 1)
    ]
    assert {one.wait().code for one in running} == {0}
    figures = [launcher.run("stats", "--json", "--data", tmp_path / str(half), **environment).json() for half in (0, 1)]
    assert figures[0]["passages_indexed"]["value"] == figures[1]["passages_indexed"]["value"] > 0
    assert figures[0]["sources"] == figures[1]["sources"]


def test_a_writer_that_waits_too_long_is_told_to_retry(database: Database, empty_neo4j: Neo4jServer) -> None:
    """In a bounded time, without a trace of what it wanted; the one at work is not disturbed."""
    impatient = Neo4jStore(open_neo4j(empty_neo4j, timeout_s=1.0))
    store = Neo4jStore(database)
    with store.write() as writer:
        writer.put([work("first")])
        with pytest.raises(RetryLater, match="written by another process"), impatient.write() as second:
            second.put([work("second")])
    with impatient.write() as writer:
        assert [node.id for node in writer.find(Work)] == ["first"]
    impatient.close()


def test_a_killed_writer_leaves_nothing_and_lets_the_next_one_in(
    database: Database, empty_neo4j: Neo4jServer, launcher: Launcher, tmp_path: Path
) -> None:
    """An ingest killed in the middle leaves whole documents only, and running it again brings the rest."""
    yard = write_documents(tmp_path / "yard") / "specs"
    command = ("ingest", yard, "--project", "Quay", "--json", "--data", tmp_path / "data")
    running = launcher.start(*command, **empty_neo4j.environment)
    store = Neo4jStore(database)
    while store.generation() < 3:
        assert running.is_alive()
    running.kill()
    running.wait()
    with store.read() as reader:
        for source in reader.find(Source):
            assert len(reader.text(source.id)) == source.text_chars
    assert launcher.run(*command, **empty_neo4j.environment).code == 0
    whole = _facts(database)
    clear(empty_neo4j)
    assert launcher.run(*command[:-1], tmp_path / "other", **empty_neo4j.environment).code == 0
    assert _facts(database) == whole


def test_a_batch_that_is_committed_and_not_published_is_published_by_the_next_to_open(database: Database) -> None:
    """As after a kill between the two: until then nobody sees any of it, afterwards all."""
    store = Neo4jStore(database)
    with store.write() as writer:
        writer.put([work("seen")])
    before = store.generation()
    with store.write() as writer:
        writer.put([work("late")])
    database.run("MATCH (p:Published) SET p.generation = $before", before=before)
    with store.read() as reader:
        assert [node.id for node in reader.find(Work)] == ["seen"]
    with Neo4jStore(database).read() as reader:
        assert [node.id for node in reader.find(Work)] == ["late", "seen"]


def test_many_views_are_whole_while_batches_are_being_committed(database: Database) -> None:
    """Each view shows batches of two hundred, never a part of one."""
    store, done = Neo4jStore(database), threading.Event()

    def write() -> None:
        for n in range(12):
            with store.write() as writer:
                writer.put(work(f"{n}-{k}") for k in range(200))
        done.set()

    writing = threading.Thread(target=write)
    writing.start()
    seen = set()
    while not done.is_set():
        with store.read() as reader:
            seen.add((len([*reader.find(Work)]) % 200, reader.count(Work) % 200))
    writing.join()
    assert seen == {(0, 0)}


def test_who_is_at_work_is_known_until_they_end(database: Database) -> None:
    """Two at once, one of them twice; nothing is left behind."""
    one, other = Neo4jWriterLock(database), Neo4jWriterLock(database)
    assert not one.is_held()
    with one, other, one:
        assert other.is_held()
    assert not other.is_held()
    assert database.read("MATCH (lease:Lease) WHERE lease.name STARTS WITH 'writer ' RETURN lease") == []


def _facts(database: Database) -> dict[str, list[Any]]:
    """All that is stored, and the relationships that people see."""
    found = facts_of(Neo4jStore(database), Neo4jBlobs(database))
    found["relationships"] = database.read(
        "MATCH (:Entity)-[e]->(:Entity) RETURN type(e) AS type, e.id AS id ORDER BY id"
    )
    return found
