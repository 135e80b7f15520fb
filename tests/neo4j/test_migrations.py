"""Migrations on a real server: from every earlier version, interrupted, and two at a time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graph.errors import FixSetup, RetryLater
from graph.migrations import MigrationFault, SchemaOutdated, read_migrations, shipped_migrations
from graph.migrator import (
    LEASE,
    applied_migrations,
    ensure_schema,
    is_fresh,
    migrate_up,
    migration_status,
    require_current,
)
from graph.model import Passage, Source
from graph.neo4j_database import Database
from graph.neo4j_lease import UNIQUE_LEASE, Lease, holder_of
from graph.neo4j_server import index_states, schema_names
from graph.neo4j_store import Neo4jStore
from graph.vocabulary import EdgeType
from tests.contracts.store_samples import edge, one_of_each, passage, source
from tests.neo4j.opening import open_neo4j
from tests.services.neo4j import Neo4jServer

ROOT = Path(__file__).resolve().parents[2]
WORKER = Path(__file__).with_name("migrating.py")

COUNTING = read_migrations(
    [
        ("V0001__counters.cypher", "CREATE CONSTRAINT c IF NOT EXISTS FOR (n:Counter) REQUIRE n.id IS UNIQUE;"),
        ("V0002__first.cypher", "MERGE (n:Counter {id: 1}) SET n.runs = coalesce(n.runs, 0) + 1;"),
        ("V0003__second.cypher", "MERGE (n:Counter {id: 2}) SET n.runs = coalesce(n.runs, 0) + 1; RETURN ';';"),
    ]
)
"""Migrations that show how often each of them was run."""


class Workers:
    """Processes of their own that migrate by the files of a folder."""

    def __init__(self, server: Neo4jServer, folder: Path) -> None:
        self.processes: list[subprocess.Popen[str]] = []
        self._server = server
        self._folder = folder

    def start(self, how: str, lease_s: float = 30.0) -> subprocess.Popen[str]:
        """Starts one; `how` is `through`, or `stop` or `die` before the third migration."""
        command = [sys.executable, str(WORKER), self._server.uri, self._server.password, str(self._folder)]
        process = subprocess.Popen(
            [*command, how, str(lease_s)], cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.processes.append(process)
        return process


@pytest.fixture
def database(empty_neo4j: Neo4jServer) -> Iterator[Database]:
    """An empty database."""
    empty_neo4j.empty()
    opened = open_neo4j(empty_neo4j)
    yield opened
    opened.close()


@pytest.fixture
def workers(empty_neo4j: Neo4jServer, tmp_path: Path) -> Iterator[Workers]:
    """Starts other processes, and ends those that are left."""
    for one in COUNTING:
        (tmp_path / one.file).write_text(";\n".join(one.statements))
    started = Workers(empty_neo4j, tmp_path)
    yield started
    for process in started.processes:
        process.kill()
        process.communicate()


def counted(database: Database) -> list[int]:
    """How often each migration of `COUNTING` that counts was run."""
    return [row["runs"] for row in database.run("MATCH (n:Counter) RETURN n.runs AS runs ORDER BY n.id")]


def everything(database: Database) -> list[Any]:
    """All that a user's data are: nodes with their labels, relationships, each with its properties."""
    nodes = "MATCH (n) WHERE NOT n:Migration AND NOT n:Lease RETURN labels(n) AS l, properties(n) AS p"
    relationships = "MATCH (a)-[r]->(b) RETURN type(r) AS l, properties(r) AS p, a.id AS a, b.id AS b"
    rows = [row for query in (nodes, relationships) for row in database.run(query)]
    return sorted(repr(sorted(row.items())) for row in rows)


def fill(database: Database) -> None:
    """One node of every kind, two of them with edges between them, as any version stores them."""
    store = Neo4jStore(database)
    with store.write() as writer:
        writer.put([*one_of_each(), source("s-2")])
        writer.connect([edge(), edge("e-2", EdgeType.CITES)])
        writer.put_text("s-1", "Door | Rating: FD 90 minutes, as tested.")
        writer.save_cursor("files", "1")


@pytest.mark.parametrize("version", range(len(shipped_migrations())))
def test_data_of_every_earlier_version_are_the_same_after_the_upgrade(
    database: Database, version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything stays, every index is online, and the store reads what it has read before."""
    if version:
        monkeypatch.setattr("graph.migrator.shipped_migrations", lambda: shipped_migrations()[:version])
        fill(database)
        monkeypatch.undo()
        with pytest.raises(SchemaOutdated, match=rf"is at version {version}, .* run `prevail migrate up`"):
            Neo4jStore(database)
    before = everything(database)
    done = migrate_up(database)
    assert done.applied == tuple(one.file for one in shipped_migrations()[version:])
    assert everything(database) == before
    assert {one.state for one in index_states(database)} == {"ONLINE"}
    if version:
        with Neo4jStore(database).read() as reader:
            assert reader.get(Source, "s-1") == source()
            assert list(reader.find(Passage)) == [passage()]
            assert [one.id for one in reader.edges()] == ["e-1", "e-2"]
    assert migrate_up(database).applied == ()


def test_passages_of_an_earlier_version_are_found_in_the_new_indexes(database: Database) -> None:
    """Indexes that come later hold what was stored before them."""
    migrate_up(database, shipped_migrations()[:1])
    for number, (tokens, vector) in enumerate([("stair rfc_9110 1:12", [1.0, 0.0]), ("door", [0.0, 1.0, 0.0])]):
        record = "CREATE (:Record:Passage {number: $n, id: $id, tokens: $t, embedding: $v, embedder: 'toy'})"
        database.run(record, n=number, id=f"p-{number}", t=tokens, v=vector)
    migrate_up(database)
    words = "CALL db.index.fulltext.queryNodes('passage_tokens', $q) YIELD node RETURN node.id AS id"
    assert database.run(words, q='"1:12"') == [{"id": "p-0"}]
    near = (
        "CYPHER 25 MATCH (p:Passage) SEARCH p IN (VECTOR INDEX passage_embedding FOR $v "
        "WHERE p.embedder = 'toy' LIMIT 5) RETURN p.id AS id"
    )
    assert database.run(near, v=[0.6, 0.8]) == [{"id": "p-0"}]
    assert database.run(near, v=[0.0, 0.6, 0.8]) == [{"id": "p-1"}]


def test_an_empty_database_is_set_up_by_whoever_may_write(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    """A reader is told what to do; a writer sets it up once, and says so."""
    assert is_fresh(database)
    with pytest.raises(SchemaOutdated, match="is not set up"):
        ensure_schema(database, may_create=False)
    with caplog.at_level("WARNING"):
        done = ensure_schema(database, may_create=True)
    assert done is not None
    assert len(done.applied) == len(shipped_migrations())
    assert caplog.messages == ["the database was empty: its schema has been set up"]
    assert ensure_schema(database, may_create=True) is None
    assert not is_fresh(database)


def test_a_database_with_strangers_data_is_not_set_up_unasked(database: Database) -> None:
    """It may be the wrong one."""
    database.run("CREATE (:Invoice {number: 7})")
    with pytest.raises(SchemaOutdated, match="run `prevail migrate up`"):
        ensure_schema(database, may_create=True)
    assert applied_migrations(database) == ()


def test_a_newer_schema_and_a_changed_file_are_refused(database: Database) -> None:
    """Nothing is written to a database that contradicts the files."""
    migrate_up(database, COUNTING)
    with pytest.raises(MigrationFault, match="V0003__second.cypher: was applied .* by a newer Prevail"):
        require_current(database, COUNTING[:2])
    other = read_migrations([(one.file, "; ".join(one.statements).replace(": 2}", ": 9}")) for one in COUNTING])
    with pytest.raises(MigrationFault, match="V0003__second.cypher: was changed"):
        migrate_up(database, other)
    assert [one.state.value for one in migration_status(database, other)] == ["applied", "applied", "changed"]
    assert counted(database) == [1, 1]


def test_where_there_is_nothing_to_do_nothing_is_locked(database: Database) -> None:
    """A process that may only look is not held up by one that migrates, until it has something to do."""
    migrate_up(database)
    with Lease(database, LEASE, "migrating elsewhere").held():
        assert migrate_up(database, wait_s=0).applied == ()
        database.run("DROP INDEX passage_tokens")
        with pytest.raises(RetryLater, match="held by `migrating elsewhere"):
            migrate_up(database, wait_s=0)


def test_what_somebody_dropped_is_made_again(database: Database) -> None:
    """An index that is recorded as made and is gone would make searches fail."""
    migrate_up(database)
    database.run("DROP INDEX passage_tokens")
    database.run("DROP CONSTRAINT entity_id")
    assert set(migrate_up(database).repaired) == {"passage_tokens", "entity_id"}
    assert {"passage_tokens", "entity_id"} <= schema_names(database)
    assert migrate_up(database).repaired == ()


def test_data_that_break_a_constraint_are_named_and_nothing_is_noted_as_done(database: Database) -> None:
    """Once the data are mended, the same command goes on where it stopped."""
    database.run("UNWIND [1, 1] AS id CREATE (:Counter {id: id})")
    with pytest.raises(FixSetup, match=r"V0001__counters\.cypher: its statement 1 was refused: .*Counter"):
        migrate_up(database, COUNTING)
    assert [one.done for one in applied_migrations(database)] == [0]
    database.run("MATCH (n:Counter) DELETE n")
    assert migrate_up(database, COUNTING).applied == tuple(one.file for one in COUNTING)


def test_two_processes_that_migrate_at_once_apply_everything_once(database: Database, workers: Workers) -> None:
    """The second waits for its turn and finds nothing left to do."""
    outcomes = [process.communicate(timeout=60) for process in [workers.start("through"), workers.start("through")]]
    assert sorted(out for out, _ in outcomes) == ["\n", " ".join(one.file for one in COUNTING) + "\n"]
    assert counted(database) == [1, 1]
    assert holder_of(database, LEASE) is None


def test_a_killed_migration_is_finished_by_the_next_one(database: Database, workers: Workers) -> None:
    """Its lease runs out, nothing is run twice, and meanwhile others are told who holds it."""
    process = workers.start("die", lease_s=3.0)
    process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL
    assert counted(database) == [1]
    with pytest.raises(RetryLater, match=f"is held by `migrating, process {process.pid} on "):
        migrate_up(database, COUNTING, wait_s=0)
    assert migrate_up(database, COUNTING, wait_s=20).applied == (COUNTING[2].file,)
    assert counted(database) == [1, 1]


def test_a_migration_that_was_stopped_for_too_long_does_not_go_on(database: Database, workers: Workers) -> None:
    """Another has taken over and finished; the late one notices before it writes."""
    late = workers.start("stop", lease_s=2.0)
    os.waitid(os.P_PID, late.pid, os.WSTOPPED | os.WNOWAIT)
    assert migrate_up(database, COUNTING, wait_s=20).applied == (COUNTING[2].file,)
    late.send_signal(signal.SIGCONT)
    _, complaint = late.communicate(timeout=60)
    assert "another process has taken over" in complaint
    assert counted(database) == [1, 1]


def test_a_lease_is_renewed_while_it_is_held(database: Database) -> None:
    """Work may take longer than the lease."""
    database.run(UNIQUE_LEASE)
    first, second = Lease(database, "work", "sorting", lease_s=0.6), Lease(database, "work", "folding")
    with first.held():
        with pytest.raises(RetryLater, match="held by `sorting"), second.held(wait_s=1.5):
            pytest.fail("two hold it")
        first.check()
    with second.held(wait_s=0):
        assert holder_of(database, "work") is not None
