"""Later decisions about the same thing: each may take the place of an earlier one, which a person affirms.

Two decisions are about one thing where they share most of the telling words of the shorter one, or name the same
document and share some; one that adds no word to the other only repeats it. No rule class certifies such an edge:
words that are alike are no proof.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache

from graph.commitments.words import LANGUAGES, words
from graph.demands import Commitment
from graph.identity import edge_id
from graph.model import Edge
from graph.spans import Evidence
from graph.vocabulary import CommitmentKind, EdgeState, EdgeType

METHOD = "decision-reversal"

_WORD = re.compile(r"[^\W_][\w-]*[^\W_]|\d|[\u4e00-\u9fff]{2}")
_FEWEST = 2
_SHARE, _SHARE_SAID, _SHARE_NAMED = 0.6, 0.4, 0.25
_COMMONEST, _FEW, _MANY = 0.2, 12, 60
"""A word that more decisions have than this share of them tells nothing; no fewer than `_FEW`, no more than `_MANY`."""


@dataclass(frozen=True, slots=True)
class Made:
    """A decision with the day on which it was made; None where nobody knows."""

    commitment: Commitment
    project: str
    day: date | None


@dataclass(frozen=True, slots=True)
class Reversal:
    """A later decision that may take the place of an earlier one.

    Attributes:
        shared: The telling words of both.
    """

    new: Commitment
    old: Commitment
    shared: tuple[str, ...]
    confidence: float

    def edge(self, evidence: Evidence, at: datetime) -> Edge:
        """The proposed edge of supersession between the two."""
        return Edge(
            id=edge_id(EdgeType.SUPERSEDES, self.new.id, self.old.id, METHOD),
            type=EdgeType.SUPERSEDES,
            src=self.new.id,
            dst=self.old.id,
            recorded_at=at,
            method=METHOD,
            confidence=self.confidence,
            state=EdgeState.PROPOSED,
            evidence=evidence,
        )


def reversals(made: Iterable[Made]) -> list[Reversal]:
    """Of every decision, the latest other one that may have taken its place; ordered by the id of the older one."""
    decisions = [one for one in made if one.commitment.kind is CommitmentKind.DECISION]
    telling = _telling({one.commitment.id: one.commitment.what for one in decisions})
    found: dict[str, tuple[tuple[date, str], Reversal]] = {}
    for new, old in _pairs(decisions, telling):
        reversal = _compare(new.commitment, old.commitment, telling)
        if reversal is None or new.day is None:
            continue
        key = (new.day, new.commitment.id)
        if old.commitment.id not in found or key > found[old.commitment.id][0]:
            found[old.commitment.id] = key, reversal
    return [found[old][1] for old in sorted(found)]


def _pairs(decisions: list[Made], telling: dict[str, frozenset[str]]) -> Iterator[tuple[Made, Made]]:
    """A later and an earlier decision of one project that share a telling word; each pair once."""
    by_word: dict[tuple[str, str], list[Made]] = defaultdict(list)
    for one in decisions:
        for word in telling[one.commitment.id]:
            by_word[one.project, word].append(one)
    seen: set[tuple[str, str]] = set()
    for sharing in by_word.values():
        for new in sharing:
            for old in sharing:
                pair = (new.commitment.id, old.commitment.id)
                if pair not in seen and _is_later(new, old):
                    seen.add(pair)
                    yield new, old


def _is_later(new: Made, old: Made) -> bool:
    """Whether one was made after the other: on a later day, or later in one conversation."""
    if new.commitment.source_id == old.commitment.source_id:
        return new.day is not None and new.commitment.span.start > old.commitment.span.start
    return new.day is not None and old.day is not None and new.day > old.day


def _compare(new: Commitment, old: Commitment, telling: dict[str, frozenset[str]]) -> Reversal | None:
    first, second = telling[new.id], telling[old.id]
    shared = first & second
    if not shared:
        return None
    share = len(shared) / min(len(first), len(second))
    says_so = any(words(language).reversal.search(new.what) for language in LANGUAGES)
    is_named = bool(set(new.relies_on) & set(old.relies_on))
    needed = _SHARE_NAMED if is_named and says_so else _SHARE_SAID if says_so or is_named else _SHARE
    is_repetition = not says_so and (first <= second or new.source_id == old.source_id)
    if len(shared) < _FEWEST or share < needed or is_repetition or first == second:
        return None
    confidence = round(min(0.3 + 0.3 * share + 0.15 * says_so + 0.15 * is_named, 0.9), 2)
    return Reversal(new, old, tuple(sorted(shared)), confidence)


def telling_words(what: str) -> frozenset[str]:
    """The words of a promise or decision that tell what it is about."""
    return frozenset({_stem(word) for word in _WORD.findall(what.casefold())} - _common())


def _telling(said: dict[str, str]) -> dict[str, frozenset[str]]:
    """The words of each decision that tell what it is about: without those that many decisions have."""
    found = {one: telling_words(what) for one, what in said.items()}
    count: dict[str, int] = defaultdict(int)
    for some in found.values():
        for word in some:
            count[word] += 1
    most = min(max(_FEW, _COMMONEST * len(said)), _MANY)
    return {one: frozenset(word for word in some if count[word] <= most) for one, some in found.items()}


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 4 and word.endswith("s") and word.isascii() else word


@cache
def _common() -> frozenset[str]:
    """Words of deciding, and those that tell nothing."""
    return frozenset(word for language in LANGUAGES for word in words(language).empty)
