"""The values that pass between lanes, fusion, re-rank and gate. Ranks count from 1."""

from __future__ import annotations

from dataclasses import dataclass

from graph.time import Moment
from graph.vocabulary import Signal


@dataclass(frozen=True, slots=True)
class Query:
    """A question with everything that decides what may answer it.

    Attributes:
        project: Only this project's texts and shared ones; None for all projects.
        principals: Who asks: the reader's id, groups, and "*" for what everybody may read.
    """

    text: str
    project: str | None
    principals: frozenset[str]
    moment: Moment


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that a lane returned.

    Attributes:
        rank: 1-based place in its lane.
        score: The lane's own figure; comparable only within one ranking.
        path: For the graph lane, the walk that led here, in words.
    """

    passage_id: str
    rank: int
    score: float
    path: str | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """What one lane returned for one query, best first."""

    lane: str
    hits: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A fused passage with every figure that placed it; `final == rrf * (0.55 + 0.45 * recency) * penalty`.

    Attributes:
        ranks: Lane to rank, only for lanes that returned it.
        signal: What governs says of its clause or source at the query's moment.
        reason: In one sentence, why the gate let it pass or not.
    """

    passage_id: str
    source_id: str
    ranks: tuple[tuple[str, int], ...]
    scores: tuple[tuple[str, float], ...]
    rrf: float
    age_days: float | None
    recency: float
    penalty: float
    final: float
    signal: Signal
    passes: bool
    reason: str
    path: str | None = None
