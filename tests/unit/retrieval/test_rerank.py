"""Recency and penalty, by hand and by property."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.profiles import PROVENANCE, STATIC_HYBRID
from retrieval.rerank import recency, rerank_factors


def test_a_text_of_thirty_days_has_recency_e_to_minus_one_but_not_below_the_floor() -> None:
    """e^(-30/30) = 0.3679 is below the floor of 0.45; ten days give e^(-1/3) = 0.7165."""
    assert recency(30) == 0.45
    assert recency(10) == pytest.approx(0.7165, abs=1e-4)


def test_final_score_of_an_old_superseded_passage_worked_by_hand() -> None:
    """0.03 * (0.55 + 0.45 * 0.45) * 0.34 = 0.0076755."""
    factors = rerank_factors(0.03, 400.0, True, PROVENANCE)
    assert factors.final == pytest.approx(0.0076755)
    assert (factors.recency, factors.penalty) == (0.45, 0.34)


def test_the_penalty_alone_does_not_keep_superseded_text_behind() -> None:
    """First in three lanes and superseded, 3/61 * 0.34 still beats 1/61: the reason for the gate."""
    superseded = rerank_factors(3 / 61, None, True, PROVENANCE)
    in_force = rerank_factors(1 / 61, None, False, PROVENANCE)
    assert superseded.final > in_force.final


def test_a_profile_without_recency_leaves_the_fused_score_alone() -> None:
    """The baselines differ from the default only in their figures."""
    assert rerank_factors(0.02, math.inf, True, STATIC_HYBRID).final == 0.02


@given(st.floats(0, 1), st.one_of(st.none(), st.floats(-1e4, 1e6)), st.booleans())
def test_the_figures_of_the_trace_multiply_out(rrf: float, age: float | None, superseded: bool) -> None:
    """final == rrf * (0.55 + 0.45 * recency) * penalty, with the figures that are shown."""
    f = rerank_factors(rrf, age, superseded, PROVENANCE)
    assert f.final == pytest.approx(rrf * (0.55 + 0.45 * f.recency) * f.penalty)
    assert 0.45 <= f.recency <= 1.0
