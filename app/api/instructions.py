"""What messages may have instructed, over HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.types import ControllerRouterHandler

from app.api.decisions import Name, Text, require_own_origin
from app.api.opened import OpenServices, SeenFrom
from app.use_cases.instructing import Verdict, judge_instruction
from app.use_cases.instructions import Asked, list_instructions, show_instruction
from app.use_cases.ruling import Voice
from graph.vocabulary import EdgeState


@dataclass(frozen=True, slots=True)
class Judging:
    """Body of a decision on a candidate instruction.

    Attributes:
        reason: On what ground it binds; has to be given to affirm it.
        role: In which role its author wrote it.
        authority: The class that the message gets; absent for the proposed one.
        dry_run: Only say what it would change.
        reader: Whose access decides what is shown.
    """

    by: Name
    reason: Text | None = None
    role: Name | None = None
    authority: str | None = None
    dry_run: bool = False
    reader: str | None = None

    def voice(self) -> Voice:
        """The decision for the use cases."""
        return Voice(self.by, self.reason or None, dry_run=self.dry_run, reader=self.reader or None)


@get("/api/instructions", tags=["instructions"], sync_to_thread=True)
def get_instructions(
    services: OpenServices,
    at: SeenFrom,
    instruction_state: Annotated[str, QueryParameter(name="state")] = EdgeState.PROPOSED.value,
    kind: FromQuery[str | None] = None,
    cursor: FromQuery[str | None] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=1000)] = 50,
) -> dict[str, Any]:
    """One page of candidate instructions, those of the latest messages first."""
    return list_instructions(services, at, Asked(instruction_state, kind or None), cursor, limit)


@get("/api/instructions/{identifier:str}", tags=["instructions"], sync_to_thread=True)
def get_instruction(services: OpenServices, at: SeenFrom, identifier: FromPath[str]) -> dict[str, Any]:
    """One candidate with its words, what its message proposes to displace, and what was decided."""
    return show_instruction(services, identifier, at)


@post(
    "/api/instructions/{identifier:str}/affirm",
    tags=["instructions"],
    status_code=200,
    guards=[require_own_origin],
    sync_to_thread=True,
)
def post_affirm_instruction(
    services: OpenServices, identifier: FromPath[str], data: JSONBody[Judging]
) -> dict[str, Any]:
    """Says that a message instructs: it gets a class of authority; `POST /api/proposals/{id}/undo` takes it back."""
    return judge_instruction(services, identifier, Verdict(EdgeState.AFFIRMED, data.authority, data.role), data.voice())


@post(
    "/api/instructions/{identifier:str}/reject",
    tags=["instructions"],
    status_code=200,
    guards=[require_own_origin],
    sync_to_thread=True,
)
def post_reject_instruction(
    services: OpenServices, identifier: FromPath[str], data: JSONBody[Judging]
) -> dict[str, Any]:
    """Says that a message does not instruct: it stays mail."""
    return judge_instruction(services, identifier, Verdict(EdgeState.REJECTED), data.voice())


INSTRUCTION_ROUTES: list[ControllerRouterHandler] = [
    get_instructions,
    get_instruction,
    post_affirm_instruction,
    post_reject_instruction,
]
