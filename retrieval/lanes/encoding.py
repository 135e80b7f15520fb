"""The vectors of questions; the last ones are kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from retrieval.protocols import Embedder

KEPT_QUERIES = 256
"""Questions whose vectors are kept."""


def query_encoder(embedder: Embedder) -> Callable[[str], NDArray[np.float32]]:
    """A function from a question to its unit vector, `float32[d]`."""

    @lru_cache(maxsize=KEPT_QUERIES)
    def encode(text: str) -> NDArray[np.float32]:
        vector: NDArray[np.float32] = embedder.embed([text], "query")[0]
        return vector

    return encode
