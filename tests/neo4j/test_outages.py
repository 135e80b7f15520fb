"""A Neo4j that dies, hangs and comes back under a running ingest and a running server of ours."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from app.data_directory import STORE_FILE
from graph.blobs import FileBlobs
from graph.embedded_store import EmbeddedStore
from graph.model import Source
from graph.neo4j_blobs import Neo4jBlobs
from graph.neo4j_store import Neo4jStore
from tests.neo4j.facts import facts_of
from tests.neo4j.opening import clear, open_neo4j
from tests.services.neo4j import Neo4jServer, free_port
from tests.trials.documents import write_documents
from tests.trials.launcher import Launcher, Running

pytestmark = pytest.mark.timeout(600)

LIMIT_S = 4.0
"""PREVAIL_NEO4J_TIMEOUT of the commands that meet an outage."""

PATIENCE_S = 120.0
"""For what takes as long as the machine is slow: a start, a recovery."""


@pytest.fixture(scope="module")
def launcher() -> Iterator[Launcher]:
    """Starts commands, with the embedder that needs no model."""
    with Launcher({"PREVAIL_EMBEDDER": "hashed"}) as started:
        yield started


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sixteen sections of a specification; not to be changed."""
    return write_documents(tmp_path_factory.mktemp("documents") / "yard") / "specs"


@pytest.fixture
def server(empty_neo4j: Neo4jServer) -> Iterator[Neo4jServer]:
    """The running server, set up and without data; it runs again afterwards, whatever a test did to it."""
    database = open_neo4j(empty_neo4j)
    Neo4jStore(database).close()
    clear(empty_neo4j)
    yield empty_neo4j
    empty_neo4j.start()


def test_an_ingest_whose_server_is_killed_loses_and_doubles_nothing(
    server: Neo4jServer, launcher: Launcher, documents: Path, tmp_path: Path
) -> None:
    """It says that it may be tried again; whole documents are there, and the next run brings the very rest."""
    command = ("ingest", documents, "--project", "Quay", "--workers", "1", "--json")
    assert launcher.run(*command, "--data", tmp_path / "embedded").code == 0
    there = (*command, "--data", tmp_path / "local")

    running = launcher.start(*there, **server.environment, PREVAIL_NEO4J_TIMEOUT=str(LIMIT_S))
    reported = _kill_after(server, running, stored=4)
    assert "again" in running.wait().complaint()
    server.start()
    stored = _whole_sources(server)
    assert reported <= stored < len([*documents.iterdir()])

    rest = launcher.run(*there, **server.environment)
    assert (rest.code, rest.json()["stored"]) == (0, 16 - stored)
    assert _facts_in(server) == _facts_on_disk(tmp_path / "embedded")
    figures = [
        _of_what(launcher.run("stats", "--json", "--data", tmp_path / place, **settings).json())
        for place, settings in (("embedded", {}), ("local", server.environment))
    ]
    assert figures[0] == figures[1]


@dataclass(frozen=True, slots=True)
class Said:
    """What a server of ours answered, and after how long."""

    status: int
    body: Any
    retry_after: str | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Served:
    """A running `prevail serve`."""

    port: int
    running: Running

    def get(self, path: str) -> Said:
        """Asks it something."""
        began = time.monotonic()
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE_S) as answer:
                status, headers, body = answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                status, headers, body = error.code, error.headers, error.read()
        return Said(status, json.loads(body), headers.get("Retry-After"), time.monotonic() - began)

    def await_readiness(self) -> None:
        """Returns once it can answer."""
        end = time.monotonic() + PATIENCE_S
        while True:
            assert self.running.is_alive()
            assert time.monotonic() < end
            try:
                if self.get("/health/ready").status == 200:
                    return
            except urllib.error.URLError:
                pass  # it does not listen yet
            time.sleep(0.2)


@pytest.fixture
def served(server: Neo4jServer, launcher: Launcher, documents: Path, tmp_path: Path) -> Iterator[Served]:
    """A server of ours over a few documents."""
    some = tmp_path / "some"
    some.mkdir()
    for path in sorted(documents.iterdir())[:3]:
        (some / path.name).write_bytes(path.read_bytes())
    assert launcher.run("ingest", some, "--data", tmp_path / "local", **server.environment).code == 0
    port = free_port()
    settings = server.environment | {"PREVAIL_NEO4J_TIMEOUT": str(LIMIT_S)}
    running = launcher.start("serve", "--port", str(port), "--data", tmp_path / "local", **settings)
    started = Served(port, running)
    started.await_readiness()
    yield started
    running.kill()
    running.wait()


def test_a_running_server_outlives_restarts_and_pauses_of_neo4j(served: Served, server: Neo4jServer) -> None:
    """Meanwhile every request gets a 503 that says when to come again, within the time limit; then all is well."""
    before = served.get("/api/sources").body
    server.pause()
    _expect_refusals(served, server)
    server.resume()
    served.await_readiness()
    assert served.get("/api/sources").body == before
    server.kill()
    _expect_refusals(served, server)
    server.start()
    served.await_readiness()
    assert served.get("/api/sources").body == before


def _expect_refusals(served: Served, server: Neo4jServer) -> None:
    """Asks several things at once: none waits for another, and the process is alive all the while."""
    with ThreadPoolExecutor(6) as threads:
        asked = [threads.submit(served.get, path) for path in ("/api/stats", "/api/sources", "/health/ready") * 2]
        assert served.get("/health/live").status == 200
        said = [one.result() for one in asked]
    for one in said:
        assert (one.status, one.body["title"]) == (503, "Try again later"), one
        assert int(one.retry_after or 0) > 0
        assert f"neo4j://127.0.0.1:{server.port}" in one.body["detail"]
        assert server.password not in one.body["detail"]
        assert one.seconds < 3 * LIMIT_S + 5


def _kill_after(server: Neo4jServer, running: Running, stored: int) -> int:
    """Kills the server in the midst of an ingest; how many documents had been reported as stored."""
    database = open_neo4j(server)
    store, end = Neo4jStore(database), time.monotonic() + PATIENCE_S
    while (reported := store.generation()) < stored:
        assert running.is_alive()
        assert time.monotonic() < end
    server.kill()
    store.close()
    return reported


def _whole_sources(server: Neo4jServer) -> int:
    """How many sources there are, each with its whole text and its original."""
    database = open_neo4j(server)
    store, blobs = Neo4jStore(database), Neo4jBlobs(database)
    with store.read() as reader:
        sources = [*reader.find(Source)]
        assert [len(reader.text(source.id)) for source in sources] == [source.text_chars for source in sources]
    assert all(blobs.read(source.sha256) for source in sources)
    store.close()
    return len(sources)


def _facts_in(server: Neo4jServer) -> dict[str, list[Any]]:
    database = open_neo4j(server)
    found = facts_of(Neo4jStore(database), Neo4jBlobs(database))
    database.close()
    return found


def _facts_on_disk(data: Path) -> dict[str, list[Any]]:
    store = EmbeddedStore(data / STORE_FILE, create=False)
    found = facts_of(store, FileBlobs(data / "blobs"))
    store.close()
    return found


def _of_what(figures: dict[str, Any]) -> dict[str, Any]:
    """The figures that say what there is, not when and how it got there."""
    how = {"store_generation", "index_generation", "index_built_at", "lag_by_source"}
    return {name: figure["value"] for name, figure in figures.items() if name not in how}
