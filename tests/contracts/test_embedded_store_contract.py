"""The embedded store passes the contract."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph.embedded_store import EmbeddedStore
from tests.contracts.store_contract import OpenStore, StoreContract


class TestEmbeddedStore(StoreContract):
    """One SQLite database in a fresh directory for every test."""

    @pytest.fixture
    def open_store(self, tmp_path: Path) -> OpenStore:
        """Opens the test's database."""
        return lambda: EmbeddedStore(tmp_path / "graph.db")
