"""Restore: makes a data directory, or fills an empty database, from a backup."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from app.data_directory import exchange, is_occupied, require_ours
from app.settings import Settings
from app.use_cases.carrying import account_report, holdings
from app.use_cases.index import update_index
from app.wiring import Services, open_services
from graph.archive_reading import Archive, open_archive
from graph.disk import disk_errors
from graph.errors import FixSetup
from graph.filling import fill
from graph.locking import DataLock
from graph.progress import Progress
from graph.transfer import Account
from retrieval.index import VECTOR_CACHE

ROOM = ".restoring"
"""Where, inside the data directory, the new one is put together."""


def restore(settings: Settings, file: Path, progress: Progress, *, replace: bool = False) -> dict[str, Any]:
    """Checks the whole file first, then restores it, compares the result with it, and builds the index.

    Args:
        replace: Whether what is in the data directory may be replaced; it stays until the new one is whole.

    Raises:
        FixSetup: The file cannot be trusted; or there is something already, and it may not be replaced.
        RetryLater: Another process is writing to it.
    """
    archive = open_archive(file, progress)
    is_embedded = settings.is_embedded
    account = (_into_directory if is_embedded else _into_database)(settings, archive, progress, replace)
    return {
        "file": str(file),
        "made_at": archive.manifest.made_at,
        "into": str(settings.data) if is_embedded else settings.graph,
        "settings": dict(archive.manifest.settings),
        **account_report(account),
    }


def _into_directory(settings: Settings, archive: Archive, progress: Progress, replace: bool) -> Account:
    data = settings.data
    require_ours(data)
    room = data / ROOM
    with DataLock(data), disk_errors(data):
        if is_occupied(data) and not replace:
            raise FixSetup(f"{data} already holds data: restore into another directory, or add --replace")
        shutil.rmtree(room, ignore_errors=True)  # of a run that was cut off
        try:
            with open_services(settings.with_data(room), write=True, filling=True) as services:
                account = _fill(services, archive, progress, str(data))
            exchange(data, room)
        finally:
            shutil.rmtree(room, ignore_errors=True)
    return account


def _into_database(settings: Settings, archive: Archive, progress: Progress, replace: bool) -> Account:
    if replace:
        raise FixSetup("--replace is for data directories: empty the database first, or name another one")
    with open_services(settings, write=True, filling=True) as services:
        return _fill(services, archive, progress, settings.graph)


def _fill(services: Services, archive: Archive, progress: Progress, name: str) -> Account:
    with archive.opened() as origin:
        account = fill(holdings(services), origin, progress, name)
    vectors = services.index_directory / VECTOR_CACHE
    if not vectors.exists():
        archive.extract(VECTOR_CACHE, vectors)
    update_index(services, progress)
    return account
