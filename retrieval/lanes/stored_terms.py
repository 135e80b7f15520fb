"""The lexical lane over terms that are kept with the graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from graph.passage_search import Holding, PassageSearch
from retrieval.lanes.cut_off import best_rows, ranking
from retrieval.lanes.lexical import K1, B, inverse_document_frequency
from retrieval.lanes.scanning import SCAN_ROWS, few, limits
from retrieval.lanes.term_table import TermTable
from retrieval.model import Ranking
from retrieval.tokenizer import terms

MOST_TERMS = 1000
"""Different terms of a query that are looked up, the rarest; the store's index takes 1,024."""

_GAIN = K1 + 1


class StoredLexicalLane:
    """Okapi BM25 with the figures of `LexicalLane`, bit for bit, over passages that the store's index finds.

    The store orders by a formula of its own: Lucene's, with k1 = 1.2 and without the factor (k1 + 1). For one term
    `score / score_of_lucene = (k1 + 1) · (tf + 1.2 · K) / (tf + k1 · K) ≤ k1 + 1` with K = 1 − b + b · |d| / avgdl,
    since Lucene rounds lengths down. So what it did not return scores at most (k1 + 1) times the last score that
    it did; more is asked for until that is less than the last score wanted. The statistics of Lucene count
    passages whose terms were replaced until it cleans up; the factor is then the largest ratio that was seen.
    """

    name = "lexical"

    def __init__(
        self,
        search: PassageSearch,
        table: TermTable,
        passage_ids: Sequence[str],
        row_of: Callable[[str], int | None],
        scan_rows: int = SCAN_ROWS,
    ) -> None:
        """Serves what `search` holds of the passages.

        Args:
            passage_ids: By row, ascending.
            scan_rows: So few allowed rows are scored one by one.
        """
        self._search = search
        self._table = table
        self._passage_ids = passage_ids
        self._row_of = row_of
        self._scan_rows = scan_rows

    def search(self, text: str, depth: int, allowed: NDArray[np.bool_] | None) -> Ranking:
        """See `Lane.search`. A passage that shares no term with the query is no hit."""
        wanted = self._wanted(text)
        if depth < 1 or not wanted or (allowed is not None and not allowed.any()):
            return Ranking(self.name, ())
        rows, scores = self._found(wanted, depth, allowed)
        order = np.argsort(rows)
        rows, scores = rows[order], scores[order]
        best = best_rows(scores, np.arange(len(rows)), depth)
        return ranking(self.name, rows[best], scores[best], self._passage_ids)

    def _wanted(self, text: str) -> dict[str, np.float32]:
        """The terms that any passage holds, in the order of the query, with their idf."""
        total = len(self._passage_ids)
        counts = {term: count for term in dict.fromkeys(terms(text)) if (count := self._table.passages_with(term))}
        if len(counts) > MOST_TERMS:
            rarest = sorted(counts, key=lambda term: (counts[term], term))[:MOST_TERMS]
            counts = {term: counts[term] for term in counts if term in frozenset(rarest)}
        return {term: np.float32(inverse_document_frequency(count, total)) for term, count in counts.items()}

    def _found(
        self, wanted: dict[str, np.float32], depth: int, allowed: NDArray[np.bool_] | None
    ) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
        """Rows and scores of at least the `depth` best allowed passages and all that tie with the last."""
        total = len(self._passage_ids)
        if (ids := few(allowed, total, self._passage_ids, self._scan_rows)) is not None:
            return self._scored(self._search.holding_among([*wanted], ids), wanted, allowed)[:2]
        for limit in limits(depth, total, allowed):
            found = self._search.holding([*wanted], limit)
            rows, scores, ratio = self._scored(found, wanted, allowed)
            if len(found) < limit:
                break
            if len(rows) >= depth and ratio * found[-1].score < np.partition(scores, -depth)[-depth]:
                break
        return rows, scores

    def _scored(
        self, found: Sequence[Holding], wanted: dict[str, np.float32], allowed: NDArray[np.bool_] | None
    ) -> tuple[NDArray[np.intp], NDArray[np.float32], float]:
        """Rows and scores of what is allowed among this, and how much higher than the store's a score can be."""
        scores = self._scores(found, wanted)
        theirs = np.array([one.score for one in found], np.float64)
        ratio = float(np.max(scores[theirs > 0] / theirs[theirs > 0], initial=_GAIN))
        rows = np.array([-1 if (row := self._row_of(one.passage_id)) is None else row for one in found], np.intp)
        kept = rows >= 0 if allowed is None else (rows >= 0) & allowed[rows]
        return rows[kept], scores[kept], ratio

    def _scores(self, found: Sequence[Holding], wanted: dict[str, np.float32]) -> NDArray[np.float32]:
        """BM25 in the precision and order of summation of the local lane."""
        counts = [Counter(one.terms) for one in found]
        lengths = np.array([one.length for one in found], np.float64)
        norms = K1 * (1 - B + B * lengths / (self._table.tokens / len(self._passage_ids)))
        scores = np.zeros(len(found), np.float32)
        for term, idf in wanted.items():
            times = np.array([count[term] for count in counts], np.float32)
            scores += (idf * (times * np.float32(_GAIN) / (times + norms))).astype(np.float32)
        return scores
