"""Who drafts: the protocol, and a draft that was written before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from graph.errors import RetryLater
from retrieval.answering.generated.prompt import Prompt

CUT = "…"
"""The last piece of a draft whose writer was stopped before it was done."""


class Writer(Protocol):
    """Drafts an answer from a prompt."""

    @property
    def name(self) -> str:
        """As the settings name it, "ollama:<model>"."""

    def write(self, prompt: Prompt) -> Iterator[str]:
        """The draft in pieces as they are written; `CUT` is the last one where it was stopped.

        Raises:
            RetryLater: It does not answer, not in time, or breaks off.
            FixSetup: It cannot work as it is set up.
        """

    def digest(self) -> str | None:
        """Which weights it writes with; None where that is not known."""


@dataclass(frozen=True, slots=True)
class StoredDraft:
    """A writer that gives what was written before, and fails where that failed."""

    name: str
    draft: str
    failure: str | None = None
    weights: str | None = None

    def write(self, prompt: Prompt) -> Iterator[str]:
        """See `Writer.write`."""
        if self.draft:
            yield self.draft
        if self.failure is not None:
            raise RetryLater(self.failure)

    def digest(self) -> str | None:
        """See `Writer.digest`."""
        return self.weights
