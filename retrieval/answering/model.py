"""Outcomes of a question: an answer whose every sentence is cited, or an abstention with a reason."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from graph.demands import Requirement
from graph.model import Box, Span
from graph.verdicts import Verdict
from graph.vocabulary import ConflictClass, ConflictState, Signal

MAX_CITATIONS = 4
"""The most that an answer may cite."""


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

        Text that ended on a day of its own is outside its period; it was not superseded. What was only said is no
        evidence of what is in force.
        """
        if verdict.is_said:
            return cls.NO_EVIDENCE
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
        copies: In how many places the message is held that the reader may see; 1 for what is no message.
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
    copies: int = 1


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the answer and the numbers of the citations that support it."""

    text: str
    citations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stated:
    """A requirement that an answer states, and the number of the citation that it stands in."""

    requirement: Requirement
    n: int


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a dispute: its words as cited, what they say for people, and the requirement read in them."""

    citation: Citation
    says: str
    requirement: Requirement | None = None


@dataclass(frozen=True, slots=True)
class Dispute:
    """What texts in force are to each other on what is asked.

    Attributes:
        id: Of the conflict in the register.
        reason: One sentence.
        sides: Those in force.
        stricter, prevails: Number of the citation of the side that satisfies all, or that a rule lets stand.
        state: Where it stands in the register; None for what nobody has to decide.
        decision: What was decided, by whom and when; None where nothing was.
    """

    id: str
    kind: ConflictClass
    reason: str
    sides: tuple[Side, ...]
    stricter: int | None = None
    prevails: int | None = None
    state: ConflictState | None = None
    decision: str | None = None


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
    requirements: tuple[Stated, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    unlisted: int = 0
    is_dated: bool = False


@dataclass(frozen=True, slots=True)
class Abstention:
    """Nothing is answered, why, what came nearest, and what would settle it.

    Attributes:
        values: For an unresolved conflict, what each of `nearest` says, in their order.
        dispute: That conflict, where it is one of requirements.
    """

    reason: Reason
    detail: str
    nearest: tuple[Citation, ...]
    would_settle: tuple[str, ...]
    coverage: float
    threshold: float
    values: tuple[str, ...] = ()
    dispute: Dispute | None = None


Outcome = Answer | Abstention
