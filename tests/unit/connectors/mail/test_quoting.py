"""Which lines are new words, which are quoted, which are the signature."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.mail.quoting import split_stretches


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
