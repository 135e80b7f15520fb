"""The one pipeline: lanes side by side, fuse, re-rank, gate; everything it decided is kept.

Lanes see only what the query may see (access, project, recorded time): the filter holds inside
each lane, before its cut-off. What does not govern is ranked too, so that it can be counted and
explained, but the gate never lets it through; where it crowds out text in force, the lane is asked
again for text in force alone, so that nothing in force is lost to the cut-off.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from graph.governing import Verdict
from graph.model import Passage
from graph.vocabulary import Signal
from retrieval.corpus import Corpus
from retrieval.fusion import Fused, reciprocal_rank_fusion
from retrieval.gate import passes
from retrieval.lanes.graph import GraphLane
from retrieval.lanes.succession import HEAD, LEFT, Lent, Succeeding, Succession
from retrieval.model import Candidate, Hit, Query, Ranking
from retrieval.profiles import Profile
from retrieval.protocols import Encoding
from retrieval.rerank import rerank_factors

T = TypeVar("T")

LANE_THREADS = ThreadPoolExecutor(max_workers=4, thread_name_prefix="lane")


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What was found for a query and every decision on the way.

    Attributes:
        rankings: What each lane returned.
        candidates: All fused passages by final score, those that the gate withheld among them.
        passages: The candidates' passages by id.
        timings_ms: Milliseconds by stage.
        history: The gate was opened on purpose, for a question about what a past version said.
        lent: By passage, the words of withheld text in whose place parts of it stand.
    """

    query: Query
    profile: Profile
    rankings: tuple[Ranking, ...]
    candidates: tuple[Candidate, ...]
    passages: dict[str, Passage]
    timings_ms: dict[str, float] = field(default_factory=dict)
    history: bool = False
    lent: Mapping[str, tuple[Lent, ...]] = field(default_factory=dict)

    @property
    def evidence(self) -> tuple[Candidate, ...]:
        """The candidates that may be cited, best first."""
        return tuple(candidate for candidate in self.candidates if candidate.passes)

    @property
    def shortlist(self) -> tuple[Candidate, ...]:
        """The candidates that are read for an answer: the best by final score, and each lane's best.

        Fusion prefers what two lanes place in the middle to what one lane places first and the other
        not at all; such a passage is read too.
        """
        heads = {hit.passage_id for ranking in self.rankings for hit in ranking.hits[: self.profile.heads]}
        best = self.evidence[: self.profile.evidence]
        return best + tuple(c for c in self.evidence[self.profile.evidence :] if c.passage_id in heads)

    @property
    def withheld(self) -> tuple[Candidate, ...]:
        """The candidates that the gate kept back, best first."""
        return tuple(candidate for candidate in self.candidates if not candidate.passes)


def retrieve(query: Query, profile: Profile, corpus: Corpus, within: frozenset[str] | None = None) -> Retrieval:
    """Finds, fuses, re-ranks and gates.

    Args:
        within: Only these sources; None for all that the query may see.
    """
    return _Search(query, profile, corpus.seen_by(query), within).run()


class _Search:
    """One retrieval under way."""

    def __init__(self, query: Query, profile: Profile, corpus: Corpus, within: frozenset[str] | None) -> None:
        self.query = query
        self.profile = profile
        self.corpus = corpus
        readable = corpus.readable_sources(query) - _repeated(corpus.copies(query.moment))
        self.sources = readable if within is None else readable & within
        self.rows = corpus.rows_of(self.sources)
        self.timings: dict[str, float] = {}

    def run(self) -> Retrieval:
        vector = self.corpus.index.lanes["vector"]
        if "vector" in self.profile.lanes and isinstance(vector, Encoding) and len(self.corpus.index):
            self._timed("embed", lambda: vector.encode(self.query.text))
        plain = [name for name in self.profile.lanes if name != "graph"]
        rankings = list(LANE_THREADS.map(self._ask, plain))
        if "graph" in self.profile.lanes:
            rankings.append(self._timed("graph", lambda: self._ask_graph(rankings)))
        candidates, passages = self._fused(rankings)
        succeeding = self._timed("succession", lambda: self._succeeding(candidates, passages))
        if succeeding:
            rankings = with_successors(rankings, succeeding)
            candidates, passages = self._fused(rankings)
            passages |= {step.passage.id: step.passage for step in succeeding}
        lent = {step.passage.id: step.lent for step in succeeding}
        return Retrieval(self.query, self.profile, tuple(rankings), candidates, passages, self.timings, lent=lent)

    def _fused(self, rankings: list[Ranking]) -> tuple[tuple[Candidate, ...], dict[str, Passage]]:
        fused = self._timed("fuse", lambda: reciprocal_rank_fusion(rankings, self.profile.rrf_k))
        passages = self.corpus.passages(item.passage_id for item in fused)
        return self._timed("gate", lambda: self._judge(fused, passages)), passages

    def _succeeding(self, candidates: tuple[Candidate, ...], passages: dict[str, Passage]) -> list[Succeeding]:
        """What stands in the place of the withheld passages that fit the query best."""
        fitting = sorted(candidates, key=lambda c: (-c.rrf, c.passage_id))[: self.profile.heads]
        left = [passages[c.passage_id] for c in fitting if c.signal in LEFT]
        return Succession(self.corpus, self.query, self.sources).of(left[:HEAD])

    def _timed(self, stage: str, work: Callable[[], T]) -> T:
        started = time.perf_counter()
        result = work()
        self.timings[stage] = self.timings.get(stage, 0.0) + (time.perf_counter() - started) * 1000
        return result

    def _ask(self, name: str) -> Ranking:
        return self._timed(name, lambda: self._search_lane(name))

    def _search_lane(self, name: str) -> Ranking:
        lane = self.corpus.index.lanes[name]
        ranking = lane.search(self.query.text, self.profile.depth, self.rows)
        if len(ranking.hits) < self.profile.depth:
            return ranking
        passages = self.corpus.passages(hit.passage_id for hit in ranking.hits)
        in_force = sum(passes(self.corpus.verdict(p, self.query.moment)) for p in passages.values())
        crowded = 2 * in_force < self.profile.depth
        if not crowded:
            return ranking
        more = lane.search(self.query.text, self.profile.depth, self._rows_in_force())
        return merge(ranking, more)

    def _rows_in_force(self) -> NDArray[np.bool_]:
        """Rows of sources that are in force as a whole or in part; the gate looks at each clause."""
        governing = self.corpus.governing(self.query.moment)
        whole_out = {Signal.SUPERSEDED, Signal.WITHDRAWN, Signal.DRAFT, Signal.NOT_YET_EFFECTIVE}
        kept = frozenset(s for s in self.sources if governing.of_source(s).signal not in whole_out)
        return self.corpus.rows_of(kept)

    def _ask_graph(self, rankings: list[Ranking]) -> Ranking:
        lane = GraphLane(self.corpus, self.query, self.sources)
        return lane.search(self.query.text, self.profile.depth, rankings)

    def _judge(self, fused: list[Fused], passages: dict[str, Passage]) -> tuple[Candidate, ...]:
        candidates = [self._candidate(item, passages[item.passage_id]) for item in fused if item.passage_id in passages]
        return tuple(sorted(candidates, key=lambda c: (-c.final, c.passage_id)))

    def _candidate(self, item: Fused, passage: Passage) -> Candidate:
        verdict = self.corpus.verdict(passage, self.query.moment)
        superseded = verdict.signal in (Signal.SUPERSEDED, Signal.WITHDRAWN)
        factors = rerank_factors(item.rrf, self._age_days(passage, verdict), superseded, self.profile)
        return Candidate(
            passage_id=item.passage_id,
            source_id=passage.source_id,
            ranks=item.ranks,
            scores=item.scores,
            rrf=item.rrf,
            age_days=factors.age_days,
            recency=factors.recency,
            penalty=factors.penalty,
            final=factors.final,
            signal=verdict.signal,
            passes=passes(verdict),
            reason=verdict.reason,
            path=item.path,
        )

    def _age_days(self, passage: Passage, verdict: Verdict) -> float | None:
        """Days from the text's date to the day asked about; None where its kind does not age."""
        description = self.corpus.description(passage.source_id, self.query.moment.known_at)
        if description.kind in self.profile.ageless and passes(verdict):
            return None
        if description.date is None or description.date.latest is None:
            return math.inf
        return float((self.query.moment.as_of - description.date.latest).days)


def _repeated(copies: Mapping[str, tuple[str, ...]]) -> frozenset[str]:
    """The copies for which another one stands: a message is found once, however many mailboxes hold it."""
    return frozenset(copy for every in copies.values() for copy in every[1:])


def with_successors(rankings: list[Ranking], succeeding: list[Succeeding]) -> list[Ranking]:
    """The rankings with successors at the head of the graph lane, in their order, with the best score there."""
    walked = [hit for ranking in rankings if ranking.lane == "graph" for hit in ranking.hits]
    best = max((hit.score for hit in walked), default=1.0)
    first = [Hit(step.passage.id, rank, best, step.path) for rank, step in enumerate(succeeding, start=1)]
    known = {hit.passage_id for hit in first}
    rest = [hit for hit in walked if hit.passage_id not in known]
    hits = (*first, *(Hit(h.passage_id, rank, h.score, h.path) for rank, h in enumerate(rest, start=len(first) + 1)))
    return [*(ranking for ranking in rankings if ranking.lane != "graph"), Ranking("graph", hits)]


def merge(first: Ranking, second: Ranking) -> Ranking:
    """One ranking out of two of the same lane and query: by score, ties by passage id, each once."""
    best = {hit.passage_id: hit for hit in (*first.hits, *second.hits)}
    ordered = sorted(best.values(), key=lambda hit: (-hit.score, hit.passage_id))
    hits = tuple(Hit(hit.passage_id, rank, hit.score, hit.path) for rank, hit in enumerate(ordered, start=1))
    return Ranking(first.lane, hits)
