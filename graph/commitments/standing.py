"""Where a commitment or decision stands: what people did about it, its day, and what it relies on.

Steps are only added, as in the register of conflicts; a step that is taken back is as if it had never been.
What was done or cancelled stays so. Else it is suspect where what it relies on is no longer in force, overdue where
its last day has passed, and open.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from graph.commitments.reliance import Reliance
from graph.conflicts.register import in_order
from graph.demands import Commitment, RegisterStep
from graph.errors import Refused
from graph.time import DateAnchor
from graph.vocabulary import SETTLED, CommitmentKind, CommitmentState, MotionAct, RegisterAct

ACTS = (RegisterAct.DONE, RegisterAct.CANCEL, RegisterAct.ASSIGN, RegisterAct.COMMENT, RegisterAct.REOPEN)
"""What can be done about a commitment or decision."""

_CLOSED = {
    RegisterAct.DONE: CommitmentState.DONE,
    RegisterAct.CANCEL: CommitmentState.CANCELLED,
    RegisterAct.REOPEN: None,
}

_OF_OUTCOME: dict[MotionAct | None, CommitmentState] = {
    MotionAct.CARRIED: CommitmentState.DONE,
    MotionAct.FAILED: CommitmentState.CANCELLED,
    MotionAct.WITHDRAWN: CommitmentState.CANCELLED,
}
"""Where a motion stands after what became of it; one that was tabled, or of which nothing more is said, is open."""

ORDER = (
    CommitmentState.OVERDUE,
    CommitmentState.SUSPECT,
    CommitmentState.OPEN,
    CommitmentState.DONE,
    CommitmentState.CANCELLED,
)
"""States in the order in which somebody has to look at them."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one commitment stands.

    Attributes:
        owner: Who was given it; else who promised it, "" where nobody is named.
        due: The day that was set last; else that of its words.
        is_late: Its last day has passed and it is not closed, whatever else is said of it.
        lost: What it relies on and is no longer in force.
        closing: The step that closed it.
        history: The steps in effect, oldest first.
    """

    state: CommitmentState
    owner: str
    due: DateAnchor | None
    is_late: bool = False
    lost: tuple[Reliance, ...] = ()
    closing: RegisterStep | None = None
    history: tuple[RegisterStep, ...] = ()


def standing(
    commitment: Commitment, steps: Iterable[RegisterStep], relies_on: Iterable[Reliance], as_of: date
) -> Standing:
    """Where a commitment stands on a day, whatever order its steps are given in.

    Args:
        steps: About it, as known at one instant.
        relies_on: What its words rely on, at the same moment.
    """
    found = Standing(_OF_OUTCOME.get(commitment.outcome, CommitmentState.OPEN), commitment.who, commitment.due)
    for step in in_order(steps):
        found = _after(found, step)
    if found.closing is not None or commitment.kind not in SETTLED:
        return found
    late = found.due is not None and found.due.latest is not None and found.due.latest < as_of
    lost = tuple(one for one in relies_on if one.is_lost)
    state = CommitmentState.OVERDUE if late else CommitmentState.OPEN
    return replace(found, state=CommitmentState.SUSPECT if lost else state, is_late=late, lost=lost)


def _after(found: Standing, step: RegisterStep) -> Standing:
    kept = replace(found, owner=step.owner or found.owner, due=step.due or found.due, history=(*found.history, step))
    if step.act not in _CLOSED:
        return kept
    state = _CLOSED[step.act]
    return replace(kept, state=state or CommitmentState.OPEN, closing=step if state else None)


def check(act: RegisterAct, kind: CommitmentKind, found: Standing, owner: str | None, reason: str | None) -> None:
    """Refuses a step that cannot be meant.

    Raises:
        Refused: The act is not for commitments or not for this kind, changes nothing, or lacks what it needs.
    """
    if act not in ACTS:
        raise Refused("not for commitments", f"{act.value!r} is said of conflicts; a commitment is done or cancelled")
    if kind not in SETTLED and act is not RegisterAct.COMMENT:
        raise Refused(
            "settles nothing",
            f"a {kind.value} promises nothing that could be closed or given to somebody: comment on it, "
            "or act on the decision that followed",
        )
    if act is RegisterAct.ASSIGN and not (owner or "").strip():
        raise Refused("no owner", "to assign a commitment, name who has it now")
    if act is RegisterAct.COMMENT and not (reason or "").strip():
        raise Refused("no remark", "a comment needs its words: give them as the reason")
    if act is RegisterAct.REOPEN and found.closing is None:
        raise Refused("not closed", "it is neither done nor cancelled: there is nothing to open again")
    if act in (RegisterAct.DONE, RegisterAct.CANCEL) and found.closing is not None:
        raise Refused("closed already", f"{found.closing.by} said {found.state} before: reopen or undo that first")
