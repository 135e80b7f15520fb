"""What is measured over judged questions: rankings by success at k, answers by the risk taken at each coverage."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RiskPoint:
    """What would be answered, and how much of it wrongly, if only the surest answers were given.

    Attributes:
        threshold: Least evidence coverage of an answer that is given.
        coverage: Share of all questions that are answered.
        risk: Share of the given answers that are wrong.
    """

    threshold: float
    answered: int
    wrong: int
    coverage: float
    risk: float


def success_at(ranks: Sequence[int | None], k: int) -> float | None:
    """The share of questions with a relevant passage among the first k.

    Formula: Success@k = |{q : rank(q) <= k}| / |Q|, as ir_measures names it.

    Args:
        ranks: For each question the rank, from 1, of the first relevant passage; None where there is none.

    Returns:
        None where there are no questions.
    """
    return sum(rank is not None and rank <= k for rank in ranks) / len(ranks) if ranks else None


def risk_coverage(given: Iterable[tuple[float, bool]], asked: int) -> tuple[RiskPoint, ...]:
    """The risk–coverage curve of answers, from the surest one to all of them.

    Formula: at threshold t, coverage(t) = |{a : c(a) >= t}| / n and risk(t) = |{a wrong : c(a) >= t}| /
    |{a : c(a) >= t}| (El-Yaniv and Wiener 2010, JMLR 11, section 2, with the 0/1 loss); one point for each
    value of c that an answer has.

    Args:
        given: Of each answer its evidence coverage c, and whether it is right.
        asked: The number n of questions, those without an answer among them; at least one.
    """
    ordered = sorted(given, key=lambda one: -one[0])
    points = []
    for at, (threshold, _) in enumerate(ordered, 1):
        if at < len(ordered) and ordered[at][0] == threshold:
            continue
        wrong = sum(not right for _, right in ordered[:at])
        points.append(RiskPoint(threshold, at, wrong, at / asked, wrong / at))
    return tuple(points)


def wilson(held: int, asked: int, z: float = 1.96) -> tuple[float, float]:
    """Score interval of a share (Wilson 1927, DOI 10.1080/01621459.1927.10502953); 95 % for the z given.

    Args:
        asked: At least one.
    """
    share, spread = held / asked, z * z / asked
    centre = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / asked + spread / (4 * asked)) / (1 + spread)
    return max(0.0, centre - half), min(1.0, centre + half)
