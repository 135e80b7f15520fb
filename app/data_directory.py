"""Telling a data directory from any other directory before anything is opened or written; replacing one."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from app.errors import NotADataDirectory, NothingIngested
from graph.disk import sync_directory

STORE_FILE = "store.sqlite"
"""File whose presence makes a directory a data directory."""

OURS = re.compile(r"(store|receipts)\.sqlite(-wal|-shm|-journal)?|blobs|index|runs|evaluation\.json|writer\.lock|\..*")
"""Names that a data directory may hold before its store exists, as after an interrupted first run."""

_PART = re.compile(r"(store|receipts)\.sqlite(-wal|-shm|-journal)?|blobs|index")


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


REPLACED = ".replaced"
"""Where the parts of a data directory go that are being replaced."""


def is_occupied(directory: Path) -> bool:
    """Whether a data directory holds anything that restoring would replace."""
    return bool(_parts(directory)) or (directory / REPLACED).exists()


def exchange(directory: Path, room: Path) -> None:
    """Puts the parts of the data directory in `room` into the place of those in `directory`.

    The old store goes first and the new one comes last: cut off in between, there is no store, the old parts
    are in `REPLACED`, and exchanging once more, with the same or another room, ends it. An error undoes it.

    Args:
        directory: Nobody else may write to it.
        room: On the same disk; empty afterwards.
    """
    old = directory / REPLACED
    if (directory / STORE_FILE).exists():
        shutil.rmtree(old, ignore_errors=True)  # of an exchange that had come to its end
    old.mkdir(exist_ok=True)
    for name in _parts(directory):
        if (old / name).exists():  # what is here came with an exchange that was cut off
            _remove(directory / name)
    leave = [(directory / name, old / name) for name in _parts(directory)]
    enter = [(room / name, directory / name) for name in reversed(_parts(room))]
    _rename_all([*leave, *enter])
    sync_directory(directory)
    shutil.rmtree(old)


def _parts(directory: Path) -> list[str]:
    """Names of what makes a data directory, the store first."""
    names = [entry.name for entry in directory.iterdir() if _PART.fullmatch(entry.name)] if directory.exists() else []
    return sorted(names, key=lambda name: (name != STORE_FILE, name))


def _rename_all(pairs: list[tuple[Path, Path]]) -> None:
    done: list[tuple[Path, Path]] = []
    try:
        for source, target in pairs:
            source.rename(target)
            done.append((source, target))
    except OSError:
        for source, target in reversed(done):
            target.rename(source)
        raise


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()
