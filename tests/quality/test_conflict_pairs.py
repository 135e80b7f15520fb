"""The conflict engine on the judged pairs that it may be improved on, with its own extraction; see judged/README.md."""

from __future__ import annotations

import pytest

from graph.requirements.extract import extract
from tests.quality.conflict_judge import judge_with
from tests.quality.conflict_scores import PairScores, pairs, score_pairs


@pytest.fixture(scope="module")
def scores() -> PairScores:
    """Verdicts on the dev pairs."""
    return score_pairs(judge_with(extract), pairs("dev"))


def test_what_is_reported_as_a_conflict_is_one(scores: PairScores) -> None:
    """A false alarm costs a person's time; below 0.9 nobody reads the list."""
    assert scores.conflicts["both"] / scores.conflicts["reported"] >= 0.9


def test_most_pairs_get_their_class(scores: PairScores) -> None:
    """A floor under what stands, not the aim."""
    assert scores.right / scores.pairs >= 0.7


def test_no_verdict_depends_on_which_side_comes_first(scores: PairScores) -> None:
    """Each pair was judged both ways round."""
    assert scores.unsymmetric == []
