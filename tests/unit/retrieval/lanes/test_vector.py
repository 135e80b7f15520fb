"""The vector lane against a plain matrix product."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from graph.passage_search import COSINE_DIGITS
from retrieval.embedders.hashed import HashedEmbedder
from retrieval.lanes.vector import VectorLane, read_vectors, write_vectors

IDS = tuple(f"p{number:03}" for number in range(300))


@pytest.fixture(scope="module")
def vectors() -> NDArray[np.float32]:
    """300 unit vectors whose products are exact: 64 entries of ±1/8. A third of them are equal."""
    random = np.random.default_rng(7)
    drawn = np.zeros((300, 96), np.float32)
    for row in drawn:
        row[random.choice(96, 64, replace=False)] = random.choice([-0.125, 0.125], 64)
    drawn[::3] = drawn[1]
    return drawn


@pytest.fixture
def lane(tmp_path: Path, vectors: NDArray[np.float32]) -> VectorLane:
    """A lane over them, from a file."""
    write_vectors(tmp_path / "vectors.faiss", vectors)
    return VectorLane(read_vectors(tmp_path / "vectors.faiss"), HashedEmbedder(), IDS)


@pytest.mark.parametrize("depth", [1, 10, 99, 100, 101, 102, 299, 300, 1000])
@pytest.mark.parametrize("filtered", [False, True])
def test_the_nearest_are_those_of_the_matrix_product(
    lane: VectorLane, vectors: NDArray[np.float32], depth: int, filtered: bool
) -> None:
    """Exactly, with 101 passages tied for the first place, and with every other row forbidden."""
    allowed = np.arange(300) % 2 == 0 if filtered else None
    rows = np.flatnonzero(allowed) if allowed is not None else np.arange(300)
    cosines = np.round((vectors[rows] @ vectors[1]).astype(np.float64), COSINE_DIGITS)
    expected = [IDS[rows[place]] for place in np.argsort(-cosines, kind="stable")][:depth]
    hits = lane.search_vector(vectors[1], depth, allowed).hits
    assert [hit.passage_id for hit in hits] == expected
    assert [hit.score for hit in hits] == sorted(cosines.tolist(), reverse=True)[:depth]


def test_what_is_unlike_is_still_ranked(lane: VectorLane, vectors: NDArray[np.float32]) -> None:
    """Cosines below zero are scores like others."""
    hits = lane.search_vector(-vectors[1], 300, None).hits
    assert len(hits) == 300
    assert (hits[0].score > 0, hits[-1].score) == (True, -1.0)
