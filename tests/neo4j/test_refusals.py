"""A set-up that cannot work is refused in one sentence, by every command, and nobody sees the password."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from graph.errors import FixSetup, RetryLater
from graph.neo4j_database import Neo4jAddress
from graph.neo4j_store import open_database
from tests.fakes.old_server import old_server
from tests.neo4j.opening import address_of
from tests.services.neo4j import Neo4jServer, free_port
from tests.trials.launcher import Launcher

SECRET = "open-sesame-47"


@dataclass(frozen=True, slots=True)
class Wrong:
    """Settings that do not fit the server, and the words by which that is said."""

    settings: dict[str, str]
    words: str


@pytest.fixture(scope="module")
def launcher() -> Iterator[Launcher]:
    """Starts commands that say as much as they can."""
    with Launcher({"PREVAIL_EMBEDDER": "hashed", "PREVAIL_DEBUG": "1", "PREVAIL_LOG": "debug"}) as started:
        yield started


def _wrong(server: Neo4jServer, case: str) -> Wrong:
    plain = f"127.0.0.1:{server.port}"
    cases = {
        "nobody there": Wrong({"PREVAIL_GRAPH": f"neo4j://127.0.0.1:{free_port()}"}, "set PREVAIL_GRAPH to where"),
        "wrong password": Wrong({"PREVAIL_NEO4J_PASSWORD": SECRET}, "set PREVAIL_NEO4J_USER and PREVAIL_NEO4J_PASS"),
        "no such database": Wrong({"PREVAIL_NEO4J_DATABASE": "elsewhere"}, "set PREVAIL_NEO4J_DATABASE"),
        "TLS not offered": Wrong({"PREVAIL_GRAPH": f"neo4j+ssc://{plain}"}, "without +s if the server has no TLS"),
    }
    return cases[case]


@pytest.mark.parametrize("case", ["nobody there", "wrong password", "no such database", "TLS not offered"])
def test_a_wrong_setting_is_named(neo4j_server: Neo4jServer, launcher: Launcher, tmp_path: Path, case: str) -> None:
    """By a command, by one that answers in JSON, and by the doctor, each with its exit code."""
    neo4j_server.start()
    wrong = _wrong(neo4j_server, case)
    settings = neo4j_server.environment | {"PREVAIL_NEO4J_TIMEOUT": "10"} | wrong.settings
    here = ("--data", tmp_path)
    asked, doctor = (
        launcher.run(*command, *here, **settings) for command in (("sources", "--json"), ("doctor", "--json"))
    )
    assert asked.code == 1
    assert asked.out == ""
    assert wrong.words in asked.err.splitlines()[-1]
    check = next(row for row in doctor.json()["checks"] if row["name"] == "Neo4j")
    assert (doctor.code, check["level"]) == (1, "fail")
    assert wrong.words in check["detail"]
    for text in (asked.err, doctor.out, doctor.err):
        assert settings["PREVAIL_NEO4J_PASSWORD"] not in text


@pytest.mark.parametrize(
    ("agent", "protocol"),
    [("Neo4j/3.5.35", None), ("Neo4j/4.4.41", (4, 4)), ("Neo4j/5.20.0", (5, 4))],
    ids=["unknown protocol", "old protocol", "old statements"],
)
def test_a_server_that_is_too_old_is_told_so(agent: str, protocol: tuple[int, int] | None) -> None:
    """Whatever it is that it does not know: the version that is needed is named, and nothing is asked of it."""
    with old_server(agent, protocol) as uri, pytest.raises(FixSetup, match=r"5\.26 or newer") as refused:
        open_database(Neo4jAddress(uri, "neo4j", SECRET, timeout_s=5.0))
    assert SECRET not in str(refused.value)


def test_a_pool_that_is_used_up_says_so_and_recovers(neo4j_server: Neo4jServer) -> None:
    """After the time limit, with the setting that would help; what holds the connections is not disturbed."""
    neo4j_server.start()
    database = open_database(replace(address_of(neo4j_server, timeout_s=1.0), pool=2))
    with contextlib.closing(database):
        with database.transaction() as one, database.transaction() as other:
            for attempt in (database.run, database.read):
                with pytest.raises(RetryLater, match="PREVAIL_NEO4J_POOL"):
                    attempt("RETURN 1 AS n")
            assert one.run("RETURN 1 AS n") == other.run("RETURN 1 AS n") == [{"n": 1}]
        assert database.run("RETURN 2 AS n") == [{"n": 2}]
