"""A data directory is told from other directories before anything is opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.data_directory import STORE_FILE, require_data, require_ours
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
