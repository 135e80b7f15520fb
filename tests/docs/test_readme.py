"""What the documents promise is what the code has."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from app.cli.main import COMMANDS, prevail
from app.settings import OTHER_NAMES, SETTINGS

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = ("README.md", "CONTRIBUTING.md")
PAGES = {page.name: page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs").glob("*.md"))}

_COMMAND = re.compile(r"\bprevail (?!prevail\b)([a-z]+)([^`\n]*)")


def _console_commands() -> Iterator[tuple[str, str]]:
    """Every `prevail ...` inside backticks or a console block of the README and the pages: command and the rest."""
    everything = "\n".join([README, *PAGES.values()])
    for block in re.findall(r"```console\n(.*?)```|`([^`\n]+)`", everything, re.DOTALL):
        for text in block:
            for line in text.splitlines():
                if found := _COMMAND.search(line.partition("#")[0]):
                    yield found[1], found[2]


@pytest.mark.parametrize(("command", "rest"), sorted(set(_console_commands())))
def test_a_command_in_a_document_exists_with_its_options(command: str, rest: str) -> None:
    """The help of the command knows every option that README or page use with it."""
    assert command in COMMANDS
    shown = CliRunner().invoke(prevail, [command, "--help"])
    assert shown.exit_code == 0
    assert [option for option in re.findall(r"--[a-z][a-z-]*", rest) if option not in shown.output] == []


def test_the_readme_names_every_command() -> None:
    """The table of commands is complete."""
    assert [name for name in COMMANDS if f"`prevail {name}" not in README] == []


def test_the_settings_table_equals_the_code() -> None:
    """Name, default and meaning of every setting, in the order of the code."""
    rows = [
        tuple(cell.strip() for cell in line.strip("|").split(" | "))
        for line in README.splitlines()
        if "| `PREV" in line
    ]
    assert rows == [(f"`{one.name}`", f"`{one.default}`" if one.default else "", one.meaning) for one in SETTINGS]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_make_target_in_a_document_exists(document: str) -> None:
    """`make something` in a document is a target of the Makefile."""
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"`?\bmake ([a-z]+)`", (ROOT / document).read_text(encoding="utf-8")))
    named |= set(re.findall(r"^make ([a-z]+)", (ROOT / document).read_text(encoding="utf-8"), re.MULTILINE))
    assert named
    assert named - targets == set()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_path_named_in_a_document_exists(document: str) -> None:
    """A file or folder of the repository that a document names is there."""
    text = (ROOT / document).read_text(encoding="utf-8")
    paths = re.findall(r"`((?:app|connectors|graph|retrieval|tests|\.ci)/[\w./-]*)`", text)
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_changelog_knows_the_version() -> None:
    """The version of the package has a heading in the changelog."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert f"## {version}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_only_what_exists_and_is_linked(page: str) -> None:
    """Settings, files of the repository and its own headings; the README leads to it."""
    text = PAGES[page]
    known = {one.name for one in SETTINGS} | OTHER_NAMES
    assert set(re.findall(r"\bPREVAIL_[A-Z_0-9]+", text)) <= known
    paths = re.findall(r"`((?:app|connectors|graph|retrieval|tests|migrations)/[\w./-]*)`", text)
    assert [path for path in paths if not (ROOT / path).exists()] == []
    headings = {title.lower().replace(" ", "-") for title in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}
    assert set(re.findall(r"\]\(#([\w-]+)\)", text)) <= headings
    assert f"](docs/{page})" in README
