"""Telling a data directory from any other directory before anything is opened or written."""

from __future__ import annotations

import re
from pathlib import Path

from app.errors import NotADataDirectory, NothingIngested

STORE_FILE = "store.sqlite"
"""File whose presence makes a directory a data directory."""

OURS = re.compile(r"(store|receipts)\.sqlite(-wal|-shm|-journal)?|blobs|index|writer\.lock|\..*")
"""Names that a data directory may hold before its store exists, as after an interrupted first run."""


def require_data(directory: Path) -> None:
    """Checks that a directory may be read as a data directory.

    Raises:
        NothingIngested: It does not exist or is empty.
        NotADataDirectory: It is a file, or holds other things and no store.
    """
    require_ours(directory)
    if not (directory / STORE_FILE).exists():
        raise NothingIngested(directory)


def require_ours(directory: Path) -> None:
    """Checks that a directory may become a data directory: absent, empty, or one already.

    Raises:
        NotADataDirectory: It is a file, cannot be listed, or holds other things and no store.
    """
    if not directory.exists():
        return
    if not directory.is_dir():
        raise NotADataDirectory(directory, "it is a file")
    try:
        names = {entry.name for entry in directory.iterdir()}
    except OSError as error:
        raise NotADataDirectory(directory, error.strerror or str(error)) from error
    strangers = {name for name in names if not OURS.fullmatch(name)}
    if STORE_FILE not in names and strangers:
        raise NotADataDirectory(directory, f"it holds {min(strangers)!r} and no {STORE_FILE}")
