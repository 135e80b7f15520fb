"""`prevail doctor` and `prevail migrate` on a real server: what is wrong is named, and what to do about it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from app.cli.main import run
from app.settings import Settings, load_settings
from app.use_cases import neo4j_checks as checks
from app.use_cases.checks import Check
from graph.migrator import migrate_up
from graph.neo4j_database import Database
from graph.neo4j_server import try_writing
from graph.neo4j_store import Neo4jStore
from graph.time import now_utc
from tests.neo4j.opening import open_neo4j
from tests.services.neo4j import Neo4jServer


@pytest.fixture(scope="module")
def current(empty_neo4j: Neo4jServer) -> Iterator[Database]:
    """A database with the current schema and nothing ingested yet."""
    database = open_neo4j(empty_neo4j)
    Neo4jStore(database)
    yield database
    database.close()


@pytest.fixture
def settings(empty_neo4j: Neo4jServer, tmp_path: Path) -> Settings:
    """Settings that name the server."""
    given = {**empty_neo4j.environment, "PREVAIL_DATA": str(tmp_path / "data"), "PREVAIL_EMBEDDER": "hashed"}
    return load_settings(given)


def found(settings: Settings) -> dict[str, Check]:
    """The checks by their names."""
    return {check.name.removeprefix("Neo4j "): check for check in checks.neo4j_checks(settings)}


def test_a_sound_server_passes_every_check(current: Database, settings: Settings) -> None:
    """Version, edition, rights, schema, indexes, clock and memory are all looked at, and leave nothing behind."""
    before = current.run("MATCH (n) RETURN count(n) AS n")
    report = found(settings)
    assert list(report) == ["version", "log-in", "rights", "schema", "indexes", "clock", "memory"]
    assert {name: check.level for name, check in report.items()} == dict.fromkeys(report, "ok")
    assert report["version"].detail == "2026.05.0 community"
    assert report["memory"].detail.startswith("heap 1.0 GB, page cache 256 MB, data about ")
    assert current.run("MATCH (n) RETURN count(n) AS n") == before


def test_a_dropped_index_is_named_and_made_again(current: Database, settings: Settings) -> None:
    """A search that needs it would fail."""
    current.run("DROP INDEX passage_tokens")
    check = found(settings)["schema"]
    assert (check.level, check.detail, check.fix) == ("fail", "passage_tokens was dropped", "prevail migrate up")
    migrate_up(current)
    assert found(settings)["schema"].ok


def test_a_schema_that_is_not_applied_or_is_newer_is_told_apart(current: Database, settings: Settings) -> None:
    """The first is mended by the command, the second by an upgrade of Prevail."""
    current.run("MATCH (m:Migration {version: 3}) REMOVE m.finished_at")
    assert "V0003__vectors_of_passages.cypher is not applied" in found(settings)["schema"].detail
    migrate_up(current)
    current.run("CREATE (:Migration {version: 99, file: 'V0099__x.cypher', done: 1, started_at: datetime(), "
                "finished_at: datetime()})")  # fmt: skip
    check = found(settings)["schema"]
    current.run("MATCH (m:Migration {version: 99}) DELETE m")
    assert not check.ok
    assert "upgrade Prevail" in check.detail


def test_a_wrong_password_and_a_silent_port_are_one_clear_finding(current: Database, settings: Settings) -> None:
    """Nothing else is looked at where nobody lets us in; the password is never shown."""
    for wrong in (replace(settings, neo4j_password="sesame"), replace(settings, graph="bolt://127.0.0.1:9")):
        (check,) = checks.neo4j_checks(replace(wrong, neo4j_timeout=2.0))
        assert (check.name, check.ok) == ("Neo4j", False)
        assert check.fix
        assert "sesame" not in check.detail


@dataclass
class Told:
    """A database that answers what a test tells it to, for what no server of ours can be brought to."""

    answers: dict[str, list[dict[str, Any]]]
    uri: str = "neo4j://127.0.0.1:7687"
    asked: list[str] = field(default_factory=list)

    @property
    def address(self) -> Told:
        """Itself, which knows its `uri`."""
        return self

    def read(self, query: str, /, **parameters: Any) -> list[dict[str, Any]]:
        """The rows told for the first key that the query holds."""
        self.asked.append(query)
        return next(rows for key, rows in self.answers.items() if key in query)


def told(check: Callable[[Any], Check], **answers: Any) -> Check:
    """What a check makes of one row for each key."""
    return check(Told({key: [row] for key, row in answers.items()}))


def test_an_older_server_is_said_to_have_no_native_lanes() -> None:
    """It filters after it has cut off."""
    kernel = {"name": "Neo4j Kernel", "versions": ["5.26.1"], "edition": "enterprise"}
    version = partial(checks._version, False)
    check = told(version, components=kernel)
    assert (check.level, check.detail) == ("warn", "5.26.1 enterprise")
    assert told(version, components={**kernel, "versions": ["2026.01.3-aura"]}).level == "ok"
    assert not told(partial(checks._version, True), components=kernel).ok


@pytest.mark.parametrize(("ahead_s", "level"), [(0, "ok"), (-5, "warn"), (5, "warn"), (3600, "fail")])
def test_a_clock_that_is_off_is_measured(ahead_s: int, level: str) -> None:
    """Some seconds are a warning, a minute is a fault: what was recorded when depends on it."""
    now_ms = (now_utc() + timedelta(seconds=ahead_s)).timestamp() * 1000
    check = told(checks._clock, realtime={"now_ms": now_ms})
    assert check.level == level
    assert ("behind" if ahead_s < 0 else "ahead of") in check.detail or ahead_s == 0


@pytest.mark.parametrize(
    ("heap", "cache", "nodes", "level"),
    [
        (2 << 30, "512m", 1_000, "ok"),
        (2 << 30, None, 9_000_000, "ok"),
        (None, "4.00GiB", 1_000, "ok"),
        (512 << 20, "512m", 1_000, "warn"),
        (2 << 30, "512m", 1_000_000, "warn"),
    ],
)
def test_memory_is_compared_with_the_data(heap: int | None, cache: str | None, nodes: int, level: str) -> None:
    """A small heap, or a page cache that does not hold the data; a cache that the server chooses is its own."""
    check = told(
        checks._memory,
        queryJmx={"heap": None if heap is None else {"max": heap}},
        SETTINGS={"name": "server.memory.pagecache.size", "value": cache},
        nodes={"nodes": nodes, "relationships": 10},
    )
    assert check.level == level
    assert (check.fix is None) == (level == "ok")


@pytest.mark.parametrize(
    ("uri", "password", "auth", "level"),
    [
        ("bolt://127.0.0.1:7687", "a long one", "true", "ok"),
        ("neo4j://[::1]:7687", "a long one", "true", "ok"),
        ("neo4j+s://db.example", "a long one", "true", "ok"),
        ("neo4j+ssc://db.example", "a long one", "true", "ok"),
        ("neo4j://db.example:7687", "a long one", "true", "warn"),
        ("bolt://localhost:7687", "Neo4j", "true", "warn"),
        ("bolt://localhost:7687", "a long one", "false", "warn"),
    ],
)
def test_a_door_that_stands_open_is_warned_of(uri: str, password: str, auth: str, level: str) -> None:
    """No password, one that everybody tries, or a password that goes over a network in plain."""
    server = Told({"SETTINGS": [{"name": "dbms.security.auth_enabled", "value": auth}]}, uri)
    assert checks._log_in(password, server).level == level  # type: ignore[arg-type]  # it only reads


def test_indexes_that_grow_or_failed_are_told_apart() -> None:
    """The first is waited for, the second has to be dropped."""
    index = {"name": "passage_tokens", "type": "FULLTEXT", "populationPercent": 41.7, "failureMessage": ""}
    growing = told(checks._indexes, INDEXES={**index, "state": "POPULATING"})
    assert (growing.level, growing.detail) == ("warn", "still being built: passage_tokens 42 %")
    failed = told(checks._indexes, INDEXES={**index, "state": "FAILED", "failureMessage": "disk full"})
    assert (failed.level, failed.detail) == ("fail", "passage_tokens failed: disk full")
    assert "DROP INDEX passage_tokens" in (failed.fix or "")


def test_the_commands_say_the_same(
    current: Database, settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`migrate status`, `migrate up` and `doctor` work by the settings alone, and never show the password."""
    for name in ("graph", "neo4j_password", "data", "embedder"):
        monkeypatch.setenv(f"PREVAIL_{name.upper()}", str(getattr(settings, name)))
    assert run(["migrate", "status", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert [row["state"] for row in report["migrations"]] == ["applied"] * 3
    current.run("DROP INDEX passage_tokens")
    assert run(["migrate", "status"]) == 1
    assert run(["migrate", "up"]) == 0
    shown = capsys.readouterr()
    assert "passage_tokens was dropped by somebody" in shown.out
    assert "made again  passage_tokens" in shown.out
    assert run(["doctor"]) == 0
    shown = capsys.readouterr()
    assert "Neo4j schema" in shown.out
    assert settings.neo4j_password not in shown.out + shown.err


def test_trying_to_write_leaves_nothing_behind(current: Database) -> None:
    """Neither the node nor the index that were tried."""
    try_writing(current)
    assert current.run("MATCH (lease:Lease {name: 'doctor'}) RETURN lease") == []
    assert current.run("SHOW INDEXES YIELD name WHERE name = 'prevail_probe' RETURN name") == []
