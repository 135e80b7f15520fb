"""Drafts by a model that an Ollama server runs: the border to its client library."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from queue import Empty, Queue
from typing import Any, Protocol

from graph.errors import FixSetup, PrevailError, RetryLater
from retrieval.answering.generated.prompt import BUDGET_TOKENS, Prompt
from retrieval.answering.generated.writer import CUT
from retrieval.ollama_server import connect, translate

MOST_TOKENS = 320
"""Tokens of a draft at most."""
MOST_CHARS = 4000
"""Characters of a draft at most, whatever the server counts."""
REST_S = 30.0
"""Seconds for which a server that did not answer is not asked again."""


class Client(Protocol):
    """The part of `ollama.Client` that is used."""

    def generate(self, **asked: Any) -> Any:  # Any: the library's own types, which this border hides
        """With `stream`, an iterator of objects with `response`, `done` and `done_reason`."""

    def list(self) -> Any:
        """An object whose `models` each have `model` and `digest`."""

    def close(self) -> None:
        """Ends its connections."""


class OllamaWriter:
    """Drafts at temperature 0 with a fixed seed; connects for each draft, so that making one cannot fail."""

    def __init__(
        self,
        model: str,
        url: str | None = None,
        timeout_s: float = 60.0,
        most_tokens: int = MOST_TOKENS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Keeps what to ask.

        Args:
            url: Where the server listens; None for the library's default.
            timeout_s: Seconds from the question to the last piece of a draft.
            most_tokens: Tokens of a draft at most.
        """
        self.name = f"ollama:{model}"
        self._model = model
        self._url = url
        self._timeout_s = timeout_s
        self._most_tokens = most_tokens
        self._clock = clock
        self._rests_until = clock()

    def write(self, prompt: Prompt) -> Iterator[str]:
        """See `Writer.write`. A server that did not answer rests: until then it is not asked again.

        Raises:
            RetryLater: It does not answer, not in time, or breaks off.
            FixSetup: It does not have the model.
        """
        if self._clock() < self._rests_until:
            raise RetryLater("Ollama did not answer a moment ago and is not asked again yet")
        try:
            yield from self._pieces(prompt)
        except RetryLater:
            self._rests_until = self._clock() + REST_S
            raise

    def digest(self) -> str | None:
        """See `Writer.digest`; None too where the server does not say."""
        names = {self._model, f"{self._model}:latest"}
        try:
            with closing(self._client()) as client:
                models = client.list().models
            return next((str(one.digest) for one in models if one.model in names), None)
        except Exception:
            return None  # the draft itself tells what is wrong with the server

    def _pieces(self, prompt: Prompt) -> Iterator[str]:
        """The pieces as a thread of its own receives them, so that no silence outlasts the time-out."""
        received: Queue[str | Exception | None] = Queue()
        stopped = threading.Event()
        asked = (prompt, received, stopped)
        threading.Thread(target=self._receive, args=asked, name="draft", daemon=True).start()
        end, length = self._clock() + self._timeout_s, 0
        try:
            while (piece := self._next(received, end)) is not None:
                length += len(piece)
                yield piece
                if length > MOST_CHARS:
                    yield CUT
                    return
        finally:
            stopped.set()

    def _next(self, received: Queue[str | Exception | None], end: float) -> str | None:
        try:
            piece = received.get(timeout=max(0.0, end - self._clock()))
        except Empty:
            raise RetryLater(f"Ollama did not finish within {self._timeout_s:g} s") from None
        if isinstance(piece, PrevailError):
            raise piece
        if isinstance(piece, Exception):
            raise translate(piece, self._model) from piece
        return piece

    def _receive(self, prompt: Prompt, received: Queue[str | Exception | None], stopped: threading.Event) -> None:
        """Puts every piece, then None; or what went wrong."""
        try:
            with closing(self._client()) as client, closing(self._stream(client, prompt)) as stream:
                for piece in stream:
                    received.put(piece.response or "")
                    if piece.done:
                        received.put(CUT if piece.done_reason == "length" else "")
                        received.put(None)
                    if piece.done or stopped.is_set():
                        return
            received.put(RetryLater("Ollama broke off in the middle of its answer"))
        except Exception as error:
            received.put(error)

    def _client(self) -> Client:
        client: Client = connect(self._url, self._timeout_s)
        return client

    def _stream(self, client: Client, prompt: Prompt) -> Any:
        return client.generate(
            model=self._model,
            system=prompt.system,
            prompt=prompt.text,
            stream=True,
            options={
                "temperature": 0,
                "seed": 1,
                "num_predict": self._most_tokens,
                "num_ctx": BUDGET_TOKENS + MOST_TOKENS + 128,
            },
        )

    def check(self) -> str:
        """Digest of the model, for somebody who wants to know whether a draft could be asked for.

        Raises:
            RetryLater: The server does not answer.
            FixSetup: It does not have the model.
        """
        try:
            with closing(self._client()) as client:
                client.list()
        except Exception as error:
            raise translate(error, self._model) from error
        found = self.digest()
        if found is None:
            raise FixSetup(f"Ollama does not have the model {self._model!r}: run `ollama pull {self._model}`")
        return found
