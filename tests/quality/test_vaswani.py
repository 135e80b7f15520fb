"""Floors on the Vaswani collection: 11,429 abstracts, 93 queries, judged relevance.

The floors are what bm25s with Snowball stems and all-MiniLM-L6-v2 reach outside this project.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import ir_measures
import pytest
from ir_measures import R, nDCG

from graph.progress import silent
from retrieval.embedders.choose import make_embedder
from retrieval.fusion import reciprocal_rank_fusion
from retrieval.index import Index, IndexEntry, build_index
from retrieval.model import Ranking

ROOT = Path(__file__).parents[2]
DATA = Path(os.environ.get("PREVAIL_SHARED_DATA", ROOT.parent / "shared" / "data")) / "retrieval" / "vaswani"
WORK = ROOT / ".services" / "vaswani"
MEASURES = [R @ 10, nDCG @ 10]
FLOORS = {"lexical": (0.216, 0.428), "vector": (0.228, 0.434), "fused": (0.242, 0.475)}


def _records(name: str, pattern: str) -> Iterator[tuple[str, str]]:
    for number, text in re.findall(pattern, (DATA / name).read_text("utf-8"), re.DOTALL):
        yield number, " ".join(text.split())


def documents() -> dict[str, str]:
    """The abstracts by number."""
    return dict(_records("doc-text.trec", r"<DOC>\s*<DOCNO>(\d+)</DOCNO>(.*?)</DOC>"))


def queries() -> dict[str, str]:
    """The judged queries by number."""
    return dict(_records("query-text.trec", r"<num>(\d+)</num><title>(.*?)</title>"))


@pytest.fixture(scope="module")
def index() -> Index:
    """The collection as an index; its vectors are kept between runs."""
    entries = [IndexEntry(number, number, text, text) for number, text in sorted(documents().items())]
    return build_index(WORK / "index", entries, make_embedder("minilm", WORK / "models"), 1, silent)


@pytest.fixture(scope="module")
def figures(index: Index) -> dict[str, tuple[float, float]]:
    """R@10 and nDCG@10 by lane, over all judged queries."""
    runs: dict[str, dict[str, dict[str, float]]] = {name: {} for name in FLOORS}
    for number, text in queries().items():
        rankings = [index.lanes[name].search(text, 100, None) for name in ("lexical", "vector")]
        for ranking in rankings:
            runs[ranking.lane][number] = _run(ranking)
        fused = reciprocal_rank_fusion(rankings, 60)
        runs["fused"][number] = {item.passage_id: item.rrf for item in fused}
    qrels = list(ir_measures.read_trec_qrels(str(DATA / "qrels")))
    results = {name: ir_measures.calc_aggregate(MEASURES, qrels, run) for name, run in runs.items()}
    return {name: (result[R @ 10], result[nDCG @ 10]) for name, result in results.items()}


def _run(ranking: Ranking) -> dict[str, float]:
    return {hit.passage_id: 1.0 / hit.rank for hit in ranking.hits}


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", FLOORS)
def test_every_lane_and_their_fusion_reach_their_floor(name: str, figures: dict[str, tuple[float, float]]) -> None:
    """Recall and nDCG in the first ten, to three places."""
    recall, ndcg = figures[name]
    print(f"{name}: R@10 {recall:.4f}, nDCG@10 {ndcg:.4f} (93 queries)")
    assert round(recall, 3) >= FLOORS[name][0]
    assert round(ndcg, 3) >= FLOORS[name][1]
