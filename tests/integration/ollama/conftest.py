"""A real Ollama server with a very small real model, one for all tests of a run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.services.ollama import MODEL, OllamaServer


@pytest.fixture(scope="session")
def ollama_server() -> Iterator[OllamaServer]:
    """Running, with its model; built first where this machine never had it."""
    server = OllamaServer()
    server.start()
    yield server
    server.close()


@pytest.fixture
def url(ollama_server: OllamaServer) -> str:
    """Where it listens."""
    return ollama_server.url


@pytest.fixture
def model() -> str:
    """The model that it has."""
    return MODEL
