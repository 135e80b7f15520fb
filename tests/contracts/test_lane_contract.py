"""The lanes over an index pass the contract."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from graph.progress import silent
from retrieval.embedders.hashed import HashedEmbedder
from retrieval.index import Index, IndexEntry, build_index
from tests.contracts.lane_contract import LaneContract, MakeLane

Build = Callable[[dict[str, str]], Index]


@pytest.fixture
def build(tmp_path: Path) -> Build:
    """Builds an index over texts by passage id."""

    def build(texts: dict[str, str]) -> Index:
        entries = [IndexEntry(name, "s-1", text, text) for name, text in sorted(texts.items())]
        return build_index(tmp_path / "index", entries, HashedEmbedder(), 1, silent)

    return build


class TestVectorLane(LaneContract):
    """FAISS."""

    @pytest.fixture
    def make_lane(self, build: Build) -> MakeLane:
        """The lane of an index on disk."""
        return lambda texts: build(texts).lanes["vector"]


class TestLexicalLane(LaneContract):
    """bm25s."""

    @pytest.fixture
    def make_lane(self, build: Build) -> MakeLane:
        """The lane of an index on disk."""
        return lambda texts: build(texts).lanes["lexical"]
