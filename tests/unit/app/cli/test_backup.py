"""The commands that carry everything: what they print, and what they refuse."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from app.cli.main import run
from tests.unit.app.conftest import Library

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def prevail(library: Library, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command on the small library; gives its exit code, stdout and stderr."""
    for name, value in library.environment.items():
        monkeypatch.setenv(name, value)

    def command(*arguments: str | Path) -> tuple[int, str, str]:
        code = run([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return command


def test_backup_restore_and_move_print_what_was_carried(prevail: Run, tmp_path: Path) -> None:
    """The same counts and the same digest each time, and what to do next."""
    file = tmp_path / "backup.prevail"
    code, made, _ = prevail("backup", file)
    assert code == 0
    digest = made.rsplit("digest ", 1)[1].strip()
    assert f"{file}: 0." in made
    code, restored, _ = prevail("restore", file, "--data", tmp_path / "new")
    assert code == 0
    assert f"restored into {tmp_path / 'new'} and compared with {file}: digest {digest}" in restored
    code, moved, _ = prevail("migrate", "--to", tmp_path / "moved", "--data", tmp_path / "new")
    assert code == 0
    assert f"{tmp_path / 'moved'} holds what {tmp_path / 'new'} holds: digest {digest}" in moved
    assert f"next: use it with --data {tmp_path / 'moved'}" in moved
    for printed in (made, restored, moved):
        assert ["Source", "4"] in [line.split()[:2] for line in printed.splitlines()]
    assert ["Source", "4", "4"] in [line.split() for line in moved.splitlines()]


def test_the_same_is_said_as_json(prevail: Run, tmp_path: Path) -> None:
    """One value each, nothing else."""
    file = tmp_path / "backup.prevail"
    reports = [
        json.loads(prevail(*arguments, "--json")[1])
        for arguments in (
            ("backup", file),
            ("restore", file, "--data", tmp_path / "new"),
            ("migrate", "--to", tmp_path / "moved", "--data", tmp_path / "new"),
        )
    ]
    assert len({report["digest"] for report in reports}) == 1
    assert [report["records"]["Source"] for report in reports] == [4, 4, 4]


def test_what_would_be_lost_is_not_touched(prevail: Run, library: Library, tmp_path: Path) -> None:
    """An earlier file, a directory with data, a file that is no backup: a sentence each, and exit code 1."""
    (tmp_path / "mine.zip").write_text("mine")
    assert prevail("backup", tmp_path / "mine.zip")[::2] == (
        1,
        f"prevail: {tmp_path / 'mine.zip'} is already there: name another file, or replace it with --replace\n",
    )
    code, _, words = prevail("restore", tmp_path / "mine.zip")
    assert (code, "is no backup of Prevail" in words) == (1, True)
    assert prevail("backup", tmp_path / "good.zip")[0] == 0
    code, _, words = prevail("restore", tmp_path / "good.zip")
    assert (code, f"{library.settings.data} already holds data" in words) == (1, True)
    code, _, words = prevail("migrate", "--to", library.settings.data)
    assert (code, "is what should be carried there" in words) == (1, True)


def test_a_backup_used_with_another_embedder_says_so(
    prevail: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing has to be encoded anew if the setting is put back; the texts are here either way."""
    prevail("backup", tmp_path / "backup.zip")
    monkeypatch.setattr("app.use_cases.backup._telling", lambda settings: {"embedder": "minilm"})
    prevail("backup", tmp_path / "backup.zip", "--replace")
    code, out, _ = prevail("restore", tmp_path / "backup.zip", "--data", tmp_path / "new")
    assert (code, "it was used with PREVAIL_EMBEDDER=minilm; now it is hashed" in out) == (0, True)
