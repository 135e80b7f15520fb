"""Promises and decisions: the judged files themselves, and floors on their development part."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from graph.vocabulary import SETTLED, CommitmentKind
from tests.quality.commitment_scores import Tally, heard, message, rows, score_messages, score_readings, score_windows

WINDOWS = rows("commitments.jsonl", "all")


def test_judged_windows_stand_in_their_meetings() -> None:
    """The words of a window are those that were judged, and every quote is in its window."""
    changed, lost = [], []
    for row in WINDOWS:
        start, end = row["window"]
        words = heard(row["file"]).text[start:end]
        if hashlib.sha256(words.encode()).hexdigest()[:16] != row["sha256"]:
            changed.append((row["file"], start))
        lost += [quote for one in row["truth"] for quote in one["quotes"] if quote not in words]
    assert (changed, lost) == ([], [])


def test_judged_windows_are_many_and_split_by_meeting() -> None:
    """No meeting is in both parts; most windows hold nothing, as most talk does."""
    parts = {(row["file"], row["split"]) for row in WINDOWS}
    assert len({file for file, _ in parts}) == len(parts) >= 12
    assert len(WINDOWS) >= 150
    kinds = Counter(one["kind"] for row in WINDOWS for one in row["truth"] if not one["optional"])
    assert kinds["commitment"] >= 20
    assert kinds["decision"] >= 10


def test_judged_messages_hold_their_quotes() -> None:
    """Each quote stands in the message as it is read."""
    missing = []
    for row in rows("commitment_messages.jsonl", "all"):
        words = " ".join(message(row).text.split())
        missing += [one["quotes"][0] for one in row["truth"] if " ".join(one["quotes"][0].split()) not in words]
    assert missing == []


def test_a_tally_counts_shares() -> None:
    """By hand: 3 of 4 wanted, 3 of 5 read; what is doubtful is told apart."""
    tally = Tally(wanted=4, found=3, right=3, wrong=2, doubtful=1)
    assert (tally.recall, tally.precision) == (0.75, 0.6)
    assert "precision                           3 of    5 = 0.600" in "\n".join(tally.lines("x"))


@pytest.mark.parametrize(("kind", "recall"), [(CommitmentKind.COMMITMENT, 0.6), (CommitmentKind.DECISION, 0.6)])
def test_windows_of_meetings_keep_their_floor(kind: CommitmentKind, recall: float) -> None:
    """Of the development part, which is small: what is wanted is found, and little else is read."""
    tally = score_windows("dev", kind)
    assert tally.recall >= recall
    assert tally.precision >= 0.8


@pytest.mark.parametrize("kind", sorted(SETTLED))
def test_messages_keep_their_floor(kind: CommitmentKind) -> None:
    """Of the development part."""
    tally = score_messages("dev", kind)
    assert tally.recall >= 0.9
    assert tally.precision >= 0.9


def test_readings_of_whole_meetings_keep_their_floor() -> None:
    """Everything that is read in 25 meetings was judged one by one."""
    tally, unjudged = score_readings("dev")
    assert tally.precision >= 0.85
    assert unjudged <= 5
