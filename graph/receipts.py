"""Receipts: the record of every answer and abstention, chained by hash.

Asking must not change the graph's generation, and readers, who hold no writer's lock, append to the log: so
it stands beside the graph, in SQLite as a database of its own.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

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

_INSERT = "INSERT INTO receipts (id, previous, body, recorded_at) VALUES (?, ?, ?, ?)"


def receipt_id(previous: str | None, body: str, recorded_at: datetime) -> str:
    """SHA-256 over the receipt before, the time and the body: changing any of them breaks the chain."""
    parts = "\x1f".join((previous or "", recorded_at.astimezone(UTC).isoformat(), body))
    return hashlib.sha256(parts.encode("utf-8")).hexdigest()


def canonical(body: Mapping[str, Any]) -> str:
    """JSON with sorted keys and no blanks: equal values give equal bytes."""
    return json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class ReceiptLog(Protocol):
    """An append-only chain that several processes may use at once; every implementation passes
    `tests/contracts/receipt_contract.py`."""

    def append(self, body: Mapping[str, Any]) -> Receipt:
        """Adds a receipt after the last one and returns it; durable when this returns."""

    def restore(self, receipts: Iterable[Receipt]) -> int:
        """Adds receipts exactly as they stand, in their order, but for those of known id; returns how many.

        A chain that is broken stays broken at the same place.
        """

    def get(self, identifier: str) -> Receipt:
        """The receipt of that id, or of the only id that begins so.

        Raises:
            NotFound: There is none, or more than one.
        """

    def all(self) -> Iterator[Receipt]:
        """Every receipt, oldest first."""

    def broken_at(self) -> str | None:
        """Id of the first receipt that is not what was written, or does not follow the one before it;
        None where the whole chain holds."""


def first_broken(receipts: Iterable[Receipt]) -> str | None:
    """Id of the first receipt that is not what was written, or does not follow the one before it; None
    where the whole chain, given from its beginning, holds."""
    previous = None
    for receipt in receipts:
        expected = receipt_id(receipt.previous, receipt.body, receipt.recorded_at)
        if receipt.previous != previous or receipt.id != expected:
            return receipt.id
        previous = receipt.id
    return None


class SqliteReceipts:
    """A `ReceiptLog` in one SQLite file."""

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
            connection.execute(_INSERT, _columns(receipt))
            connection.execute("COMMIT")
        return receipt

    def restore(self, receipts: Iterable[Receipt]) -> int:
        """See `ReceiptLog.restore`; all of them or, after an error, none."""
        with self._connection() as connection:
            connection.execute("BEGIN IMMEDIATE")
            before = connection.total_changes
            connection.executemany(f"{_INSERT} ON CONFLICT (id) DO NOTHING", map(_columns, receipts))
            connection.execute("COMMIT")
            return connection.total_changes - before

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
        return stored_receipt(*rows[0])

    def all(self) -> Iterator[Receipt]:
        """Every receipt, oldest first."""
        with self._connection() as connection:
            for row in connection.execute("SELECT id, previous, body, recorded_at FROM receipts ORDER BY position"):
                yield stored_receipt(*row)

    def broken_at(self) -> str | None:
        """Id of the first receipt that is not what was written, or does not follow the one before it;
        None where the whole chain holds."""
        return first_broken(self.all())


def _columns(receipt: Receipt) -> tuple[str, str | None, str, str]:
    return receipt.id, receipt.previous, receipt.body, receipt.recorded_at.isoformat()


def stored_receipt(identifier: str, previous: str | None, body: object, recorded_at: object) -> Receipt:
    """The receipt that stands in a log, whoever wrote it there: what is no time breaks the chain, nothing else."""
    try:
        moment = datetime.fromisoformat(recorded_at)  # type: ignore[arg-type]  # what is no text is caught
    except (TypeError, ValueError):  # only a hand other than ours writes such a time
        moment = datetime.min.replace(tzinfo=UTC)
    return Receipt(identifier, previous, str(body), moment)
