"""What backup, restore and move share: the place behind the services, and their report."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app.wiring import Services
from graph.transfer import Account, Holdings
from retrieval.embedders.vector_cache import copy_vectors
from retrieval.index import VECTOR_CACHE


def holdings(services: Services) -> Holdings:
    """All of it that has to be carried; the index is derived."""
    return Holdings(services.store, services.blobs, services.receipts)


def carry_vectors(services: Services, to: Path) -> bool:
    """Copies the vectors computed so far, so that they need not be computed again; False where there are none."""
    return copy_vectors(services.index_directory / VECTOR_CACHE, to)


def account_report(account: Account) -> dict[str, Any]:
    """The account as the outside sees it: records by kind, ended ones included, and the digest of everything."""
    return {"records": dict(account.counts), "digest": account.digest}
