"""What an amendment takes out of a text is no demand, in whatever words it does so."""

from __future__ import annotations

import pytest

from graph.requirements.deleted import deleted
from graph.requirements.extract import extract
from tests.fakes.pages import NOON, page


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ('Clause 3.2(b): delete "shall be 10 mm" and substitute "shall be 6 mm".', ["shall be 10 mm"]),
        ('For "90 minutes" read "60 minutes".', ["90 minutes"]),
        ("Revise the clearance from 10 mm to 6 mm.", ["10 mm"]),
        ("In clause 2 the figures ‘30’ are replaced by ‘60’.", ["30"]),
        ("Replace “a height of 900 mm” with “a height of 1100 mm”.", ["a height of 900 mm"]),
        ("Read “75 mm” in place of “50 mm”.", ["50 mm"]),
        ("В пункте 4.2 слова «не менее 900 мм» заменить словами «не менее 1100 мм».", ["не менее 900 мм"]),
        ("В пункте 4.2 исключить слова «не менее 900 мм».", ["не менее 900 мм"]),
        ("将“10 mm”修改为“6 mm”。", ["10 mm"]),
        ("The water shall be raised from 20 °C to 60 °C.", []),
        ('The sign shall read "No exit".', []),
        ("Delete nothing; doors shall be 900 mm wide.", []),
    ],
)
def test_deleted_words_are_found_and_the_new_ones_are_not(text: str, gone: list[str]) -> None:
    """English, Russian and Chinese forms, and sentences that only look like an amendment."""
    assert [text[span.start : span.end] for span in deleted(text)] == gone


def test_an_amendment_demands_only_what_it_puts_in() -> None:
    """Neither the old value, nor the new one of a thing called "substitute"."""
    found = extract(
        page(
            'Clause 3.2(b): delete "shall be 10 mm" and substitute "shall be 6 mm".',
            'The clause then reads: "The clearance between a stair door and the floor shall be 6 mm."',
        ),
        NOON,
    )
    assert [value.written for one in found for value in one.values] == ["6 mm"]
    assert "substitute" not in {one.subject for one in found}
    assert not any("reads" in one.subject or '"' in one.subject for one in found)
