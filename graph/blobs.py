"""Original bytes, kept under their own hash: what was once put is never changed and never twice there.

A name that came from outside is never part of a path; only the 64 hexadecimal digits of a SHA-256 are.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from pathlib import Path
from typing import BinaryIO, Protocol

from graph.disk import disk_errors, make_directory, sync_directory
from graph.errors import FixSetup, NotFound

_SHA256 = re.compile(r"[0-9a-f]{64}")
_PART = ".part-"


class BlobStore(Protocol):
    """Original bytes by their SHA-256; every implementation passes `tests/contracts/blob_contract.py`."""

    def put(self, data: bytes) -> str:
        """Keeps the bytes, durably before it returns, and gives their SHA-256 in hexadecimal.

        Bytes that are already there are not written again; a damaged copy of them is replaced.
        """

    def read(self, sha256: str) -> bytes:
        """The bytes with that hash.

        Raises:
            NotFound: They were never put here.
            FixSetup: They are damaged: what is kept has another hash.
        """

    def contains(self, sha256: str) -> bool:
        """Whether bytes with that hash are here; they are not checked."""

    def total_bytes(self) -> int:
        """The size of all originals together."""

    def sweep(self) -> int:
        """Deletes what interrupted puts left behind, and says how much of it there was."""


class FileBlobs:
    """A `BlobStore` in a directory of immutable files, each named by the SHA-256 of its bytes."""

    def __init__(self, directory: Path) -> None:
        """Names the directory, which the first `put` makes where there is none."""
        self.directory = directory

    def put(self, data: bytes) -> str:
        """Keeps the bytes, durably before it returns, and gives their SHA-256 in hexadecimal.

        Bytes that are already there are not written again; a damaged copy of them is replaced.

        Raises:
            FixSetup: The disk is full or the directory may not be written.
        """
        sha256 = hashlib.sha256(data).hexdigest()
        path = self.path(sha256)
        with disk_errors(path):
            if not path.exists() or path.read_bytes() != data:
                _write_whole(path, data)
            sync_directory(path.parent)
        return sha256

    def read(self, sha256: str) -> bytes:
        """The bytes with that hash.

        Raises:
            NotFound: They were never put here.
            FixSetup: The file is damaged: its bytes have another hash.
        """
        with self.open(sha256) as file:
            return file.read()

    def open(self, sha256: str) -> BinaryIO:
        """The file with that hash, checked and at its start; the caller closes it. Errors as in `read`."""
        path = self.path(sha256)
        with disk_errors(path):
            try:
                file = path.open("rb")
            except FileNotFoundError as error:
                raise NotFound("original", sha256) from error
            if hashlib.file_digest(file, "sha256").hexdigest() != sha256:
                file.close()
                raise FixSetup(f"{path} is damaged: restore it from a backup, or ingest its original again")
            file.seek(0)
            return file

    def contains(self, sha256: str) -> bool:
        """Whether bytes with that hash are here; they are not checked."""
        return _SHA256.fullmatch(sha256) is not None and self.path(sha256).is_file()

    def path(self, sha256: str) -> Path:
        """Where bytes with that hash are or would be.

        Raises:
            NotFound: It is no SHA-256 in lower-case hexadecimal.
        """
        if not _SHA256.fullmatch(sha256):
            raise NotFound("original", sha256)
        return self.directory / sha256[:2] / sha256[2:]

    def total_bytes(self) -> int:
        """The size of all originals together."""
        return sum(path.stat().st_size for path in self._files() if not path.name.startswith(_PART))

    def sweep(self) -> int:
        """Deletes what interrupted puts left behind, and says how many; only while nothing else puts."""
        parts = [path for path in self._files() if path.name.startswith(_PART)]
        with disk_errors(self.directory):
            for path in parts:
                path.unlink()
        return len(parts)

    def _files(self) -> list[Path]:
        return [*self.directory.glob("[0-9a-f][0-9a-f]/*")]


def _write_whole(path: Path, data: bytes) -> None:
    """Writes a file that is there completely or not at all, also after a power cut."""
    make_directory(path.parent)
    handle, part = tempfile.mkstemp(prefix=_PART, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise
