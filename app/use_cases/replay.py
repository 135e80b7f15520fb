"""Replay: asks a stored question again, as it was asked then, and compares what comes out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from typing import Any

from app.settings import EXTRACTIVE
from app.use_cases.ask import AskRequest, outcome_of
from app.use_cases.recall import show_receipt
from app.use_cases.stored_answers import StoredAnswer, every_source, shown_in, stored_answer
from app.use_cases.viewpoint import Viewpoint, is_listed
from app.wiring import Services
from graph.errors import NotFound
from graph.receipts import canonical
from retrieval.answering.generated.writer import StoredDraft, Writer

Json = dict[str, Any]

LISTED = 50
"""Differences that are listed."""


def replay(services: Services, identifier: str, at: Viewpoint | None = None) -> Json:
    """Asks the question of a receipt again, with its profile, day and what was recorded by then.

    Nothing is stored, and no model is asked: a draft that the receipt keeps is checked again against the evidence, so
    that what was left out and what stood are found anew. The outcome is compared byte for byte in its canonical form.

    Raises:
        NotFound: There is no such answer from that viewpoint, or it would now show what is not there from it.
    """
    at = at or Viewpoint()
    show_receipt(services, identifier, at)
    receipt = services.receipts.get(identifier)
    answer = stored_answer(receipt)
    if answer is None:
        raise NotFound("stored answer", identifier)
    body: Json = json.loads(receipt.body)
    then = body["outcome"]
    now = json.loads(canonical(outcome_of(services, _request(answer, then), _writer(body)).outcome))
    if not _is_open(services, now, at):
        raise NotFound("receipt", identifier)
    now["known_at"], now["receipt_id"] = then["known_at"], then.get("receipt_id")
    kept = {key: value for key, value in now.items() if key in then}
    differences = list(_differences(then, kept, ""))
    return {
        "id": receipt.id,
        "question": answer.question,
        "identical": canonical(kept) == canonical(then),
        "differences": differences[:LISTED],
        "outcome": now,
    }


def _is_open(services: Services, outcome: Json, at: Viewpoint) -> bool:
    """Whether all that an outcome shows is there from a viewpoint."""
    with services.store.read() as store:
        sources = every_source(store)
    return all(is_listed(sources[source_id], at.project, at.reader) for source_id in shown_in(outcome))


def _request(answer: StoredAnswer, outcome: Json) -> AskRequest:
    return AskRequest(
        question=answer.question,
        project=answer.project,
        reader=answer.reader,
        as_of=date.fromisoformat(outcome["as_of"]),
        known_at=answer.known_at or answer.recorded_at,
        profile=answer.profile,
    )


def _writer(body: Json) -> Writer | None:
    """The draft that a receipt keeps, as a writer of it; None where only the documents speak."""
    kept = body.get("draft")
    if kept:
        return StoredDraft(kept["answerer"], kept["draft"], kept["failure"], kept["weights"])
    answerer = body["outcome"].get("answerer", {}).get("name", EXTRACTIVE)
    return None if answerer == EXTRACTIVE else StoredDraft(answerer, "")


def _differences(then: Any, now: Any, path: str) -> Iterator[Json]:
    """Every place where two JSON values differ, with both sides."""
    if isinstance(then, dict) and isinstance(now, dict):
        for key in sorted({*then, *now}):
            yield from _differences(then.get(key), now.get(key), f"{path}.{key}" if path else key)
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for place, (one, other) in enumerate(zip(then, now, strict=True)):
            yield from _differences(one, other, f"{path}[{place}]")
    elif then != now:
        yield {"path": path, "then": then, "now": now}
