"""Decisions of messages, meetings and minutes, and what was not decided."""

from __future__ import annotations

import pytest

from graph.vocabulary import CommitmentKind
from tests.fakes.conversations import mail, minutes, talk
from tests.unit.graph.commitments.sayings import UNDECIDED, WRITTEN_DECISIONS


@pytest.mark.parametrize("words", WRITTEN_DECISIONS)
def test_a_message_tells_a_decision(words: str) -> None:
    """The decision is the sentence."""
    assert mail(words).quotes(CommitmentKind.DECISION) == [words]


@pytest.mark.parametrize("words", UNDECIDED)
def test_a_message_tells_no_decision(words: str) -> None:
    """Open questions, intentions, refusals, what is only mentioned."""
    assert mail(words).quotes(CommitmentKind.DECISION) == []


def test_a_carried_motion_is_told_in_its_own_words() -> None:
    """A motion that was lost is no decision, and lends its words to none."""
    carried = talk(
        ("Member Ode", "I move that the setback be five metres."),
        ("Member Pell", "Seconded."),
        ("Chair", "All in favour? The motion is carried."),
    )
    assert carried.only.what == "I move that the setback be five metres."
    lost = talk(("Member Ode", "I move that the study be deferred."), ("Chair", "The motion fails."))
    assert lost.found == ()


def test_a_chair_who_asks_all_and_goes_on_has_decided() -> None:
    """The question and the assent stand in one turn; without assent nothing is settled."""
    ask = "Item 4 is a motion to exclude the public. Are members content?"
    assert talk(("Chair", f"{ask} Okay, thank you.")).only.what == "Item 4 is a motion to exclude the public."
    assert talk(("Chair", ask), ("Member Ode", "No.")).found == ()


def test_a_weak_choice_needs_the_assent_of_somebody_else() -> None:
    """What one says is no decision of all."""
    choice = ("Ann Reed", "So we use a normal battery.")
    assert talk(choice, ("Tom Hill", "Yeah.")).quotes(CommitmentKind.DECISION) == ["So we use a normal battery."]
    assert talk(choice, ("Tom Hill", "Why? It leaks.")).found == ()


def test_minutes_tell_decisions_and_tasks_apart() -> None:
    """A task that was agreed is a promise of who has it; what was not agreed is nothing."""
    heard = minutes(
        "2.1 It was agreed that the second handrail be fitted at 600 mm.",
        "2.2 Kestrel Joinery agreed to replace the damaged leaf.",
        "2.3 A proposal to omit the vision panel was not agreed.",
        "2.4 The committee resolved to accept the alternative closer.",
    )
    assert [one.kind.value for one in heard.found] == ["decision", "commitment", "decision"]
    assert [one.who for one in heard.found] == ["", "Kestrel Joinery", "committee"]
