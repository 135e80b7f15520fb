"""What a reader found, before it is a commitment with an id."""

from __future__ import annotations

from dataclasses import dataclass

from graph.demands import MotionStep
from graph.spans import Span
from graph.vocabulary import CommitmentKind


@dataclass(frozen=True, slots=True)
class Draft:
    """One promise or decision as a reader found it; the fields mean what they mean in `Commitment`.

    Attributes:
        due_in: Where its words may say until when.
    """

    kind: CommitmentKind
    span: Span
    who: str
    what: str
    confidence: float
    method: str
    language: str
    speaker: str | None = None
    start_s: float | None = None
    due_in: Span | None = None
    steps: tuple[MotionStep, ...] = ()
