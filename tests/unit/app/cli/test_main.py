"""The command line: exit codes, one sentence for an error, help without waiting."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from app.cli import main as cli
from app.cli.main import COMMANDS, prevail, run


@pytest.fixture(autouse=True)
def _no_settings_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the developer has set stays out of the tests."""
    for name in [name for name in os.environ if name.startswith("PREVAIL_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PREVAIL_EMBEDDER", "hashed")


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Each command with one line."""
    assert run(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"  {name} " in shown for name in COMMANDS)


@pytest.mark.parametrize("name", list(COMMANDS))
def test_a_command_is_what_the_list_says(name: str) -> None:
    """The listed name leads to a command that takes the shared options after it."""
    command = prevail.get_command(click.Context(prevail), name)
    assert command is not None
    leaves = list(command.commands.values()) if isinstance(command, click.Group) else [command]
    for leaf in leaves:
        options = {option for parameter in leaf.params for option in parameter.opts}
        assert {"--data", "--project", "--as-of", "--known-at", "--json"} <= options


def test_help_imports_nothing_heavy() -> None:
    """`prevail --help` answers at once because it loads neither index nor server nor tables."""
    heavy = {"numpy", "faiss", "litestar", "rich", "structlog", "app.wiring"}
    code = f"import sys; from app.cli.main import run; run(['--help']); print([*({heavy!r} & set(sys.modules))])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["aks", "x"], "Did you mean 'ask'?"),
        (["ask", "--prject", "p", "q"], "Did you mean '--project'?"),
        (["ask"], "Missing argument 'QUESTION'"),
        (["ask", "  "], "is empty"),
        (["ask", "q", "--as-of", "tomorrow"], "write it as 2024-05-31"),
        (["ingest", "/nowhere/at/all"], "does not exist"),
        (["serve", "--port", "99999"], "99999"),
    ],
)
def test_wrong_use_exits_2_and_says_what_to_write(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Usage errors go to stderr, with a suggestion where one is near."""
    assert run(arguments) == 2
    shown = capsys.readouterr()
    assert words in shown.err
    assert shown.out == ""


def test_nothing_ingested_yet_exits_1_with_the_next_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A newcomer who asks first is told to ingest."""
    assert run(["ask", "Anything?", "--data", str(tmp_path / "none")]) == 1
    shown = capsys.readouterr()
    assert "prevail ingest" in shown.err
    assert len(shown.err.splitlines()) == 1
    assert not (tmp_path / "none").exists()


def test_a_wrong_directory_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--data` on somebody else's folder reads nothing and writes nothing."""
    (tmp_path / "thesis.txt").write_text("text")
    assert run(["ingest", str(tmp_path / "thesis.txt"), "--data", str(tmp_path)]) == 1
    assert "not a Prevail data directory" in capsys.readouterr().err
    assert [entry.name for entry in tmp_path.iterdir()] == ["thesis.txt"]


def test_all_wrong_settings_are_listed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 1, every mistake named."""
    monkeypatch.setenv("PREVAIL_GRAPH", "postgres")
    monkeypatch.setenv("PREVAIL_THREADS", "-1")
    assert run(["sources", "--data", str(tmp_path)]) == 1
    shown = capsys.readouterr().err
    assert "PREVAIL_GRAPH" in shown
    assert "PREVAIL_THREADS" in shown


@pytest.mark.parametrize(("unknown", "known"), [(["--authority", "king"], "addendum"), (["--status", "new"], "draft")])
def test_an_unknown_word_lists_the_known_ones(
    unknown: list[str], known: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Closed lists are shown when a word is not in them."""
    (tmp_path / "a.txt").write_text("text")
    assert run(["ingest", str(tmp_path / "a.txt"), "--data", str(tmp_path / "data"), *unknown]) == 1
    assert known in capsys.readouterr().err


def _failing(error: BaseException) -> Callable[..., None]:
    def fail(**_: object) -> None:
        raise error

    return fail


def test_a_bug_of_ours_is_one_sentence_unless_debugging(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No traceback reaches a user; PREVAIL_DEBUG=1 shows it."""
    monkeypatch.setattr(cli.prevail, "main", _failing(ValueError("odd\nvalue")))
    assert run(["stats"]) == 1
    assert capsys.readouterr().err == "prevail: internal error: ValueError: odd value (PREVAIL_DEBUG=1 shows where)\n"
    monkeypatch.setenv("PREVAIL_DEBUG", "1")
    assert run(["stats"]) == 1
    assert "Traceback" in capsys.readouterr().err


def test_ctrl_c_ends_with_130(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """As shells expect of an interrupted program."""
    monkeypatch.setattr(cli.prevail, "main", _failing(KeyboardInterrupt()))
    assert run(["stats"]) == 130
    assert "interrupted" in capsys.readouterr().err


def test_a_reader_that_goes_away_is_no_error() -> None:
    """`prevail … | head` ends quietly."""
    script = (
        "import click\n"
        "from app.cli import main\n"
        "main.prevail.main = lambda **_: [click.echo('line') for _ in range(200000)]\n"
        "main.main(['stats'])\n"
    )
    writer = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert writer.stdout is not None
    assert writer.stderr is not None
    writer.stdout.read(5)
    writer.stdout.close()
    assert writer.wait(timeout=30) == 141
    assert writer.stderr.read() == b""
    writer.stderr.close()


def test_options_before_the_command_count_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`prevail --data D --json doctor` is `prevail doctor --data D --json`; later ones win."""
    assert run(["--data", str(tmp_path / "first"), "--json", "doctor", "--data", str(tmp_path / "second")]) == 0
    checks = json.loads(capsys.readouterr().out)["checks"]
    assert any(str(tmp_path / "second") in check["detail"] for check in checks)
