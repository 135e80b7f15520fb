"""Saying that a message instructs, or does not, and taking that back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from app.use_cases.citing import Citer
from app.use_cases.impact import Scales
from app.use_cases.instructions import Found, found_instruction, granted, instruction_json, require_reason
from app.use_cases.ruling import Voice
from app.use_cases.viewpoint import view
from app.wiring import Services
from graph.claims import describe
from graph.copies import content_of, copies_among
from graph.correspondence import Instruction
from graph.decisions import last_ruling, make_ruling, undone
from graph.errors import NotFound, Refused
from graph.governing import Governing
from graph.identity import claim_id
from graph.model import Claim, Ruling
from graph.snapshot import Snapshot, load_snapshot
from graph.store import Reader
from graph.time import now_utc
from graph.vocabulary import AuthorityClass, ClaimField, EdgeState, Ground, RulingAct

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a person says of a candidate instruction.

    Attributes:
        state: `AFFIRMED` or `REJECTED`.
        authority: Class that the message gets; None for the proposed one.
        role: In which role its author wrote it: "Architect".
    """

    state: EdgeState
    authority: str | None = None
    role: str | None = None


def judge_instruction(services: Services, identifier: str, verdict: Verdict, voice: Voice) -> Json:
    """Affirms or rejects a candidate instruction, and says what that changes; `undo` takes it back.

    Raises:
        NotFound: There is none that the reader may see.
        InvalidInput: It is affirmed without a reason.
        UnknownName: No message can be lifted to that class.
        RetryLater: Another process is writing.
    """
    if verdict.state is EdgeState.AFFIRMED:
        require_reason(voice.reason)
    governing = view(services, voice.viewpoint)
    if voice.dry_run:
        with services.store.read() as store:
            return _Judging(services, store, governing, voice).judge(identifier, verdict).report
    with services.writer_lock, services.store.write() as writer:
        case = _Judging(services, writer, governing, voice)
        judged = case.judge(identifier, verdict)
        if judged.ruling is not None:
            writer.retract([claim.id for claim in judged.ended], judged.ruling.recorded_at)
            for claim in judged.claims:
                writer.replace(claim)
            writer.put([judged.ruling])
    return judged.report


def is_of_instruction(services: Services, identifier: str) -> bool:
    """Whether an id, or its beginning, is that of a candidate instruction or of a ruling on one."""
    if identifier.startswith("i-"):
        return True
    if not identifier.startswith("r-") or len(identifier) < 4:
        return False
    with services.store.read() as store:
        named = [ruling for ruling in store.find(Ruling) if ruling.id.startswith(identifier)]
    return bool(named) and all(ruling.subject.startswith("i-") for ruling in named)


def take_back_instruction(services: Services, identifier: str, voice: Voice) -> Json:
    """Takes back what was said last of a candidate instruction: what was said before it stands again.

    Raises:
        NotFound: Nothing in effect that the reader may see has that id or begins so.
        Refused: Something later was said of it: that has to be taken back first.
        RetryLater: Another process is writing.
    """
    governing = view(services, voice.viewpoint)
    if voice.dry_run:
        with services.store.read() as store:
            return _Judging(services, store, governing, voice).take_back(identifier).report
    with services.writer_lock, services.store.write() as writer:
        judged = _Judging(services, writer, governing, voice).take_back(identifier)
        at = now_utc()
        writer.retract([claim.id for claim in judged.ended], at)
        for claim in judged.claims:
            writer.replace(replace(claim, recorded_at=at, retracted_at=None))
        if judged.ruling is not None:
            writer.replace(undone(judged.ruling, voice.by, voice.reason, at))
    return judged.report


@dataclass(frozen=True, slots=True)
class _Judged:
    """A decision ready to be written; no ruling where nothing changes.

    Attributes:
        claims: That stand after it and did not before; `ended`: that stood before it and do not after.
    """

    ruling: Ruling | None
    claims: tuple[Claim, ...]
    ended: tuple[Claim, ...]
    report: Json


class _Judging:
    """One decision over one consistent view."""

    def __init__(self, services: Services, store: Reader, governing: Governing, voice: Voice) -> None:
        self.services = services
        self.store = store
        self.governing = governing
        self.voice = voice
        self.before = load_snapshot(store)

    def judge(self, identifier: str, verdict: Verdict) -> _Judged:
        found, at = self._found(identifier), now_utc()
        standing = [claim for claim in self._claims(found.instruction) if claim.retracted_at is None]
        wanted = self._wanted(found.instruction, verdict, at)
        is_said = found.state is verdict.state and {c.id for c in standing} == {c.id for c in wanted}
        act = RulingAct.AFFIRM if verdict.state is EdgeState.AFFIRMED else RulingAct.REJECT
        ruling = None if is_said else make_ruling(act, found.instruction.id, self.voice.by, _reason(verdict, self), at)
        kept = {claim.id for claim in wanted}
        ended = tuple(claim for claim in standing if claim.id not in kept)
        report = self._report(found, act.value, wanted if ruling else standing, ended) | {
            "state": verdict.state,
            "changed": ruling is not None,
            "ruling_id": ruling.id if ruling and not self.voice.dry_run else None,
        }
        return _Judged(ruling, tuple(wanted), ended, report)

    def take_back(self, identifier: str) -> _Judged:
        found, ruling = self._ruled(identifier)
        history = self._claims(found.instruction)
        made = tuple(c for c in history if c.recorded_at == ruling.recorded_at and c.retracted_at is None)
        ended_then = tuple(c for c in history if c.retracted_at == ruling.recorded_at)
        before = tuple(replace(claim, retracted_at=None) for claim in ended_then)
        report = self._report(found, "undo", list(before), made) | {
            "undone": ruling.act,
            "changed": True,
            "removed": not before,
            "ruling_id": ruling.id,
        }
        return _Judged(ruling, before, made, report)

    def _found(self, identifier: str) -> Found:
        return found_instruction(self.store, self.governing, self.voice.viewpoint, identifier)

    def _ruled(self, identifier: str) -> tuple[Found, Ruling]:
        """The candidate, and the last ruling on it, that an id of either names."""
        named = next((r for r in self.store.find(Ruling) if r.id.startswith(identifier)), None)
        found = self._found(named.subject if named else identifier)
        last = last_ruling(self.store, found.instruction.id)
        if last is None:
            raise NotFound("ruling in effect", identifier)
        if named is not None and named.id != last.id:
            raise Refused("later ruling", f"{last.id} ({last.act} by {last.by}) was decided later: undo that first")
        return found, last

    def _claims(self, instruction: Instruction) -> list[Claim]:
        """All claims that were ever made by affirming a candidate, for every copy of its message."""
        identifiers = [
            _claim_id(source, authority, instruction)
            for source in self._copies(instruction.source_id)
            for authority in AuthorityClass
        ]
        return list(self.store.find(Claim, ids=identifiers, history=True))

    def _copies(self, source_id: str) -> tuple[str, ...]:
        """All copies of a message, whoever may see them: it binds as one."""
        sets = copies_among(self.before, content_of(self.store))
        return next((copies for copies in sets if source_id in copies), (source_id,))

    def _wanted(self, instruction: Instruction, verdict: Verdict, at: datetime) -> list[Claim]:
        if verdict.state is not EdgeState.AFFIRMED:
            return []
        authority = granted(verdict.authority, instruction)
        return [
            Claim(
                id=_claim_id(source, authority, instruction),
                source_id=source,
                field=ClaimField.AUTHORITY,
                value=authority.value,
                ground=Ground.PERSON,
                confidence=1.0,
                recorded_at=at,
                span=instruction.span if source == instruction.source_id else None,
                note=f"affirmed as {instruction.kind} by {self.voice.by}: {_reason(verdict, self)}",
            )
            for source in self._copies(instruction.source_id)
        ]

    def _report(self, found: Found, act: str, claims: Iterable[Claim], ended: Iterable[Claim]) -> Json:
        then = self._then(list(claims), list(ended))
        own = found.instruction
        name, now = self.before.name(own.source_id), then.descriptions[own.source_id].authority
        return {
            "act": act,
            "says": f"{own.kind} in {name}: {found.quote!r}; the message ranks as {now}",
            "dry_run": self.voice.dry_run,
            "instruction": instruction_json(Citer(self.store, self.governing), found),
            "authority": now,
            "edge": None,
            "impact": Scales(self.services, self.store, self.before, self.voice.viewpoint).weigh(
                then, self.voice.as_of
            ),
        }

    def _then(self, claims: list[Claim], ended: list[Claim]) -> Snapshot:
        """What is known once these claims stand, and those do not."""
        touched = {claim.source_id for claim in (*claims, *ended)}
        described = {source: self._described(source, claims, ended) for source in touched & self.before.sources.keys()}
        return replace(self.before, descriptions={**self.before.descriptions, **described})

    def _described(self, source_id: str, claims: list[Claim], ended: list[Claim]) -> Any:
        gone = {claim.id for claim in (*ended, *claims)}
        kept = [claim for claim in self.store.find(Claim, source_id=source_id) if claim.id not in gone]
        return describe(self.before.sources[source_id], [*kept, *claims])


def _claim_id(source: str, authority: AuthorityClass, instruction: Instruction) -> str:
    return claim_id(source, ClaimField.AUTHORITY, authority.value, Ground.PERSON, instruction.id)


def _reason(verdict: Verdict, case: _Judging) -> str | None:
    """The reason as recorded, with the role in which the author wrote."""
    reason = (case.voice.reason or "").strip()
    return ": ".join(part for part in (f"as {verdict.role}" if verdict.role else "", reason) if part) or None
