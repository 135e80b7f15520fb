"""Words of the same meaning: inflections, a table of synonyms that users edit, nearness by embedding."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from retrieval import tokenizer
from retrieval.protocols import Embedder

SIMILAR_COSINE = 0.62
"""From this cosine of two single words on, they count as nearly the same in meaning."""


_PAIR = re.compile("[\u4e00-\u9fff]{2}")


@cache
def synonym_clusters(table: str = "clusters") -> tuple[frozenset[str], ...]:
    """Clusters of words that mean the same, as shipped; those in Uzbek are the table `uzbek`."""
    loaded = tomllib.loads(files("retrieval").joinpath("synonyms.toml").read_text("utf-8"))
    return tuple(frozenset(words) for words in loaded[table].values())


class Wording:
    """How a question's words and a text's words meet.

    Args:
        embedder: For nearness of words; None switches it off.
    """

    def __init__(self, embedder: Embedder | None) -> None:
        self._embedder = embedder
        self.terms = lru_cache(maxsize=20_000)(self._terms)
        self._vector = lru_cache(maxsize=20_000)(self._embed)
        self._clusters = self._index_clusters()

    def _terms(self, text: str) -> frozenset[str]:
        return frozenset(tokenizer.terms(text))

    def _index_clusters(self) -> Mapping[str, frozenset[str]]:
        index: dict[str, set[str]] = {}
        for table in ("clusters", "uzbek"):
            for words in synonym_clusters(table):
                terms = {term for word in words for term in tokenizer.terms(word, in_uzbek=table == "uzbek")[:1]}
                for term in terms:
                    index.setdefault(term, set()).update(terms - {term})
        return {term: frozenset(others) for term, others in index.items()}

    def synonyms(self, term: str) -> frozenset[str]:
        """Terms that mean the same by the table, without the term itself."""
        return self._clusters.get(term, frozenset())

    def meets(self, term: str, terms: frozenset[str]) -> bool:
        """Whether a term or a synonym of it is among terms."""
        return term in terms or not self.synonyms(term).isdisjoint(terms)

    def _embed(self, word: str) -> NDArray[np.float32]:
        assert self._embedder is not None
        vector: NDArray[np.float32] = self._embedder.embed([word], "query")[0]
        return vector

    def similar(self, term: str, evidence: frozenset[str]) -> bool:
        """Whether a word of the evidence is near the term in meaning, by cosine of word embeddings.

        Two Chinese characters that stand side by side only where two words meet are near where the evidence
        has a pair that ends with the first and one that starts with the second.
        """
        if _PAIR.fullmatch(term):
            return any(pair[1:] == term[0] for pair in evidence) and any(pair[:1] == term[1] for pair in evidence)
        if self._embedder is None or not re.fullmatch(r"[^\W\d_]{4,}", term):
            return False
        target = self._vector(term)
        words = [word for word in evidence if re.fullmatch(r"[^\W\d_]{4,}", word)]
        return any(float(self._vector(word) @ target) >= SIMILAR_COSINE for word in words)
