"""Evaluate: asks judged questions of the running index, measures what comes back, keeps the last run."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from app.use_cases.ask import AskRequest, Found, outcome_of
from app.use_cases.judging import ANSWERED, Judged, is_named, misses
from app.wiring import Services
from graph.disk import disk_errors
from graph.model import Passage
from graph.progress import Progress, silent
from graph.time import now_utc
from retrieval.evaluation.measures import risk_coverage, success_at, wilson
from retrieval.pipeline import Retrieval

Json = dict[str, Any]

KEPT = "evaluation.json"
"""File of the data directory with the last run."""

DEPTHS = (1, 3, 10)
FUSED = "fused"


@dataclass(frozen=True, slots=True)
class _Asked:
    """What one question gave.

    Attributes:
        ranks: By lane, and fused, the rank of the first relevant passage that may be cited; empty where no
            ranking was made or the question names no document.
    """

    judged: Judged
    outcome: Json
    missed: tuple[str, ...]
    ranks: dict[str, int | None]

    @property
    def is_answered(self) -> bool:
        return bool(self.outcome["kind"] == ANSWERED)


def evaluate(
    services: Services,
    questions: Sequence[Judged],
    suite: str,
    profile: str = "provenance",
    progress: Progress = silent,
) -> Json:
    """Asks every question as somebody who may read what everybody may, and keeps what was measured.

    No receipt is kept, and no model words an answer: the figures are those of search, gate and coverage.

    Raises:
        UnknownName: There is no such profile, or a question names a project that is not there.
        FixSetup: The index is missing, damaged or older than the store.
    """
    asked = []
    for number, one in enumerate(questions, 1):
        asked.append(_ask(services, one, profile))
        progress("asking", number, len(questions))
    report = {"suite": suite, "profile": profile, **_circumstances(services), **measured(asked)}
    _keep(services.settings.data / KEPT, report)
    return report


def _keep(path: Path, report: Json) -> None:
    draft = path.with_suffix(".draft")
    with disk_errors(path):
        draft.write_text(json.dumps(report, ensure_ascii=False, indent=1), encoding="utf-8")
        draft.replace(path)


def last_evaluation(services: Services) -> Json | None:
    """What the last run measured; None where there was none, or its file cannot be read."""
    try:
        kept: Json = json.loads((services.settings.data / KEPT).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return kept | {"is_of_this_index": kept["index_generation"] == services.corpus().index.manifest.store_generation}


def measured(asked: Sequence[_Asked]) -> Json:
    """The figures of a run: what held, success at k by lane and fused, and risk by coverage."""
    held = sum(not one.missed for one in asked)
    answers = [one for one in asked if one.is_answered]
    ranks: dict[str, list[int | None]] = defaultdict(list)
    for one in asked:
        for lane, rank in one.ranks.items():
            ranks[lane].append(rank)
    return {
        "questions": len(asked),
        "held": held,
        "held_interval": list(wilson(held, len(asked))) if asked else None,
        "answered": len(answers),
        "answered_wrongly": sum(bool(one.missed) for one in answers),
        "ranked": len(ranks[FUSED]),
        "success": {lane: {str(k): success_at(found, k) for k in DEPTHS} for lane, found in ranks.items()},
        "risk_coverage": [asdict(point) for point in _risks(answers, len(asked))],
        "missed": [
            {"id": one.judged.id, "question": one.judged.question, "misses": list(one.missed)}
            for one in asked
            if one.missed
        ],
    }


def _risks(answers: Iterable[_Asked], asked: int) -> Any:
    return risk_coverage(((one.outcome["coverage"], not one.missed) for one in answers), asked) if asked else ()


def _circumstances(services: Services) -> Json:
    manifest = services.corpus().index.manifest
    return {
        "ran_at": now_utc().isoformat(),
        "index_generation": manifest.store_generation,
        "passages": manifest.passages,
        "embedder": manifest.embedder,
    }


def _ask(services: Services, judged: Judged, profile: str) -> _Asked:
    request = AskRequest(judged.question, judged.project, as_of=judged.as_of, profile=profile)
    worded = outcome_of(services, request)
    retrieval = worded.found.answered.retrieval
    ranks = _ranks(judged, worded.found, retrieval) if retrieval and judged.expect["cite"] else {}
    return _Asked(judged, worded.outcome, tuple(misses(judged.expect, worded.outcome)), ranks)


def _ranks(judged: Judged, found: Found, retrieval: Retrieval) -> dict[str, int | None]:
    """Where the first relevant passage stands in each lane and fused, among those that the gate lets pass."""
    passing = [candidate.passage_id for candidate in retrieval.evidence]
    orders = {r.lane: [hit.passage_id for hit in r.hits] for r in retrieval.rankings}
    relevant = {one for one in passing if _is_relevant(judged, found, retrieval, retrieval.passages[one])}
    kept = set(passing)
    return {
        lane: _first([one for one in order if one in kept], relevant)
        for lane, order in {FUSED: passing, **orders}.items()
    }


def _first(order: Sequence[str], relevant: set[str]) -> int | None:
    return next((rank for rank, one in enumerate(order, 1) if one in relevant), None)


def _is_relevant(judged: Judged, found: Found, retrieval: Retrieval, passage: Passage) -> bool:
    """Whether a passage is of a document that must be cited, and holds some of the words where there are any."""
    description = found.corpus.description(passage.source_id, retrieval.query.moment.known_at)
    clause = found.corpus.clause_of(passage)
    places = (description.number, description.title, *description.labels, clause.label if clause else None)
    words = judged.expect["must_contain"]
    text = found.corpus.text(passage.source_id, passage.span).casefold()
    is_of_document = any(is_named(name, places) for name in judged.expect["cite"])
    return is_of_document and (not words or any(word.casefold() in text for word in words))
