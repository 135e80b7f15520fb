"""Everything moves from a data directory into a real Neo4j and back, also through interruptions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from app.settings import Settings, load_settings
from app.use_cases.ask import AskRequest, outcome_of
from app.use_cases.recall import verify_receipts
from app.use_cases.replay import replay
from app.use_cases.stats import stats
from app.wiring import open_services
from graph.filling import fill
from graph.neo4j_blobs import Neo4jBlobs
from graph.neo4j_receipts import Neo4jReceipts
from graph.neo4j_store import Neo4jStore
from graph.progress import silent
from graph.transfer import MARK, Holdings, opened
from tests.neo4j.opening import clear, open_neo4j
from tests.services.neo4j import Neo4jServer
from tests.trials import killing
from tests.trials.documents import write_documents
from tests.trials.launcher import ROOT, Launcher
from tests.unit.graph.places import ACTS, account_of, embedded, live

QUESTIONS = (killing.QUESTIONS[1], killing.QUESTIONS[-1])
"""One that is answered, and one that is not."""

pytestmark = pytest.mark.timeout(300)

OF_THE_BACKEND = {"store_generation", "index_generation", "index_built_at", "lag_by_source"}
SLOWLY = """
import sys
from graph import filling
filling.BATCH_RECORDS = 25
from app.cli.main import main
main(sys.argv[1:])
"""
"""`prevail`, with transactions small enough to be killed between two of them."""


@contextmanager
def in_neo4j(server: Neo4jServer) -> Iterator[Holdings]:
    """The server's database as a place."""
    with closing(open_neo4j(server)) as database:
        yield Holdings(Neo4jStore(database), Neo4jBlobs(database), Neo4jReceipts(database))


@pytest.fixture(scope="module")
def launcher(empty_neo4j: Neo4jServer) -> Iterator[Launcher]:
    """Starts commands that may log in to the server, and use it where they are told so."""
    login = {name: value for name, value in empty_neo4j.environment.items() if name != "PREVAIL_GRAPH"}
    with Launcher({"PREVAIL_EMBEDDER": "hashed", **login}) as started:
        yield started


@pytest.fixture(scope="module")
def data(launcher: Launcher, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with sixty documents, a decision, and some questions asked."""
    folder = tmp_path_factory.mktemp("move")
    write_documents(folder / "documents")
    assert launcher.run("ingest", folder / "documents", "--data", folder / "data").code in (0, 4)
    for question in QUESTIONS:
        assert launcher.run("ask", question, "--data", folder / "data").code in (0, 3)
    return folder / "data"


@pytest.fixture
def server(empty_neo4j: Neo4jServer) -> Neo4jServer:
    """The server, without data."""
    clear(empty_neo4j)
    return empty_neo4j


@settings(max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ACTS)
def test_whatever_happened_is_carried_there_and_back(empty_neo4j: Neo4jServer, history: list[tuple[int, int]]) -> None:
    """Every record in its order, texts, boxes, cursors, receipts and originals, to the bit."""
    clear(empty_neo4j)
    with (
        tempfile.TemporaryDirectory() as directory,
        embedded(Path(directory) / "a") as origin,
        in_neo4j(empty_neo4j) as there,
        embedded(Path(directory) / "b") as back,
    ):
        live(origin, history)
        for source, target in ((origin, there), (there, back)):
            with opened(source) as view:
                fill(target, view, silent, "the target")
        assert account_of(origin) == account_of(there) == account_of(back)
        assert list(back.receipts.all()) == list(origin.receipts.all())


def test_a_directory_moves_into_neo4j_and_back(
    launcher: Launcher, server: Neo4jServer, data: Path, tmp_path: Path
) -> None:
    """The same figures, receipts and answers in all three places; the report says what was compared."""
    neo4j = {"PREVAIL_GRAPH": server.uri, "PREVAIL_DATA": str(tmp_path / "local")}
    there = launcher.run("migrate", "--to", server.uri, "--data", data, "--json").json()
    back = launcher.run("migrate", "--to", tmp_path / "back", "--json", **neo4j).json()
    assert (there["records"], there["digest"]) == (back["records"], back["digest"])
    assert there["records"]["receipts"] >= len(QUESTIONS)
    seen = _seen_from(_settings(data))
    assert seen["verified"]["intact"]
    assert seen["replays"] == [[]] * there["records"]["receipts"]
    assert [answer["kind"] for answer in seen["answers"]] == ["answer", "abstention"]
    assert _seen_from(_settings(tmp_path / "back")) == seen
    assert _seen_from(_settings(tmp_path / "local", server)) == seen


def test_a_backup_is_restored_into_neo4j(launcher: Launcher, server: Neo4jServer, data: Path, tmp_path: Path) -> None:
    """As into a directory; an occupied database is left alone."""
    neo4j = {"PREVAIL_GRAPH": server.uri, "PREVAIL_DATA": str(tmp_path / "local")}
    made = launcher.run("backup", tmp_path / "backup.zip", "--data", data, "--json").json()
    report = launcher.run("restore", tmp_path / "backup.zip", "--json", **neo4j).json()
    assert (report["digest"], report["into"]) == (made["digest"], server.uri)
    assert _seen_from(_settings(tmp_path / "local", server)) == _seen_from(_settings(data))
    again = launcher.run("backup", tmp_path / "again.zip", "--json", **neo4j).json()
    assert again["digest"] == made["digest"]
    assert launcher.run("ask", QUESTIONS[0], **neo4j).code == 0
    assert (
        "was changed after it had been filled" in launcher.run("restore", tmp_path / "backup.zip", **neo4j).complaint()
    )
    refused = launcher.run("restore", tmp_path / "backup.zip", "--replace", **neo4j)
    assert "empty the database first" in refused.complaint()


def test_a_killed_move_goes_on(launcher: Launcher, server: Neo4jServer, data: Path, tmp_path: Path) -> None:
    """Killed again and again, it comes to the same end; until then nobody is answered from half of it."""
    neo4j = {"PREVAIL_GRAPH": server.uri, "PREVAIL_DATA": str(tmp_path / "local")}
    reached = [0]
    for _ in range(3):
        reached.append(_kill_beyond(server, data, reached[-1] + 40))
    assert reached == sorted({*reached}), "every run went on where the one before had stopped"
    assert "only half filled" in launcher.run("ask", QUESTIONS[0], **neo4j).complaint()
    done = launcher.run("migrate", "--to", server.uri, "--data", data, "--json").json()
    with embedded(data) as origin, in_neo4j(server) as there:
        assert account_of(there) == account_of(origin)
        assert account_of(origin).digest == done["digest"]
    assert _seen_from(_settings(tmp_path / "local", server)) == _seen_from(_settings(data))


def _settings(data: Path, server: Neo4jServer | None = None) -> Settings:
    graph = {} if server is None else server.environment
    return load_settings({"PREVAIL_DATA": str(data), "PREVAIL_EMBEDDER": "hashed", **graph})


def _kill_beyond(server: Neo4jServer, data: Path, items: int) -> int:
    """Kills a move once so many portions are there; how many then were."""
    command = [sys.executable, "-c", SLOWLY, "migrate", "--to", server.uri, "--data", str(data)]
    environment = {**os.environ, **server.environment, "PREVAIL_GRAPH": "embedded", "PREVAIL_EMBEDDER": "hashed"}
    move = subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    with in_neo4j(server) as there:
        end = time.monotonic() + 120
        while _items_in(there) < items:
            assert move.poll() is None, move.communicate()
            assert time.monotonic() < end
        move.kill()
        move.communicate()
        return _items_in(there)


def _items_in(place: Holdings) -> int:
    with place.store.read() as reader:
        return int(json.loads(reader.cursor(MARK) or '{"items": 0}')["items"])


def _seen_from(settings: Settings) -> dict[str, Any]:
    """What a place shows: its figures, its receipts, whether they can be replayed, and its answers."""
    with open_services(settings) as services:
        figures = {name: figure["value"] for name, figure in stats(services).items() if name not in OF_THE_BACKEND}
        receipts = list(services.receipts.all())
        verified = verify_receipts(services)
        replays = [replay(services, receipt.id)["differences"] for receipt in receipts]
        outcomes = [outcome_of(services, AskRequest(question)).outcome for question in QUESTIONS]
    answers = [{key: one[key] for key in one.keys() - {"timings_ms", "known_at"}} for one in outcomes]
    return {"figures": figures, "receipts": receipts, "verified": verified, "replays": replays, "answers": answers}
