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
"""Signals of a passage that may be cited; a passage is never superseded "in part", a source is."""

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
    """Whether text with this verdict may be evidence."""
    return verdict.signal in IN_FORCE


def count_withheld(candidates: Iterable[Candidate]) -> dict[str, int]:
    """How many candidates were kept back, by reason; every name of the interface is present."""
    counts = Counter(WITHHELD_AS[c.signal] for c in candidates if not c.passes)
    return {name: counts.get(name, 0) for name in ("superseded", "draft", "no_permission", "outside_period")} | {
        name: count for name, count in counts.items() if name == "unverified"
    }
