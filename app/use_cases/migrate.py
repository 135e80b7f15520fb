"""Migrate: shows which version of the schema the graph of record has, and brings it to the current one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.data_directory import STORE_FILE, require_data
from app.settings import Settings
from app.wiring import open_database, open_services
from graph.embedded_schema import UPGRADES, stored_version
from graph.migrations import Review, State, fault_of
from graph.migrator import migrate_up, migration_status, missing_objects
from graph.neo4j_database import Database
from graph.neo4j_server import server_of
from graph.progress import Progress

SETTLED = frozenset({State.APPLIED, State.WAITING})
"""States in which there is nothing to do."""


def schema_status(settings: Settings) -> dict[str, Any]:
    """What is applied and what is not; changes nothing.

    Raises:
        NothingIngested: There is no data directory yet.
        FixSetup, RetryLater: The store cannot be reached or read.
    """
    if settings.is_embedded:
        return _embedded(settings)
    with open_database(settings) as database:
        return _neo4j(database)


def schema_up(settings: Settings, progress: Progress) -> dict[str, Any]:
    """Applies what is missing and says what was done, and how the schema stands now.

    Raises:
        MigrationFault: Files and database contradict each other.
        NothingIngested, FixSetup, RetryLater: As `schema_status`; another process is migrating.
    """
    if settings.is_embedded:
        before = _embedded(settings)
        with open_services(settings):  # opening a store brings it to the current version
            pass
        steps = [f"version {number}" for number in range(before["version"] + 1, before["needed"] + 1)]
        return {"applied": steps, "repaired": [], "waiting": [], **_embedded(settings)}
    with open_database(settings) as database:
        done = migrate_up(database, progress=progress)
        did = {"applied": list(done.applied), "repaired": list(done.repaired), "waiting": list(done.waiting)}
        return {**did, **_neo4j(database)}


def _embedded(settings: Settings) -> dict[str, Any]:
    require_data(settings.data)
    path = settings.data / STORE_FILE
    version = stored_version(path)
    return _report("embedded", str(path), version, len(UPGRADES), version == len(UPGRADES))


def _neo4j(database: Database) -> dict[str, Any]:
    reviews, server = migration_status(database), server_of(database)
    missing = [one.name for one in missing_objects(database, reviews)]
    current = not missing and all(one.state in SETTLED for one in reviews)
    version = max((one.version for one in reviews if one.applied and one.applied.finished_at), default=0)
    needed = max((one.version for one in reviews if one.migration), default=0)
    report = _report("neo4j", database.address.uri, version, needed, current)
    return {
        **report,
        "server": f"Neo4j {server.version} {server.edition}",
        "migrations": _rows(reviews),
        "missing": missing,
        "fault": None if (fault := fault_of(reviews)) is None else str(fault),
    }


def _report(backend: str, where: str, version: int, needed: int, current: bool) -> dict[str, Any]:
    return {"backend": backend, "where": where, "version": version, "needed": needed, "up_to_date": current}


def _rows(reviews: Sequence[Review]) -> list[dict[str, Any]]:
    return [
        {
            "version": one.version,
            "name": one.name,
            "file": one.file,
            "state": one.state.value,
            "applied_at": _moment(one),
            "checksum_ok": _checksum_is_right(one),
        }
        for one in reviews
    ]


def _moment(one: Review) -> str | None:
    finished = one.applied.finished_at if one.applied else None
    return finished.isoformat(timespec="seconds") if finished else None


def _checksum_is_right(one: Review) -> bool | None:
    """None where there is nothing to compare."""
    if one.applied is None or one.migration is None:
        return None
    return one.applied.checksum == one.migration.checksum
