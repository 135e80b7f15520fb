"""Motions of councils, boards and project meetings: who moved, what was done, and what came of it."""

from __future__ import annotations

import pytest

from graph.vocabulary import CommitmentKind, MotionAct
from tests.fakes.conversations import minutes, talk

MOVED, SECONDED, AMENDED, PUT = MotionAct.MOVED, MotionAct.SECONDED, MotionAct.AMENDED, MotionAct.PUT
CARRIED, FAILED, WITHDRAWN, TABLED = MotionAct.CARRIED, MotionAct.FAILED, MotionAct.WITHDRAWN, MotionAct.TABLED

MOVE = ("Member Ode", "I move to approve the timber cladding on block C.")
WHAT = MOVE[1]


@pytest.mark.parametrize(
    ("said", "acts"),
    [
        (
            [("Member Pell", "Seconded."), ("Chair", "All in favour? The motion is carried.")],
            [MOVED, SECONDED, PUT, CARRIED],
        ),
        (
            [("Member Pell", "I second that."), ("Chair", "Those opposed? Motion fails, two to five.")],
            [MOVED, SECONDED, PUT, FAILED],
        ),
        ([("Chair", "The motion dies for lack of a second.")], [MOVED, FAILED]),
        (
            [("Member Pell", "I'll second it."), ("Member Ode", "Then I withdraw my motion.")],
            [MOVED, SECONDED, WITHDRAWN],
        ),
        ([("Chair", "Is there a view?"), ("Clerk", "The motion is tabled until May.")], [MOVED, TABLED]),
        ([("Clerk", "Ayes 4, noes 3.")], [MOVED, CARRIED]),
        ([("Clerk", "Two in favor, and 5 against. For: 2, against: 5.")], [MOVED, FAILED]),
        ([("Chair", "Let us put the motion to a vote."), ("Chair", "The ayes have it.")], [MOVED, PUT, CARRIED]),
        ([("Chair", "Is everyone content? Yes, thank you.")], [MOVED, PUT, CARRIED]),
        ([("Chair", "We shall think about it.")], [MOVED]),
    ],
)
def test_a_motion_is_followed_to_its_end(said: list[tuple[str, str]], acts: list[MotionAct]) -> None:
    """Each thing done with it stands once, in order; where nothing ends it, nothing is said of an end."""
    (motion,) = talk(MOVE, *said).of(CommitmentKind.MOTION)
    assert (motion.what, motion.who) == (WHAT, "Member Ode")
    assert [step.act for step in motion.steps] == acts
    assert motion.outcome == (acts[-1] if acts[-1] in (CARRIED, FAILED, WITHDRAWN, TABLED) else None)


@pytest.mark.parametrize(
    "end", ["The motion fails.", "The motion is withdrawn.", "The motion is tabled.", "I see no second."]
)
def test_a_motion_that_was_not_carried_is_no_decision(end: str) -> None:
    """Lost, withdrawn, tabled, or left open."""
    heard = talk(MOVE, ("Chair", end))
    assert heard.quotes(CommitmentKind.DECISION) == []
    assert len(heard.of(CommitmentKind.MOTION)) == 1


def test_a_carried_motion_is_a_decision_in_its_own_words() -> None:
    """Both stand there: the motion where it was moved, the decision where it was carried."""
    heard = talk(MOVE, ("Member Pell", "Second."), ("Chair", "All in favour? The motion carries."))
    (decision,) = heard.of(CommitmentKind.DECISION)
    assert decision.what == WHAT
    assert heard.text[decision.span.start : decision.span.end] == "The motion carries."


def test_an_amendment_ends_apart_from_the_motion() -> None:
    """It is carried first; then the motion as amended is put and lost."""
    heard = talk(
        MOVE,
        ("Member Pell", "I move to amend the motion to read brick instead of timber."),
        ("Member Ode", "Seconded."),
        ("Chair", "On the amendment: the amendment is carried."),
        ("Chair", "Now the motion as amended. Those in favour? The motion as amended fails."),
    )
    main, amendment = heard.of(CommitmentKind.MOTION)
    assert (amendment.method, amendment.outcome) == ("amendment", CARRIED)
    assert (main.method, main.outcome) == ("motion", FAILED)
    assert AMENDED in [step.act for step in main.steps]


def test_who_says_so_moved_moves_what_was_asked_for() -> None:
    """The words of the motion are those of the chair."""
    (motion,) = talk(
        ("Chair", "Can I have a motion to accept the tender of Quill Roofing?"), ("Member Ode", "So moved.")
    ).of(CommitmentKind.MOTION)
    assert motion.what == "Can I have a motion to accept the tender of Quill Roofing?"
    assert motion.who == "Member Ode"


def test_minutes_name_who_moved_and_seconded() -> None:
    """A line each, or all in one sentence."""
    heard = minutes(
        "Moved by Ode, seconded by Pell, that the retaining wall be rebuilt in concrete. Carried 5-2.",
        "Pell moved to defer the lighting contract. The motion was defeated.",
        "It was moved by Reed and seconded that the API version 1 be retired in June. Carried unanimously.",
    )
    motions = heard.of(CommitmentKind.MOTION)
    assert [(one.who, one.outcome) for one in motions] == [("Ode", CARRIED), ("Pell", FAILED), ("Reed", CARRIED)]
    assert [one.start_s for one in motions] == [None, None, None]


@pytest.mark.parametrize(
    "words",
    [
        "We'll now move to Mr. Barrett.",
        "We need to move forward with the piles.",
        "The government defeated the motion last year.",
        "A few hours ago, the following motion was passed unanimously by the assembly.",
        "He moved that the meeting was a waste, they said.",
        "Did you move to Leeds?",
        "The lift is in motion.",
    ],
)
def test_words_of_moving_are_no_motion_of_this_meeting(words: str) -> None:
    """Going on, moving house, and what other bodies did at other times."""
    heard = talk(("Ann Reed", words))
    assert heard.of(CommitmentKind.MOTION) == []
    assert heard.quotes(CommitmentKind.DECISION) == []


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        (["Вношу предложение утвердить смету на кровлю.", "Кто за?", "Предложение принято единогласно."], CARRIED),
        (["Предлагаю проголосовать за перенос срока.", "За: 2, против: 5."], FAILED),
        (["Taklif kiritaman: tom smetasini tasdiqlash.", "Taklif rad etildi."], FAILED),
        (["Таклиф киритаман: том сметасини тасдиқлаш.", "Таклиф бир овоздан қабул қилинди."], CARRIED),
        (["我动议批准屋面预算。", "附议。", "动议一致通过。"], CARRIED),
        (["我动议推迟验收。", "动议未获通过。"], FAILED),
    ],
)
def test_motions_are_followed_in_other_languages(said: list[str], outcome: MotionAct) -> None:
    """Russian, Uzbek in both scripts, and Chinese."""
    motions = talk(*((f"Speaker {n}", words) for n, words in enumerate(said))).of(CommitmentKind.MOTION)
    assert [one.outcome for one in motions] == [outcome]
