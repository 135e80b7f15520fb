"""Any model of the sentence-transformers library, by name or path; needs the extra `st`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graph.errors import FixSetup
from retrieval.protocols import Role


class SentenceTransformersEmbedder:
    """Queries and passages get the prompts that the model defines for them, if it does."""

    def __init__(self, model: str, threads: int = 0) -> None:
        """Loads the model, which can take seconds and may download it.

        Args:
            model: Name on the model hub, or path of a folder.
            threads: Threads for encoding; 0 leaves it to torch.

        Raises:
            FixSetup: The library is not installed, or there is no such model.
        """
        try:
            import sentence_transformers
            import torch
        except ImportError as error:
            raise FixSetup(
                f"the embedder sentence-transformers:{model} needs the extra `st`: pip install 'prevail[st]'"
            ) from error
        if threads:
            torch.set_num_threads(threads)
        try:
            self._model = sentence_transformers.SentenceTransformer(model)
        except (OSError, ValueError) as error:
            raise FixSetup(f"sentence-transformers cannot load {model!r}: {_first_line(error)}") from error
        self.name = f"sentence-transformers:{model}"
        self.dimensions = int(self._model.get_embedding_dimension() or 0)

    def embed(self, texts: Sequence[str], role: Role) -> NDArray[np.float32]:
        """See `Embedder.embed`."""
        if not texts:
            return np.empty((0, self.dimensions), np.float32)
        encode = self._model.encode_query if role == "query" else self._model.encode_document
        vectors = encode(list(texts), normalize_embeddings=True, convert_to_numpy=True, show_progress_bar=False)
        return np.asarray(vectors, np.float32)


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
