"""The border to SQLite: what its errors mean here and what to do about them."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graph.disk import disk_errors, full_disk
from graph.errors import FixSetup, OurBug, PrevailError, RetryLater


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


def _translate(error: sqlite3.Error, path: Path) -> PrevailError:
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return OurBug(f"{path}: {error}")
    match code & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return RetryLater(f"{path} is being written by another process: try again when it has ended")
        case sqlite3.SQLITE_NOMEM:
            return RetryLater(f"not enough memory to use {path}: try again when other programs have ended")
        case sqlite3.SQLITE_FULL:
            return full_disk(path)
        case sqlite3.SQLITE_NOTADB:
            return FixSetup(
                f"{path} is not a database of Prevail: choose another data directory, or move the file away"
            )
        case sqlite3.SQLITE_CORRUPT:
            return damaged(path, str(error))
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return FixSetup(
                f"{path} cannot be opened for writing ({error}): give this user access to it and its directory"
            )
        case sqlite3.SQLITE_IOERR:
            return FixSetup(f"the disk failed at {path} ({error}): check its space and its health, then run again")
        case _:
            return OurBug(f"{path}: {error}")
