"""Success at k, the risk–coverage curve and the interval of a share, worked by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.evaluation.measures import RiskPoint, risk_coverage, success_at, wilson

ANSWERS = st.lists(st.tuples(st.sampled_from([0.6, 0.7, 0.8, 1.0]), st.booleans()), max_size=12)


def test_success_counts_the_questions_found_among_the_first() -> None:
    """Ranks 1, 3, 12 and none: one of four at 1, two of four at 3."""
    ranks = [1, 3, 12, None]
    assert [success_at(ranks, k) for k in (1, 3, 12)] == [0.25, 0.5, 0.75]
    assert success_at([], 1) is None


def test_risk_grows_as_less_sure_answers_are_given() -> None:
    """Of five questions three are answered: the surest rightly, of the two equally sure others one wrongly."""
    assert risk_coverage([(0.7, False), (1.0, True), (0.7, True)], 5) == (
        RiskPoint(1.0, 1, 0, 0.2, 0.0),
        RiskPoint(0.7, 3, 1, 0.6, 1 / 3),
    )


@given(ANSWERS, st.integers(0, 5))
def test_the_curve_ends_with_all_answers_and_only_gains_coverage(answers: list[tuple[float, bool]], more: int) -> None:
    """Thresholds fall, coverage rises, and the last point counts every answer and every mistake."""
    points = risk_coverage(answers, max(1, len(answers) + more))
    thresholds = [point.threshold for point in points]
    assert thresholds == sorted(set(thresholds), reverse=True)
    assert [point.answered for point in points] == sorted({point.answered for point in points})
    if answers:
        assert (points[-1].answered, points[-1].wrong) == (len(answers), sum(not right for _, right in answers))


def test_the_interval_of_ten_of_ten_does_not_reach_beyond_one() -> None:
    """Wilson's interval of 10 of 10 is 0.722 to 1."""
    low, high = wilson(10, 10)
    assert low == pytest.approx(0.7225, abs=1e-3)
    assert high == pytest.approx(1.0)
