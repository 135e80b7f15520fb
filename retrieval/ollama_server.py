"""The border to an Ollama server: connections to it, and its errors as ours."""

from __future__ import annotations

from typing import Any

from graph.errors import FixSetup, PrevailError, RetryLater

_CONNECT_S = 3.0


def connect(url: str | None, timeout_s: float) -> Any:  # Any: its overloads are wider than our protocols
    """An `ollama.Client`; nothing is sent yet.

    Args:
        url: Where the server listens; None for the library's default.
        timeout_s: Seconds to wait for each piece of an answer; for the connection, three at most.
    """
    import httpx
    import ollama  # here, because most installations never ask a model

    return ollama.Client(host=url, timeout=httpx.Timeout(timeout_s, connect=min(_CONNECT_S, timeout_s)))


def translate(error: Exception, model: str) -> PrevailError:
    """Our error for one of the client library (`ollama.RequestError`, `ollama.ResponseError`) or of
    the connection below it; told apart by the HTTP status that a response error carries."""
    status = getattr(error, "status_code", None)
    if status == 404:
        return FixSetup(f"Ollama does not have the model {model!r}: run `ollama pull {model}`")
    if isinstance(status, int) and 400 <= status < 500 and status not in (408, 429):
        return FixSetup(f"Ollama refuses to work with {model!r}: {error}")
    return RetryLater(f"Ollama does not answer: {str(error) or type(error).__name__}")
