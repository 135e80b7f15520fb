"""Words that a quantity says by itself."""

from __future__ import annotations

import pytest

from retrieval.answering.implied import implied_words


@pytest.mark.parametrize(
    ("question", "text", "words"),
    [
        ("How long must mortar cure?", "Mortar shall cure for 7 days.", ["long"]),
        ("How long must mortar cure?", "Mortar shall cure for seven days.", ["long"]),
        ("How hot may water be?", "Water at a tap is kept below 43°C.", ["hot"]),
        ("How heavy may a door be?", "A door may weigh 40kg.", ["heavy"]),
        ("How long must mortar cure?", "Mortar is laid 20 mm thick.", []),
        ("How long is a ramp?", "A ramp of 10 m has a landing.", []),
        ("How high must guarding be?", "Guarding is 1100 mm.", []),
        ("Which mortar is of long life?", "Mortar lasts 7 days.", []),
    ],
)
def test_a_word_is_implied_by_a_quantity_of_its_kind(question: str, text: str, words: list[str]) -> None:
    """Only the word after "how", and only by a number in a unit that can mean nothing else."""
    assert implied_words(question, [text]) == words
