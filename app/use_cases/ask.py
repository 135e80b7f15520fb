"""Ask: a question in, an answer with citations or an abstention out, a receipt kept."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any

from app.outcomes import answerer_json, draft_json, outcome_json, trace_json, withheld_json
from app.settings import EXTRACTIVE
from app.use_cases.viewpoint import principals
from app.wiring import Services
from graph.errors import UnknownName
from graph.project_orders import order_in_use, write_order
from graph.time import Moment
from retrieval.answering.answerer import Answered, answer
from retrieval.answering.generated.writer import Writer
from retrieval.answering.generated.writing import Asked, Written, as_it_stands, rewrite
from retrieval.answering.model import Sentence
from retrieval.answering.past import placed_in_time
from retrieval.answering.question import Question, read_question
from retrieval.corpus import Corpus, is_readable
from retrieval.model import Query
from retrieval.profiles import profile_named

Json = dict[str, Any]


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
class Found:
    """What the documents say to a question, decided before anybody words it.

    Attributes:
        moment: When, in valid and recorded time.
    """

    answered: Answered
    asked: Asked
    moment: Moment

    @property
    def corpus(self) -> Corpus:
        """What was searched."""
        return self.asked.corpus


@dataclass(frozen=True, slots=True)
class Worded:
    """An outcome before a receipt is kept of it.

    Attributes:
        outcome: As JSON, `receipt_id` still None, without timings and trace.
    """

    outcome: Json
    found: Found
    written: Written


class Asking:
    """One question under way: found at once, worded as its sentences are taken, kept when it is done."""

    def __init__(self, services: Services, request: AskRequest) -> None:
        """Finds what answers.

        Raises:
            UnknownName: There is no such profile, or no such project that the reader may see anything of.
            FixSetup: The index is missing, damaged or older than the store.
        """
        self._started = time.perf_counter()
        self._services = services
        self._request = request
        self.found = find(services, request)
        self._worded: Worded | None = None

    def so_far(self) -> Json:
        """Figures of the search."""
        outcome = _outcome(self._request, self.found, self.found.answered)
        figures = {key: outcome[key] for key in ("question", "as_of", "known_at", "profile", "withheld")}
        return figures | {"timings_ms": _timings(self.found.answered, self._started)}

    def sentences(self) -> Iterator[Sentence]:
        """The sentences of a draft that stand, as they come; none where no model words the answer."""
        self._worded = yield from word(self._request, self.found, self._services.writer)

    def done(self) -> Json:
        """The outcome as JSON (`interfaces.md` §3), with the receipt that is kept of it."""
        for _ in self.sentences() if self._worded is None else ():
            pass
        assert self._worded is not None  # `sentences` ran to its end
        worded = self._worded
        outcome, retrieval = worded.outcome, self.found.answered.retrieval
        receipt = self._services.receipts.append(_receipt_body(self._services, self._request, worded))
        outcome["receipt_id"] = receipt.id
        outcome["timings_ms"] = _timings(self.found.answered, self._started)
        outcome["trace"] = None
        if self._request.explain and retrieval:
            outcome["trace"] = trace_json(retrieval, self.found.corpus) | {"draft": draft_json(worded.written)}
        return outcome


def ask(services: Services, request: AskRequest) -> Json:
    """The outcome as JSON (`interfaces.md` §3).

    Raises:
        UnknownName: There is no such profile.
        FixSetup: The index is missing, damaged or older than the store.
    """
    return Asking(services, request).done()


def find(services: Services, request: AskRequest) -> Found:
    """Answers or abstains in the words of the documents.

    Raises:
        UnknownName: There is no such profile, or no such project that the reader may see anything of.
        FixSetup: The index is missing, damaged or older than the store.
    """
    profile = profile_named(request.profile)
    corpus = services.corpus()
    question, query = _read(request, corpus)
    _check_project(corpus, query)
    asked = Asked(question, corpus, services.wording())
    return Found(answer(query, question, profile, corpus, asked.wording), asked, query.moment)


def word(request: AskRequest, found: Found, writer: Writer | None) -> Generator[Sentence, None, Worded]:
    """Yields the sentences of a draft that stand, and returns the outcome in its final words."""
    if writer is None:
        rewritten = as_it_stands(found.answered, EXTRACTIVE)
    else:
        rewritten = yield from rewrite(found.answered, found.asked, writer)
    outcome = _outcome(request, found, rewritten.answered) | {"answerer": answerer_json(rewritten.written)}
    return Worded(outcome, found, rewritten.written)


def outcome_of(services: Services, request: AskRequest, writer: Writer | None = None) -> Worded:
    """Answers or abstains, worded by a writer where one is given, and keeps no receipt.

    Raises:
        UnknownName, FixSetup: As `find`.
    """
    wording = word(request, find(services, request), writer)
    while True:
        try:
            next(wording)
        except StopIteration as end:
            worded: Worded = end.value
            return worded


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


def _outcome(request: AskRequest, found: Found, answered: Answered) -> Json:
    return {
        "question": request.question,
        "project": request.project,
        "as_of": found.moment.as_of.isoformat(),
        "known_at": found.moment.known_at.isoformat() if found.moment.known_at else None,
        "profile": request.profile,
        "receipt_id": None,
        "intent": answered.intent,
        **outcome_json(answered.outcome),
        "withheld": withheld_json(answered.retrieval),
    }


def _receipt_body(services: Services, request: AskRequest, worded: Worded) -> Json:
    """What the receipt keeps: the question, its settings, the whole outcome but nothing of the machine."""
    kept = {key: value for key, value in worded.outcome.items() if key not in ("receipt_id", "timings_ms", "trace")}
    with services.store.read() as store:
        order = order_in_use(store, request.project or "", request.known_at)
    return {
        "reader": request.reader,
        "generation": worded.found.corpus.generation,
        "settings": {"embedder": services.settings.embedder, "answerer": services.settings.answerer},
        "precedence": {"name": order.name, "order": write_order(order.order)},
        "draft": draft_json(worded.written),
        "outcome": kept,
    }


def _timings(answered: Answered, started: float) -> dict[str, float]:
    stages = dict.fromkeys(("embed", "vector", "lexical", "graph", "fuse", "gate", "answer"), 0.0)
    stages |= answered.timings_ms
    stages["total"] = (time.perf_counter() - started) * 1000
    return {stage: round(ms, 2) for stage, ms in stages.items()}
