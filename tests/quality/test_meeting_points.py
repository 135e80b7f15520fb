"""Motions, proposals, topics and decisions of whole meetings: everything that is read was judged one by one."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from graph.vocabulary import CommitmentKind
from tests.quality.commitment_scores import heard, rows

pytestmark = pytest.mark.timeout(900)

Json = dict[str, Any]
FLOORS = {
    CommitmentKind.MOTION: 0.95,
    CommitmentKind.DECISION: 0.85,
    CommitmentKind.TOPIC: 0.9,
    CommitmentKind.PROPOSAL: 0.8,
}


@cache
def _judged() -> dict[tuple[str, str, int], Json]:
    return {(row["file"], row["kind"], row["start"]): row for row in rows("meeting_points.jsonl", "dev")}


@cache
def _read() -> dict[tuple[str, str, int], str | None]:
    """What is read in the meetings of the development part, with what became of a motion."""
    files = sorted({file for file, _, _ in _judged()})
    found = [(file, one) for file in files for kind in FLOORS for one in heard(file).of(kind)]
    return {(file, one.kind.value, one.span.start): one.outcome for file, one in found}


@pytest.mark.parametrize("kind", FLOORS)
def test_what_a_meeting_did_is_read_right(kind: CommitmentKind) -> None:
    """Precision over what was judged; what is doubtful counts neither way."""
    verdicts = Counter(_judged()[key]["right"] for key in _read() if key in _judged() and key[1] == kind)
    right, wrong = verdicts["yes"], verdicts["no"]
    print(f"{kind}: {right} of {right + wrong} right, {verdicts['doubtful']} doubtful")
    assert right + wrong >= 14
    assert right >= FLOORS[kind] * (right + wrong)


def test_no_point_is_lost_and_few_are_unjudged() -> None:
    """What was judged right is still read, and the judged outcome of a motion is still its outcome."""
    lost = [key for key, row in _judged().items() if row["right"] == "yes" and key not in _read()]
    unjudged = [key for key in _read() if key not in _judged()]
    turned = [key for key, row in _judged().items() if key in _read() and _read()[key] != row.get("outcome")]
    assert len(lost) <= 3, lost
    assert len(unjudged) <= 5, unjudged
    assert turned == []
