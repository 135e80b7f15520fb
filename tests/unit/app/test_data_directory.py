"""A data directory is told from other directories before anything is opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.data_directory import STORE_FILE, exchange, is_occupied, require_data, require_ours
from app.errors import NotADataDirectory, NothingIngested


def test_an_absent_or_empty_directory_may_become_one_but_holds_nothing(tmp_path: Path) -> None:
    """Writing may begin there; reading says what to do first."""
    for directory in (tmp_path / "absent", tmp_path):
        require_ours(directory)
        with pytest.raises(NothingIngested, match="prevail ingest"):
            require_data(directory)


def test_somebody_elses_directory_is_refused(tmp_path: Path) -> None:
    """Neither read nor written, and the stranger is named."""
    (tmp_path / "thesis.docx").touch()
    with pytest.raises(NotADataDirectory, match=r"thesis\.docx"):
        require_ours(tmp_path)


def test_a_file_is_no_directory(tmp_path: Path) -> None:
    """A path to a file is refused with words."""
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(NotADataDirectory, match="it is a file"):
        require_data(file)


def test_what_an_interrupted_first_run_left_is_ours(tmp_path: Path) -> None:
    """Blobs and a lock without a store are no strangers."""
    (tmp_path / "blobs").mkdir()
    (tmp_path / "writer.lock").touch()
    require_ours(tmp_path)


def test_a_store_makes_it_one_whatever_else_lies_there(tmp_path: Path) -> None:
    """A user's own note beside the store does no harm."""
    (tmp_path / STORE_FILE).touch()
    (tmp_path / "note.txt").touch()
    require_data(tmp_path)


OLD = {"store.sqlite": "old", "store.sqlite-wal": "old", "receipts.sqlite": "old", "blobs": "old", "index": "old"}
NEW = {"store.sqlite": "new", "receipts.sqlite": "new", "blobs": "new", "index": "new"}


def _make(directory: Path, parts: dict[str, str]) -> Path:
    """A directory with these parts; folders hold a file of that content."""
    directory.mkdir(parents=True)
    for name, content in parts.items():
        file = directory / name if "." in name else directory / name / "file"
        file.parent.mkdir(exist_ok=True)
        file.write_text(content)
    return directory


def _parts(directory: Path) -> dict[str, str]:
    files = {entry.name: entry if entry.is_file() else entry / "file" for entry in directory.iterdir()}
    return {name: file.read_text() for name, file in files.items() if not name.startswith(".")}


class _CutOff(BaseException):
    """The end of the process."""


def _failing_at(number: int, error: BaseException) -> Callable[[Path, Path], Path]:
    """A `Path.rename` that fails once, at that call."""
    rename, calls = Path.rename, iter(range(1000))

    def fail(source: Path, target: Path) -> Path:
        if next(calls) == number:
            raise error
        return rename(source, target)

    return fail


def test_the_parts_in_the_room_take_the_place_of_the_old_ones(tmp_path: Path) -> None:
    """What is no part of the data stays; nothing of the old is left."""
    data, room = _make(tmp_path / "data", OLD | {"writer.lock": ""}), _make(tmp_path / "data" / ".room", NEW)
    assert is_occupied(data)
    exchange(data, room)
    assert _parts(data) == NEW | {"writer.lock": ""}
    assert sorted(entry.name for entry in data.iterdir() if entry.name.startswith(".")) == [".room"]
    assert not is_occupied(room)


@pytest.mark.parametrize("number", range(len(OLD) + len(NEW)))
def test_an_exchange_that_fails_is_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Whichever of its steps it is."""
    data, room = _make(tmp_path / "data", OLD), _make(tmp_path / "data" / ".room", NEW)
    monkeypatch.setattr(Path, "rename", _failing_at(number, OSError("the disk is gone")))
    with pytest.raises(OSError, match="the disk is gone"):
        exchange(data, room)
    assert (_parts(data), _parts(room)) == (OLD, NEW)


@pytest.mark.parametrize("number", range(len(OLD) + len(NEW)))
def test_an_exchange_that_is_cut_off_is_ended_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Until then there is no store that could be taken for a whole one, and the old parts are kept."""
    data, room = _make(tmp_path / "data", OLD), _make(tmp_path / "data" / ".room", NEW)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", _failing_at(number, _CutOff()))
        with pytest.raises(_CutOff):
            exchange(data, room)
    assert is_occupied(data)
    assert number == 0 or not (data / "store.sqlite").exists()
    kept = _parts(data / ".replaced") | {name: part for name, part in _parts(data).items() if part == "old"}
    assert kept == OLD
    exchange(data, _make(tmp_path / "data" / ".other", NEW))
    assert _parts(data) == NEW
    assert not (data / ".replaced").exists()


def test_an_empty_directory_is_not_occupied(tmp_path: Path) -> None:
    """Nor one that is not there, nor one that was only locked."""
    assert not is_occupied(tmp_path / "absent")
    (tmp_path / "writer.lock").touch()
    assert not is_occupied(tmp_path)
