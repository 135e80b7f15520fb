"""Cutting scores off."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from retrieval.lanes.cut_off import best_rows, ranking


@given(st.lists(st.integers(0, 5), max_size=40), st.integers(0, 45), st.data())
def test_the_best_rows_are_the_head_of_a_full_sort(figures: list[int], depth: int, data: st.DataObject) -> None:
    """By falling score, ties by row, among the candidates only."""
    scores = np.array(figures, np.float32)
    rows = sorted(data.draw(st.sets(st.sampled_from(range(len(figures))))) if figures else set())
    expected = sorted(rows, key=lambda row: (-figures[row], row))[:depth]
    assert best_rows(scores, np.array(rows, np.intp), depth).tolist() == expected


def test_ranks_count_from_one() -> None:
    """A ranking names passages, not rows."""
    hits = ranking("vector", np.array([2, 0]), np.array([0.5, 0.25], np.float32), ("a", "b", "c")).hits
    assert [(hit.passage_id, hit.rank, hit.score) for hit in hits] == [("c", 1, 0.5), ("a", 2, 0.25)]
