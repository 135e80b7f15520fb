"""A place in one file, and what is never taken from a file."""

from __future__ import annotations

import json
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.archive import MANIFEST, Manifest, write_archive
from graph.archive_reading import Archive, open_archive
from graph.errors import FixSetup
from graph.filling import fill
from graph.progress import silent
from graph.transfer import Holdings, opened
from tests.unit.graph.places import ACTS, BUSY, account_of, embedded, live


@pytest.fixture
def origin(tmp_path: Path) -> Iterator[Holdings]:
    """A place with something of every sort in it."""
    with embedded(tmp_path / "origin") as place:
        live(place, BUSY)
        yield place


@pytest.fixture
def archive(origin: Holdings, tmp_path: Path) -> Path:
    """That place in a file."""
    path = tmp_path / "backup.zip"
    _write(origin, path)
    return path


def _write(origin: Holdings, path: Path, extra: dict[str, Path] | None = None) -> Manifest:
    with opened(origin) as there:
        return write_archive(path, there, {"embedder": "hashed"}, extra or {}, silent)


def _read(archive: Archive, target: Holdings) -> None:
    with archive.opened() as there:
        fill(target, there, silent, "the target")


@settings(max_examples=8, deadline=None)
@given(ACTS)
def test_whatever_happened_to_a_place_comes_back_from_a_file(history: list[tuple[int, int]]) -> None:
    """The account is that of the place, of the manifest and of what was restored."""
    with (
        tempfile.TemporaryDirectory() as directory,
        embedded(Path(directory) / "a") as origin,
        embedded(Path(directory) / "b") as target,
    ):
        live(origin, history)
        manifest = _write(origin, Path(directory) / "backup.zip")
        _read(open_archive(Path(directory) / "backup.zip", silent), target)
        assert account_of(origin) == account_of(target) == manifest.account


def test_an_archive_says_what_is_in_it(origin: Holdings, archive: Path) -> None:
    """Figures, settings and the hash of every member; any program can list it."""
    manifest = open_archive(archive, silent).manifest
    assert manifest.account == account_of(origin)
    assert manifest.settings == {"embedder": "hashed"}
    with zipfile.ZipFile(archive) as members:
        assert members.testzip() is None
        assert {*members.namelist()} == {*manifest.members, MANIFEST}
        assert {"receipts.jsonl", "nodes/Source.jsonl", "edges.jsonl", "boxes.bin"} < {*manifest.members}


def test_files_that_go_with_it_come_back(origin: Holdings, tmp_path: Path) -> None:
    """By name; one that is not there is said not to be."""
    (tmp_path / "vectors").write_bytes(b"v" * 3_000_000)
    _write(origin, tmp_path / "backup.zip", {"vectors.sqlite": tmp_path / "vectors"})
    archive = open_archive(tmp_path / "backup.zip", silent)
    assert archive.extract("vectors.sqlite", tmp_path / "new" / "vectors")
    assert (tmp_path / "new" / "vectors").read_bytes() == b"v" * 3_000_000
    assert not archive.extract("words.sqlite", tmp_path / "words")
    assert not (tmp_path / "words").exists()


def test_a_file_appears_whole_or_not_at_all(origin: Holdings, archive: Path) -> None:
    """An interrupted writing leaves the earlier file as it was, and nothing beside it."""
    before = archive.read_bytes()

    def stop(stage: str, done: int, total: int | None) -> None:
        if stage == "originals":
            raise KeyboardInterrupt

    with opened(origin) as there, pytest.raises(KeyboardInterrupt):
        write_archive(archive, there, {}, {}, stop)
    assert archive.read_bytes() == before
    assert [path.name for path in archive.parent.iterdir() if path.is_file()] == [archive.name]


def test_where_no_file_can_be_written_it_says_so(origin: Holdings, tmp_path: Path) -> None:
    """And names the path."""
    with pytest.raises(FixSetup, match="backup.zip"):
        _write(origin, tmp_path / "nowhere" / "backup.zip")


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_changed_byte_is_noticed_or_changes_nothing(data: st.DataObject) -> None:
    """Wherever it is: either the file is refused, or every member is what was written."""
    path, whole = _one_archive()
    place = data.draw(st.integers(0, len(whole) - 1))
    bit = 1 << data.draw(st.integers(0, 7))
    path.write_bytes(whole[:place] + bytes([whole[place] ^ bit]) + whole[place + 1 :])
    try:
        archive = open_archive(path, silent)
    except FixSetup:
        return
    path.write_bytes(whole)
    assert archive.manifest.members == open_archive(path, silent).manifest.members


@settings(max_examples=25, deadline=None)
@given(st.floats(0, 1, exclude_max=True))
def test_a_truncated_file_is_refused(part: float) -> None:
    """Wherever it was cut off."""
    path, whole = _one_archive()
    path.write_bytes(whole[: int(part * len(whole))])
    with pytest.raises(FixSetup, match="backup"):
        open_archive(path, silent)


_made: list[tuple[Path, bytes]] = []


def _one_archive() -> tuple[Path, bytes]:
    """A small archive, made once, and its bytes."""
    if not _made:
        directory = Path(tempfile.mkdtemp())
        with embedded(directory / "place") as origin:
            live(origin, BUSY[:12])
            _write(origin, directory / "backup.zip")
        _made.append((directory / "backup.zip", (directory / "backup.zip").read_bytes()))
    return _made[0]


@pytest.fixture(scope="module", autouse=True)
def _swept() -> Iterator[None]:
    yield
    for path, _ in _made:
        shutil.rmtree(path.parent)
    _made.clear()


def _changed(archive: Path, change: Callable[[str, bytes], tuple[str, bytes] | None]) -> Path:
    """The archive with every member changed, or left out."""
    other = archive.with_name("other.zip")
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(other, "w") as new:
        for name in old.namelist():
            if changed := change(name, old.read(name)):
                new.writestr(*changed)
    return other


def _with_manifest(archive: Path, **fields: Any) -> Path:
    def change(name: str, data: bytes) -> tuple[str, bytes]:
        return name, json.dumps(json.loads(data) | fields).encode() if name == MANIFEST else data

    return _changed(archive, change)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda name, data: (name, data.replace(b"halden", b"harden")), "fails its checksum"),
        (lambda name, data: None if name == "edges.jsonl" else (name, data), "does not hold what it says"),
        (lambda name, data: (f"x{name}" if name == "edges.jsonl" else name, data), "does not hold what it says"),
        (lambda name, data: None if name == MANIFEST else (name, data), "is no backup of Prevail"),
        (lambda name, data: (name, b"[1" if name == MANIFEST else data), "damaged or not complete"),
        (lambda name, data: (name, b"[]" if name == MANIFEST else data), "is no backup of Prevail"),
        (lambda name, data: (name, b'{"format":"prevail backup"}' if name == MANIFEST else data), "damaged"),
    ],
)
def test_what_is_not_as_it_was_written_is_refused(archive: Path, change: Any, words: str) -> None:
    """A changed, missing or renamed member, or a manifest that is none."""
    with pytest.raises(FixSetup, match=words):
        open_archive(_changed(archive, change), silent)


def test_a_file_of_a_newer_prevail_is_refused(archive: Path) -> None:
    """It may say what this one would not understand."""
    with pytest.raises(FixSetup, match="newer version of Prevail: upgrade"):
        open_archive(_with_manifest(archive, version=2), silent)


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7", b"PK\x03\x04"])
def test_another_program_s_file_is_refused(tmp_path: Path, content: bytes) -> None:
    """Whatever it is."""
    (tmp_path / "plan.pdf").write_bytes(content)
    with pytest.raises(FixSetup, match=r"plan.pdf is no backup of Prevail"):
        open_archive(tmp_path / "plan.pdf", silent)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    """With what to do."""
    with pytest.raises(FixSetup, match=r"gone.zip"):
        open_archive(tmp_path / "gone.zip", silent)
