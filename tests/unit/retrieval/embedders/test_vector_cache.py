"""Only new texts are encoded, and an interrupted run goes on where it stopped."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from graph.errors import FixSetup
from graph.progress import silent
from retrieval.embedders import vector_cache
from retrieval.embedders.hashed import HashedEmbedder
from retrieval.embedders.vector_cache import embed_cached
from retrieval.protocols import Role


class CountingEmbedder(HashedEmbedder):
    """Remembers what it encoded; breaks down after so many calls."""

    def __init__(self, name: str = "counting", calls_before_breakdown: int = 1000) -> None:
        super().__init__()
        self.name = name
        self.encoded: list[str] = []
        self.calls_left = calls_before_breakdown

    def embed(self, texts: Sequence[str], role: Role) -> NDArray[np.float32]:
        if not self.calls_left:
            raise KeyboardInterrupt
        self.calls_left -= 1
        self.encoded += texts
        return super().embed(texts, role)


def test_known_texts_are_not_encoded_again(tmp_path: Path) -> None:
    """Nor is a text that occurs twice; the vectors are those of the embedder."""
    path = tmp_path / "cache.sqlite"
    first, second = CountingEmbedder(), CountingEmbedder()
    embed_cached(path, ["door", "slab", "door"], first, silent)
    vectors = embed_cached(path, ["roof", "door", "slab"], second, silent)
    assert (first.encoded, second.encoded) == (["door", "slab"], ["roof"])
    np.testing.assert_array_equal(vectors, HashedEmbedder().embed(["roof", "door", "slab"], "passage"))


def test_vectors_of_different_embedders_do_not_mix(tmp_path: Path) -> None:
    """The name of the embedder is part of the key."""
    other = CountingEmbedder("other")
    embed_cached(tmp_path / "cache.sqlite", ["door"], CountingEmbedder(), silent)
    embed_cached(tmp_path / "cache.sqlite", ["door"], other, silent)
    assert other.encoded == ["door"]


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was encoded before the last checkpoint is not encoded again."""
    monkeypatch.setattr(vector_cache, "CHECKPOINT_TEXTS", 4)
    texts = [f"text {number}" for number in range(10)]
    with pytest.raises(KeyboardInterrupt):
        embed_cached(tmp_path / "cache.sqlite", texts, CountingEmbedder(calls_before_breakdown=2), silent)
    later = CountingEmbedder()
    steps: list[tuple[str, int, int | None]] = []
    embed_cached(tmp_path / "cache.sqlite", texts, later, lambda *step: steps.append(step))
    assert later.encoded == texts[8:]
    assert steps == [("embed", 8, 10), ("embed", 10, 10)]


def test_a_damaged_cache_is_thrown_away(tmp_path: Path) -> None:
    """It holds nothing that cannot be computed."""
    path = tmp_path / "cache.sqlite"
    path.write_bytes(b"this is no database, whatever its name says" * 100)
    embedder = CountingEmbedder()
    embed_cached(path, ["door"], embedder, silent)
    embed_cached(path, ["door"], embedder, silent)
    assert embedder.encoded == ["door"]


def test_a_cache_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    """Here a directory has its name."""
    (tmp_path / "cache.sqlite").mkdir()
    with pytest.raises(FixSetup, match=r"cache\.sqlite"):
        embed_cached(tmp_path / "cache.sqlite", ["door"], HashedEmbedder(), silent)
