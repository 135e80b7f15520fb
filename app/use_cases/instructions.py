"""Candidate instructions: what messages may have instructed, and what a person says of it.

A message binds no more than mail does until somebody affirms that it instructs; then it has a class of
authority, by that person's word, and only it: an answer that quotes it does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from app.errors import InvalidInput
from app.use_cases.citing import Citer
from app.use_cases.edges import edge_json
from app.use_cases.naming import edge_or_ruling_named
from app.use_cases.proposals import EVERY_STATE, rulings_json
from app.use_cases.sources import page_of
from app.use_cases.viewpoint import Viewpoint, view
from app.wiring import Services
from graph.correspondence import Instruction
from graph.errors import UnknownName
from graph.governing import Governing
from graph.model import Ruling
from graph.store import Reader
from graph.vocabulary import AuthorityClass, ClaimField, EdgeState, InstructionKind, RulingAct

Json = dict[str, Any]

STATES = (EdgeState.PROPOSED, EdgeState.AFFIRMED, EdgeState.REJECTED)
_STATE_OF = {RulingAct.AFFIRM: EdgeState.AFFIRMED, RulingAct.REJECT: EdgeState.REJECTED}

GRANTED = (AuthorityClass.CONTRACT_MODIFICATION, AuthorityClass.RFI_RESPONSE, AuthorityClass.SUBMITTAL)
"""Classes to which a message can be lifted."""


@dataclass(frozen=True, slots=True)
class Found:
    """A candidate instruction with what a person last said of it."""

    instruction: Instruction
    quote: str
    ruling: Ruling | None

    @property
    def state(self) -> EdgeState:
        """Whether it waits for a person, and what was said."""
        return _STATE_OF[self.ruling.act] if self.ruling else EdgeState.PROPOSED


@dataclass(frozen=True, slots=True)
class Asked:
    """Which candidates are listed; None for all.

    Attributes:
        state: Of `STATES`, or "all".
    """

    state: str = EdgeState.PROPOSED.value
    kind: str | None = None

    def __post_init__(self) -> None:
        if self.state != EVERY_STATE and self.state not in STATES:
            raise UnknownName("state", self.state, [EVERY_STATE, *STATES])
        if self.kind is not None and self.kind not in list(InstructionKind):
            raise UnknownName("kind of instruction", self.kind, list(InstructionKind))

    def takes(self, found: Found) -> bool:
        """Whether a candidate is listed."""
        return self.state in (EVERY_STATE, found.state) and self.kind in (None, found.instruction.kind)


def list_instructions(
    services: Services,
    at: Viewpoint | None = None,
    asked: Asked | None = None,
    cursor: str | None = None,
    limit: int = 50,
) -> Json:
    """One page of the candidate instructions that are there from a viewpoint, those of the latest messages first.

    Raises:
        InvalidInput: The cursor names none of this list.
    """
    at, asked = at or Viewpoint(), asked or Asked()
    governing = view(services, at)
    with services.store.read() as store:
        found = {one.instruction.id: one for one in _in_order(governing, _every(store, governing, at))}
        listed = [identifier for identifier, one in found.items() if asked.takes(one)]
        page, more = page_of(listed, cursor, limit, "instruction")
        citer = Citer(store, governing)
        items = [instruction_json(citer, found[identifier]) for identifier in page]
    return {"items": items, "total": len(listed), "next_cursor": page[-1] if page and more else None}


def show_instruction(services: Services, identifier: str, at: Viewpoint | None = None) -> Json:
    """One candidate with its words, what its message proposes to displace, and what was decided, oldest first.

    Raises:
        NotFound: There is none from that viewpoint.
    """
    at = at or Viewpoint()
    governing = view(services, at)
    with services.store.read() as store:
        found = found_instruction(store, governing, at, identifier)
        own = found.instruction
        rulings = [ruling for ruling in store.find(Ruling, history=True) if ruling.subject == own.id]
        proposed = [
            edge_json(governing.snapshot, edge)
            for edge in governing.snapshot.edges
            if edge.state is EdgeState.PROPOSED and edge.evidence and edge.evidence.source_id == own.source_id
        ]
        return instruction_json(Citer(store, governing), found) | {
            "proposals": proposed,
            "rulings": rulings_json(rulings),
        }


def found_instruction(store: Reader, governing: Governing, at: Viewpoint, identifier: str) -> Found:
    """The candidate of that id, or of the beginning of one.

    Raises:
        NotFound: There is none from that viewpoint.
    """
    found = {one.instruction.id: one for one in _all(store, governing, at)}
    return found[edge_or_ruling_named(found, identifier, "instruction")]


def granted(written: str | None, found: Instruction) -> AuthorityClass:
    """The class that a person grants a message: as named, else as proposed.

    Raises:
        UnknownName: No message can be lifted to a class of that name.
    """
    if written is None:
        return found.authority
    if written not in list(GRANTED):
        raise UnknownName("authority that a message can have", written, list(GRANTED))
    return AuthorityClass(written)


def instruction_json(citer: Citer, found: Found) -> Json:
    """A candidate in one row, with its evidence."""
    own, snapshot = found.instruction, citer.governing.snapshot
    described = snapshot.descriptions[own.source_id]
    return {
        "id": own.id,
        "kind": own.kind,
        "state": found.state,
        "authority": own.authority,
        "class_now": described.authority,
        "author": described.author,
        "citation": citer.cite(own.source_id, own.span),
        "confidence": own.confidence,
        "method": own.method,
        "language": own.language,
        "by": found.ruling.by if found.ruling else None,
        "reason": found.ruling.reason if found.ruling else None,
        "ruling_id": found.ruling.id if found.ruling else None,
    }


def _every(store: Reader, governing: Governing, at: Viewpoint) -> list[Found]:
    """The candidates, one for each sentence of a message, however many copies of it are held."""
    told: dict[tuple[str, str], Found] = {}
    for one in sorted(_all(store, governing, at), key=lambda found: (found.ruling is None, found.instruction.id)):
        claim = governing.snapshot.descriptions[one.instruction.source_id].taken.get(ClaimField.MESSAGE_ID)
        told.setdefault((claim.value if claim else one.instruction.source_id, one.quote), one)
    return list(told.values())


def _all(store: Reader, governing: Governing, at: Viewpoint) -> Iterable[Found]:
    last = _last_rulings(store, at)
    for one in store.find(Instruction, known_at=at.known_at):
        if one.source_id in governing.snapshot.sources:
            yield Found(one, store.text(one.source_id, one.span), last.get(one.id))


def _last_rulings(store: Reader, at: Viewpoint) -> Mapping[str, Ruling]:
    """By subject, the last ruling in effect."""
    found = sorted(store.find(Ruling, known_at=at.known_at), key=lambda ruling: (ruling.recorded_at, ruling.id))
    return {ruling.subject: ruling for ruling in found if ruling.act in _STATE_OF}


def _in_order(governing: Governing, found: Iterable[Found]) -> list[Found]:
    def age(one: Found) -> tuple[date, str, int]:
        dated = governing.snapshot.descriptions[one.instruction.source_id].date
        latest = dated.latest if dated and dated.latest else date.min
        return latest, one.instruction.source_id, -one.instruction.span.start

    return sorted(found, key=age, reverse=True)


def require_reason(reason: str | None) -> None:
    """Checks that a person says on what ground a message binds.

    Raises:
        InvalidInput: No reason is given.
    """
    if not (reason or "").strip():
        raise InvalidInput("to affirm an instruction, give the reason: on what ground it binds")
