"""The register: where each conflict stands, as the fold of what people did about it.

Steps are only added. A step that is taken back is retracted, and the fold is then as if it had never been. A
settled conflict is open again when its sides say other values than those that were decided on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from graph.conflicts.record import Conflict
from graph.demands import RegisterStep
from graph.time import DateAnchor
from graph.vocabulary import ConflictState, RegisterAct

RESOLVING = frozenset(
    {
        RegisterAct.CLOSE_ONE,
        RegisterAct.KEEP_BOTH,
        RegisterAct.REJECT_ONE,
        RegisterAct.RE_DATE,
        RegisterAct.PRECEDENCE_RULE,
    }
)
"""Acts after which nothing is left to decide."""

_STATE = {
    RegisterAct.ACKNOWLEDGE: ConflictState.ACKNOWLEDGED,
    RegisterAct.ASSIGN: ConflictState.ASSIGNED,
    RegisterAct.WITHDRAW: ConflictState.WITHDRAWN,
    RegisterAct.REOPEN: ConflictState.OPEN,
    **dict.fromkeys(RESOLVING, ConflictState.RESOLVED),
}
"""The state after an act; a comment, and what belongs to commitments, leaves it as it was."""

SETTLED = frozenset({ConflictState.RESOLVED, ConflictState.WITHDRAWN})


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one conflict stands.

    Attributes:
        resolution: The act that settled it, while it is settled.
        chosen, scope, values: Of the step that settled it.
        reopened: It was settled on other values than those its sides say now.
        history: The steps in effect, oldest first.
    """

    state: ConflictState = ConflictState.OPEN
    owner: str | None = None
    due: DateAnchor | None = None
    scope: str | None = None
    resolution: RegisterAct | None = None
    chosen: str | None = None
    values: str | None = None
    reopened: bool = False
    history: tuple[RegisterStep, ...] = ()

    @property
    def is_settled(self) -> bool:
        """Whether nobody has to decide anything."""
        return self.state in SETTLED


def in_order(steps: Iterable[RegisterStep]) -> list[RegisterStep]:
    """Steps as they were taken; of one instant, by id."""
    return sorted(steps, key=lambda step: (step.recorded_at, step.id))


def fold(steps: Iterable[RegisterStep], values: str | None = None) -> Standing:
    """Where the steps on one conflict leave it, whatever order they are given in.

    Args:
        steps: As known at one instant; what was retracted by then is not among them.
        values: Fingerprint of what its sides say now; None to not look at it.
    """
    standing = Standing()
    for step in in_order(steps):
        standing = _after(standing, step)
    is_stale = values is not None and standing.values is not None and standing.values != values
    if standing.is_settled and is_stale:
        return replace(standing, state=ConflictState.OPEN, resolution=None, chosen=None, reopened=True)
    return standing


def _after(standing: Standing, step: RegisterStep) -> Standing:
    state, is_task = _STATE.get(step.act), step.act is not RegisterAct.RE_DATE
    kept = replace(
        standing,
        owner=step.owner or standing.owner,
        due=step.due if step.due and is_task else standing.due,
        scope=step.scope or standing.scope,
        history=(*standing.history, step),
    )
    if state is None:
        return kept
    settles = state in SETTLED
    return replace(
        kept,
        state=state,
        resolution=step.act if step.act in RESOLVING else None,
        chosen=step.chosen if settles else None,
        values=step.values if settles else None,
    )


def as_taken(records: Iterable[RegisterStep], known_at: datetime | None = None) -> list[RegisterStep]:
    """Each step once, from all records of it: when it was taken, and by whom it was taken back, in order.

    Args:
        known_at: As known then: what was taken back later was not yet.
    """
    first: dict[str, RegisterStep] = {}
    last: dict[str, RegisterStep] = {}
    for record in sorted(records, key=lambda one: one.recorded_at):
        if known_at is None or record.recorded_at <= known_at:
            first.setdefault(record.id, record)
            last[record.id] = record
    merged = [replace(last[one], recorded_at=first[one].recorded_at) for one in first]
    return in_order(replace(one, retracted_at=None) if _is_later(one.retracted_at, known_at) else one for one in merged)


def _is_later(at: datetime | None, known_at: datetime | None) -> bool:
    return at is not None and known_at is not None and at > known_at


def register(conflicts: Iterable[Conflict], steps: Iterable[RegisterStep]) -> dict[str, Standing]:
    """Where every conflict stands by id, and every other one about which there are steps.

    A conflict that people decided and that is no longer found keeps its place: its history is not lost.
    """
    by_subject = steps_by_subject(steps)
    standings = {one.id: fold(by_subject.pop(one.id, ()), one.values) for one in conflicts}
    return standings | {subject: fold(found) for subject, found in sorted(by_subject.items())}


def steps_by_subject(steps: Iterable[RegisterStep]) -> dict[str, list[RegisterStep]]:
    """Steps by the conflict that they are about, in order."""
    found: dict[str, list[RegisterStep]] = defaultdict(list)
    for step in in_order(steps):
        found[step.subject].append(step)
    return found


@dataclass(frozen=True, slots=True)
class Precedent:
    """A conflict of the same pair of slots that was decided before.

    Attributes:
        conflict: The decided one.
        standing: How it was decided.
        same_values: Its sides said the same values.
    """

    conflict: Conflict
    standing: Standing
    same_values: bool


def precedents(conflict: Conflict, others: Iterable[Conflict], standings: Mapping[str, Standing]) -> list[Precedent]:
    """What was decided before between the same slots of other works: offered, never applied.

    Returns:
        Those of the same values first, then the latest decision first.
    """
    slots = _slots(conflict)
    found = [
        Precedent(other, standings[other.id], other.values == conflict.values)
        for other in others
        if other.id != conflict.id and _slots(other) == slots and other.id in standings
    ]
    decided = [one for one in found if one.standing.resolution is not None]
    latest = sorted(decided, key=lambda one: one.standing.history[-1].recorded_at, reverse=True)
    return sorted(latest, key=lambda one: not one.same_values)


def _slots(conflict: Conflict) -> list[str]:
    return sorted({side.slot for side in conflict.sides})
