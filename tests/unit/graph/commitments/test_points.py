"""Topics and proposals: what a meeting turned to and what was put to it; neither settles anything."""

from __future__ import annotations

import pytest

from graph.vocabulary import CommitmentKind
from tests.fakes.conversations import mail, minutes, talk


@pytest.mark.parametrize(
    "words",
    [
        "Item 3, then, is papers to note.",
        "Okay, the next item is the drainage.",
        "Let's move on to discuss the lift pit.",
        "We'll proceed to questions on the tender.",
        "We're going to move on now to talk about the release.",
        "Переходим к следующему вопросу: отопление.",
        "Keyingi masala: liftning shaxtasi ko‘riladi.",
        "下面我们讨论第二项议题。",
    ],
)
def test_a_change_of_topic_is_told_with_who_announced_it(words: str) -> None:
    """With speaker and time."""
    (topic,) = talk(("Ann Reed", "Good morning."), ("Chair", words)).of(CommitmentKind.TOPIC)
    assert (topic.what, topic.speaker, topic.start_s) == (words, "Chair", 10.0)


@pytest.mark.parametrize(
    "words",
    [
        "We'll discuss that later.",
        "Is item 3 done?",
        "The last point was good.",
        "Point five three metres.",
        "We are not going to discuss it.",
    ],
)
def test_words_about_topics_are_no_change_of_topic(words: str) -> None:
    """Put off, asked, or figures."""
    assert talk(("Chair", words)).of(CommitmentKind.TOPIC) == []


@pytest.mark.parametrize(
    "words",
    [
        "I propose that we use steel for the canopy.",
        "I'd suggest we split the service in two.",
        "What if we move the platform edge by 50 mm?",
        "Maybe we should use the ring main.",
        "Предлагаю заменить утеплитель на минеральный.",
        "Men eshikni almashtirishni taklif qilaman.",
        "我建议改用钢结构。",
    ],
)
def test_a_proposal_is_told_and_settles_nothing(words: str) -> None:
    """It is no decision and no promise."""
    heard = talk(("Ann Reed", words))
    (proposal,) = heard.of(CommitmentKind.PROPOSAL)
    assert (proposal.what, proposal.who) == (words, "Ann Reed")
    assert heard.found == ()


@pytest.mark.parametrize(
    "words",
    [
        "I suggest that the member be careful.",
        "Could we have a note on that?",
        "I never proposed that we leave.",
        "I propose to",
    ],
)
def test_words_of_suggesting_are_no_proposal(words: str) -> None:
    """Rebukes, requests, denials and what breaks off."""
    assert talk(("Ann Reed", words)).of(CommitmentKind.PROPOSAL) == []


def test_minutes_have_their_headings_as_topics() -> None:
    """What was proposed and not agreed stays a proposal."""
    heard = minutes(
        "Item 2: Drainage", "Reed proposed that the gully be moved.", "2.3 It was agreed that the pipe be 150 mm."
    )
    assert [one.what for one in heard.of(CommitmentKind.TOPIC)] == ["Item 2: Drainage"]
    assert [one.who for one in heard.of(CommitmentKind.PROPOSAL)] == ["Reed"]
    assert heard.quotes(CommitmentKind.DECISION) == ["2.3 It was agreed that the pipe be 150 mm."]


def test_a_message_has_no_topics_and_no_motions() -> None:
    """They are of meetings."""
    heard = mail("Item 3 is the drainage.\n\nI move to approve the pipe.\n\nI propose that we use steel.")
    assert heard.points == ()
