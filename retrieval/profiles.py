"""Profiles: frozen settings that say which parts of the one pipeline take part.

A profile is a value. Two profiles differ only in their figures and in the lanes they use, so that
any difference between their results is due to the method.
"""

from __future__ import annotations

from dataclasses import dataclass

from graph.errors import UnknownName
from graph.vocabulary import SourceKind


@dataclass(frozen=True, slots=True)
class Profile:
    """Settings of one retrieval method.

    Attributes:
        lanes: Names of the lanes that are asked and fused.
        depth: Hits asked of each lane.
        rrf_k: The constant of reciprocal rank fusion.
        recency_weight: Share w of recency in the re-rank factor `(1 - w) + w * recency`.
        recency_floor: Lowest recency.
        recency_days: Time constant of the exponential decay, in days.
        ageless: Kinds of text in force that do not age.
        superseded_penalty: Factor for passages that are superseded.
        evidence: Passages handed to the answerer, best first.
        heads: Passages of each lane that are handed to it in any case.
    """

    name: str
    lanes: tuple[str, ...]
    depth: int = 100
    rrf_k: int = 60
    recency_weight: float = 0.45
    recency_floor: float = 0.45
    recency_days: float = 30.0
    ageless: frozenset[SourceKind] = frozenset(
        {
            SourceKind.STATUTE,
            SourceKind.STANDARD,
            SourceKind.CONTRACT,
            SourceKind.ADDENDUM,
            SourceKind.SPECIFICATION,
            SourceKind.DRAWING,
            SourceKind.DOCUMENT,
        }
    )
    superseded_penalty: float = 0.34
    evidence: int = 24
    heads: int = 8


PROVENANCE = Profile("provenance", lanes=("vector", "lexical", "graph"))
BM25 = Profile("bm25", lanes=("lexical",), recency_weight=0.0, superseded_penalty=1.0)
DENSE = Profile("dense", lanes=("vector",), recency_weight=0.0, superseded_penalty=1.0)
STATIC_HYBRID = Profile("static-hybrid", lanes=("vector", "lexical"), recency_weight=0.0, superseded_penalty=1.0)

PROFILES = {profile.name: profile for profile in (PROVENANCE, BM25, DENSE, STATIC_HYBRID)}


def profile_named(name: str) -> Profile:
    """The profile of that name.

    Raises:
        UnknownName: There is none; the error lists those there are.
    """
    if name not in PROFILES:
        raise UnknownName("profile", name, list(PROFILES))
    return PROFILES[name]
