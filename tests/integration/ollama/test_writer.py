"""The real server keeps the contract that the fake one keeps in `make check`."""

from __future__ import annotations

from tests.contracts.writer_contract import WriterContract


class TestRealServer(WriterContract):
    """The contract over a real Ollama."""
