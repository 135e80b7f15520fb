"""Which lines are new words, and what the others are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.mail.quoting import Frame, line_kinds, split_stretches
from tests.fakes.mail_lines import MarkedMail, marked_mails

MAILS = [mail for name in ("first.txt", "languages.txt", "programs.txt", "later.txt") for mail in marked_mails(name)]


@pytest.mark.parametrize("mail", MAILS, ids=lambda mail: mail.name)
def test_each_line_is_told_what_it_is(mail: MarkedMail) -> None:
    """Bodies of many programs in more than twenty languages, and prose that only looks like a quotation."""
    assert mail.wrong(line_kinds(mail.lines, mail.frame)) == []


def test_the_bodies_are_many_and_of_all_kinds() -> None:
    """So that the test above is one."""
    assert len(MAILS) >= 100
    assert {kind for mail in MAILS for kind in mail.kinds} == {
        "paragraph",
        "quoted",
        "forwarded",
        "signature",
        "disclaimer",
        "banner",
    }


def test_lines_that_a_server_knows_from_before_are_quoted() -> None:
    """What it takes for new narrows our own reading, but only where it speaks of this body."""
    lines = ["Yes, 90 minutes.", "", "Is it 60 or 90?"]
    assert line_kinds(lines, Frame(unique=frozenset({"Yes,90minutes"})))[::2] == ["paragraph", "quoted"]
    assert line_kinds(lines, Frame(unique=frozenset({"Somethingelse"})))[::2] == ["paragraph", "paragraph"]


def test_a_memo_at_the_head_is_new_only_from_its_author() -> None:
    """A header block with another name over a message without words is a forwarded message."""
    lines = ["From: Ivo Brandt", "To: all", "Date: 5 June 2031", "Subject: Crane", "", "Keep out."]
    assert set(line_kinds(lines, Frame("Crane", "Ivo Brandt <ivo@brandt-bau.example>"))) == {"paragraph"}
    assert set(line_kinds(lines, Frame("Crane", "Anna Quill <anna@quillandtern.example>"))) == {"forwarded"}
    assert set(line_kinds(lines, Frame("RE: Crane", "Ivo Brandt <ivo@brandt-bau.example>"))) == {"quoted"}


def test_marks_of_direction_hide_no_quotation() -> None:
    """Programs put them before lines of right-to-left script."""
    assert _kinds("نعم\n\u200f> كم؟") == [("paragraph", 1), ("quoted", 1)]


def _kinds(text: str) -> list[tuple[str, int]]:
    return [(s.kind, len([line for line in s.lines if line])) for s in split_stretches(text.split("\n"))]


@pytest.mark.parametrize(
    "lead",
    [
        "On Mon, Apr 2, 2012 at 6:26 PM, Megan One <m@example.com> wrote:",
        "Le 2 avril 2012 à 18:26, Megan One <m@example.com> a écrit :",
        "Am 02.04.2012 um 18:26 schrieb Megan One:",
        "2 апреля 2012 г. 18:26, Megan One <m@example.com> написал:",
        "在 2012年4月2日，Megan 写道：",
        "-----Original Message-----",
        "From: Megan One\nSent: Monday\nTo: You\nSubject: Hi",
        "От: Megan One\nОтправлено: понедельник\nКому: You\nТема: Hi",
    ],
)
def test_what_follows_the_lead_of_a_quotation_is_quoted(lead: str) -> None:
    """In several languages and of several programs."""
    stretches = split_stretches(f"My words.\n\n{lead}\n> old".split("\n"))
    assert [s.kind for s in stretches] == ["paragraph", "quoted"]
    assert stretches[1].lines[0] == lead.split("\n")[0]


def test_words_between_quoted_lines_are_new() -> None:
    """Answers inside the quotation stay the sender's."""
    assert _kinds("> Is it 10?\n\nNo, 6.\n\n> Sure?\nYes.") == [
        ("quoted", 1),
        ("paragraph", 1),
        ("quoted", 1),
        ("paragraph", 1),
    ]


def test_a_sentence_about_writing_is_not_the_lead_of_a_quotation() -> None:
    """Without date and quoted lines it is prose."""
    assert _kinds("This is what the architect wrote:\nthe door is 90 min.") == [("paragraph", 2)]


def test_a_signature_lasts_until_something_else_is_quoted() -> None:
    """The two dashes start it."""
    assert _kinds("Yes.\n-- \nNora\n> old") == [("paragraph", 1), ("signature", 2), ("quoted", 1)]


@given(
    st.lists(
        st.sampled_from(["words", "> q", "", "-- ", "On 1 May 2031 x wrote:", "From: a", "Sent: b", "To: c"]),
        max_size=14,
    )
)
def test_no_line_with_words_is_lost_or_doubled(lines: list[str]) -> None:
    """Any mixture: the stretches hold the lines in their order."""
    kept = [line for stretch in split_stretches(lines) for line in stretch.lines if line.strip()]
    assert kept == [line for line in lines if line.strip()]
