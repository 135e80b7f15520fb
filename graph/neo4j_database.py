"""What the parts of the Neo4j store ask of the driver's border, which is `graph.neo4j_store`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeVar

from graph.errors import RetryLater

Row = dict[str, Any]
"""A row of an answer: name to value; values are plain, bytes included."""

BATCH_ROWS = 1000
"""Rows that one statement writes or asks for at most."""

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Neo4jAddress:
    """Where a Neo4j listens and how to log in there.

    Attributes:
        uri: `neo4j://`, `bolt://`, or one of them with `+s` (TLS) or `+ssc` (TLS, any certificate).
        database: None for the user's own default.
        ca: PEM file of the authorities that may have signed the certificate; None for the system's.
        timeout_s: Seconds to wait for a connection, for the answer to a statement, for the turn to write,
            and to go on trying after a failure that may pass.
        pool: Connections that are kept open to each server at most.
    """

    uri: str
    user: str
    password: str = field(repr=False)
    database: str | None = None
    ca: Path | None = None
    timeout_s: float = 30.0
    pool: int = 20


class CommitUnknown(RetryLater):
    """The connection broke while a transaction was being committed: it may have gone through or not."""


class Statements(Protocol):
    """Whatever runs statements, each with its values as parameters."""

    def run(self, query: str, /, **parameters: Any) -> list[Row]:
        """Runs one statement and returns its rows."""


class Transaction(Statements, Protocol):
    """One explicit transaction."""

    tag: str
    """Unique to this transaction."""

    def run_within(self, wait_s: float, query: str, /, **parameters: Any) -> list[Row]:
        """Runs a statement that may have to wait for somebody else's lock.

        Raises:
            RetryLater: It had to wait longer; the transaction is lost.
        """


class Database(Statements, Protocol):
    """A pool of connections to one database; any number of threads may use it.

    All methods raise only our errors: `FixSetup`, `RetryLater`, `OurBug`.
    """

    address: Neo4jAddress

    def run(self, query: str, /, **parameters: Any) -> list[Row]:
        """Runs one statement in a transaction of its own, schema commands among them.

        What the server says may pass is tried again; a connection that breaks meanwhile leaves open
        whether the statement was carried out.
        """

    def run_long(self, query: str, /, **parameters: Any) -> list[Row]:
        """As `run`, for a statement that may take longer than the time limit: building, deleting in batches."""

    def read(self, query: str, /, **parameters: Any) -> list[Row]:
        """Runs one statement that only reads, on any server of a cluster, and tries again while it may help.

        It sees at least what this pool has read and written before.
        """

    def transaction(self) -> AbstractContextManager[Transaction]:
        """A writing transaction that is committed at the end of its block, and undone after an exception.

        Raises:
            CommitUnknown: The connection broke during the commit.
        """

    def close(self) -> None:
        """Closes all connections."""


def batches(values: Sequence[V], size: int = BATCH_ROWS) -> Iterator[Sequence[V]]:
    """The values in runs of what one statement takes."""
    for start in range(0, len(values), size):
        yield values[start : start + size]
