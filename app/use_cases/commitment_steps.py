"""What people do about commitments and decisions: done, cancelled, given to somebody, remarked on, opened again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from app.errors import InvalidInput
from app.use_cases.citing import Citer
from app.use_cases.commitments import Register, commitment_json, register, step_json
from app.use_cases.naming import edge_or_ruling_named
from app.use_cases.ruling import Voice
from app.use_cases.viewpoint import Viewpoint
from app.wiring import Services
from graph.commitments.reversal import METHOD
from graph.commitments.standing import ACTS, Standing, check, standing
from graph.conflicts.settlement import step_id
from graph.decisions import make_ruling
from graph.demands import Commitment, RegisterStep
from graph.errors import Refused, UnknownName
from graph.identity import edge_id
from graph.model import Edge, Ruling
from graph.store import Reader, Writer
from graph.time import DateAnchor, now_utc
from graph.vocabulary import CommitmentKind, EdgeState, EdgeType, RegisterAct, RulingAct

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants done about a commitment.

    Attributes:
        act: Of `graph.commitments.standing.ACTS`, by its name.
        owner, due: For *assign*: who has it now, and by when.
        replaced_by: For *cancel* of a decision: id of the later decision that takes its place.
    """

    act: str
    owner: str | None = None
    due: date | None = None
    replaced_by: str | None = None

    @property
    def step(self) -> RegisterAct:
        """The act.

        Raises:
            UnknownName: There is no such act on a commitment.
        """
        known = {act.value: act for act in ACTS}
        if self.act not in known:
            raise UnknownName("act on a commitment", self.act, list(known))
        return known[self.act]


def act_on_commitment(
    services: Services, identifier: str, wish: Wish, voice: Voice, at: Viewpoint | None = None
) -> Json:
    """Takes a step about a commitment, and says where it then stands; with `dry_run` nothing is written.

    Args:
        at: From where it is seen; its reader is the one whose access counts.

    Raises:
        NotFound: There is no such commitment that the reader may see.
        Refused: The act lacks what it needs, or changes nothing.
        RetryLater: Another process is writing.
    """
    at = at or voice.viewpoint
    if voice.dry_run:
        with services.store.read() as store:
            return _Taking(services, store, voice, at).plan(identifier, wish)
    with services.writer_lock, services.store.write() as writer:
        taking = _Taking(services, writer, voice, at)
        report = taking.plan(identifier, wish)
        taking.write(writer)
    return report


class _Taking:
    """One step about to be taken."""

    step: RegisterStep
    edge: Edge | None = None
    ruling: Ruling | None = None

    def __init__(self, services: Services, store: Reader, voice: Voice, at: Viewpoint) -> None:
        self.store = store
        self.voice = voice
        self.found: Register = register(store, services, replace(at, known_at=None))

    def plan(self, identifier: str, wish: Wish) -> Json:
        """What the step is, and where the commitment stands before and after it."""
        act, at = wish.step, now_utc()
        one = self._named(identifier)
        before = self.found.standing(one)
        check(act, one.kind, before, wish.owner, self.voice.reason)
        self.step = self._step(one, act, wish, at)
        if wish.replaced_by is not None:
            self._replace(one, act, wish.replaced_by, at)
        after = self._after(one)
        return {
            "act": act,
            "says": _says(one, self.step),
            "dry_run": self.voice.dry_run,
            "changed": True,
            "step_id": None if self.voice.dry_run else self.step.id,
            "commitment_id": one.id,
            "state_before": before.state,
            "state": after.state,
            "owner": after.owner,
            "due": after.due.latest.isoformat() if after.due and after.due.latest else None,
            "step": step_json(self.step),
            "commitment": commitment_json(Citer(self.store, self.found.governing), self.found, one, after),
        }

    def write(self, writer: Writer) -> None:
        """Writes the step and what implements it."""
        if self.edge is not None:
            writer.replace(self.edge)
        writer.put([self.step, *([self.ruling] if self.ruling else [])])

    def _named(self, identifier: str) -> Commitment:
        return self.found.by_id[edge_or_ruling_named(self.found.by_id, identifier, "commitment")]

    def _step(self, one: Commitment, act: RegisterAct, wish: Wish, at: datetime) -> RegisterStep:
        return RegisterStep(
            id=step_id(one.id, act, self.voice.by, at),
            subject=one.id,
            act=act,
            by=self.voice.by,
            reason=self.voice.reason,
            recorded_at=at,
            owner=wish.owner,
            due=DateAnchor.on(wish.due) if wish.due else None,
        )

    def _replace(self, old: Commitment, act: RegisterAct, identifier: str, at: datetime) -> None:
        """Makes the edge by which a later decision takes the place of this one."""
        if act is not RegisterAct.CANCEL:
            raise InvalidInput("only a decision that is cancelled is replaced by another one")
        new = self._named(identifier)
        if new.id == old.id or self._leads_to(new.id, old.id):
            raise Refused("circle", f"this would close a circle: {new.id} was itself replaced by {old.id}")
        if CommitmentKind.COMMITMENT in (new.kind, old.kind) and new.kind is not old.kind:
            raise Refused("not alike", "a decision is replaced by a decision, and a commitment by a commitment")
        evidence = Citer(self.store, self.found.governing).evidence(new.source_id, new.span)
        self.edge = Edge(
            id=edge_id(EdgeType.SUPERSEDES, new.id, old.id, METHOD),
            type=EdgeType.SUPERSEDES,
            src=new.id,
            dst=old.id,
            recorded_at=at,
            method=METHOD,
            state=EdgeState.AFFIRMED,
            evidence=evidence,
            by=self.voice.by,
        )
        self.ruling = make_ruling(RulingAct.SUPERSEDE, self.edge.id, self.voice.by, self.voice.reason, at)
        self.step = replace(self.step, edge_id=self.edge.id, evidence=evidence)

    def _leads_to(self, start: str, end: str) -> bool:
        """Whether a decision was replaced, through any number of steps, by another one."""
        seen: set[str] = set()
        while start in self.found.replaced and start not in seen:
            seen.add(start)
            start = self.found.replaced[start].src
            if start == end:
                return True
        return False

    def _after(self, one: Commitment) -> Standing:
        steps = [*self.found.steps.get(one.id, ()), self.step]
        return standing(one, steps, self.found.relies_on(one), self.found.governing.moment.as_of)


def _says(one: Commitment, step: RegisterStep) -> str:
    """What a step does, in one line."""
    told = [f"to {step.owner}" if step.owner else "", f"by {step.due.text}" if step.due else ""]
    return " ".join([f"{step.act}: {one.what}", *(part for part in told if part)])
