"""Move: carries all that Prevail knows to another store, and compares both at the end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from app.data_directory import require_ours
from app.errors import SettingsInvalid
from app.settings import EMBEDDED, LOCAL_LANES, SETTINGS, Settings
from app.use_cases.carrying import account_report, carry_vectors, holdings
from app.use_cases.index import update_index
from app.wiring import Services, open_services
from graph.filling import fill
from graph.progress import Progress
from graph.transfer import opened
from retrieval.index import VECTOR_CACHE


def move(services: Services, target: str, progress: Progress) -> dict[str, Any]:
    """Puts all of it into an empty place, or goes on with that; what is here stays as it is.

    It is a view of one moment: what is written or asked here later is brought by moving again, as long as
    nobody has changed anything there.

    Args:
        target: Address of a Neo4j, or a data directory.

    Raises:
        SettingsInvalid: It is neither.
        FixSetup: It holds other data, or differs from this in the end.
        RetryLater: Another process is writing to it.
    """
    there = settings_for(services.settings, target)
    is_elsewhere = there.data.resolve() != services.settings.data.resolve()
    with opened(holdings(services)) as origin, open_services(there, write=True, filling=True) as others:
        account = fill(holdings(others), origin, progress, target)
        if is_elsewhere:
            vectors = others.index_directory / VECTOR_CACHE
            if not vectors.exists():
                carry_vectors(services, vectors)
            update_index(others, progress)
    return {
        "from": services.place,
        "to": target,
        "indexed": is_elsewhere or not there.is_embedded,
        **account_report(account),
    }


def settings_for(settings: Settings, target: str) -> Settings:
    """The settings with which the target is used.

    Raises:
        SettingsInvalid: It is an address, and none of a Neo4j.
        NotADataDirectory: It is a directory that holds something else.
    """
    if "://" not in target:
        directory = Path(target).expanduser()
        require_ours(directory)
        return replace(settings, graph=EMBEDDED, lanes_backend=LOCAL_LANES, data=directory)
    try:
        graph = next(row for row in SETTINGS if row.field == "graph").read(target)
    except ValueError as error:
        raise SettingsInvalid([f"--to {target!r}: {error}"]) from error
    return replace(settings, graph=str(graph))
