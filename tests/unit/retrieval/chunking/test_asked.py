"""An answer between quoted lines is indexed with what it answers."""

from __future__ import annotations

from datetime import UTC, datetime

from connectors.mail.message import parse_message
from graph.model import Passage
from retrieval.chunking.asked import LONGEST_CHARS
from retrieval.chunking.passages import ChunkRequest, chunk

RECORDED = datetime(2031, 7, 1, tzinfo=UTC)
HEAD = "From: Ivo Brandt <ivo@brandt-bau.example>\nSubject: RE: Level 3\n\n"


def _passages(body: str) -> list[Passage]:
    document = parse_message(f"{HEAD}{body}".encode(), "a.eml")
    request = ChunkRequest("m-1", "RE: Level 3", None, document.text, document.blocks, (), RECORDED)
    return [one for one in chunk(request).passages if one.kind != "header"]


def test_each_answer_has_the_question_before_it_as_context() -> None:
    """The quoted words stay no evidence; the answer is found by them."""
    body = (
        "On 2 June 2031, at 11:02, Anna Quill wrote:\n> Good morning.\n>\n> Is the riser door 90 minutes?\n\n"
        "Yes, 90 minutes.\n\n> Who tests the anchors?\n\nThe laboratory.\n"
    )
    own = [one for one in _passages(body) if not one.quoted]
    assert [(one.text, one.context.partition(" > in reply to: ")[2]) for one in own] == [
        ("Yes, 90 minutes.", "Is the riser door 90 minutes?"),
        ("The laboratory.", "Who tests the anchors?"),
    ]


def test_an_answer_above_what_it_quotes_has_no_question() -> None:
    """What comes below was not asked before."""
    (answer,) = (one for one in _passages("Yes.\n\nOn 2 June 2031 at 11:02 Anna wrote:\n> Is it?\n") if not one.quoted)
    assert "in reply to" not in answer.context


def test_a_long_question_is_cut_to_its_end() -> None:
    """At a sentence where one fits; the context has a bound, so that a thread grows by new words only."""
    sentence = "The contractor refers to the drawings of the north riser. "
    for asked, end in ((sentence * 9 + "May it be left out?", "out?"), ("riser " * 90 + "left out", "left out")):
        own = [one for one in _passages(f"> {asked}\n\nNo.\n") if not one.quoted]
        question = own[-1].context.partition(" > in reply to: ")[2]
        assert question.endswith(end)
        assert 0 < len(question) <= LONGEST_CHARS


def test_forwarded_words_and_surroundings_are_no_evidence() -> None:
    """What somebody else wrote is shown as quoted; signatures, banners and disclaimers are in no passage."""
    body = (
        "[EXTERNAL]\n\nSee below.\n\nRegards,\nIvo\n\nThis e-mail is intended solely for the addressee.\n\n"
        "---------- Forwarded message ---------\nFrom: Anna <a@x.example>\n\nThe slab is 250 mm.\n"
    )
    passages = _passages(body)
    assert [(one.text.split("\n")[0], one.quoted) for one in passages] == [
        ("See below.", False),
        ("---------- Forwarded message ---------", True),
    ]
