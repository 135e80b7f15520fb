"""A stand-in for `ollama.Client`: one model that hashes words, and failures on demand."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

DIMENSIONS = 32


@dataclass
class Embedded:
    """What the client returns."""

    embeddings: list[list[float]]


@dataclass
class Generated:
    """What the client returns of a text that it wrote."""

    response: str


class ServerError(Exception):
    """As the library's response error: it carries the HTTP status."""

    def __init__(self, text: str, status_code: int) -> None:
        super().__init__(text)
        self.status_code = status_code


@dataclass
class FakeOllamaClient:
    """Answers like a server that has only the model `words`; refuses blank input as some models do.

    Attributes:
        failure: Raised by the next calls, if set.
        sizes: How many texts each call had.
        answers: What it writes next, the last one for ever.
        prompts: What it was asked.
    """

    failure: Exception | None = None
    sizes: list[int] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    prompts: list[str] = field(default_factory=list)

    def embed(self, model: str, input: Sequence[str]) -> Embedded:
        """Vectors that are not of unit length."""
        if self.failure:
            raise self.failure
        if model != "words":
            raise ServerError(f'model "{model}" not found, try pulling it first', 404)
        if not all(text.strip() for text in input):
            raise ServerError("input is blank", 400)
        self.sizes.append(len(input))
        return Embedded([_vector(text) for text in input])

    def generate(self, **asked: Any) -> Generated:
        """The next of its answers."""
        if self.failure:
            raise self.failure
        if asked["model"] != "words":
            raise ServerError(f'model "{asked["model"]}" not found, try pulling it first', 404)
        self.prompts.append(asked["prompt"])
        return Generated(self.answers.pop(0) if len(self.answers) > 1 else self.answers[0])


def _vector(text: str) -> list[float]:
    vector = np.zeros(DIMENSIONS)
    for word in text.split():
        vector[hashlib.sha256(word.encode()).digest()[0] % DIMENSIONS] += 3.0
    return [float(value) for value in vector]
