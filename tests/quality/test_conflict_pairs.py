"""The conflict engine on the judged pairs that it may be improved on, with its own extraction; see judged/README.md."""

from __future__ import annotations

import pytest

from graph.requirements.extract import extract
from tests.quality.conflict_judge import judge_with
from tests.quality.conflict_scores import APART, JUDGED, MEETING, NO_PAIR, OTHER, ROUNDS, PairScores, pairs, score_pairs


@pytest.fixture(scope="module", params=[JUDGED, OTHER], ids=["clauses", "other kinds"])
def scores(request: pytest.FixtureRequest) -> PairScores:
    """Verdicts on the dev pairs of one set."""
    return score_pairs(judge_with(extract), pairs("dev", request.param))


def test_what_is_reported_as_a_conflict_is_one(scores: PairScores) -> None:
    """A false alarm costs a person's time; with many of them nobody reads the list."""
    assert scores.conflicts["both"] / scores.conflicts["reported"] >= 0.95


def test_conflicts_are_found(scores: PairScores) -> None:
    """What is missing from the list is built."""
    assert scores.conflicts["both"] / scores.conflicts["judged"] >= 0.9


def test_pairs_get_their_class(scores: PairScores) -> None:
    """Whether it is a conflict is not enough: the class says what is to be done."""
    assert scores.right / scores.pairs >= 0.95


def test_no_verdict_depends_on_which_side_comes_first(scores: PairScores) -> None:
    """Each pair was judged both ways round."""
    assert scores.unsymmetric == []


@pytest.fixture(scope="module")
def rounds() -> PairScores:
    """Verdicts on the pairs of all rounds."""
    return score_pairs(judge_with(extract), pairs("dev", ROUNDS))


def test_rounds_stay_as_good_as_they_were_mended(rounds: PairScores) -> None:
    """What is worded in ways that the engine does not read yet is left in the set; no alarm in it is false."""
    assert rounds.conflicts["both"] == rounds.conflicts["reported"]
    assert rounds.conflicts["both"] / rounds.conflicts["judged"] >= 0.85
    assert rounds.right / rounds.pairs >= 0.83
    assert rounds.unsymmetric == []


def test_shared_nouns_alone_do_not_make_one_thing() -> None:
    """Of pairs of sentences with the same nouns most are left alone, and most about one thing are found."""
    met = score_pairs(judge_with(extract), pairs("dev", MEETING))
    assert met.classes[NO_PAIR][0] / met.classes[NO_PAIR][1] >= 0.9
    assert met.conflicts["both"] / met.conflicts["reported"] >= 0.9
    assert met.conflicts["both"] / met.conflicts["judged"] >= 0.7
    assert met.unsymmetric == []


def test_what_many_hands_word_raises_no_false_alarm() -> None:
    """Of pairs in the words of other hands most are right, and no conflict is reported that is none."""
    apart = score_pairs(judge_with(extract), pairs("dev", APART))
    assert apart.conflicts["both"] == apart.conflicts["reported"]
    assert apart.conflicts["both"] / apart.conflicts["judged"] >= 0.7
    assert apart.right / apart.pairs >= 0.7
    assert apart.unsymmetric == []
