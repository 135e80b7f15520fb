"""The store of a single machine: one SQLite database, no server.

Write-ahead log, so that readers never wait for the writer nor see its half-done work; every commit
is flushed to the disk before it is reported. Each `read()` and `write()` has a connection of its
own, so any number of threads may use one store.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from graph.disk import disk_errors, sync_directory
from graph.embedded_errors import sqlite_errors
from graph.embedded_reader import EmbeddedReader
from graph.embedded_schema import connect, prepare
from graph.embedded_writer import EmbeddedWriter
from graph.errors import FixSetup, OurBug
from graph.store import Reader, Writer


class EmbeddedStore:
    """A `graph.store.GraphStore` in the SQLite database at `path`."""

    def __init__(self, path: Path, *, create: bool = True, wait_s: float = 30.0) -> None:
        """Opens the database, brings it to the current version, and makes it if it may.

        Args:
            path: The file; its directory must exist.
            create: Whether to make the file where there is none.
            wait_s: How long a write waits for another writer before it raises `RetryLater`.

        Raises:
            FixSetup: There is no such file or directory, it may not be used, is damaged, belongs to
                another program or to a newer Prevail.
        """
        if not create and not path.exists():
            raise FixSetup(f"there is no data at {path}: name the right data directory, or ingest something first")
        self.path = path
        self._wait_s = wait_s
        self._is_open = True
        with sqlite_errors(path):
            self._keeper = connect(path, create=create, wait_s=wait_s)
        try:
            prepare(self._keeper, path)
        except BaseException:
            self._keeper.close()
            raise

    @contextmanager
    def read(self) -> Iterator[Reader]:
        """Opens a view of the last committed state, which stays as it is while the block runs."""
        with self._connected() as connection:
            with sqlite_errors(self.path):
                connection.execute("PRAGMA query_only = ON")
                connection.execute("BEGIN")
                _generation(connection)  # the first read fixes what the transaction sees
            yield EmbeddedReader(connection, self.path)

    @contextmanager
    def write(self) -> Iterator[Writer]:
        """Opens the one write transaction.

        Raises:
            RetryLater: Another writer was still at work after `wait_s`.
            FixSetup: The disk is full, or the file is damaged or may not be written.
        """
        with self._connected() as connection:
            with sqlite_errors(self.path):
                connection.execute("BEGIN IMMEDIATE")
            writer = EmbeddedWriter(connection, self.path)
            yield writer
            writer.commit()  # after an exception the connection closes without it, which undoes all

    def generation(self) -> int:
        """How many write transactions have changed something."""
        self._require_open()
        with sqlite_errors(self.path):
            return _generation(self._keeper)

    def passages_version(self) -> str:
        """See `GraphStore.passages_version`: the store's identity, and its latest record of a passage."""
        self._require_open()
        with sqlite_errors(self.path):
            (identity,) = self._keeper.execute("SELECT value FROM identity").fetchone()
            (latest,) = self._keeper.execute("SELECT max(record) FROM nodes WHERE kind = 'Passage'").fetchone()
        return f"{identity}:{latest or 0}"

    def close(self) -> None:
        """Releases the file; blocks that are still open end as they would."""
        self._is_open = False
        with sqlite_errors(self.path):
            self._keeper.close()

    def backup(self, to: Path) -> None:
        """Copies the last committed state into the file `to`, which appears complete or not at all.

        Reading and writing may go on meanwhile. An earlier file of that name is replaced.

        Raises:
            FixSetup: `to` is this store's own file, or cannot be written.
        """
        if to.absolute() == self.path.absolute() or (to.exists() and to.samefile(self.path)):
            raise FixSetup(f"{to} is the store itself: name another file for the backup")
        part = to.with_name(f".{to.name}.part")
        with disk_errors(to), self._connected() as connection:
            part.unlink(missing_ok=True)
            try:
                with sqlite_errors(to), closing(connect(part, create=True)) as target:
                    connection.backup(target)
                    target.execute("PRAGMA journal_mode = DELETE")
                os.replace(part, to)
                sync_directory(to.parent)
            finally:
                part.unlink(missing_ok=True)

    def problems(self) -> list[str]:
        """What is damaged, in words: pages of the database, checksums of records, texts and boxes.

        Reads the whole database; empty when all is well.
        """
        try:
            with self._connected() as connection, sqlite_errors(self.path):
                return [*_problems(connection)]
        except FixSetup as error:  # so badly damaged that it cannot be looked over
            return [str(error)]

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        self._require_open()
        with sqlite_errors(self.path):
            connection = connect(self.path, wait_s=self._wait_s)
        try:
            yield connection
        finally:
            connection.close()

    def _require_open(self) -> None:
        if not self._is_open:
            raise OurBug(f"the store at {self.path} was closed")


def _problems(connection: sqlite3.Connection) -> Iterator[str]:
    yield from (str(line) for (line,) in connection.execute("PRAGMA integrity_check") if line != "ok")
    for table in ("nodes", "edges"):
        for key, body, crc in connection.execute(f"SELECT id, body, crc FROM {table}"):
            if zlib.crc32(body) != crc:
                yield f"{table}: {key} fails its checksum"
    for table, part in (("texts", "block"), ("char_boxes", "page")):
        for key, number, body in connection.execute(f"SELECT source_id, {part}, body FROM {table}"):
            try:
                zlib.decompress(body)
            except zlib.error as error:
                yield f"{table}: {key}, {part} {number} is damaged ({error})"


def _generation(connection: sqlite3.Connection) -> int:
    row = connection.execute("SELECT value FROM generation").fetchone()
    return int(row[0])
