"""The reference embedder worked by hand."""

from __future__ import annotations

import hashlib
import subprocess
import sys

import numpy as np
import pytest

from retrieval.embedders.hashed import DIMENSIONS, HashedEmbedder, synonym_clusters


def place(term: str) -> tuple[int, int]:
    """Slot and sign of a term, by the definition."""
    number = int.from_bytes(hashlib.blake2b(term.encode(), digest_size=8).digest(), "little")
    return (number // 2) % DIMENSIONS, 1 if number % 2 else -1


def test_a_vector_is_the_signed_counts_of_its_terms_at_unit_length() -> None:
    """Twice `kerb`, once `gully`: (±2, ±1) / √5 in their slots, zero elsewhere."""
    expected = np.zeros(DIMENSIONS)
    for term, times in (("kerb", 2), ("gulli", 1)):
        slot, sign = place(term)
        expected[slot] += sign * times
    vector = HashedEmbedder().embed(["the kerb, the gully and the kerb"], "passage")[0]
    np.testing.assert_allclose(vector, expected / np.sqrt(5), atol=1e-6)


def test_synonyms_are_one_term() -> None:
    """The clusters decide; other words stay apart."""
    one, other, third = HashedEmbedder().embed(["doorset grade", "door rating", "door schedule"], "query")
    assert float(one @ other) == pytest.approx(1.0)
    assert float(one @ third) < 0.9


def test_the_synonyms_are_eleven_clusters_of_sixty_five_words_each_in_one() -> None:
    """As many as in the reference."""
    words = [word for cluster in synonym_clusters().values() for word in cluster]
    assert (len(synonym_clusters()), len(words), len(set(words))) == (11, 65, 65)


def test_another_process_computes_the_same_bytes() -> None:
    """Nothing rests on Python's own hash, which differs from process to process."""
    code = (
        "from retrieval.embedders.hashed import HashedEmbedder as H;"
        "print(H().embed(['Stair 2 door: 90 minutes'], 'query').tobytes().hex())"
    )
    outside = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "77"}
    )
    assert outside.stdout.strip() == HashedEmbedder().embed(["Stair 2 door: 90 minutes"], "query").tobytes().hex()
