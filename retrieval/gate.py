"""The gate: text that does not govern at the moment asked about is never evidence.

The re-rank penalty only orders; whatever its score, a passage passes only if the verdict on its
clause says that it is in force for this reader and project.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from graph.governing import Verdict
from graph.vocabulary import Signal
from retrieval.model import Candidate

IN_FORCE = frozenset({Signal.GOVERNS, Signal.CONTESTED, Signal.AT_RISK, Signal.WITHDRAWN_PINNED})
"""Signals of text that may be cited."""

WITHHELD_AS = {
    Signal.SUPERSEDED: "superseded",
    Signal.SUPERSEDED_IN_PART: "superseded",
    Signal.WITHDRAWN: "superseded",
    Signal.DRAFT: "draft",
    Signal.NOT_YET_EFFECTIVE: "outside_period",
    Signal.UNVERIFIED: "unverified",
}
"""Under which name a withheld passage is counted."""


def passes(verdict: Verdict) -> bool:
    """Whether text with this verdict may be evidence.

    A passage that is superseded in part passes as a whole, unless all of it is in a place that holds, or
    may hold, words out of force; each of its sentences is judged again by its own span before it is quoted
    (`may_quote`).
    """
    return may_quote(verdict) or (verdict.signal is Signal.SUPERSEDED_IN_PART and not verdict.is_withheld)


def may_quote(verdict: Verdict) -> bool:
    """Whether exactly this text, judged by its own span, may be quoted: as in force, or as what was said."""
    return verdict.signal in IN_FORCE or verdict.is_said


def count_withheld(candidates: Iterable[Candidate]) -> dict[str, int]:
    """How many candidates were kept back, or a part of them, by reason; every name of the interface is present."""
    kept = (c for c in candidates if not (c.signal is Signal.UNVERIFIED and c.passes))
    counts = Counter(WITHHELD_AS[c.signal] for c in kept if c.signal in WITHHELD_AS)
    return {name: counts.get(name, 0) for name in ("superseded", "draft", "no_permission", "outside_period")} | {
        name: count for name, count in counts.items() if name == "unverified"
    }
