"""The file connector: every file is offered once, with what is known of it, or says why it is not read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from connectors.files import FileConnector, FileOptions
from connectors.protocol import Item
from graph.errors import FixSetup, SkipRecord
from graph.vocabulary import AuthorityClass, ClaimField, Ground, Status


def _items(*roots: Path, options: FileOptions | None = None) -> dict[str, Item]:
    batches = FileConnector(roots, options).changes(None)
    return {item.remote_id: item for batch in batches for item in batch.upserts}


def _reason(item: Item) -> str:
    with pytest.raises(SkipRecord) as caught:
        item.load()
    return caught.value.reason


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with files of several sorts."""
    folder = tmp_path / "project"
    (folder / "specs").mkdir(parents=True)
    (folder / "specs" / "Spec_08-11-13_RevB.txt").write_text("Frames.")
    (folder / "notes.md").write_text("# Notes")
    (folder / "tool.exe").write_bytes(b"MZ\x00\x00")
    (folder / "lies.txt").write_bytes(b"%PDF-1.7\n")
    (folder / "README").write_text("plain words")
    (folder / ".hidden").write_text("no")
    (folder / "~$notes.docx").write_text("no")
    return folder


def test_files_are_offered_in_order_by_their_path_below_the_root(project: Path) -> None:
    """Hidden ones and lock files are not."""
    assert list(_items(project)) == [
        "project/README",
        "project/lies.txt",
        "project/notes.md",
        "project/specs/Spec_08-11-13_RevB.txt",
        "project/tool.exe",
    ]


def test_ids_do_not_depend_on_how_the_root_is_given(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Absolute, relative, or the file alone from its folder."""
    monkeypatch.chdir(project.parent)
    assert list(_items(Path("project"))) == list(_items(project))
    assert list(_items(project / "notes.md")) == ["project/notes.md"]
    monkeypatch.chdir(project)
    assert list(_items(Path("."))) == list(_items(project))


def test_bytes_are_read_only_when_asked_for(project: Path) -> None:
    """A file that vanishes between listing and reading is unreadable."""
    items = _items(project)
    assert items["project/notes.md"].load() == b"# Notes"
    assert items["project/lies.txt"].load().startswith(b"%PDF")
    assert items["project/README"].load() == b"plain words"
    (project / "notes.md").unlink()
    assert _reason(items["project/notes.md"]) == "unreadable"


def test_what_cannot_be_read_says_so_and_is_not_left_out(project: Path) -> None:
    """So that an account of the run adds up."""
    (project / "old.doc").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
    os.mkfifo(project / "pipe.txt")
    items = _items(project)
    assert _reason(items["project/tool.exe"]) == "unsupported type"
    assert _reason(items["project/old.doc"]) == "unsupported type"
    assert _reason(items["project/pipe.txt"]) == "excluded"


def test_links_that_loop_or_lead_out_are_not_followed(project: Path, tmp_path: Path) -> None:
    """A link to a file inside is the file."""
    (tmp_path / "secret.txt").write_text("secret")
    (project / "loop").symlink_to(project, target_is_directory=True)
    (project / "out.txt").symlink_to(tmp_path / "secret.txt")
    (project / "in.txt").symlink_to(project / "notes.md")
    (project / "dead.txt").symlink_to(project / "nowhere.txt")
    items = _items(project)
    assert _reason(items["project/loop"]) == "excluded"
    assert _reason(items["project/out.txt"]) == "excluded"
    assert _reason(items["project/dead.txt"]) == "unreadable"
    assert items["project/in.txt"].load() == b"# Notes"


def test_options_manifest_and_name_are_three_grounds(project: Path) -> None:
    """Each keeps its own word; a nearer manifest wins field by field."""
    (project / "prevail.toml").write_text('[defaults]\nproject = "Lane"\nauthor = "Ada"\n')
    (project / "specs" / "prevail.toml").write_text('[[files]]\nmatch = "*.txt"\nversion = "C"\nauthor = "Bo"\n')
    options = FileOptions(authority=AuthorityClass.SPECIFICATION, status=Status.ISSUED)
    item = _items(project, options=options)["project/specs/Spec_08-11-13_RevB.txt"]
    said = [(s.field, s.value, s.ground) for s in item.statements]
    assert said[:5] == [
        (ClaimField.AUTHORITY, "specification", Ground.OPTION),
        (ClaimField.STATUS, "issued", Ground.OPTION),
        (ClaimField.PROJECT, "Lane", Ground.MANIFEST),
        (ClaimField.AUTHOR, "Bo", Ground.MANIFEST),
        (ClaimField.VERSION, "C", Ground.MANIFEST),
    ]
    assert (ClaimField.VERSION, "B", Ground.FILE_NAME) in said


def test_roots_that_cannot_be_told_apart_or_found_are_refused(project: Path, tmp_path: Path) -> None:
    """Before anything is read."""
    other = tmp_path / "b" / "project"
    other.mkdir(parents=True)
    with pytest.raises(FixSetup, match="one name"):
        FileConnector([project, other])
    with pytest.raises(FixSetup, match="no such file or folder"):
        FileConnector([tmp_path / "nowhere"])


def test_a_root_given_twice_or_within_another_is_offered_once(project: Path) -> None:
    """The same file has one id."""
    batches = list(FileConnector([project, project, project / "notes.md"]).changes(None))
    ids = [item.remote_id for batch in batches for item in batch.upserts]
    assert len(ids) == len(set(ids)) == 5


def test_many_files_come_in_batches(tmp_path: Path) -> None:
    """No batch holds more than two hundred."""
    for number in range(450):
        (tmp_path / f"{number}.txt").touch()
    assert [len(batch.upserts) for batch in FileConnector([tmp_path]).changes(None)] == [200, 200, 50]
