"""The border to the file system: its errors in our words, and writes that survive a power cut."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graph.errors import FixSetup

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_LEAST_BYTES = 64 * 1024  # what SQLite needs beside a database that it only reads, and a little more
_REFUSED = {errno.EACCES, errno.EPERM, errno.EROFS}


@contextmanager
def disk_errors(path: Path) -> Iterator[None]:
    """Turns any `OSError` of the block into a `FixSetup` that names the path and what to do."""
    try:
        yield
    except OSError as error:
        raise FixSetup(_explain(error, path)) from error


def make_directory(directory: Path) -> None:
    """Makes a directory and its missing parents, durably."""
    if directory.is_dir():
        return
    make_directory(directory.parent)
    directory.mkdir(exist_ok=True)
    sync_directory(directory.parent)


def sync_directory(directory: Path) -> None:
    """Makes the names in a directory durable: a file that was renamed into it stays after a power cut."""
    handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def full_disk(path: Path) -> FixSetup:
    """The error for a disk, or a quota, that has no space left for `path`."""
    return FixSetup(f"no space left on the disk for {path}: free some space and run the same command again")


def has_no_space(path: Path) -> bool:
    """Whether the disk of a file has too little space left to work with it."""
    try:
        return shutil.disk_usage(path.parent).free < _LEAST_BYTES
    except OSError:
        return False


def tells_of_full_disk(error: OSError, path: Path) -> bool:
    """Whether an error about a file came from a disk, or a quota, without space; asked before any is freed."""
    return error.errno in _FULL or has_no_space(path)


def _explain(error: OSError, path: Path) -> str:
    if error.errno in _FULL:
        return str(full_disk(path))
    if error.errno in _REFUSED:
        return (
            f"{path} cannot be written or read ({error.strerror}): give this user access, or choose another directory"
        )
    return f"{path} cannot be used ({error.strerror or error}): check the disk and the path"
