"""Every embedder passes the contract."""

from __future__ import annotations

import pytest

from retrieval.embedders.hashed import HashedEmbedder
from retrieval.embedders.minilm import MiniLmEmbedder
from retrieval.embedders.ollama import OllamaEmbedder
from retrieval.protocols import Embedder
from tests.contracts.embedder_contract import EmbedderContract
from tests.fakes.ollama_client import FakeOllamaClient


@pytest.fixture(scope="module")
def minilm(tmp_path_factory: pytest.TempPathFactory) -> MiniLmEmbedder:
    """One for this module, since it writes its graph."""
    return MiniLmEmbedder(tmp_path_factory.mktemp("models"))


class TestHashed(EmbedderContract):
    """The reference embedder."""

    @pytest.fixture
    def embedder(self) -> Embedder:
        """A new one for every test."""
        return HashedEmbedder()


class TestMiniLm(EmbedderContract):
    """The default embedder."""

    @pytest.fixture
    def embedder(self, minilm: MiniLmEmbedder) -> Embedder:
        """The same one for all tests."""
        return minilm


class TestOllama(EmbedderContract):
    """The client of an Ollama server, over a fake server."""

    @pytest.fixture
    def embedder(self) -> Embedder:
        """A new one for every test."""
        return OllamaEmbedder("words", client=FakeOllamaClient())
