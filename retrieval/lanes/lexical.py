"""The lexical lane: Okapi BM25 over bm25s, memory-mapped."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from retrieval.lanes.cut_off import best_rows, ranking
from retrieval.model import Ranking
from retrieval.tokenizer import terms

if TYPE_CHECKING:
    import bm25s

K1 = 1.5
B = 0.75


class LexicalLane:
    """Okapi BM25 (Robertson et al. 1994, TREC-3) over the terms of `retrieval.tokenizer`.

    Formula:
        `Σ_q idf(q) · tf · (k1 + 1) / (tf + k1 · (1 − b + b · |d| / avgdl))` over the query's
        different terms; tf = times q stands in d, |d| = terms of d, avgdl =
        their mean. `idf(q) = ln(1 + (N − n + 0.5) / (n + 0.5))`, N = passages, n = passages with q:
        the form of Lucene, which is never negative (Kamphuis et al. 2020, ECIR, table 1).
    """

    name = "lexical"

    def __init__(self, bm25: bm25s.BM25 | None, passage_ids: Sequence[str]) -> None:
        """Serves an opened index.

        Args:
            bm25: None where no passage has any term.
            passage_ids: By row, ascending.
        """
        self._bm25 = bm25
        self._passage_ids = passage_ids

    def search(self, text: str, depth: int, allowed: NDArray[np.bool_] | None) -> Ranking:
        """See `Lane.search`. A passage that shares no term with the query is no hit."""
        if self._bm25 is None:
            return Ranking(self.name, ())
        wanted = dict.fromkeys(terms(text))
        known = [self._bm25.vocab_dict[term] for term in wanted if term in self._bm25.vocab_dict]
        if not known:
            return Ranking(self.name, ())
        scores = self._bm25.get_scores_from_ids(known)
        eligible = scores > 0 if allowed is None else (scores > 0) & allowed
        rows = best_rows(scores, np.flatnonzero(eligible), depth)
        return ranking(self.name, rows, scores[rows], self._passage_ids)

    @property
    def vocabulary(self) -> int:
        """Different terms of all passages."""
        return len(self._bm25.vocab_dict) if self._bm25 else 0

    def vocabulary_of(self, allowed: NDArray[np.bool_]) -> int:
        """Different terms of the allowed passages.

        Args:
            allowed: `bool[rows]`.
        """
        if self._bm25 is None:
            return 0
        held = np.concatenate(([0], np.cumsum(allowed[self._bm25.scores["indices"]])))
        starts = self._bm25.scores["indptr"]
        return int(np.count_nonzero(held[starts[1:]] > held[starts[:-1]]))

    def passages_with(self, term: str, allowed: NDArray[np.bool_] | None = None) -> int:
        """How many passages hold a term (as `retrieval.tokenizer.terms` spells it).

        Args:
            allowed: `bool[rows]`: only these count; None for all.
        """
        row = self._bm25.vocab_dict.get(term) if self._bm25 else None
        if self._bm25 is None or row is None:
            return 0
        starts = self._bm25.scores["indptr"]
        if allowed is None:
            return int(starts[row + 1] - starts[row])
        return int(np.count_nonzero(allowed[self._bm25.scores["indices"][starts[row] : starts[row + 1]]]))

    def idf(self, term: str, allowed: NDArray[np.bool_] | None = None) -> float:
        """The formula's idf(q) > 0, over all passages or those allowed; highest for a term that none holds."""
        passages = len(self._passage_ids) if allowed is None else int(np.count_nonzero(allowed))
        return inverse_document_frequency(self.passages_with(term, allowed), passages)


def inverse_document_frequency(passages_with: int, passages: int) -> float:
    """`ln(1 + (N − n + 0.5) / (n + 0.5))`, see `LexicalLane`."""
    return math.log1p((passages - passages_with + 0.5) / (passages_with + 0.5))


def write_lexical(directory: Path, texts: Sequence[list[str]]) -> None:
    """Writes the files that `read_lexical` opens; equal terms give equal bytes.

    Args:
        texts: The terms of each passage by row.
    """
    import bm25s

    ordered = sorted({term for text in texts for term in text})
    vocabulary = {term: row for row, term in enumerate(ordered)}
    directory.mkdir()
    if not vocabulary:
        (directory / "vocab.index.json").write_text(json.dumps(vocabulary), "utf-8")
        return
    bm25 = bm25s.BM25(k1=K1, b=B, method="atire", idf_method="lucene")
    numbered = [[vocabulary[term] for term in text] for text in texts]
    bm25.index((numbered, vocabulary), create_empty_token=False, show_progress=False)
    bm25.save(directory)


def read_lexical(directory: Path) -> bm25s.BM25 | None:
    """Opens what `write_lexical` wrote; None where no passage has any term.

    Raises:
        OSError, ValueError, KeyError: Files are missing or not what they should be.
    """
    import bm25s

    if not (directory / "params.index.json").exists():
        return None
    return bm25s.BM25.load(directory, mmap=True)
