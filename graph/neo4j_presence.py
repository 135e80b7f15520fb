"""Which processes are at work on a Neo4j store: they write side by side, one transaction at a time."""

from __future__ import annotations

import threading
import uuid
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import Self

from graph.errors import RetryLater
from graph.neo4j_database import Database
from graph.neo4j_lease import Lease

_PREFIX = "writer "
_PRESENT = """
MATCH (lease:Lease) WHERE lease.name STARTS WITH $prefix
  AND lease.token IS NOT NULL AND lease.expires_at >= datetime.realtime()
RETURN count(lease) AS writers
"""
_SWEEP = """
MATCH (lease:Lease) WHERE lease.name STARTS WITH $prefix
  AND (lease.token IS NULL OR lease.expires_at < datetime.realtime())
DELETE lease
"""


class Neo4jWriterLock:
    """A `graph.locking.WriterLock` that shuts nobody out: the store's own lock orders the transactions.

    It says that a process is at work for longer than one transaction, as an ingest is. The announcement runs
    out by itself when the process dies. It may be taken again, in any thread.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._guard = threading.Lock()
        self._count = 0
        self._held = ExitStack()

    def __enter__(self) -> Self:
        with self._guard:
            if self._count == 0:
                lease = Lease(self._database, f"{_PREFIX}{uuid.uuid4().hex}", "writing")
                self._held.enter_context(lease.held())
            self._count += 1
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._guard:
            self._count -= 1
            if self._count == 0:
                with suppress(RetryLater):  # a lost connection: it runs out by itself
                    self._held.close()
                    self._database.run(_SWEEP, prefix=_PREFIX)

    def is_held(self) -> bool:
        """Whether a process, this one among them, is writing."""
        return bool(self._database.read(_PRESENT, prefix=_PREFIX)[0]["writers"])
