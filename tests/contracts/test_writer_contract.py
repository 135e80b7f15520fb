"""The fake Ollama server keeps the contract of a writer; the real one does under tests/integration/ollama."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.contracts.writer_contract import WriterContract
from tests.fakes.ollama_server import MODEL, FakeOllamaServer, Script


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A fake server that writes one long sentence."""
    with FakeOllamaServer(Script(lambda _: "Mooring lines shall be inspected every 14 days. [1]")) as server:
        yield server.url


@pytest.fixture
def model() -> str:
    """The model that it has."""
    return MODEL


class TestFakeServer(WriterContract):
    """The contract over the fake."""
