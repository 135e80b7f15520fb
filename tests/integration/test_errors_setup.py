"""Errors of set-up that a user meets: one sentence, the right exit code, nothing broken."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.trials.documents import section
from tests.trials.killing import check_nobody_is_left, stored_items
from tests.trials.launcher import ROOT, Launcher
from tests.trials.state import items_of

QUESTION = "How many litres of rain shall each gutter drain in a minute?"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two sections."""
    (tmp_path / "specs").mkdir()
    for number in range(2):
        (tmp_path / "specs" / f"Section 05 0{number} 10 Rev A.txt").write_text(section(number))
    return tmp_path / "specs"


@pytest.fixture
def data(tmp_path: Path, folder: Path, launcher: Launcher) -> Path:
    """A data directory that holds them."""
    assert launcher.run("ingest", folder, "--data", tmp_path / "data").code == 0
    return tmp_path / "data"


@pytest.mark.parametrize(
    "command", [["ask", QUESTION], ["sources"], ["stats"], ["index", "status"], ["history", "x"], ["governs", "x"]]
)
def test_without_data_each_command_names_the_next_step(command: list[str], launcher: Launcher, tmp_path: Path) -> None:
    """Nothing is made by asking, neither where nothing is nor in an empty directory."""
    (tmp_path / "empty").mkdir()
    for name in ("none", "empty"):
        ended = launcher.run(*command, "--json", "--data", tmp_path / name)
        assert "run `prevail ingest PATH...` first" in ended.complaint()
    assert [*tmp_path.rglob("*")] == [tmp_path / "empty"]


@pytest.mark.parametrize("command", [["ask", QUESTION], ["ingest", "FOLDER"], ["index", "rebuild"]])
def test_a_directory_of_something_else_is_left_alone(command: list[str], launcher: Launcher, folder: Path) -> None:
    """Naming a folder of documents as data directory, by option or setting, does not write into it."""
    before = sorted(folder.iterdir())
    arguments = [str(folder) if word == "FOLDER" else word for word in command]
    assert "is not a Prevail data directory" in launcher.run(*arguments, "--data", folder).complaint()
    assert "is not a Prevail data directory" in launcher.run(*arguments, PREVAIL_DATA=str(folder)).complaint()
    assert sorted(folder.iterdir()) == before


def test_a_file_is_no_data_directory(launcher: Launcher, folder: Path) -> None:
    """By option it is wrong use, by setting a wrong set-up; below a file it cannot be made."""
    file = next(folder.iterdir())
    used = launcher.run("ingest", folder, "--data", file)
    assert (used.code, used.out) == (2, "")
    assert "is a file" in used.err
    assert "it is a file" in launcher.run("ingest", folder, PREVAIL_DATA=str(file)).complaint()
    assert "cannot use" in launcher.run("ingest", folder, "--data", file / "below").complaint()
    launcher.run("ask", QUESTION, "--data", file / "below").complaint()


def test_a_data_directory_that_may_not_be_written_is_named(launcher: Launcher, folder: Path, data: Path) -> None:
    """Every command says so in a sentence, and nothing changes."""
    (folder / "new.txt").write_text(section(5))
    held = items_of(data)
    places = [data, *data.rglob("*")]
    modes = {place: place.stat().st_mode for place in places}
    for place in reversed(places):
        place.chmod(0o555 if place.is_dir() else 0o444)
    try:
        complaint = launcher.run("ingest", folder, "--data", data, before={"powerless": True}).complaint()
        listed = launcher.run("sources", "--data", data, before={"powerless": True}).complaint()
        made = launcher.run("ingest", folder, "--data", data / "within", before={"powerless": True}).complaint()
    finally:
        for place in places:
            place.chmod(modes[place])
    assert str(data) in complaint
    assert str(data / "within") in made
    assert "give this user access to it and its directory" in listed
    assert items_of(data) == held


def test_an_unreadable_file_fails_and_the_others_are_stored(launcher: Launcher, folder: Path, tmp_path: Path) -> None:
    """A file and a folder without permission are failures with their reason; a pipe is skipped, not waited for."""
    (folder / "locked.txt").write_text(section(3))
    (folder / "locked.txt").chmod(0)
    (folder / "closed").mkdir()
    (folder / "closed").chmod(0)
    os.mkfifo(folder / "pipe.txt")
    ended = launcher.run("ingest", folder, "--data", tmp_path / "data", "--json", before={"powerless": True})
    (folder / "closed").chmod(0o755)
    report = ended.json()
    assert ended.code == 4
    assert [report[name] for name in ("seen", "stored", "unchanged", "failed", "skipped")] == [5, 2, 0, 2, 1]
    failed = {row["path"]: (row["reason"], row["detail"]) for row in report["failures"]}
    assert failed == {
        "specs/closed": ("unreadable", "closed: Permission denied"),
        "specs/locked.txt": ("unreadable", "locked.txt: Permission denied"),
    }
    assert report["skips"] == [
        {"path": "specs/pipe.txt", "reason": "excluded", "detail": "pipe.txt: not a regular file"}
    ]


def test_a_second_ingest_is_told_who_is_at_work(launcher: Launcher, documents: Path, tmp_path: Path) -> None:
    """It ends at once, naming the first, which is not disturbed; readers go on meanwhile."""
    data = tmp_path / "data"
    first = launcher.start("ingest", documents, "--data", data, "--workers", "1", "--json")
    while stored_items(data) < 1:
        time.sleep(0.01)
    second = launcher.run("ingest", documents, "--data", data).complaint()
    rebuild = launcher.run("index", "rebuild", "--data", data).complaint()
    sources = launcher.run("sources", "--data", data, "--json")
    assert first.is_alive()
    for complaint in (second, rebuild):
        assert f"prevail ingest {documents}" in complaint
        assert f"process {first.pid} on" in complaint
        assert "try again when it has ended" in complaint
    assert sources.json()["total"] >= 1
    ended = first.wait()
    assert (ended.code, ended.json()["stored"]) == (0, 93)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["ingset", "."], 2, "Did you mean 'ingest'?"),
        (["ingest", ".", "--wokers", "2"], 2, "Did you mean '--workers'?"),
        (["ingest"], 2, "Missing argument 'PATH...'"),
        (["ingest", "/nowhere"], 2, "'/nowhere' does not exist"),
        (["ingest", ".", "--workers", "0"], 2, "0 is not in the range"),
        (["ask", "x", "--as-of", "30 February"], 2, "write it as 2024-05-31"),
        (["index", "renew"], 2, "No such command 'renew'"),
        (["ask", "x", "--profile", "nope"], 1, "known: bm25, dense, provenance, static-hybrid"),
        (["ingest", ".", "--authority", "king"], 1, "known: "),
        (["ingest", ".", "--status", "perhaps"], 1, "known: "),
    ],
)
def test_wrong_words_are_met_with_the_right_ones(
    arguments: list[str], code: int, words: str, launcher: Launcher, folder: Path, tmp_path: Path
) -> None:
    """Wrong use exits with 2, an unknown name with 1; both say what is known, and nothing is made."""
    data = tmp_path / "fresh"
    if code == 1 and arguments[0] == "ask":
        assert launcher.run("ingest", folder, "--data", data).code == 0
    ended = launcher.run(*arguments, "--data", data, before={"cwd": str(folder)})
    assert (ended.code, ended.out) == (code, "")
    assert words in ended.err
    assert "Traceback" not in ended.err


def test_all_wrong_settings_are_named_at_once(launcher: Launcher, folder: Path) -> None:
    """One sentence for all of them."""
    wrong = {"PREVAIL_EMBEDDER": "best", "PREVAIL_THREADS": "many", "PREVAIL_DTAA": "x"}
    complaint = launcher.run("ingest", folder, before={}, **wrong).complaint()
    assert complaint.startswith("3 settings are wrong")
    assert all(name in complaint for name in wrong)


def test_two_roots_that_would_be_mixed_up_are_refused(launcher: Launcher, folder: Path, tmp_path: Path) -> None:
    """Two folders of one name would give different files one identity."""
    other = tmp_path / "other" / folder.name
    other.mkdir(parents=True)
    complaint = launcher.run("ingest", folder, other, "--data", tmp_path / "fresh").complaint()
    assert "could not be told apart" in complaint


@pytest.mark.parametrize("command", [["sources"], ["sources", "--json"], ["ask", QUESTION, "--explain"], ["stats"]])
def test_a_reader_that_goes_away_gets_no_error(command: list[str], data: Path) -> None:
    """As with `prevail sources | head -1`: silence, and the exit code of a broken pipe."""
    program = [sys.executable, "-c", "from app.cli.main import main; main()", *command, "--data", str(data)]
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PREVAIL_EMBEDDER": "hashed"}
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        assert child.stderr.read() == b""
        assert child.wait() == 141


def test_json_is_all_that_stdout_holds(launcher: Launcher, folder: Path, data: Path) -> None:
    """Whatever the exit code, with `--json` stdout is one JSON value or nothing."""
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 but not really")
    for code, command in (
        (4, ["ingest", folder]),
        (0, ["ask", QUESTION]),
        (3, ["ask", "Who won the regatta?"]),
        (0, ["index", "rebuild"]),
        (0, ["doctor"]),
    ):
        ended = launcher.run(*command, "--data", data, "--json")
        assert ended.code == code, ended
        assert json.loads(ended.out)
        assert ended.err == ""
    check_nobody_is_left(launcher)
