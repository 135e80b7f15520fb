"""Outcomes of a question: an answer whose every sentence is cited, or an abstention with a reason."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from graph.model import Box, Span
from graph.verdicts import Verdict
from graph.vocabulary import Signal


class Reason(StrEnum):
    """Why nothing is answered."""

    NO_EVIDENCE = "no evidence"
    ONLY_SUPERSEDED = "only superseded"
    UNRESOLVED_CONFLICT = "unresolved conflict"
    NO_PERMISSION = "no permission"
    SOURCE_STALE = "source stale"
    OUTSIDE_PERIOD = "outside period"
    BELOW_COVERAGE = "below coverage"

    @classmethod
    def of_withheld(cls, verdict: Verdict) -> Reason:
        """Why nothing is answered where only text of this verdict would have answered.

        Text that ended on a day of its own is outside its period; it was not superseded.
        """
        if verdict.rule == "effective_to":
            return cls.OUTSIDE_PERIOD
        not_in_force = {Signal.NOT_YET_EFFECTIVE: cls.OUTSIDE_PERIOD, Signal.UNVERIFIED: cls.SOURCE_STALE}
        return not_in_force.get(verdict.signal, cls.ONLY_SUPERSEDED)


@dataclass(frozen=True, slots=True)
class Quote:
    """Characters of a source that an answer rests on: `text(source_id)[span] == text`."""

    source_id: str
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Citation:
    """A quote with everything a reader needs to check it.

    Attributes:
        n: 1-based number, as in the answer's markers.
        work: Document number, or the title where it has none.
        page, boxes: For paged sources; boxes are in PDF user space of that page.
        signal: What the cited text is at the moment asked about.
    """

    n: int
    source_id: str
    passage_id: str | None
    work: str
    title: str | None
    version: str | None
    kind: str
    authority: str
    date: str | None
    clause: str | None
    page: int | None
    boxes: tuple[Box, ...]
    start_s: float | None
    end_s: float | None
    speaker: str | None
    quote: Quote
    signal: Signal
    uri: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the answer and the numbers of the citations that support it."""

    text: str
    citations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """Sentences, each with citations.

    Attributes:
        history: The question was about what text *said* or what became of it: citations may then be
            of text that does not govern, each marked with its signal.
    """

    sentences: tuple[Sentence, ...]
    citations: tuple[Citation, ...]
    coverage: float
    threshold: float
    history: bool = False


@dataclass(frozen=True, slots=True)
class Abstention:
    """Nothing is answered, why, what came nearest, and what would settle it.

    Attributes:
        values: For an unresolved conflict, what each of `nearest` says, in their order.
    """

    reason: Reason
    detail: str
    nearest: tuple[Citation, ...]
    would_settle: tuple[str, ...]
    coverage: float
    threshold: float
    values: tuple[str, ...] = ()


Outcome = Answer | Abstention
