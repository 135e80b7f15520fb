"""The reference embedder: a signed hashed bag of terms, the floor of every comparison.

It needs no model and gives the same bytes on every machine.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from retrieval.protocols import Role
from retrieval.tokenizer import terms

DIMENSIONS = 96
_SYNONYM_FILE = "synonyms.toml"


class HashedEmbedder:
    """Feature hashing (Weinberger et al. 2009, ICML) over terms, synonyms merged first.

    Formula:
        `v_i = Σ_t sign(t) · tf(t) · [slot(t) = i]`, then unit length; sign(t) in {−1, 1} and
        slot(t) in 0..95 come from a BLAKE2b hash of the term, tf(t) = times t stands in the text.
        A text without terms is the vector of the empty term.
    """

    dimensions = DIMENSIONS

    def __init__(self) -> None:
        words = hashlib.sha256(_synonym_bytes()).hexdigest()[:8]
        self.name = f"hashed-{DIMENSIONS}-{words}"

    def embed(self, texts: Sequence[str], role: Role) -> NDArray[np.float32]:
        """See `Embedder.embed`; queries and passages are treated alike."""
        vectors = np.zeros((len(texts), DIMENSIONS), np.float64)
        for vector, text in zip(vectors, texts, strict=True):
            _add_terms(vector, Counter(map(_head, terms(text))))
            if not vector.any():  # no terms, or terms that cancel
                _add_terms(vector, Counter([""]))
            vector /= np.linalg.norm(vector)
        return vectors.astype(np.float32)


def synonym_clusters() -> dict[str, tuple[str, ...]]:
    """The words that count as one, by the name of their cluster."""
    data = tomllib.loads(_synonym_bytes().decode("utf-8"))
    return {name: tuple(words) for name, words in data["clusters"].items()}


def _add_terms(vector: NDArray[np.float64], counts: Counter[str]) -> None:
    for term, times in counts.items():
        slot, sign = _place(term)
        vector[slot] += sign * times


@lru_cache(maxsize=1 << 16)
def _place(term: str) -> tuple[int, int]:
    number = int.from_bytes(hashlib.blake2b(term.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
    return (number >> 1) % DIMENSIONS, 1 if number & 1 else -1


def _head(term: str) -> str:
    """The term that stands for all its synonyms."""
    return _heads().get(term, term)


@cache
def _heads() -> dict[str, str]:
    return {
        term: f"cluster {name}" for name, words in synonym_clusters().items() for word in words for term in terms(word)
    }


def _synonym_bytes() -> bytes:
    return files("retrieval.embedders").joinpath(_SYNONYM_FILE).read_bytes()
