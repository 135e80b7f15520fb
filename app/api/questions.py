"""Asking, and what governs, over HTTP."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.params import JSONBody, QueryParameter
from litestar.response import ServerSentEvent, ServerSentEventMessage
from litestar.types import ControllerRouterHandler
from msgspec import Meta

from app import moments
from app.api.opened import OpenServices, SeenFrom
from app.outcomes import marked
from app.use_cases.ask import Asking, AskRequest
from app.use_cases.governs import governs

MAX_QUESTION_CHARS = 2000


@dataclass(frozen=True, slots=True)
class Question:
    """Body of `POST /api/ask`.

    Attributes:
        as_of: Day of valid time; absent means today.
        known_at: A day (its last moment, UTC) or an instant of recorded time; absent means now.
        reader: Who asks; decides what may be read.
        explain: Also return the trace.
    """

    question: Annotated[str, Meta(min_length=1, max_length=MAX_QUESTION_CHARS)]
    project: str | None = None
    reader: str | None = None
    as_of: date | None = None
    known_at: str | None = None
    profile: str = "provenance"
    explain: bool = False

    def as_request(self) -> AskRequest:
        """The request of the use case."""
        return AskRequest(
            question=self.question,
            project=self.project or None,
            reader=self.reader or None,
            as_of=self.as_of,
            known_at=moments.instant(self.known_at),
            profile=self.profile,
            explain=self.explain,
        )


@post("/api/ask", tags=["questions"], status_code=200, sync_to_thread=True)
def post_ask(request: Request[Any, Any, Any], services: OpenServices, data: JSONBody[Question]) -> Response[Any]:
    """Answers with citations, or abstains with a reason.

    With `Accept: text/event-stream` the same comes as events: `retrieval` (figures of the search),
    `token` (a piece of the answer's text), `citation` (one each) and `done` (the whole outcome). Tokens
    with `draft` true are whole sentences of a model that the quotes say; only `done` is final, and `restart`
    takes back what was drafted before.
    """
    asking = Asking(services, data.as_request())
    if "text/event-stream" in request.headers.get("accept", ""):
        return ServerSentEvent(asking_events(asking))
    return Response(asking.done())


def asking_events(asking: Asking) -> Iterator[ServerSentEventMessage]:
    """A question under way as the events of a stream; the tokens since the last `restart` joined are the answer."""
    yield _event("retrieval", asking.so_far())
    drafted = ""
    for sentence in asking.sentences():
        text = ("\n" if drafted else "") + marked(sentence)
        drafted += text
        yield _event("token", {"text": text, "draft": True})
    outcome = asking.done()
    answer = outcome["answer"] or ""
    if drafted and drafted != answer:
        yield _event("restart", {"why": outcome["answerer"]["why"]})
    for token in re.findall(r"\S+\s*", answer) if drafted != answer else ():
        yield _event("token", {"text": token, "draft": False})
    for citation in outcome["citations"]:
        yield _event("citation", citation)
    yield _event("done", outcome)


def _event(name: str, data: dict[str, Any]) -> ServerSentEventMessage:
    return ServerSentEventMessage(event=name, data=json.dumps(data, ensure_ascii=False), sep="\n")


@get("/api/governs", tags=["questions"], sync_to_thread=True)
def get_governs(
    services: OpenServices,
    at: SeenFrom,
    q: Annotated[
        str, QueryParameter(min_length=1, max_length=MAX_QUESTION_CHARS, description="Number, clause or subject.")
    ],
) -> dict[str, Any]:
    """What is in force for a document number, clause or subject, with the chain and the reason."""
    return governs(services, q, at)


QUESTION_ROUTES: list[ControllerRouterHandler] = [post_ask, get_governs]
