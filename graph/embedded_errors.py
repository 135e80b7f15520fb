"""The border to SQLite: what its errors mean here and what to do about them."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graph.disk import disk_errors, full_disk, has_no_space
from graph.errors import FixSetup, OurBug, PrevailError, RetryLater

_NO_ACCESS = "{path} cannot be opened for writing ({error}): give this user access to it and its directory"


@contextmanager
def sqlite_errors(path: Path) -> Iterator[None]:
    """Turns any error of `sqlite3` about the database at `path` into one of ours.

    Raises:
        RetryLater: Another process holds the database, or memory ran out.
        FixSetup: The disk is full, the file is damaged, no database, or may not be used.
        OurBug: The database was used in a way it must not be, such as after it was closed.
    """
    try:
        with disk_errors(path):
            yield
    except sqlite3.Error as error:
        raise _translate(error, path) from error
    except zlib.error as error:
        raise damaged(path, str(error)) from error


def damaged(path: Path, what: str) -> FixSetup:
    """The error for a database whose content is not what was written."""
    return FixSetup(f"{path} is damaged ({what}): restore it from a backup, or move it away and ingest again")


_MEANINGS: dict[int, tuple[type[PrevailError], str]] = {
    sqlite3.SQLITE_BUSY: (RetryLater, "{path} is being written by another process: try again when it has ended"),
    sqlite3.SQLITE_LOCKED: (RetryLater, "{path} is being written by another thread: try again when it has ended"),
    sqlite3.SQLITE_NOMEM: (RetryLater, "not enough memory to use {path}: try again when other programs have ended"),
    sqlite3.SQLITE_NOTADB: (
        FixSetup,
        "{path} is not a database of Prevail: choose another data directory, or move the file away",
    ),
    sqlite3.SQLITE_READONLY: (FixSetup, _NO_ACCESS),
    sqlite3.SQLITE_CANTOPEN: (FixSetup, _NO_ACCESS),
    sqlite3.SQLITE_PERM: (FixSetup, _NO_ACCESS),
    sqlite3.SQLITE_IOERR: (
        FixSetup,
        "the disk failed at {path} ({error}): check its space and its health, then run again",
    ),
}


def _translate(error: sqlite3.Error, path: Path) -> PrevailError:
    code = getattr(error, "sqlite_errorcode", -1) & 0xFF
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and has_no_space(path)):
        return full_disk(path)
    if code == sqlite3.SQLITE_CORRUPT:
        return damaged(path, str(error))
    group, words = _MEANINGS.get(code, (OurBug, "{path}: {error}"))
    return group(words.format(path=path, error=error))
