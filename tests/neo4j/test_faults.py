"""What goes wrong with a server is said in one clear sentence or tried again; nothing is lost or doubled."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from graph.errors import FixSetup, RetryLater
from graph.model import Work
from graph.neo4j_database import CommitUnknown, Database, Neo4jAddress, Row, Transaction
from graph.neo4j_store import Neo4jStore, open_database, require_version
from tests.contracts.store_samples import work
from tests.neo4j.opening import address_of
from tests.services.neo4j import Neo4jServer, free_port

pytestmark = pytest.mark.timeout(300)


LIMIT_S = 10.0
"""Of everything that is waited for; a server that has just started may need a while for its first statements."""


@pytest.fixture
def server(empty_neo4j: Neo4jServer) -> Iterator[Neo4jServer]:
    """The test server, which runs before and after each test, whatever the test did to it."""
    empty_neo4j.start()
    yield empty_neo4j
    empty_neo4j.start()


@pytest.fixture
def database(server: Neo4jServer) -> Iterator[Database]:
    """Its database, without the works of other tests."""
    opened = open_database(address_of(server, timeout_s=LIMIT_S))
    Neo4jStore(opened)
    opened.run("MATCH (n:Record) DETACH DELETE n")
    yield opened
    opened.close()


def test_nobody_there_is_said_with_the_setting_to_change() -> None:
    """A refused connection, at once."""
    address = Neo4jAddress(f"neo4j://127.0.0.1:{free_port()}", "neo4j", "secret words", timeout_s=2.0)
    with pytest.raises(FixSetup, match="PREVAIL_GRAPH") as caught:
        open_database(address)
    assert "secret words" not in str(caught.value)


@pytest.mark.parametrize(
    ("change", "words"),
    [({"password": "not this one"}, "PREVAIL_NEO4J_PASSWORD"), ({"database": "elsewhere"}, "PREVAIL_NEO4J_DATABASE")],
    ids=["password", "database"],
)
def test_a_wrong_log_in_is_said_with_the_setting_to_change(
    database: Database, server: Neo4jServer, change: dict[str, Any], words: str
) -> None:
    """A wrong password, a database that is not there."""
    with pytest.raises(FixSetup, match=words) as caught:
        open_database(replace(address_of(server), **change))
    assert "not this one" not in str(caught.value)


@pytest.mark.parametrize("agent", ["Neo4j/4.4.41", "Neo4j/5.25.1", "Memgraph/2.1"])
def test_an_older_server_is_refused(agent: str) -> None:
    """Before anything is written to it."""
    with pytest.raises(FixSetup, match=r"needs Neo4j 5\.26 or newer"):
        require_version(Neo4jAddress("neo4j://graph.example", "neo4j", ""), agent)
    require_version(Neo4jAddress("neo4j://graph.example", "neo4j", ""), "Neo4j/2026.05.0")


def test_a_server_killed_in_mid_write_loses_only_that_batch(database: Database, server: Neo4jServer) -> None:
    """The writer is told to try again; after the restart the same store goes on, and the batch is there once."""
    store = Neo4jStore(database)
    with store.write() as writer:
        writer.put([work("kept")])

    def write() -> None:
        with store.write() as writer:
            writer.put(work(f"{n:04}") for n in range(500))
            if interrupting:
                server.kill()
            writer.put([work("last")])

    interrupting = True
    with pytest.raises(RetryLater):
        write()
    with pytest.raises(RetryLater), store.read():
        pass
    server.start()
    with store.read() as reader:
        assert [node.id for node in reader.find(Work)] == ["kept"]
    interrupting = False
    write()
    with store.read() as reader:
        assert len([*reader.find(Work, history=True)]) == 502


def test_a_server_that_hangs_is_given_up_and_found_again(database: Database, server: Neo4jServer) -> None:
    """A reader waits for a bounded time; when the server goes on, so does the store."""
    store = Neo4jStore(database)
    started = time.monotonic()
    server.pause()
    try:
        with pytest.raises(RetryLater), store.read():
            pass
        assert time.monotonic() - started < LIMIT_S + 10
    finally:
        server.resume()
    assert store.generation() >= 0


def test_a_short_pause_is_waited_for(database: Database, server: Neo4jServer) -> None:
    """Nobody hears of it."""
    store = Neo4jStore(database)
    server.pause()
    resuming = threading.Timer(1.0, server.resume)
    resuming.start()
    try:
        with store.write() as writer:
            writer.put([work("in spite of it")])
    finally:
        resuming.join()
    with store.read() as reader:
        assert reader.count(Work) == 1


@pytest.mark.parametrize("goes_through", [True, False], ids=["through", "not through"])
def test_a_connection_lost_at_commit_is_looked_into(database: Database, goes_through: bool) -> None:
    """A batch that went through counts once; one that did not is told, and can be written again."""
    store = Neo4jStore(_LosesCommits(database, goes_through))

    def write() -> None:
        with store.write() as writer:
            writer.put([work("doubtful")])

    if goes_through:
        write()
    else:
        with pytest.raises(RetryLater, match="run the same again"):
            write()
        with store.read() as reader:
            assert reader.count(Work) == 0
        with Neo4jStore(database).write() as writer:
            assert writer.put([work("doubtful")]) == 1
    with Neo4jStore(database).read() as reader:
        assert [node.id for node in reader.find(Work, history=True)] == ["doubtful"]


class _Undone(Exception):
    """Makes the database undo a transaction."""


class _LosesCommits:
    """A database whose first transaction with a change loses its connection at the end."""

    def __init__(self, database: Database, goes_through: bool) -> None:
        self.address = database.address
        self._database = database
        self._goes_through = goes_through
        self._has_lost = False

    def run(self, query: str, /, **parameters: Any) -> list[Row]:
        return self._database.run(query, **parameters)

    def read(self, query: str, /, **parameters: Any) -> list[Row]:
        return self._database.read(query, **parameters)

    def close(self) -> None:
        self._database.close()

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        if self._has_lost:
            with self._database.transaction() as transaction:
                yield transaction
            return
        self._has_lost = True
        try:
            with self._database.transaction() as transaction:
                yield transaction
                if not self._goes_through:
                    raise _Undone
        except _Undone:
            pass
        raise CommitUnknown("the connection broke during a commit")
