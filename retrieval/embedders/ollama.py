"""Embedding models that an Ollama server runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from graph.errors import FixSetup, PrevailError, RetryLater
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
        self._client = client or _connect(url)
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
        with _translated(self._model):
            vectors: Sequence[Sequence[float]] = self._client.embed(model=self._model, input=texts).embeddings
        return vectors


def _connect(url: str | None) -> Client:
    import ollama  # here, because most installations never ask a model

    client: Client = ollama.Client(host=url, timeout=_TIMEOUT_S)
    return client


@contextmanager
def _translated(model: str) -> Iterator[None]:
    """The one border to the library: whatever it raises becomes an error of ours."""
    try:
        yield
    except PrevailError:
        raise
    except Exception as error:
        raise translate(error, model) from error


def translate(error: Exception, model: str) -> PrevailError:
    """Our error for one of the client library (`ollama.RequestError`, `ollama.ResponseError`) or of
    the connection below it; told apart by the HTTP status that a response error carries."""
    status = getattr(error, "status_code", None)
    if status == 404:
        return FixSetup(f"Ollama does not have the model {model!r}: run `ollama pull {model}`")
    if isinstance(status, int) and 400 <= status < 500 and status not in (408, 429):
        return FixSetup(f"Ollama refuses to work with {model!r}: {error}")
    return RetryLater(f"Ollama does not answer: {str(error) or type(error).__name__}")
