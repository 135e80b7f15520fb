"""Embedding models that an Ollama server runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from retrieval.ollama_server import connect, translate
from retrieval.protocols import Role

_BATCH_TEXTS = 64
_TIMEOUT_S = 120.0
_INSTEAD_OF_NOTHING = "."


class Client(Protocol):
    """The part of `ollama.Client` that is used."""

    def embed(self, model: str, input: Sequence[str]) -> Any:
        """An object whose `embeddings` are the vectors of `input`, in its order."""


class OllamaEmbedder:
    """Queries and passages are treated alike; texts that are too long are cut by the server.

    Blank texts, which some servers refuse, are sent as a full stop.
    """

    def __init__(self, model: str, url: str | None = None, client: Client | None = None) -> None:
        """Asks the server for one vector, to learn its length.

        Args:
            url: Where the server listens; None for the library's default.
            client: What to ask instead of a server.

        Raises:
            FixSetup: The server does not have the model.
            RetryLater: The server does not answer.
        """
        self._client = client or connect(url, _TIMEOUT_S)
        self._model = model
        self.name = f"ollama:{model}"
        self.dimensions = len(self._ask([_INSTEAD_OF_NOTHING])[0])

    def embed(self, texts: Sequence[str], role: Role) -> NDArray[np.float32]:
        """See `Embedder.embed`.

        Raises:
            RetryLater, FixSetup: As at the start.
        """
        vectors = np.empty((len(texts), self.dimensions), np.float32)
        for start in range(0, len(texts), _BATCH_TEXTS):
            batch = [text if text.strip() else _INSTEAD_OF_NOTHING for text in texts[start : start + _BATCH_TEXTS]]
            vectors[start : start + len(batch)] = self._ask(batch)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors

    def _ask(self, texts: list[str]) -> Sequence[Sequence[float]]:
        try:
            vectors: Sequence[Sequence[float]] = self._client.embed(model=self._model, input=texts).embeddings
        except Exception as error:
            raise translate(error, self._model) from error
        return vectors
