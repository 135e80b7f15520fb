"""Receipts: the record of every answer and abstention, chained by hash.

The log is a database of its own beside the graph: asking must not change the graph's generation, and
readers, who hold no writer's lock on the data directory, append to it.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from graph.embedded_errors import sqlite_errors
from graph.errors import NotFound
from graph.model import Receipt
from graph.time import now_utc

_SCHEMA = """
CREATE TABLE IF NOT EXISTS receipts (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  previous TEXT,
  body TEXT NOT NULL,
  recorded_at TEXT NOT NULL
)
"""


def receipt_id(previous: str | None, body: str, recorded_at: datetime) -> str:
    """SHA-256 over the receipt before, the time and the body: changing any of them breaks the chain."""
    parts = "\x1f".join((previous or "", recorded_at.astimezone(UTC).isoformat(), body))
    return hashlib.sha256(parts.encode("utf-8")).hexdigest()


def canonical(body: Mapping[str, Any]) -> str:
    """JSON with sorted keys and no blanks: equal values give equal bytes."""
    return json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class ReceiptLog:
    """An append-only log of receipts in one SQLite file; several processes may use it at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._connection() as connection:
            connection.execute(_SCHEMA)

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        with (
            sqlite_errors(self._path),
            closing(sqlite3.connect(self._path, timeout=30, isolation_level=None)) as connection,
        ):
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
            yield connection

    def append(self, body: Mapping[str, Any]) -> Receipt:
        """Adds a receipt after the last one and returns it; durable when this returns."""
        text = canonical(body)
        with self._connection() as connection:
            connection.execute("BEGIN IMMEDIATE")
            row = connection.execute("SELECT id FROM receipts ORDER BY position DESC LIMIT 1").fetchone()
            previous, at = (row[0] if row else None), now_utc()
            receipt = Receipt(receipt_id(previous, text, at), previous, text, at)
            connection.execute(
                "INSERT INTO receipts (id, previous, body, recorded_at) VALUES (?, ?, ?, ?)",
                (receipt.id, previous, text, at.isoformat()),
            )
            connection.execute("COMMIT")
        return receipt

    def get(self, identifier: str) -> Receipt:
        """The receipt of that id, or of the only id that begins so.

        Raises:
            NotFound: There is none, or more than one.
        """
        with self._connection() as connection:
            rows = connection.execute(
                "SELECT id, previous, body, recorded_at FROM receipts WHERE substr(id, 1, ?) = ? LIMIT 2",
                (len(identifier), identifier),
            ).fetchall()
        if len(rows) != 1 or not identifier:
            raise NotFound("receipt", identifier)
        return _receipt(rows[0])

    def all(self) -> Iterator[Receipt]:
        """Every receipt, oldest first."""
        with self._connection() as connection:
            for row in connection.execute("SELECT id, previous, body, recorded_at FROM receipts ORDER BY position"):
                yield _receipt(row)

    def broken_at(self) -> str | None:
        """Id of the first receipt that is not what was written, or does not follow the one before it;
        None where the whole chain holds."""
        previous = None
        for receipt in self.all():
            expected = receipt_id(receipt.previous, receipt.body, receipt.recorded_at)
            if receipt.previous != previous or receipt.id != expected:
                return receipt.id
            previous = receipt.id
        return None


def _receipt(row: tuple[str, str | None, str, str]) -> Receipt:
    try:
        recorded_at = datetime.fromisoformat(row[3])
    except (TypeError, ValueError):  # only a hand other than ours writes such a time; it breaks the chain
        recorded_at = datetime.min.replace(tzinfo=UTC)
    return Receipt(row[0], row[1], str(row[2]), recorded_at)
