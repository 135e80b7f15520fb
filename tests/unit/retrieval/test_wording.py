"""Words that count as one another."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.embedders.hashed import HashedEmbedder
from retrieval.tokenizer import terms
from retrieval.wording import SIMILAR_COSINE, Wording, synonym_clusters

WORDING = Wording(HashedEmbedder())
WORDS = sorted({term for cluster in synonym_clusters() for word in cluster for term in terms(word)[:1]})


class Angled:
    """Embeds a word as a unit vector at an angle whose cosine with the first axis is given."""

    name, dimensions = "angled", 2

    def __init__(self, **cosines: float) -> None:
        self.cosines = cosines

    def embed(self, texts: list[str], role: str) -> np.ndarray:
        """One row a text."""
        cosines = np.array([self.cosines[text] for text in texts], np.float32)
        return np.stack([cosines, np.sqrt(1 - cosines**2)], axis=1)


@given(st.sampled_from(WORDS))
def test_a_synonym_has_its_word_as_a_synonym_and_never_itself(word: str) -> None:
    """The table reads the same in both directions."""
    others = WORDING.synonyms(word)
    assert word not in others
    assert all(word in WORDING.synonyms(other) for other in others)


def test_synonyms_meet_by_their_stems() -> None:
    """A question for stairs meets a text on a staircase; a word outside the table meets nothing."""
    stair, staircase = terms("stairs")[0], terms("staircase")[0]
    assert staircase in WORDING.synonyms(stair)
    assert WORDING.synonyms("marmalade") == frozenset()


@pytest.mark.parametrize(("cosine", "near"), [(SIMILAR_COSINE + 0.01, True), (SIMILAR_COSINE - 0.01, False)])
def test_a_word_is_near_from_the_threshold_on(cosine: float, near: bool) -> None:
    """The cosine of the two words alone decides."""
    wording = Wording(Angled(handrail=1.0, banister=cosine))  # type: ignore[arg-type]  # a fake embedder
    assert wording.similar("handrail", frozenset({"banister"})) is near


@pytest.mark.parametrize("term", ["a-201", "35", "mm", "c30/37"])
def test_numbers_and_identifiers_are_never_near_to_anything(term: str) -> None:
    """A figure or a mark is itself or nothing."""
    wording = Wording(Angled(drawing=1.0))  # type: ignore[arg-type]  # a fake embedder
    assert not wording.similar(term, frozenset({"drawing"}))
    assert not wording.similar("drawing", frozenset({term}))


def test_without_an_embedder_no_word_is_near() -> None:
    """Nearness can be switched off."""
    assert not Wording(None).similar("handrail", frozenset({"handrails"}))
