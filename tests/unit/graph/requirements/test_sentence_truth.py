"""Floors on judged English sentences of many houses, which stand in the repository."""

from __future__ import annotations

from hashlib import sha256

from tests.quality.requirement_scores import judged
from tests.quality.sentence_scores import JUDGED, scores

DEV_BELOW = 154
"""First bytes of a sentence's hash that put it into the part that may be looked at: six tenths."""


def test_judged_sentences_of_many_houses_are_read() -> None:
    """Precision and recall of value, unit and comparator on the dev part; precision where it is sure."""
    found = scores("dev")
    right, sure = found.bands["high"]
    assert found.f1 >= 0.9, str(found)
    assert right >= 0.97 * sure, found.wrong
    assert found.empty[0] == found.empty[1], found.wrong
    assert found.named["subject and property together"] >= 0.9 * found.found


def test_judged_sentences_of_many_houses_are_split_by_their_hash() -> None:
    """More than a hundred sentences, at least one in eight of which demands nothing; what was seen is dev."""
    everything = judged("all", JUDGED)
    assert all(row["split"] == "dev" for row in everything if row["id"].startswith("s-"))
    rows = [row for row in everything if not row["id"].startswith("s-")]
    quotes = {row["quote"]: row for row in rows}
    parts = {quote: "dev" if sha256(quote.encode()).digest()[0] < DEV_BELOW else "test" for quote in quotes}
    assert len(quotes) >= 100
    assert sum(bool(row.get("none")) for row in quotes.values()) >= len(quotes) / 8
    assert all(row["split"] == parts[row["quote"]] for row in rows)
    assert len({row["id"] for row in rows}) == len(rows)
