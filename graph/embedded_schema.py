"""The tables of the embedded store, and how a database of an older version becomes a current one.

`nodes` and `edges` hold one row per *record*: an id that was replaced, or retracted and revived, has
several, in the order of `record`. The body is the whole record as JSON; the other columns repeat
what is searched. Times are ISO 8601 in UTC with microseconds, so that text order is time order.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from graph.embedded_errors import sqlite_errors
from graph.errors import FixSetup

APPLICATION_ID = 0x5072_766C
"""Marks the file as ours (`PRAGMA application_id`)."""

UPGRADES: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE generation (only INTEGER PRIMARY KEY CHECK (only = 1), value INTEGER NOT NULL)",
        "INSERT INTO generation VALUES (1, 0)",
        """CREATE TABLE nodes (
            record INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, source_id TEXT, start INTEGER,
            recorded_at TEXT NOT NULL, retracted_at TEXT, body BLOB NOT NULL, crc INTEGER NOT NULL)""",
        "CREATE INDEX node_id ON nodes (kind, id)",
        "CREATE UNIQUE INDEX node_present ON nodes (kind, id) WHERE retracted_at IS NULL",
        "CREATE INDEX node_place ON nodes (kind, source_id, start, id)",
        """CREATE TABLE edges (
            record INTEGER PRIMARY KEY, id TEXT NOT NULL, type TEXT NOT NULL, src TEXT NOT NULL, dst TEXT NOT NULL,
            recorded_at TEXT NOT NULL, retracted_at TEXT, body BLOB NOT NULL, crc INTEGER NOT NULL)""",
        "CREATE INDEX edge_id ON edges (id)",
        "CREATE UNIQUE INDEX edge_present ON edges (id) WHERE retracted_at IS NULL",
        "CREATE INDEX edge_src ON edges (src, type, id)",
        "CREATE INDEX edge_dst ON edges (dst, type, id)",
        "CREATE INDEX edge_type ON edges (type, id)",
        """CREATE TABLE texts (source_id TEXT NOT NULL, block INTEGER NOT NULL, body BLOB NOT NULL,
            PRIMARY KEY (source_id, block))""",
        """CREATE TABLE char_boxes (source_id TEXT NOT NULL, page INTEGER NOT NULL, body BLOB NOT NULL,
            PRIMARY KEY (source_id, page))""",
        "CREATE TABLE cursors (connector TEXT PRIMARY KEY, value TEXT NOT NULL)",
    ),
    (
        "CREATE TABLE identity (only INTEGER PRIMARY KEY CHECK (only = 1), value TEXT NOT NULL)",
        "INSERT INTO identity VALUES (1, lower(hex(randomblob(16))))",
    ),
)
"""`UPGRADES[n]` turns version n into n + 1; version 0 is an empty file. Steps are never edited, only added."""

_PRAGMAS = ("synchronous = FULL", "temp_store = MEMORY", "cache_size = -32768", "journal_size_limit = 67108864")


def connect(path: Path, *, create: bool = False, wait_s: float = 30.0) -> sqlite3.Connection:
    """A connection without implicit transactions, usable from any thread; every commit is flushed to the disk.

    Args:
        create: Make the file where there is none.
        wait_s: How long a transaction waits for another writer before it gives up.
    """
    mode = "rwc" if create else "rw"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=wait_s,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


def prepare(connection: sqlite3.Connection, path: Path, upgrades: Sequence[Sequence[str]] = UPGRADES) -> None:
    """Brings the database to the current version, in one transaction.

    Raises:
        FixSetup: It belongs to another program, to a newer Prevail, or cannot be written ahead.
    """
    with sqlite_errors(path):
        version = _version(connection, path, upgrades)
        if _one(connection, "PRAGMA journal_mode = WAL") != "wal":
            raise FixSetup(f"the file system of {path} does not allow shared memory: choose a local disk")
        if version == len(upgrades):
            return
        connection.execute("BEGIN IMMEDIATE")
        for step in upgrades[_version(connection, path, upgrades) :]:
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(upgrades)}")
        connection.execute("COMMIT")


def stored_version(path: Path, upgrades: Sequence[Sequence[str]] = UPGRADES) -> int:
    """The version of the database at `path`, which is left as it is.

    Raises:
        FixSetup: There is none, or it belongs to another program or to a newer Prevail.
    """
    with sqlite_errors(path), closing(connect(path)) as connection:
        return _version(connection, path, upgrades)


def _version(connection: sqlite3.Connection, path: Path, upgrades: Sequence[Sequence[str]]) -> int:
    version = int(str(_one(connection, "PRAGMA user_version")))
    is_empty = _one(connection, "SELECT count(*) FROM sqlite_master") == 0
    if not is_empty and _one(connection, "PRAGMA application_id") != APPLICATION_ID:
        raise FixSetup(f"{path} is another program's database: choose another data directory")
    if version > len(upgrades):
        raise FixSetup(
            f"{path} was written by a newer Prevail (version {version} of the store, this one knows {len(upgrades)}): "
            "upgrade Prevail, or choose another data directory"
        )
    return version


def _one(connection: sqlite3.Connection, sql: str) -> object:
    row = connection.execute(sql).fetchone()
    return row[0]
