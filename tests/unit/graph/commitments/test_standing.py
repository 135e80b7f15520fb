"""Where commitments stand, what they rely on, and which later decisions may reverse them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.commitments.reliance import Reliances
from graph.commitments.reversal import Made, reversals
from graph.commitments.standing import check, standing
from graph.demands import Commitment, RegisterStep
from graph.errors import Refused
from graph.identity import commitment_id
from graph.spans import Span
from graph.time import DateAnchor
from graph.vocabulary import CommitmentKind, CommitmentState, RegisterAct
from tests.fakes.library import Library

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
DUE = date(2025, 3, 14)


def _promise(what: str = "I will send the levels", source: str = "s-1", kind: str = "commitment") -> Commitment:
    return Commitment(
        id=commitment_id(source, len(what), 2 * len(what)),
        source_id=source,
        kind=CommitmentKind(kind),
        span=Span(len(what), 2 * len(what)),
        who="Ann Reed",
        what=what,
        confidence=0.9,
        method="promise self",
        recorded_at=NOON,
        due=DateAnchor.on(DUE) if kind == "commitment" else None,
    )


def _step(act: RegisterAct, minute: int, owner: str | None = None, due: date | None = None) -> RegisterStep:
    at = NOON + timedelta(minutes=minute)
    return RegisterStep(
        f"g-{minute}", "k-1", act, "Bob", "why", at, owner=owner, due=DateAnchor.on(due) if due else None
    )


def test_a_commitment_is_overdue_the_day_after_its_last_day() -> None:
    """On the day itself it is open."""
    states = [standing(_promise(), (), (), day).state for day in (DUE, DUE + timedelta(days=1))]
    assert states == [CommitmentState.OPEN, CommitmentState.OVERDUE]


def test_what_has_no_known_day_is_never_overdue() -> None:
    """A decision has none."""
    assert standing(_promise(kind="decision"), (), (), date(2099, 1, 1)).state is CommitmentState.OPEN


def test_steps_fold_to_the_same_whatever_their_order() -> None:
    """Done, opened again, given to another with another day."""
    steps = [
        _step(RegisterAct.DONE, 1),
        _step(RegisterAct.REOPEN, 2),
        _step(RegisterAct.ASSIGN, 3, "Cy Dale", date(2025, 4, 1)),
        _step(RegisterAct.COMMENT, 4),
    ]
    found = [standing(_promise(), order, (), date(2025, 3, 20)) for order in permutations(steps)]
    assert all(one == found[0] for one in found)
    assert (found[0].state, found[0].owner, len(found[0].history)) == (CommitmentState.OPEN, "Cy Dale", 4)


@given(st.lists(st.sampled_from([RegisterAct.DONE, RegisterAct.CANCEL, RegisterAct.REOPEN, RegisterAct.COMMENT])))
def test_the_last_closing_or_opening_step_decides(acts: list[RegisterAct]) -> None:
    """Comments change nothing."""
    steps = [_step(act, minute) for minute, act in enumerate(acts)]
    last = next((act for act in reversed(acts) if act is not RegisterAct.COMMENT), RegisterAct.REOPEN)
    closed = {RegisterAct.DONE: CommitmentState.DONE, RegisterAct.CANCEL: CommitmentState.CANCELLED}
    assert standing(_promise(), steps, (), DUE).state is closed.get(last, CommitmentState.OPEN)


@pytest.mark.parametrize(
    ("act", "owner", "reason", "why"),
    [
        (RegisterAct.ASSIGN, None, None, "no owner"),
        (RegisterAct.COMMENT, None, " ", "no remark"),
        (RegisterAct.REOPEN, None, None, "not closed"),
        (RegisterAct.CLOSE_ONE, None, None, "not for commitments"),
    ],
)
def test_steps_that_cannot_be_meant_are_refused(
    act: RegisterAct, owner: str | None, reason: str | None, why: str
) -> None:
    """Each with its reason."""
    with pytest.raises(Refused) as refused:
        check(act, CommitmentKind.COMMITMENT, standing(_promise(), (), (), DUE), owner, reason)
    assert refused.value.rule == why


@pytest.mark.parametrize("kind", [CommitmentKind.MOTION, CommitmentKind.PROPOSAL, CommitmentKind.TOPIC])
def test_what_settles_nothing_is_commented_on_and_never_closed(kind: CommitmentKind) -> None:
    """A motion ends by what the meeting does with it; the words of others about it are welcome."""
    found = standing(_promise(kind=kind), (), (), DUE)
    check(RegisterAct.COMMENT, kind, found, None, "tabled again in May")
    for act in (RegisterAct.DONE, RegisterAct.CANCEL, RegisterAct.ASSIGN, RegisterAct.REOPEN):
        with pytest.raises(Refused) as refused:
            check(act, kind, found, "Cy Dale", None)
        assert (refused.value.rule, kind.value in str(refused.value)) == ("settles nothing", True)


def test_a_promise_is_suspect_when_what_it_relied_on_is_replaced() -> None:
    """Revision A was in force when it was made; a promise made under revision B relies on that."""
    library = Library()
    library.add("Section 08 71 00", version="A", date="2025-02-01", status="issued")
    library.add("Section 08 71 00", version="B", date="2025-05-01", status="issued")
    words = "I will order the closers to Section 08 71 00."
    early, late = (Reliances(library.governing(day)) for day in ("2025-04-01", "2025-06-01"))
    assert [one.is_lost for one in early.of(words, "tower", date(2025, 3, 3))] == [False]
    assert [one.is_lost for one in late.of(words, "tower", date(2025, 3, 3))] == [True]
    assert [one.is_lost for one in late.of(words, "tower", date(2025, 5, 20))] == [False]
    lost = late.of(words, "tower", date(2025, 3, 3))
    assert standing(_promise(), (), lost, DUE).state is CommitmentState.SUSPECT
    assert standing(_promise(), [_step(RegisterAct.DONE, 1)], lost, DUE).state is CommitmentState.DONE


def test_a_pinned_version_is_relied_on_whenever_it_was_said() -> None:
    """The words name revision A, which B replaced."""
    library = Library()
    library.add("Section 08 71 00", version="A", date="2025-02-01", status="issued")
    library.add("Section 08 71 00", version="B", date="2025-05-01", status="issued")
    late = Reliances(library.governing("2025-06-01"))
    assert [one.is_lost for one in late.of("to Section 08 71 00 Revision A", "tower", None)] == [True]
    assert [one.source_id for one in late.of("to Section 08 71 00", "tower", None)] == [None]


def _made(what: str, day: int, source: str) -> Made:
    return Made(_promise(what, source, "decision"), "tower", date(2025, 3, day))


def test_a_later_decision_about_the_same_thing_may_reverse_it() -> None:
    """Only the latest is told; the other way round, of another project, or of another thing, nothing is."""
    first = _made("It was agreed that the corridor closers have a delay of 5 seconds.", 3, "s-1")
    second = _made("It was agreed that the corridor closers have a delay of 7 seconds instead.", 10, "s-2")
    third = _made("Agreed: the corridor closers have a delay of 9 seconds, not 5.", 17, "s-3")
    other = _made("It was agreed that the canopy is omitted.", 18, "s-4")
    elsewhere = Made(second.commitment, "bridge", second.day)
    pairs = [(one.old.source_id, one.new.source_id) for one in reversals([third, other, first, second])]
    assert sorted(pairs) == [("s-1", "s-3"), ("s-2", "s-3")]
    assert reversals([first, elsewhere]) == []
    assert reversals([Made(second.commitment, "tower", None), first]) == []


def test_reversals_do_not_depend_on_the_order_of_arrival() -> None:
    """A function of the set of decisions."""
    made = [
        _made("Decision: the ramp is timber.", 3, "s-1"),
        _made("We've changed our mind on the ramp: steel, not timber.", 5, "s-2"),
        _made("The timber ramp is dropped for good.", 9, "s-3"),
    ]
    found = [reversals(order) for order in permutations(made)]
    assert all(one == found[0] for one in found)
    assert found[0]
