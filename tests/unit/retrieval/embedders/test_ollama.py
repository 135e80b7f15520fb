"""The Ollama embedder over a fake server."""

from __future__ import annotations

import pytest

from graph.errors import FixSetup, PrevailError, RetryLater
from retrieval.embedders.ollama import OllamaEmbedder
from tests.fakes.ollama_client import DIMENSIONS, FakeOllamaClient, ServerError


def test_texts_go_in_batches_of_sixty_four() -> None:
    """After one text at the start that tells the length of a vector."""
    client = FakeOllamaClient()
    embedder = OllamaEmbedder("words", client=client)
    assert embedder.embed([f"text {number}" for number in range(150)], "passage").shape == (150, DIMENSIONS)
    assert client.sizes == [1, 64, 64, 22]


def test_a_model_that_the_server_lacks_is_named_with_the_cure() -> None:
    """Before anything is encoded."""
    with pytest.raises(FixSetup, match="ollama pull other"):
        OllamaEmbedder("other", client=FakeOllamaClient())


@pytest.mark.parametrize(
    ("failure", "ours"),
    [
        (ConnectionError("refused"), RetryLater),
        (TimeoutError(), RetryLater),
        (ServerError("overloaded", 503), RetryLater),
        (ServerError("slow down", 429), RetryLater),
        (ServerError("this model does not support embeddings", 400), FixSetup),
    ],
)
def test_failures_are_errors_of_ours(failure: Exception, ours: type[PrevailError]) -> None:
    """What may pass by itself is told apart from what somebody must mend."""
    client = FakeOllamaClient()
    embedder = OllamaEmbedder("words", client=client)
    client.failure = failure
    with pytest.raises(ours) as caught:
        embedder.embed(["door"], "query")
    assert caught.value.__cause__ is failure
