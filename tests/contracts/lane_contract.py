"""What every `retrieval.protocols.Lane` over texts does. An implementation's tests subclass
`LaneContract` and give the fixture `make_lane`, which builds a lane over texts by passage id."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import pytest

from retrieval.model import Ranking
from retrieval.protocols import Lane

MakeLane = Callable[[dict[str, str]], Lane]

TEXTS = {
    "p1": "door fire rating ninety minutes",
    "p2": "slab thickness two hundred millimetres",
    "p3": "door hardware schedule",
    "p4": "fire door in stair two",
    "p5": "roof drainage gradient",
}


def identifiers(ranking: Ranking) -> list[str]:
    """Passage ids, best first."""
    return [hit.passage_id for hit in ranking.hits]


class LaneContract:
    """The whole contract."""

    def test_hits_are_ranked_from_one_with_falling_scores(self, make_lane: MakeLane) -> None:
        """The best passage comes first and every passage once."""
        lane = make_lane(TEXTS)
        ranking = lane.search("fire rating of the door", 10, None)
        scores = [hit.score for hit in ranking.hits]
        assert ranking.lane == lane.name
        assert [hit.rank for hit in ranking.hits] == list(range(1, len(scores) + 1))
        assert scores == sorted(scores, reverse=True)
        assert len(set(identifiers(ranking))) == len(scores)
        assert identifiers(ranking)[0] == "p1"

    @pytest.mark.parametrize("depth", [1, 2, 3])
    def test_a_shallow_search_is_the_head_of_a_deep_one(self, make_lane: MakeLane, depth: int) -> None:
        """The cut-off takes from the end only."""
        lane = make_lane(TEXTS)
        deep = lane.search("fire door", 10, None)
        assert lane.search("fire door", depth, None).hits == deep.hits[:depth]

    def test_ties_go_by_passage_id_even_across_the_cut_off(self, make_lane: MakeLane) -> None:
        """Of many equal texts the first ones by id are kept."""
        lane = make_lane({f"p{number:02}": "fire door" for number in range(40)} | {"q": "roof drainage"})
        assert identifiers(lane.search("fire door", 7, None)) == [f"p{number:02}" for number in range(7)]

    def test_the_filter_holds_before_the_cut_off(self, make_lane: MakeLane) -> None:
        """Rows that are not allowed take no place, however good they are."""
        lane = make_lane({f"p{number:02}": "fire door" for number in range(40)} | {"q": "the door of the roof"})
        allowed = np.zeros(41, np.bool_)
        allowed[[38, 40]] = True
        assert identifiers(lane.search("fire door", 2, allowed)) == ["p38", "q"]

    def test_where_nothing_is_allowed_nothing_is_found(self, make_lane: MakeLane) -> None:
        """An empty result is a ranking without hits."""
        assert make_lane(TEXTS).search("fire door", 5, np.zeros(len(TEXTS), np.bool_)).hits == ()

    def test_a_lane_over_nothing_finds_nothing(self, make_lane: MakeLane) -> None:
        """An index without passages is served as well."""
        assert make_lane({}).search("fire door", 5, None).hits == ()

    def test_the_same_question_gets_the_same_answer(self, make_lane: MakeLane) -> None:
        """Down to the last bit of the scores."""
        lane = make_lane(TEXTS)
        assert lane.search("fire door", 5, None) == lane.search("fire door", 5, None)

    @pytest.mark.parametrize("query", ["door", "fire door", "slab roof door door", "rating of stair two"])
    def test_filtering_leaves_the_order_of_the_rest_alone(self, make_lane: MakeLane, query: str) -> None:
        """For every choice of rows, the ranking is the whole one without what is not allowed."""
        lane = make_lane(TEXTS)
        whole = identifiers(lane.search(query, 5, None))
        for choice in itertools.product([False, True], repeat=len(TEXTS)):
            kept = {name for name, chosen in zip(sorted(TEXTS), choice, strict=True) if chosen}
            found = identifiers(lane.search(query, 5, np.array(choice, np.bool_)))
            assert found == [name for name in whole if name in kept]
