"""`prevail migrate` where the graph is kept in the data directory, and how its Neo4j report is shown."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from app.cli.main import run
from app.data_directory import STORE_FILE
from graph.embedded_schema import UPGRADES, connect, prepare


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory whose store was made by the first version."""
    directory = tmp_path / "data"
    directory.mkdir()
    with closing(connect(directory / STORE_FILE, create=True)) as connection:
        prepare(connection, directory / STORE_FILE, UPGRADES[:1])
    monkeypatch.setenv("PREVAIL_DATA", str(directory))
    return directory


def reported(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    """The command's exit code and JSON."""
    code = run(["migrate", *arguments, "--json"])
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    return code, report


def test_an_older_store_is_shown_and_left_as_it_is(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Looking changes nothing; the exit code tells a script that there is something to do."""
    assert run(["migrate", "status"]) == 1
    assert "version 1 of 2, run `prevail migrate up`" in capsys.readouterr().out
    code, report = reported(capsys, "status")
    assert code == 1
    assert (report["backend"], report["version"], report["needed"], report["up_to_date"]) == ("embedded", 1, 2, False)
    with closing(sqlite3.connect(data / STORE_FILE)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)


def test_up_brings_the_store_to_the_current_version_once(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It says what it did; the second time there is nothing to do."""
    code, report = reported(capsys, "up")
    assert code == 0
    assert (report["applied"], report["version"], report["up_to_date"]) == (["version 2"], 2, True)
    assert reported(capsys, "up")[1]["applied"] == []
    assert run(["migrate", "status"]) == 0
    assert capsys.readouterr().out == f"{data / STORE_FILE}: version 2 of 2, nothing to do\n"


def test_where_nothing_was_ingested_there_is_nothing_to_migrate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message is the same as everywhere."""
    monkeypatch.setenv("PREVAIL_DATA", str(tmp_path / "nowhere"))
    assert run(["migrate", "status"]) == 1
    assert "nothing ingested" in capsys.readouterr().err


def test_a_store_of_a_newer_version_is_refused(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An older Prevail does not touch what it does not know."""
    with closing(sqlite3.connect(data / STORE_FILE)) as connection:
        connection.execute("PRAGMA user_version = 99")
    for command in ("status", "up"):
        assert run(["migrate", command]) == 1
        assert "written by a newer Prevail" in capsys.readouterr().err


def test_moving_and_migrating_are_not_asked_for_at_once(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--to` belongs to the command without a word behind it, which by itself only explains."""
    assert run(["migrate", "--to", "elsewhere", "status"]) == 2
    assert "--to stands alone" in capsys.readouterr().err
    assert run(["migrate"]) == 0
    assert "--to TARGET" in capsys.readouterr().out


def test_the_table_shows_what_is_applied_what_was_changed_and_what_was_dropped(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One line for each migration, one for each dropped index, and a last one that says what to do."""
    from app.cli.migrate import show_status

    first = {"version": 1, "name": "doors", "state": "applied", "applied_at": "2026-03-04T05:06:07+00:00"}
    second = {"version": 2, "name": "door widths", "state": "changed", "applied_at": None}
    show_status(
        {
            "server": "Neo4j 2026.05.0 community",
            "where": "neo4j://db.example:7687",
            "version": 2,
            "needed": 2,
            "up_to_date": False,
            "migrations": [{**first, "checksum_ok": True}, {**second, "checksum_ok": False}],
            "missing": ["door_id"],
            "fault": "V0002__door_widths.cypher: was changed",
        }
    )
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split("  ")[-1] == "ok"
    assert lines[2].split() == ["2", "door", "widths", "changed", "–", "CHANGED"]
    assert lines[4] == "door_id was dropped by somebody: `prevail migrate up` makes it again"
    assert lines[5].endswith("db.example:7687: version 2 of 2, V0002__door_widths.cypher: was changed")
