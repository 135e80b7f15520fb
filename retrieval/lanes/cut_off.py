"""Cutting scores off into a ranking: best first, ties by passage id, the same every time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retrieval.model import Hit, Ranking


def best_rows(scores: NDArray[np.floating[Any]], rows: NDArray[np.intp], depth: int) -> NDArray[np.intp]:
    """The `depth` rows with the highest scores, highest first, ties by row.

    Args:
        scores: `float[n]`, by row.
        rows: The candidates, ascending.
    """
    if len(rows) > depth:
        found = scores[rows]
        least = np.partition(found, len(found) - depth)[len(found) - depth] if depth else np.inf
        rows = rows[found >= least]
    order = np.argsort(-scores[rows], kind="stable")
    best: NDArray[np.intp] = rows[order][:depth]
    return best


def ranking(
    lane: str, rows: NDArray[np.intp], scores: NDArray[np.floating[Any]], passage_ids: Sequence[str]
) -> Ranking:
    """The ranking of rows that are already in order, with their scores."""
    pairs = zip(rows.tolist(), scores.tolist(), strict=True)
    return Ranking(lane, tuple(Hit(passage_ids[row], rank, score) for rank, (row, score) in enumerate(pairs, start=1)))
