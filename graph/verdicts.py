"""The values in which `graph.governing` answers: verdicts, successors, transitions, histories."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from graph.listed import Listed
from graph.model import Claim, Evidence
from graph.vocabulary import Signal

IN_FORCE = frozenset(
    {Signal.GOVERNS, Signal.CONTESTED, Signal.AT_RISK, Signal.WITHDRAWN_PINNED, Signal.SUPERSEDED_IN_PART}
)
"""Signals of a source whose text, or part of it, binds."""

SAID = "said"
"""The rule of a verdict on what was only said: in mail, or in talk."""


_BOUND = re.compile(
    r"\s+(?:(?:on or\s+)?(?:before|after)|until|till|prior to|(?:by|from|on|since)(?=\s+(?:\d|the date|that date)))\b",
    re.I,
)
"""Words after which a condition names the day that bounds it."""


@dataclass(frozen=True, slots=True)
class Successor:
    """What took the place of something.

    Attributes:
        node: A source id, or the id of a work that is only known by name.
        name: For people.
        clauses: Where in it the replacement stands; empty for all of it.
        since: First day; None if no date is known.
    """

    node: str
    name: str
    clauses: tuple[str, ...] = ()
    since: date | None = None


@dataclass(frozen=True, slots=True)
class Transition:
    """What a replacement reserves for its predecessor, in the text's own words.

    Attributes:
        condition: "work started before 6 April 2013".
        node: The predecessor: a source id, or a work's id.
        name: Of the predecessor, with the edition that is meant.
        since: Day on which the replacement takes effect otherwise.
        version: The edition of the predecessor that is meant, where the text names one.
    """

    condition: str
    node: str
    name: str
    since: date | None
    evidence: Evidence | None
    version: str | None = None

    @property
    def needs(self) -> str:
        """What has to be known to say which of the two texts applies."""
        return f"the date of {_BOUND.split(self.condition, maxsplit=1)[0].strip()!r}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether something governs at the moment asked about, and why.

    Attributes:
        reason: One sentence for people that names the evidence.
        rule: The method, or the fact, that decided: `header-field`, `revision-series`, `status` …
        edges: Ids of the edges that decided.
        since: First day of this signal; None if no date is known.
        successors: What took its place directly.
        evidence: The words of the edges that decided; empty where claims or the order of versions did.
        claims: Claims that decided, with the span that says it, where a text does.
        transitions: What it reserves for others, or others for it.
        listed: A later version that a register lists and that is not held.
        is_withheld: All of the text asked about is in a place that holds, or may hold, words out of force.
    """

    signal: Signal
    reason: str
    rule: str
    edges: tuple[str, ...] = ()
    since: date | None = None
    successors: tuple[Successor, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    claims: tuple[Claim, ...] = ()
    transitions: tuple[Transition, ...] = ()
    listed: Listed | None = None
    is_withheld: bool = False

    @property
    def is_in_force(self) -> bool:
        """Whether the text, or part of it, binds."""
        return self.signal in IN_FORCE

    @property
    def is_said(self) -> bool:
        """Whether nothing is against the text but that it was only said: it tells, and binds nobody."""
        return self.rule == SAID

    @property
    def stands(self) -> bool:
        """Whether nothing took it back: it binds, or it is what was said."""
        return self.is_in_force or self.is_said

    @property
    def text_signal(self) -> Signal:
        """The signal of the very text that was asked about: what is all out of force does not bind in part."""
        if not self.is_withheld:
            return self.signal
        return Signal.SUPERSEDED if self.successors else Signal.WITHDRAWN


@dataclass(frozen=True, slots=True)
class ChainLink:
    """One version in the history of a work.

    Attributes:
        since, until: Half-open period in which it was in force; None where no date is known.
    """

    source_id: str
    name: str
    verdict: Verdict
    since: date | None
    until: date | None
