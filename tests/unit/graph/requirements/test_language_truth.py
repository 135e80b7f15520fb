"""Floors on judged sentences in Russian, Uzbek and Chinese, which stand in the repository."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest

from tests.quality.language_scores import JUDGED, conditions_held, score_sentences
from tests.quality.requirement_scores import judged

KINDS = ("ru", "uz-latn", "uz-cyrl", "zh")


@pytest.mark.parametrize("kind", KINDS)
def test_judged_sentences_of_a_language_are_read(kind: str) -> None:
    """Precision and recall of value, unit and comparator on the part that may be looked at; precision where sure."""
    rows = [row for row in judged("dev", JUDGED) if row["kind"] == kind]
    scores = score_sentences(rows)
    high = scores.bands["high"]
    assert scores.f1 >= 0.9, str(scores)
    assert high[0] >= 0.95 * high[1], scores.wrong
    assert scores.empty[0] == scores.empty[1], scores.wrong
    assert scores.named["subject and property together"] >= 0.9 * scores.found
    held, wanted = conditions_held(rows)
    assert held >= 0.8 * wanted


def test_judged_sentences_are_many_and_split_by_their_hash() -> None:
    """At least sixty in each language, thirty in each script of Uzbek."""
    rows = judged("all", JUDGED)
    sentences = {row["quote"]: row for row in rows}
    counts = Counter(row["kind"] for row in sentences.values())
    assert [counts[kind] >= (30 if "uz" in kind else 60) for kind in KINDS] == [True] * len(KINDS)
    parts = {quote: "test" if sha256(quote.encode()).digest()[0] % 2 else "dev" for quote in sentences}
    assert all(row["split"] == parts[row["quote"]] for row in rows)
    assert len({row["id"] for row in rows}) == len(rows)
