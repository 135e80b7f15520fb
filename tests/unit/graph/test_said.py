"""Mail and talk: evidence of what was said, and no text in force."""

from __future__ import annotations

import pytest

from graph.time import DateAnchor
from graph.verdicts import SAID
from graph.vocabulary import EdgeState, EdgeType, Signal
from tests.fakes.library import Library, day


@pytest.mark.parametrize("authority", ["mail", "talk"])
def test_what_was_only_said_is_never_in_force(authority: str) -> None:
    """It stands as what was said: nothing took it back."""
    library = Library()
    said = library.add("Note 1", authority=authority, date="3 May 2024")
    verdict = library.governing().of_source(said)
    assert (verdict.signal, verdict.rule) == (Signal.UNVERIFIED, SAID)
    assert verdict.stands
    assert not verdict.is_in_force
    assert "binds nobody" in verdict.reason
    assert list(library.governing().governing_sources()) == []


def test_a_message_that_a_person_lets_take_the_place_of_a_text_is_in_force() -> None:
    """The person decided; the class then ranks it."""
    library = Library()
    submitted = library.add("Note 1", authority="mail", date="2023")
    answer = library.add("Note 2", authority="mail", date="2024")
    library.link(EdgeType.SUPERSEDES, answer, "Note 1", state=EdgeState.AFFIRMED, by="Ada Quarry")
    assert library.governing().of_source(answer).signal is Signal.GOVERNS
    assert library.governing().of_source(submitted).signal is Signal.SUPERSEDED


def test_a_proposal_does_not_make_a_message_bind() -> None:
    """Nobody has decided yet."""
    library = Library()
    library.add("Spec 1", authority="specification", date="2023")
    mail = library.add("Note 2", authority="mail", date="2024")
    library.link(EdgeType.SUPERSEDES, mail, "Spec 1", state=EdgeState.PROPOSED)
    assert library.governing().of_source(mail).rule == SAID


def test_a_message_that_was_withdrawn_does_not_stand() -> None:
    """What its own words say of it comes first."""
    library = Library()
    mail = library.add("Note 1", authority="mail", date="2024", status="withdrawn")
    verdict = library.governing().of_source(mail)
    assert verdict.signal is Signal.WITHDRAWN
    assert not verdict.stands


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("Fri, 3 May 2024 09:12:44 +0100", "3 May 2024"),
        ("2024-05-03T09:12:44Z", "3 May 2024"),
        ("3rd May, 2024", "3rd May, 2024"),
    ],
)
def test_a_date_with_a_time_of_the_day_is_told_as_its_day(written: str, words: str) -> None:
    """A header of a message is no prose; other words are kept as they stand."""
    known = day("2024-05-03")
    assert DateAnchor(known, known, written).words == words
