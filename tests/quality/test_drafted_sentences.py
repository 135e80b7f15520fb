"""Verification on the judged sentences that it may be improved on; see judged/README.md."""

from __future__ import annotations

import pytest

from tests.quality.draft_scores import DraftScores, rows, score


@pytest.fixture(scope="module")
def scores() -> DraftScores:
    """Every sentence of the dev part, over the quote that it cites."""
    return score(rows("dev"))


def test_planted_errors_are_found(scores: DraftScores) -> None:
    """A wrong number that reaches a reader is built."""
    assert scores.caught.of >= 100
    assert scores.caught.held / scores.caught.of >= 0.98


def test_right_sentences_mostly_stand(scores: DraftScores) -> None:
    """What is held for wrong is only left out: the extractive answer takes its place."""
    assert scores.false_alarms.of >= 100
    assert scores.false_alarms.held / scores.false_alarms.of <= 0.1
