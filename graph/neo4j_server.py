"""What a Neo4j server says of itself: version, edition, indexes, clock, memory, size of the data."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from graph.migrations import ServerVersion
from graph.neo4j_database import Database

_COMPONENTS = "CALL dbms.components() YIELD name, versions, edition RETURN name, versions, edition"
_INDEXES = "SHOW INDEXES YIELD name, type, state, populationPercent, failureMessage"
_CONSTRAINTS = "SHOW CONSTRAINTS YIELD name"
_CLOCK = "RETURN datetime.realtime().epochMillis AS now_ms"
_SETTINGS = "SHOW SETTINGS YIELD name, value WHERE name IN $names RETURN name, value"
_HEAP = """
CALL dbms.queryJmx('java.lang:type=Memory') YIELD attributes
RETURN attributes.HeapMemoryUsage.value.properties AS heap
"""
_SIZE = """
CALL () { MATCH (n) RETURN count(n) AS nodes }
CALL () { MATCH ()-[r]->() RETURN count(r) AS relationships }
RETURN nodes, relationships
"""
_PROBE_NODE = "CREATE (:Lease {name: 'doctor'})"
_PROBE_INDEX = "CREATE INDEX prevail_probe IF NOT EXISTS FOR (lease:Lease) ON (lease.holder)"


@dataclass(frozen=True, slots=True)
class Server:
    """Which program answers.

    Attributes:
        edition: `community` or `enterprise`.
    """

    version: str
    edition: str

    @property
    def numbers(self) -> ServerVersion:
        """The version as numbers, without what follows them, as in "2026.05.0-aura"."""
        return tuple(int(part) for part in re.findall(r"\d+", self.version.partition("-")[0]))


@dataclass(frozen=True, slots=True)
class IndexState:
    """How far an index is.

    Attributes:
        state: `ONLINE`, `POPULATING` or `FAILED`.
        percent: How much of it is there, 0 to 100.
        failure: What went wrong; empty if nothing did.
    """

    name: str
    type: str
    state: str
    percent: float
    failure: str


@dataclass(frozen=True, slots=True)
class Memory:
    """Memory of the server, and what it has to hold.

    Attributes:
        heap_max_bytes: Largest heap of the running process; None where it does not tell.
        page_cache: The setting as written ("2g"); None where the server chooses by itself.
    """

    heap_max_bytes: int | None
    page_cache: str | None
    nodes: int
    relationships: int


def server_of(database: Database) -> Server:
    """Which Neo4j this is."""
    rows = {row["name"]: row for row in database.read(_COMPONENTS)}
    kernel = rows["Neo4j Kernel"]
    return Server(kernel["versions"][0], kernel["edition"])


def index_states(database: Database) -> tuple[IndexState, ...]:
    """All indexes of the database, by name."""
    rows = sorted(database.read(_INDEXES), key=lambda row: str(row["name"]))
    return tuple(
        IndexState(row["name"], row["type"], row["state"], row["populationPercent"] or 0.0, row["failureMessage"] or "")
        for row in rows
    )


def schema_names(database: Database) -> frozenset[str]:
    """Names of all indexes and constraints of the database."""
    return frozenset(row["name"] for query in (_INDEXES, _CONSTRAINTS) for row in database.read(query))


def server_clock(database: Database) -> datetime:
    """What time it is for the server, to the millisecond."""
    return datetime.fromtimestamp(database.read(_CLOCK)[0]["now_ms"] / 1000, UTC)


def server_settings(database: Database, names: tuple[str, ...]) -> dict[str, str | None]:
    """The server's settings of these names; one that is not set is None, one that it does not know is absent."""
    return {row["name"]: row["value"] for row in database.read(_SETTINGS, names=list(names))}


def memory_of(database: Database) -> Memory:
    """The server's memory and the number of things in the database."""
    heap = [row["heap"] for row in database.read(_HEAP)]
    settings = server_settings(database, ("server.memory.pagecache.size",))
    return Memory(
        heap_max_bytes=heap[0]["max"] if heap and heap[0] else None,
        page_cache=settings.get("server.memory.pagecache.size"),
        **database.read(_SIZE)[0],
    )


class _Undone(Exception):
    """Leaves a transaction so that nothing of it stays."""


def try_writing(database: Database) -> None:
    """Makes a node and an index and takes both back: returns if this user may do so.

    Raises:
        FixSetup: The user or the database may only read.
        RetryLater: The server cannot be asked at the moment.
    """
    for statement in (_PROBE_NODE, _PROBE_INDEX):  # data and schema cannot share a transaction
        with suppress(_Undone), database.transaction() as transaction:
            transaction.run(statement)
            raise _Undone
