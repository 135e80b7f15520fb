"""What was answered before, and whether what it rests on still governs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from app.use_cases.viewpoint import Viewpoint, is_listed
from graph.governing import Governing
from graph.impact import Texts
from graph.model import Receipt, Source, Span
from graph.snapshot import Snapshot
from graph.store import Reader
from graph.time import Moment
from retrieval.gate import may_quote

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class CitedText:
    """A citation as a receipt keeps it."""

    n: int
    source_id: str
    passage_id: str | None
    span: Span
    quote: str
    work: str
    version: str | None
    clause: str | None
    signal: str


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """An answer or abstention as its receipt keeps it.

    Attributes:
        as_of: Day asked about; None where that was the day of asking.
        history: What it cites need not govern, so it is suspect where a signal has changed.
        rests_on: Ids of all sources that it shows anything of, cited or only near.
    """

    receipt_id: str
    recorded_at: datetime
    question: str
    project: str | None
    reader: str | None
    kind: str
    as_of: date | None
    known_at: datetime | None
    profile: str
    history: bool
    citations: tuple[CitedText, ...]
    rests_on: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Loss:
    """A citation of a stored answer that no longer holds, and why."""

    cited: CitedText
    signal: str
    reason: str


def stored_answers(receipts: Iterable[Receipt]) -> list[StoredAnswer]:
    """The answers and abstentions among receipts, in their order."""
    return [found for receipt in receipts if (found := stored_answer(receipt)) is not None]


def stored_answer(receipt: Receipt) -> StoredAnswer | None:
    """The answer that a receipt keeps; None where it keeps something else."""
    body: Json = json.loads(receipt.body)
    outcome = body.get("outcome")
    if outcome is None:
        return None
    as_of = date.fromisoformat(outcome["as_of"])
    known_at = outcome.get("known_at")
    return StoredAnswer(
        receipt_id=receipt.id,
        recorded_at=receipt.recorded_at,
        question=outcome["question"],
        project=outcome.get("project"),
        reader=body.get("reader"),
        kind=outcome["kind"],
        as_of=None if as_of == receipt.recorded_at.astimezone(UTC).date() else as_of,
        known_at=datetime.fromisoformat(known_at) if known_at else None,
        profile=outcome["profile"],
        history=bool(outcome.get("history")),
        citations=tuple(_cited(citation) for citation in outcome.get("citations", ())),
        rests_on=frozenset(shown_in(outcome)),
    )


def shown_in(outcome: Json) -> Iterator[str]:
    """Ids of the sources that an outcome shows anything of: citations, what is nearest, sides of conflicts."""
    sides = [side["citation"] for conflict in outcome.get("conflicts", ()) for side in conflict["sides"]]
    for shown in (*outcome.get("citations", ()), *(outcome.get("abstention") or {}).get("nearest", ()), *sides):
        yield shown["source_id"]


def _cited(citation: Json) -> CitedText:
    return CitedText(
        n=citation["n"],
        source_id=citation["source_id"],
        passage_id=citation.get("passage_id"),
        span=Span(*citation["span"]),
        quote=citation["quote"],
        work=citation["work"],
        version=citation.get("version"),
        clause=citation.get("clause"),
        signal=citation["signal"],
    )


class Standing:
    """Judges stored answers by one snapshot: what was asked about the day of asking, by today."""

    def __init__(self, snapshot: Snapshot, texts: Texts, today: date) -> None:
        self._snapshot = snapshot
        self._texts = texts
        self._today = today
        self._governing: dict[date, Governing] = {}

    def losses(self, answer: StoredAnswer) -> tuple[Loss, ...]:
        """What an answer cites that no longer holds; nothing for one about what was known at some time."""
        if answer.known_at is not None or answer.kind != "answer":
            return ()
        governing = self._at(answer.as_of or self._today)
        found = (self._loss(governing, answer, cited) for cited in answer.citations)
        return tuple(loss for loss in found if loss is not None)

    def _at(self, day: date) -> Governing:
        if day not in self._governing:
            self._governing[day] = Governing(self._snapshot, Moment(day))
        return self._governing[day]

    def _loss(self, governing: Governing, answer: StoredAnswer, cited: CitedText) -> Loss | None:
        if cited.source_id not in self._snapshot.sources:
            return Loss(cited, "unverified", f"{cited.work} is no longer held")
        verdict = governing.of_passage(cited.source_id, self._path(cited), cited.span)
        holds = verdict.signal == cited.signal if answer.history else may_quote(verdict)
        return None if holds else Loss(cited, verdict.signal, verdict.reason)

    def _path(self, cited: CitedText) -> str | None:
        passages = self._texts.passages(cited.source_id)
        passage = next((one for one in passages if one.id == cited.passage_id), None)
        return self._texts.path_of(passage) if passage else None


def every_source(store: Reader) -> dict[str, Source]:
    """Every source that was ever held, by id, with the access list that it has now or had last."""
    return {source.id: source for source in store.find(Source, history=True)}


def is_visible(sources: Mapping[str, Source], answer: StoredAnswer, at: Viewpoint) -> bool:
    """Whether a stored answer is there from a viewpoint: it needs access to all that it shows.

    What somebody could not be told tells what that reader may see, so an abstention that a named reader
    got is shown to that reader alone.

    Args:
        sources: As `every_source` gives them.
    """
    if at.project is not None and answer.project not in (at.project, None):
        return False
    if answer.kind == "abstention" and answer.reader not in (None, at.reader):
        return False
    shown = [sources.get(source_id) for source_id in answer.rests_on]
    return all(source is not None and is_listed(source, at.project, at.reader) for source in shown)


def endangered(
    answers: Iterable[StoredAnswer], before: Standing, after: Standing, is_shown: Callable[[StoredAnswer], bool]
) -> list[StoredAnswer]:
    """The answers that hold before a change and would not after it."""
    return [a for a in answers if is_shown(a) and a.citations and not before.losses(a) and after.losses(a)]
