"""Passages of transcripts: found better by turns than by runs of words, on the meetings of the development part."""

from __future__ import annotations

import pytest

from tests.quality.transcript_scores import CUTTINGS, Score, meetings, score, split_of, table

pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="module")
def lexical() -> dict[tuple[str, str], Score]:
    """The lexical lane over all meetings of the development part."""
    return score("dev", ["lexical"])


def test_meetings_are_in_one_part_each() -> None:
    """Both parts have committees and product meetings."""
    names = {split: [meeting.name for meeting in meetings(split)] for split in ("dev", "test")}
    assert not set(names["dev"]) & set(names["test"])
    for some in names.values():
        assert len({name.partition("__")[0] for name in some}) == 2
        assert all(split_of(name) in names for name in some)


def test_turns_find_more_spans_than_runs_of_200_words(lexical: dict[tuple[str, str], Score]) -> None:
    """In the first ten, by what they cover, and by what the same amount of text covers."""
    print("\n".join(table(lexical)))
    turns = lexical["lexical", "turns"]
    for other in (one for (_, cutting), one in lexical.items() if cutting != "turns"):
        assert turns.recall > other.recall
        assert turns.covered > other.covered
        assert turns.covered_equal > other.covered_equal
    assert turns.recall >= 0.94
    assert turns.questions >= 250


def test_turns_keep_their_lead_where_the_lanes_are_fused() -> None:
    """With the default embedder, over the shorter half of the development part."""
    scores = score("dev", ["fused"], shortest=14)
    print("\n".join(table(scores)))
    found = {cutting: scores["fused", cutting].recall for cutting in CUTTINGS}
    assert found["turns"] >= max(found.values()) - 0.01
    assert found["turns"] >= 0.93
