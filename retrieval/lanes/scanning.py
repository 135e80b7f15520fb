"""How lanes over a graph store ask for more until nothing allowed is missed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

SCAN_ROWS = 1_000
"""So few allowed rows are looked at one by one, which is exact."""
FETCHED = 5
"""How many times the hits wanted are asked for at first."""
LEAST_FETCHED = 200
MORE = 4
"""By how much more is asked for each time."""


def limits(depth: int, rows: int, allowed: NDArray[np.bool_] | None) -> Iterator[int]:
    """How many hits to ask for, again and again, so that enough allowed ones can be expected; never ends.

    Args:
        rows: All that can be hit.
        allowed: `bool[rows]`; None for all.
    """
    share = 1.0 if allowed is None else np.count_nonzero(allowed) / max(rows, 1)
    limit = max(FETCHED * depth, LEAST_FETCHED, round(2 * depth / share) if share else rows)
    while True:
        yield limit
        limit *= MORE


def few(allowed: NDArray[np.bool_] | None, rows: int, passage_ids: Sequence[str], most: int) -> list[str] | None:
    """Ids of the allowed passages where they are few enough to look at each; None where they are not."""
    if (rows if allowed is None else np.count_nonzero(allowed)) > most:
        return None
    return [*passage_ids] if allowed is None else [passage_ids[row] for row in np.flatnonzero(allowed).tolist()]
