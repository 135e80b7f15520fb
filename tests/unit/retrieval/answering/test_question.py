"""Reading questions by their form."""

from datetime import date

import pytest

from retrieval.answering.question import read_question


@pytest.mark.parametrize(
    ("text", "intent", "subject"),
    [
        ("Which document currently defines door schedules?", "defines", "door schedules"),
        ("What governs stair guarding today?", "defines", "stair guarding"),
        ("In 2019, which standard specified guarding of stairs?", "defines", "guarding of stairs"),
        ("What is the current specification of hollow metal frames?", "defines", "hollow metal frames"),
        ("Is ISO 1234 still in force, and if not what replaced it?", "in_force", "ISO 1234"),
        ("Clause 4.2 of HLS 12: is it in force?", "in_force", "Clause 4.2 of HLS 12"),
        ("What replaced HLS 12:2015?", "replaced_by", "HLS 12:2015"),
        ("Where did the content of control AB-3 go?", "replaced_by", "control AB-3"),
        ("What does the 2022 edition of HLS 12 replace?", "replaces", "2022 edition of HLS 12"),
        ("What is the latest released revision of drawing A-201?", "latest", "drawing A-201"),
        ("Was revision C of the door schedule released?", "released", "door schedule"),
        ("What did revision A of the specification say about frames?", "said", "specification"),
        ("How wide must a stair be?", "content", "How wide must a stair be"),
    ],
)
def test_a_question_is_read_by_its_form(text: str, intent: str, subject: str) -> None:
    """The form tells what is asked for, and the subject is given in the question's own words."""
    question = read_question(text)
    assert (question.intent, question.subject) == (intent, subject)


def test_a_date_that_says_as_of_when_is_taken_out_of_the_subject() -> None:
    """ "in 2010" is the moment asked about, not part of what is asked."""
    question = read_question("What governed stair guarding in 2010?")
    assert question.asked_on is not None
    assert (question.subject, question.asked_on.latest) == ("stair guarding", date(2010, 12, 31))


def test_the_year_of_an_edition_is_no_moment() -> None:
    """ "the 2013 edition" names a text."""
    assert read_question("What does the 2013 edition of HLS 12 replace?").asked_on is None


def test_the_day_on_which_work_started_is_no_moment_of_the_question() -> None:
    """A transitional question asks about today's rules for work begun then."""
    question = read_question("Work on a house started on 1 March 2013: which edition of HLS 12 applies?")
    assert (question.intent, question.asked_on) == ("transition", None)
    assert question.dates[0].earliest == date(2013, 3, 1)


def test_a_question_for_a_quantity_tells_its_kind_and_unit() -> None:
    """An answer without a number, or in no such unit, is then no answer."""
    question = read_question("What is the maximum delay of a door closer in milliseconds?")
    assert "duration" in question.quantities
    assert any("ms" in unit for unit in question.units)


def test_an_empty_or_strange_question_is_read_as_one_for_content() -> None:
    """Nothing that a person types makes the reading fail."""
    for text in ("", "???", "a" * 10_000, "В каком документе?", "\x00"):
        assert read_question(text).intent == "content"
