"""Re-ranking by recency and by a penalty on superseded text."""

from __future__ import annotations

import math
from dataclasses import dataclass

from retrieval.profiles import Profile


@dataclass(frozen=True, slots=True)
class Factors:
    """What the re-rank multiplied a fused score with; `final == rrf * weighted_recency * penalty`."""

    age_days: float | None
    recency: float
    penalty: float
    final: float


def recency(age_days: float, days: float = 30.0, floor: float = 0.45) -> float:
    """How fresh a text is, in `[floor, 1]`.

    **Formula**: `max(floor, e^(-age / days))`: half-life `days * ln 2`, about 20.8 days for 30. A text
    dated after the day asked about counts as fresh.

    Examples:
        >>> round(recency(30 * math.log(2)), 3)
        0.5
        >>> recency(3650)
        0.45
    """
    return max(floor, math.exp(-max(0.0, age_days) / days))


def rerank_factors(rrf: float, age_days: float | None, superseded: bool, profile: Profile) -> Factors:
    """The re-ranked score of one passage.

    Args:
        age_days: From the text's date to the day asked about; None where texts of its kind do not
            age (recency 1). An ageing text without a date is given `math.inf` by the caller: the floor.
        superseded: Whether the text is superseded at the moment asked about.

    **Formula**: `final = rrf * ((1 - w) + w * recency) * penalty` with `w` the profile's recency weight
    (0.45: `0.55 + 0.45 * recency`) and penalty 0.34 for superseded text, else 1.
    """
    fresh = 1.0 if age_days is None else recency(age_days, profile.recency_days, profile.recency_floor)
    penalty = profile.superseded_penalty if superseded else 1.0
    weight = profile.recency_weight
    return Factors(age_days, fresh, penalty, rrf * ((1.0 - weight) + weight * fresh) * penalty)
