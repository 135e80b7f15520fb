"""Reciprocal rank fusion, by hand and by property."""

from hypothesis import given
from hypothesis import strategies as st

from retrieval.fusion import reciprocal_rank_fusion
from retrieval.model import Hit, Ranking


def ranking(lane: str, *passages: str) -> Ranking:
    return Ranking(lane, tuple(Hit(p, rank, 1.0 / rank) for rank, p in enumerate(passages, start=1)))


def test_scores_are_the_sum_of_reciprocal_ranks_worked_by_hand() -> None:
    """b: 1/(60+2) + 1/(60+1) = 0.032522; a: 1/61 = 0.016393; c: 1/62 = 0.016129."""
    fused = reciprocal_rank_fusion([ranking("vector", "a", "b"), ranking("lexical", "b", "c")])
    assert [(item.passage_id, round(item.rrf, 6)) for item in fused] == [
        ("b", 0.032522),
        ("a", 0.016393),
        ("c", 0.016129),
    ]


def test_each_passage_keeps_its_place_in_every_lane_that_returned_it() -> None:
    """Ranks are shown in the trace, so they travel with the fused score."""
    best = reciprocal_rank_fusion([ranking("vector", "a", "b"), ranking("lexical", "b")])[0]
    assert (best.passage_id, best.ranks) == ("b", (("vector", 2), ("lexical", 1)))


def test_equal_scores_are_ordered_by_passage_id() -> None:
    """Two passages that lanes swap have one score; the order must not depend on the lanes' order."""
    one, other = ranking("vector", "q", "p"), ranking("lexical", "p", "q")
    assert [f.passage_id for f in reciprocal_rank_fusion([one, other])] == ["p", "q"]
    assert [f.passage_id for f in reciprocal_rank_fusion([other, one])] == ["p", "q"]


passages = st.lists(st.sampled_from("abcdefgh"), unique=True)


@given(passages, passages, st.integers(1, 200))
def test_nothing_is_lost_and_no_score_exceeds_a_first_place_in_every_lane(a: list[str], b: list[str], k: int) -> None:
    """Fusion keeps the union of the lanes, each score in (0, lanes / (k + 1)]."""
    fused = reciprocal_rank_fusion([ranking("vector", *a), ranking("lexical", *b)], k)
    assert {f.passage_id for f in fused} == set(a) | set(b)
    assert all(0 < f.rrf <= 2 / (k + 1) for f in fused)
