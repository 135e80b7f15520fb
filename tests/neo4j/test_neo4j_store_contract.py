"""The Neo4j store passes the contract of every store, on a real server."""

from __future__ import annotations

import pytest

from graph.neo4j_store import Neo4jStore
from tests.contracts.store_contract import OpenStore, StoreContract
from tests.neo4j.opening import clear, open_neo4j
from tests.services.neo4j import Neo4jServer

pytestmark = pytest.mark.timeout(300)


class TestNeo4jStore(StoreContract):
    """One database for the module, emptied of data before every test."""

    @pytest.fixture
    def open_store(self, empty_neo4j: Neo4jServer) -> OpenStore:
        """Opens the test's database."""
        clear(empty_neo4j)
        return lambda: Neo4jStore(open_neo4j(empty_neo4j))
