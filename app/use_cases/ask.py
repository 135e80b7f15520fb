"""Ask: a question in, an answer with citations or an abstention out, a receipt kept."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any

from app.outcomes import outcome_json, trace_json, withheld_json
from app.use_cases.viewpoint import principals
from app.wiring import Services
from graph.errors import UnknownName
from graph.project_orders import order_in_use, write_order
from graph.time import Moment
from retrieval.answering.answerer import Answered, answer
from retrieval.answering.past import placed_in_time
from retrieval.answering.question import Question, read_question
from retrieval.corpus import Corpus, is_readable
from retrieval.model import Query
from retrieval.profiles import profile_named


@dataclass(frozen=True, slots=True)
class AskRequest:
    """A question and how to answer it.

    Attributes:
        project: Only this project's texts and shared ones; None for all.
        reader: Who asks; None for somebody who may read only what everybody may.
        as_of: Day of valid time; None for the day the question names, else today.
        known_at: Instant of recorded time; None for now.
        explain: Whether the trace is returned too.
    """

    question: str
    project: str | None = None
    reader: str | None = None
    as_of: date | None = None
    known_at: datetime | None = None
    profile: str = "provenance"
    explain: bool = False

    def __post_init__(self) -> None:
        """What is no character, half of a surrogate pair, is written as its escape: nothing can store it."""
        for name in ("question", "project", "reader"):
            text = getattr(self, name)
            if text is not None:
                object.__setattr__(self, name, text.encode("utf-8", "backslashreplace").decode("utf-8"))


@dataclass(frozen=True, slots=True)
class Asked:
    """An outcome before a receipt is kept of it.

    Attributes:
        outcome: As JSON, `receipt_id` still None, without timings and trace.
    """

    outcome: dict[str, Any]
    answered: Answered
    corpus: Corpus


def ask(services: Services, request: AskRequest) -> dict[str, Any]:
    """The outcome as JSON (`interfaces.md` §3).

    Raises:
        UnknownName: There is no such profile.
        FixSetup: The index is missing, damaged or older than the store.
    """
    started = time.perf_counter()
    asked = outcome_of(services, request)
    outcome, retrieval = asked.outcome, asked.answered.retrieval
    receipt = services.receipts.append(_receipt_body(services, request, asked))
    outcome["receipt_id"] = receipt.id
    outcome["timings_ms"] = _timings(asked.answered, started)
    outcome["trace"] = trace_json(retrieval, asked.corpus) if request.explain and retrieval else None
    return outcome


def outcome_of(services: Services, request: AskRequest) -> Asked:
    """Answers or abstains, and keeps no receipt.

    Raises:
        UnknownName: There is no such profile, or no such project that the reader may see anything of.
        FixSetup: The index is missing, damaged or older than the store.
    """
    profile = profile_named(request.profile)
    corpus = services.corpus()
    question, query = _read(request, corpus)
    _check_project(corpus, query)
    answered = answer(query, question, profile, corpus, services.wording())
    return Asked(_outcome(request, query.moment, answered), answered, corpus)


def _read(request: AskRequest, corpus: Corpus) -> tuple[Question, Query]:
    """The question taken apart, and the query for it; "before Addendum 2" becomes the day before that."""
    who, today = principals(request.reader), datetime.now(UTC).date()
    anywhen = Query(request.question, request.project, who, Moment(today, request.known_at))
    question = placed_in_time(read_question(request.question), anywhen, corpus.seen_by(anywhen))
    moment = Moment(request.as_of or day_asked_about(question), request.known_at)
    return question, replace(anywhen, text=question.text, moment=moment)


def _check_project(corpus: Corpus, query: Query) -> None:
    """A project that the reader sees nothing of is a slip of the pen, not a question without an answer."""
    everywhere = replace(query, project=None)
    readable = (s.project for s in corpus.snapshot(None).sources.values() if is_readable(s, everywhere))
    known = {project for project in readable if project}
    if query.project and query.project not in known:
        raise UnknownName("project", query.project, sorted(known) or ["none"])


def day_asked_about(question: Question) -> date:
    """The last day of the period that a question names ("in 2010"), else today."""
    if question.asked_on and question.asked_on.latest:
        return question.asked_on.latest
    return datetime.now(UTC).date()


def _outcome(request: AskRequest, moment: Moment, answered: Answered) -> dict[str, Any]:
    return {
        "question": request.question,
        "project": request.project,
        "as_of": moment.as_of.isoformat(),
        "known_at": moment.known_at.isoformat() if moment.known_at else None,
        "profile": request.profile,
        "receipt_id": None,
        "intent": answered.intent,
        **outcome_json(answered.outcome),
        "withheld": withheld_json(answered.retrieval),
    }


def _receipt_body(services: Services, request: AskRequest, asked: Asked) -> dict[str, Any]:
    """What the receipt keeps: the question, its settings, the whole outcome but nothing of the machine."""
    kept = {key: value for key, value in asked.outcome.items() if key not in ("receipt_id", "timings_ms", "trace")}
    with services.store.read() as store:
        order = order_in_use(store, request.project or "", request.known_at)
    return {
        "reader": request.reader,
        "generation": asked.corpus.generation,
        "settings": {"embedder": services.settings.embedder, "answerer": services.settings.answerer},
        "precedence": {"name": order.name, "order": write_order(order.order)},
        "outcome": kept,
    }


def _timings(answered: Answered, started: float) -> dict[str, float]:
    stages = dict.fromkeys(("embed", "vector", "lexical", "graph", "fuse", "gate", "answer"), 0.0)
    stages |= answered.timings_ms
    stages["total"] = (time.perf_counter() - started) * 1000
    return {stage: round(ms, 2) for stage, ms in stages.items()}
