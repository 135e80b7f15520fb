"""Bringing a Neo4j database to the schema of this version: what is recorded there, applied, waited for.

Every applied migration is a node `(:Migration {version})`. Neo4j commits schema commands apart from data, so a
migration is noted when it starts, after each statement, and when its indexes are online; an interrupted one
goes on behind the last noted statement. A statement that changes data is noted in its own transaction. One
process migrates at a time (`graph.neo4j_lease`).
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

from graph.errors import FixSetup, OurBug, RetryLater
from graph.migrations import (
    Applied,
    Migration,
    Review,
    SchemaObject,
    SchemaOutdated,
    State,
    is_schema_command,
    plan,
    review,
    schema_objects,
    shipped_migrations,
)
from graph.neo4j_database import Database, Statements
from graph.neo4j_lease import UNIQUE_LEASE, Lease
from graph.neo4j_server import index_states, schema_names, server_of
from graph.progress import Progress, silent

LEASE = "migrations"
"""Name of the lease that a migrating process holds."""

_UNIQUE_MIGRATION = "CREATE CONSTRAINT migration_version IF NOT EXISTS FOR (m:Migration) REQUIRE m.version IS UNIQUE"
_APPLIED = """
MATCH (m:Migration)
RETURN m.version AS version, m.file AS file, m.checksum AS checksum, m.done AS done,
       m.started_at.epochMillis AS started_ms, m.finished_at.epochMillis AS finished_ms
ORDER BY version
"""
_START = """
MATCH (:Lease {name: $lease, token: $token})
MERGE (m:Migration {version: $version})
SET m.done = CASE WHEN m.checksum = $checksum THEN m.done ELSE 0 END
SET m.file = $file, m.checksum = $checksum, m.started_at = datetime.realtime()
RETURN m.done AS done
"""
_NOTE = """
MATCH (:Lease {name: $lease, token: $token})
MATCH (m:Migration {version: $version}) SET m.done = $done
RETURN m.done AS done
"""
_FINISH = """
MATCH (:Lease {name: $lease, token: $token})
MATCH (m:Migration {version: $version}) SET m.finished_at = datetime.realtime()
RETURN m.done AS done
"""
_EMPTY = "MATCH (n) WHERE NOT n:Migration AND NOT n:Lease RETURN count(n) AS nodes"
_IN_BATCHES = re.compile(r"\}\s*IN (?:.+ CONCURRENT )?TRANSACTIONS\b")
_POLL_S = 0.1


@dataclass(frozen=True, slots=True)
class Migrated:
    """What a run of `migrate_up` did.

    Attributes:
        applied: Files that were applied, in order.
        repaired: Indexes and constraints of earlier migrations that were missing and were made again.
        waiting: Files that wait for a newer server.
    """

    applied: tuple[str, ...]
    repaired: tuple[str, ...]
    waiting: tuple[str, ...]


def applied_migrations(database: Database) -> tuple[Applied, ...]:
    """What the database has recorded, by version; empty where nobody has migrated it."""
    return tuple(_applied(row) for row in database.read(_APPLIED))


def is_fresh(database: Database) -> bool:
    """Whether there is nothing in the database: no migration and no node of anybody's."""
    return not applied_migrations(database) and database.read(_EMPTY)[0]["nodes"] == 0


def migration_status(database: Database, migrations: Sequence[Migration] | None = None) -> tuple[Review, ...]:
    """Every migration that the files or the database know, and what is the matter with it; changes nothing."""
    ours = shipped_migrations() if migrations is None else migrations
    return review(ours, applied_migrations(database), server_of(database).numbers)


def require_current(database: Database, migrations: Sequence[Migration] | None = None) -> None:
    """Goes on only if the schema is the one that this version needs.

    Raises:
        SchemaOutdated: A migration has not been applied.
        MigrationFault: Files and database contradict each other, as where a newer Prevail has migrated it.
    """
    ours = shipped_migrations() if migrations is None else migrations
    applied = applied_migrations(database)
    if not plan(ours, applied):
        return
    if plan(ours, applied, server_of(database).numbers):
        raise SchemaOutdated(max((one.version for one in applied if one.finished_at), default=0), len(ours))


def ensure_schema(database: Database, *, may_create: bool, progress: Progress = silent) -> Migrated | None:
    """Sets an empty database up, if it may, and otherwise goes on only if the schema is current.

    Returns:
        What was done; None if nothing was.

    Raises:
        SchemaOutdated, MigrationFault: As `require_current`.
    """
    if may_create and is_fresh(database):
        done = migrate_up(database, progress=progress)
        logging.getLogger(__name__).warning("the database was empty: its schema has been set up")
        return done
    require_current(database)
    return None


def migrate_up(
    database: Database,
    migrations: Sequence[Migration] | None = None,
    *,
    progress: Progress = silent,
    wait_s: float = 60.0,
    lease_s: float = 30.0,
) -> Migrated:
    """Applies what has not been applied, makes again what is missing of the rest, and waits for the indexes.

    Where there is nothing to do, nothing is locked or written.

    Args:
        migrations: Instead of those that belong to this version.
        wait_s: How long to wait for another process that migrates.
        lease_s: Seconds after which the next may begin if this process dies.

    Raises:
        MigrationFault: Files and database contradict each other; nothing was changed.
        RetryLater: Another process is migrating, or took over while this one was stopped.
        FixSetup: The data break a constraint, or an index could not be built; the message names it.
    """
    ours = shipped_migrations() if migrations is None else migrations
    server = server_of(database).numbers
    applied = applied_migrations(database)
    reviews = review(ours, applied, server)
    waiting = tuple(one.file for one in reviews if one.state is State.WAITING)
    if not plan(ours, applied, server) and not missing_objects(database, reviews):
        return Migrated((), (), waiting)
    database.run(UNIQUE_LEASE)
    database.run(_UNIQUE_MIGRATION)
    lease = Lease(database, LEASE, "migrating", lease_s=lease_s)
    with lease.held(wait_s):
        pending = plan(ours, applied_migrations(database), server)
        for number, migration in enumerate(pending):
            progress("migrations", number, len(pending))
            _apply(database, migration, lease)
            _wait_for_indexes(database, ours, lease, progress)
            _fenced(database, _FINISH, lease, version=migration.version)
        progress("migrations", len(pending), len(pending))
        repaired = _repair(database, review(ours, applied_migrations(database), server), lease)
        _wait_for_indexes(database, ours, lease, progress)
    return Migrated(tuple(one.file for one in pending), repaired, waiting)


def missing_objects(database: Database, reviews: Sequence[Review]) -> tuple[SchemaObject, ...]:
    """The indexes and constraints of applied migrations that somebody has dropped since."""
    in_force = [one.migration for one in reviews if one.migration and one.state is State.APPLIED]
    there = schema_names(database)
    return tuple(one for one in schema_objects(in_force) if one.name not in there)


def _wait_for_indexes(database: Database, ours: Sequence[Migration], lease: Lease, progress: Progress) -> None:
    """Returns when every index of ours that is there is online; strangers' are their own affair."""
    names = {one.name for one in schema_objects(ours)}
    while True:
        lease.check()
        states = [one for one in index_states(database) if one.name in names]
        if failed := [one for one in states if one.state == "FAILED"]:
            why = failed[0].failure.strip().splitlines() or ["no reason given"]
            raise FixSetup(
                f"the index {failed[0].name} could not be built ({why[0]}): mend that, "
                f"`DROP INDEX {failed[0].name}` in the database, and run `prevail migrate up` again"
            )
        online = sum(one.state == "ONLINE" for one in states)
        progress("indexes", online, len(states))
        if online == len(states):
            return
        time.sleep(_POLL_S)


def _apply(database: Database, migration: Migration, lease: Lease) -> None:
    """Runs the statements behind the last one that was noted."""
    noted = _fenced(
        database, _START, lease, version=migration.version, file=migration.file, checksum=migration.checksum
    )
    for number, statement in enumerate(migration.statements[noted:], noted + 1):
        note = partial(_fenced, query=_NOTE, lease=lease, version=migration.version, done=number)
        try:
            _run_and_note(database, statement, note)
        except (FixSetup, OurBug) as error:
            raise FixSetup(
                f"{migration.file}: its statement {number} was refused: {error}; mend that, "
                "and run `prevail migrate up` again"
            ) from error


def _run_and_note(database: Database, statement: str, note: Callable[[Statements], int]) -> None:
    if is_schema_command(statement) or _IN_BATCHES.search(statement):  # these share a transaction with nothing
        database.run_long(statement)
        note(database)
        return
    with database.transaction() as transaction:
        transaction.run(statement)
        note(transaction)


def _repair(database: Database, reviews: Sequence[Review], lease: Lease) -> tuple[str, ...]:
    missing = missing_objects(database, reviews)
    for one in missing:
        lease.check()
        database.run_long(one.statement)
    return tuple(one.name for one in missing)


def _fenced(database: Statements, query: str, lease: Lease, **parameters: Any) -> int:
    """Writes as the holder of the lease, or not at all; returns how many statements are noted as run."""
    rows = database.run(query, lease=lease.name, token=lease.token, **parameters)
    if not rows:
        raise RetryLater("another process has taken over the migration: run `prevail migrate status`")
    return int(rows[0]["done"])


def _applied(row: Mapping[str, Any]) -> Applied:
    started_ms, finished_ms = row["started_ms"], row["finished_ms"]
    return Applied(
        version=row["version"],
        file=row["file"],
        checksum=row["checksum"],
        done=row["done"],
        started_at=_moment(started_ms),
        finished_at=None if finished_ms is None else _moment(finished_ms),
    )


def _moment(epoch_ms: int) -> datetime:
    return datetime.fromtimestamp(epoch_ms / 1000, UTC)
