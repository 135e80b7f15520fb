"""What every `graph.store.GraphStore` does. An implementation's tests subclass `StoreContract`.

The subclass gives the fixture `open_store`: a function that opens the store under test, which is
empty when a test begins and is the same data when the function is called again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from graph.store import GraphStore
from tests.contracts.store_contract_edges import EdgeContract
from tests.contracts.store_contract_history import HistoryContract
from tests.contracts.store_contract_nodes import NodeContract
from tests.contracts.store_contract_texts import TextContract
from tests.contracts.store_contract_transactions import TransactionContract

OpenStore = Callable[[], GraphStore]


class StoreContract(NodeContract, EdgeContract, HistoryContract, TextContract, TransactionContract):
    """The whole contract."""

    @pytest.fixture
    def store(self, open_store: OpenStore) -> Iterator[GraphStore]:
        """The store under test, empty."""
        store = open_store()
        yield store
        store.close()
