"""Threads of mail in a store: kept right as messages arrive, seen only as far as the reader may see."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from app.use_cases.correspondence import update_correspondence
from app.use_cases.ruling import Voice
from app.use_cases.supersede import SupersedeRequest, supersede
from app.use_cases.threads import message_named, thread_of
from app.use_cases.viewpoint import Viewpoint
from graph.errors import NotFound
from graph.model import Person, Source, Thread
from graph.vocabulary import EdgeType
from tests.fakes.letters import MIRA, letter
from tests.fakes.shelf import Shelf, open_shelf

QUESTION = ("1.eml", letter("m1@x", "Which fire resistance does door D-201 need?"))
ANSWER = (
    "2.eml",
    letter("m2@x", "Door D-201 shall have a rating of 90 minutes.", sender=MIRA, day=7, answers=["m1@x"]),
)
THANKS = ("3.eml", letter("m3@x", "Noted, we order them.", day=8, answers=["m1@x", "m2@x"]))
ALL = (QUESTION, ANSWER, THANKS)


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    """An empty shelf."""
    with open_shelf(tmp_path / "data") as opened:
        yield opened


def _edges(shelf: Shelf, kind: EdgeType) -> list[tuple[str, str]]:
    with shelf.services.store.read() as reader:
        paths = {s.id: s.remote_id for s in reader.find(Source)}
        return sorted((paths[e.src], paths.get(e.dst, e.dst)) for e in reader.edges(types=[kind]))


def _drawn(found: dict[str, Any]) -> list[str]:
    """The messages of a thread as indented ids, missing ones in brackets."""
    return [
        "  " * one["depth"] + (f"({one['message_id']})" if one["missing"] else one["message_id"])
        for one in found["messages"]
    ]


def test_the_graph_holds_threads_replies_and_people(shelf: Shelf) -> None:
    """One thread, two answers, who wrote and who was written to."""
    for name, text in ALL:
        shelf.put(name, text)
    update_correspondence(shelf.services)
    assert _edges(shelf, EdgeType.REPLY_TO) == [("2.eml", "1.eml"), ("3.eml", "2.eml")]
    with shelf.services.store.read() as reader:
        assert [(thread.root, thread.basis) for thread in reader.find(Thread)] == [("m1@x", "references")]
        assert sorted(str(person.address) for person in reader.find(Person)) == [
            "mira@halden.example",
            "olaf@brand.example",
        ]
        sent = {edge.src: edge.dst for edge in reader.edges(types=[EdgeType.SENT_BY])}
        assert len(sent) == 3
        assert len(set(sent.values())) == 2
        assert len(reader.edges(types=[EdgeType.ADDRESSED_TO])) == 3
        assert len(reader.edges(types=[EdgeType.PART_OF_THREAD])) == 3


def test_bringing_it_up_to_date_again_changes_nothing(shelf: Shelf) -> None:
    """Not even the generation of the store."""
    shelf.put(*QUESTION)
    update_correspondence(shelf.services)
    before = shelf.services.store.generation()
    update_correspondence(shelf.services)
    assert shelf.services.store.generation() == before


def test_a_missing_parent_that_arrives_later_joins_what_it_was_missing_from(shelf: Shelf) -> None:
    """Two answers to nobody are one thread below it; when it comes, they are its answers."""
    shelf.put("3.eml", letter("m3@x", "Noted.", day=8, answers=["m2@x"]))
    answer = shelf.put("4.eml", letter("m4@x", "And the closer?", day=9, answers=["m2@x"]))
    update_correspondence(shelf.services)
    assert _drawn(thread_of(shelf.services, answer)) == ["(m2@x)", "  m3@x", "  m4@x"]
    assert _edges(shelf, EdgeType.REPLY_TO) == []
    shelf.put(*ANSWER)
    shelf.put(*QUESTION)
    update_correspondence(shelf.services)
    assert _drawn(thread_of(shelf.services, answer)) == ["m1@x", "  m2@x", "    m3@x", "    m4@x"]
    assert _edges(shelf, EdgeType.REPLY_TO) == [("2.eml", "1.eml"), ("3.eml", "2.eml"), ("4.eml", "2.eml")]
    with shelf.services.store.read() as reader:
        assert [thread.root for thread in reader.find(Thread)] == ["m1@x"]
        former = [thread for thread in reader.find(Thread, history=True) if thread.retracted_at]
        assert [thread.root for thread in former] == ["m2@x"]
        assert len(reader.edges(types=[EdgeType.PART_OF_THREAD])) == 4


def test_the_graph_does_not_depend_on_the_order_of_arrival(tmp_path: Path) -> None:
    """Threads brought up to date after every message end as those of all at once."""
    ends = set()
    for n, order in enumerate(permutations(ALL)):
        with open_shelf(tmp_path / str(n)) as shelf:
            for name, text in order:
                shelf.put(name, text)
                update_correspondence(shelf.services)
            ends.add(tuple(shelf.records()))
    assert len(ends) == 1


def test_a_hidden_message_is_one_that_is_not_held(shelf: Shelf) -> None:
    """Nothing of it is told but its id, which a visible answer names; nor is who wrote it."""
    shelf.put(*QUESTION)
    shelf.put(*ANSWER, acl=("board",))
    thanks = shelf.put(*THANKS)
    update_correspondence(shelf.services)
    seen = thread_of(shelf.services, thanks)
    assert _drawn(seen) == ["m1@x", "  (m2@x)", "    m3@x"]
    assert "90 minutes" not in str(seen)
    assert "Mira" not in str(seen["messages"][1])
    whole = thread_of(shelf.services, thanks, Viewpoint(reader="board"))
    assert _drawn(whole) == ["m1@x", "  m2@x", "    m3@x"]


def test_a_hidden_message_that_nobody_names_joins_nothing(shelf: Shelf) -> None:
    """Two messages that only a hidden one joins are two threads to whoever does not see it."""
    first = shelf.put(*QUESTION)
    shelf.put("9.eml", letter("m9@x", "Both of you.", day=9, answers=["m1@x", "m7@x"]), acl=("board",))
    shelf.put("7.eml", letter("m7@x", "Another matter.", day=7))
    update_correspondence(shelf.services)
    assert _drawn(thread_of(shelf.services, first)) == ["m1@x"]
    assert _drawn(thread_of(shelf.services, first, Viewpoint(reader="board"))) == ["m1@x", "  m7@x", "    m9@x"]
    with pytest.raises(NotFound):
        thread_of(shelf.services, message_named(shelf.services, "m9@x", Viewpoint(reader="board")))


def test_copies_are_one_message_with_the_custody_of_each(shelf: Shelf) -> None:
    """Two mailboxes hold it; the thread shows it once, each copy tells where it lies."""
    mine = shelf.put("mira/2.eml", ANSWER[1])
    yours = shelf.put("olaf/2.eml", ANSWER[1])
    update_correspondence(shelf.services)
    (answer,) = [one for one in thread_of(shelf.services, yours)["messages"] if not one["missing"]]
    assert answer["source_id"] == yours
    assert answer["here"]
    assert {copy["source_id"]: copy["remote_id"] for copy in answer["copies"]} == {
        mine: "mira/2.eml",
        yours: "olaf/2.eml",
    }


def test_one_id_on_other_words_is_told(shelf: Shelf) -> None:
    """Somebody has changed a figure under the same id: both are shown, each names the other."""
    true = shelf.put("2.eml", ANSWER[1])
    false = shelf.put("forged/2.eml", ANSWER[1].replace("90", "30"))
    update_correspondence(shelf.services)
    found = {one["source_id"]: one for one in thread_of(shelf.services, true)["messages"] if not one["missing"]}
    assert [one["source_id"] for one in found[true]["same_id"]] == [false]
    assert all(len(one["copies"]) == 1 for one in found.values())


def test_the_thread_of_an_attachment_is_that_of_its_message(shelf: Shelf) -> None:
    """Found from either end; the message lists what is attached to it."""
    mixed = (
        '--b\nContent-Type: text/plain\n\nSee attached.\n--b\nContent-Disposition: attachment; filename="n.txt"\n'
        "Content-Type: text/plain\n\nDoor D-201 is next to the stair.\n--b--"
    )
    mail = shelf.put("1.eml", letter("m1@x", mixed, Content_Type='multipart/mixed; boundary="b"'))
    update_correspondence(shelf.services)
    (message,) = thread_of(shelf.services, mail)["messages"]
    (attached,) = message["attachments"]
    assert attached["title"] == "n.txt"
    assert thread_of(shelf.services, attached["source_id"])["messages"] == [message]


def test_a_document_has_no_thread(shelf: Shelf) -> None:
    """A specification is nobody's message."""
    with pytest.raises(NotFound):
        thread_of(shelf.services, shelf.put("spec.txt", "Doors shall be grey.\n"))


def test_a_message_is_named_by_its_id_or_its_file(shelf: Shelf) -> None:
    """As people copy it, with its angle brackets."""
    source = shelf.put(*QUESTION)
    assert [message_named(shelf.services, name) for name in ("<m1@x>", "m1@x", "1.eml", source[:10])] == [source] * 4


def test_a_copy_never_fills_the_citations_twice(shelf: Shelf) -> None:
    """Three mailboxes hold the answer; one citation says so, and who sees one copy reads of one."""
    shelf.put("mira/2.eml", ANSWER[1])
    shelf.put("olaf/2.eml", ANSWER[1])
    shelf.put("board/2.eml", ANSWER[1], acl=("board",))
    update_correspondence(shelf.services)
    for reader, count in ((None, 2), ("board", 3)):
        outcome = shelf.ask("What rating shall door D-201 have?", reader=reader)
        assert [citation["copies"] for citation in outcome["citations"]] == [count]


def test_deciding_about_a_copy_decides_about_the_message(shelf: Shelf) -> None:
    """A draft among the copies keeps all of them out of the evidence: nothing is cited that may not stand."""
    shelf.put("mira/2.eml", ANSWER[1])
    shelf.put("olaf/2.eml", ANSWER[1])
    update_correspondence(shelf.services)
    assert shelf.ask("What rating shall door D-201 have?")["kind"] == "answer"
    shelf.put("note.txt", "# Note\n\nNumber: N-7\nDate: 9 May 2024\n\nDoors are settled elsewhere.\n")
    request = SupersedeRequest("N-7", "olaf/2.eml", (), None, False, None)
    supersede(shelf.services, request, Voice("Ida Fischer", "withdrawn by phone", override=True))
    cited = shelf.ask("What rating shall door D-201 have?")["citations"]
    assert [citation for citation in cited if "90" in citation["quote"]] == []
