"""People of mail: by address, joined and told apart by persons only, as far as the reader may see."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.errors import InvalidInput
from app.use_cases.commitments import CommitmentFilter, list_commitments, show_commitment
from app.use_cases.correspondence import update_correspondence
from app.use_cases.moment import moment_of
from app.use_cases.people import Identity, list_people, propose_people, say_identity, show_person
from app.use_cases.ruling import Voice
from app.use_cases.undo import undo
from app.use_cases.viewpoint import Viewpoint
from graph.errors import NotFound, Refused
from graph.spans import Span
from tests.fakes.letters import letter
from tests.fakes.shelf import Shelf, open_shelf

WORK, HOME, OTHER = "olaf@brand.example", "o.brand@home.example", "olaf.brand@rival.example"
VOICE = Voice("Ida Fischer", "he told me so")
TALK = "WEBVTT\n\n00:00.000 --> 00:05.000\n<v Speaker 1>The door is too low.</v>\n"


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    """Three mails of one name at three addresses, the last for the board only, and a recording."""
    with open_shelf(tmp_path / "data") as opened:
        for n, (address, acl) in enumerate([(WORK, "*"), (HOME, "*"), (OTHER, "board")], start=1):
            opened.put(f"{n}.eml", letter(f"m{n}@x", "A word.", sender=f"Olaf Brand <{address}>"), acl=(acl,))
        opened.put("talk.vtt", TALK)
        update_correspondence(opened.services)
        yield opened


def _addresses(page: dict[str, Any]) -> list[list[str]]:
    return [person["addresses"] for person in page["items"]]


def _say(shelf: Shelf, one: str, other: str, same: bool = True, reader: str | None = None) -> dict[str, Any]:
    at = Viewpoint(reader=reader)
    return say_identity(shelf.services, Identity(one, other, same), Voice(VOICE.by, VOICE.reason, reader=reader), at)


def test_one_name_stays_two_people_until_somebody_joins_them(shelf: Shelf) -> None:
    """The proposal names both; joined, they are one person with two addresses, and nothing is proposed."""
    assert _addresses(list_people(shelf.services)) == [["mira@halden.example"], [HOME], [WORK]]
    (proposed,) = propose_people(shelf.services)["items"]
    assert [person["addresses"] for person in proposed["people"]] == [[HOME], [WORK]]
    assert _say(shelf, WORK, HOME)["changed"]
    assert _addresses(list_people(shelf.services)) == [["mira@halden.example"], [HOME, WORK]]
    assert propose_people(shelf.services)["items"] == []
    assert not _say(shelf, HOME, WORK)["changed"]
    (said,) = show_person(shelf.services, WORK)["said"]
    assert (said["by"], said["reason"]) == (VOICE.by, VOICE.reason)


def test_what_was_said_of_people_is_taken_back(shelf: Shelf) -> None:
    """A merge by `undo` as every decision; a later word gives way to the one before."""
    link = _say(shelf, WORK, HOME)["link_id"]
    _say(shelf, WORK, HOME, same=False)
    assert len(show_person(shelf.services, WORK)["addresses"]) == 1
    undo(shelf.services, link, VOICE)
    assert len(show_person(shelf.services, WORK)["addresses"]) == 2
    undo(shelf.services, link, VOICE)
    assert show_person(shelf.services, WORK)["said"] == []
    with pytest.raises(NotFound):
        undo(shelf.services, link, VOICE)


def test_two_who_were_told_apart_are_not_joined_through_a_third(shelf: Shelf) -> None:
    """The refusal names the word that stands against it."""
    _say(shelf, WORK, OTHER, same=False, reader="board")
    _say(shelf, HOME, OTHER, reader="board")
    with pytest.raises(Refused, match="two people"):
        _say(shelf, WORK, HOME, reader="board")


def test_a_hidden_person_is_not_there(shelf: Shelf) -> None:
    """Neither listed nor named in a refusal, nor joined, nor taken back by whoever may not see them."""
    with pytest.raises(NotFound):
        show_person(shelf.services, OTHER)
    with pytest.raises(NotFound):
        _say(shelf, WORK, OTHER)
    link = _say(shelf, WORK, OTHER, same=False, reader="board")["link_id"]
    _say(shelf, HOME, OTHER, reader="board")
    with pytest.raises(Refused) as refused:
        _say(shelf, WORK, HOME)
    assert OTHER not in str(refused.value)
    assert OTHER not in str(show_person(shelf.services, WORK))
    with pytest.raises(NotFound):
        undo(shelf.services, link, VOICE)
    assert len(show_person(shelf.services, HOME, Viewpoint(reader="board"))["addresses"]) == 2


def test_a_dry_run_joins_nobody(shelf: Shelf) -> None:
    """It only says what would be."""
    said = say_identity(shelf.services, Identity(WORK, HOME), Voice("Ida Fischer", dry_run=True))
    assert (said["changed"], said["addresses"]) == (True, [HOME, WORK])
    assert show_person(shelf.services, WORK)["addresses"] == [WORK]


def test_a_speaker_is_confirmed_for_one_recording(shelf: Shelf) -> None:
    """A label is nobody until somebody says who spoke there, and elsewhere it stays nobody's."""
    talk = shelf.put("talk.vtt", TALK)
    assert show_person(shelf.services, WORK)["speaks_as"] == []
    link = say_identity(shelf.services, Identity("Speaker 1", WORK, source_id=talk), VOICE)["link_id"]
    (spoken,) = show_person(shelf.services, WORK)["speaks_as"]
    assert (spoken["source_id"], spoken["one"]) == (talk, "Speaker 1")
    undo(shelf.services, link, VOICE)
    assert show_person(shelf.services, WORK)["speaks_as"] == []


def test_a_speaker_who_does_not_speak_is_refused(shelf: Shelf) -> None:
    """Nor is a name alone an identity."""
    talk = shelf.put("talk.vtt", TALK)
    with pytest.raises(NotFound, match="Speaker 1"):
        say_identity(shelf.services, Identity("Speaker 9", WORK, source_id=talk), VOICE)
    with pytest.raises(InvalidInput):
        say_identity(shelf.services, Identity("Speaker 1", "Olaf Brand", source_id=talk), VOICE)


SPOKEN = "<v Speaker 1>I will send the lintel schedule by Friday."
PROMISE = f"WEBVTT\n\nNOTE Date: 2024-03-12\n\n00:00.000 --> 00:09.000\n{SPOKEN}\n"


def test_a_confirmed_speaker_has_what_was_promised_under_the_label_until_it_is_taken_back(shelf: Shelf) -> None:
    """In the list, its filter, the moment in the recording, and what the person wrote later to have done."""
    talk = shelf.put("call.vtt", PROMISE)
    sent = letter("m9@x", "I have sent the lintel schedule.", sender=f"Olaf Brand <{WORK}>")
    shelf.put("9.eml", sent)

    def found(owner: str | None = None) -> list[dict[str, Any]]:
        wanted = CommitmentFilter(owner=owner, source="call.vtt")
        items: list[dict[str, Any]] = list_commitments(shelf.services, None, wanted)["items"]
        return items

    (before,) = found()
    assert (before["owner"], before["person"]) == ("Speaker 1", None)
    link = say_identity(shelf.services, Identity("Speaker 1", WORK, source_id=talk), VOICE)["link_id"]
    (named,) = found("brand")
    assert (named["who"], named["owner"], named["person"]["address"]) == ("Speaker 1", "Olaf Brand", WORK)
    assert moment_of(shelf.services, talk, Span(0, 1))["turn"]["person"]["name"] == "Olaf Brand"
    assert len(show_commitment(shelf.services, named["id"])["perhaps_done"]) == 1
    undo(shelf.services, link, VOICE)
    assert (found("brand"), [one["owner"] for one in found()]) == ([], ["Speaker 1"])
    assert show_commitment(shelf.services, named["id"])["perhaps_done"] == []
    assert moment_of(shelf.services, talk, Span(0, 1))["turn"]["person"] is None
