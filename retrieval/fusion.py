"""Reciprocal rank fusion."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from retrieval.model import Ranking


@dataclass(frozen=True, slots=True)
class Fused:
    """A passage with its fused score and its place in each lane that returned it."""

    passage_id: str
    rrf: float
    ranks: tuple[tuple[str, int], ...]
    scores: tuple[tuple[str, float], ...]
    path: str | None


def reciprocal_rank_fusion(rankings: Iterable[Ranking], k: int = 60) -> list[Fused]:
    """Fuses rankings into one, best first, ties by passage id.

    Args:
        rankings: One per lane.
        k: Smoothing constant; the paper found 60 good on several collections.

    **Formula**: `RRF(d) = sum over lanes of 1 / (k + rank_lane(d))`, rank from 1; a lane that did not
    return d adds nothing. Cormack, Clarke, Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and
    individual Rank Learning Methods", SIGIR 2009, doi:10.1145/1571941.1572114.

    Examples:
        >>> from retrieval.model import Hit
        >>> a = Ranking("vector", (Hit("p", 1, 0.9), Hit("q", 2, 0.8)))
        >>> b = Ranking("lexical", (Hit("q", 1, 7.0),))
        >>> [(f.passage_id, round(f.rrf, 6)) for f in reciprocal_rank_fusion([a, b])]
        [('q', 0.032522), ('p', 0.016393)]
    """
    places: dict[str, list[tuple[str, int, float]]] = {}
    paths: dict[str, str] = {}
    for ranking in rankings:
        for hit in ranking.hits:
            places.setdefault(hit.passage_id, []).append((ranking.lane, hit.rank, hit.score))
            if hit.path is not None:
                paths[hit.passage_id] = hit.path
    fused = [
        Fused(
            passage_id=passage_id,
            rrf=sum(1.0 / (k + rank) for _, rank, _ in found),
            ranks=tuple((lane, rank) for lane, rank, _ in found),
            scores=tuple((lane, score) for lane, _, score in found),
            path=paths.get(passage_id),
        )
        for passage_id, found in places.items()
    ]
    return sorted(fused, key=lambda item: (-item.rrf, item.passage_id))
