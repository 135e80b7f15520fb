"""Notices, bulletins and circulars: what they cancel, alone or in lists, and when they end themselves."""

from __future__ import annotations

import pytest

from graph.supersession.detect import DocumentView, detect
from graph.vocabulary import EdgeState, EdgeType
from tests.fakes.library import words
from tests.fakes.pages import page

NOTICE = {"number": "Notice HT-N-8", "status": "issued", "date": "1 February 2024"}
C, P = EdgeState.CERTIFIED, EdgeState.PROPOSED


def ends(view: DocumentView) -> list[tuple[EdgeType, str | None, EdgeState, str | None]]:
    """Type, document, state and day of what is displaced as a whole."""
    found = [e for e in detect(view) if e.type in (EdgeType.WITHDRAWS, EdgeType.SUPERSEDES) and e.scope.is_whole]
    return sorted((e.type, e.note, e.state, words(e.effective_from)) for e in found)


def test_a_notice_revokes_another_one_of_its_series_from_the_day_it_gives() -> None:
    """Nobody needs to say "hereby"; "with effect" is no "with" before a successor."""
    view = page("Notice HT-N-5 is revoked with effect from 1 March 2024.", **NOTICE)
    assert ends(view) == [(EdgeType.WITHDRAWS, "NOTICE HT-N-5", C, "1 March 2024")]


@pytest.mark.parametrize(
    "sentence",
    ["Procedure HT-77 is revoked with effect from 1 March 2024.", "Notice HT-N-5 was revoked on 1 March 2024."],
)
def test_news_and_acts_on_other_series_wait_for_a_person(sentence: str) -> None:
    """A notice cannot revoke a procedure by its own word, and what was done elsewhere is news."""
    assert {state for *_, state, _ in ends(page(sentence, **NOTICE))} == {P}


def test_a_list_behind_a_lead_in_is_cancelled_item_by_item() -> None:
    """The list ends at the first line that is none of it."""
    view = page(
        "The following notices are cancelled:",
        ("list_item", "Notice HT-N-2"),
        ("list_item", "b) Notice HT-N-3"),
        "Notice HT-N-4 stays.",
        **NOTICE,
    )
    assert [(note, state) for _, note, state, _ in ends(view)] == [("NOTICE HT-N-2", C), ("NOTICE HT-N-3", C)]


def test_a_list_that_may_be_cancelled_some_day_is_not() -> None:
    """Plans cancel nothing."""
    view = page("It is proposed that the following notices are cancelled:", "Notice HT-N-2", **NOTICE)
    assert ends(view) == []


def test_a_circular_cancels_with_title_and_date_between() -> None:
    """A title in capitals and a date belong to the document before them."""
    view = page(
        "This AC cancels AC 27-9A, Pier Lighting, dated March 15, 2008, and AC 31-2, Dock Lamps.",
        number="AC 27-10",
        date="9 January 2016",
    )
    assert [note for _, note, _, _ in ends(view)] == ["AC 27-9", "AC 31-2"]


def test_a_text_that_says_it_is_withdrawn_is() -> None:
    """From the day that it gives; of a section of it the words would say nothing of the whole."""
    view = page("This notice is withdrawn with effect from 1 May 2024.", **NOTICE)
    assert ends(view) == [(EdgeType.WITHDRAWS, None, C, "1 May 2024")]
    assert ends(page("This section is deleted.", **NOTICE)) == []


def test_use_until_a_day_is_reserved_for_the_predecessor() -> None:
    """A grace period is a condition in words that can be read on."""
    view = page(
        "This notice supersedes Notice HT-N-5.", "Notice HT-N-5 may continue to be used until 30 June 2025.", **NOTICE
    )
    conditions = [e.scope.condition for e in detect(view) if e.scope.condition]
    assert conditions == ["use until 30 June 2025"]


def test_numbers_of_a_year_in_the_plural() -> None:
    """ "Bulletins 2016-05 and 2018-09" are two."""
    view = page("This bulletin rescinds and replaces Bulletins 2016-05 and 2018-09.", number="Bulletin 2021-02")
    assert [(note, state) for _, note, state, _ in ends(view)] == [("BULLETIN 2016-05", C), ("BULLETIN 2018-09", C)]


def test_the_day_of_withdrawal_is_that_of_the_replacement() -> None:
    """Until then both standards stand side by side."""
    view = page(
        "This British Standard supersedes BS 7701:2008, which will be withdrawn on 30 June 2018.",
        number="BS 7702",
        kind="standard",
    )
    assert (EdgeType.SUPERSEDES, "BS 7701", C, "30 June 2018") in ends(view)


@pytest.mark.parametrize(
    ("sentence", "state"),
    [
        ("This document moves RFC 1518 to Historic status.", C),
        ("RFC 1518 is hereby reclassified to Historic.", C),
        ("RFC 1518 has been moved to Historic.", P),
        ("This document moves the discussion of RFC 1518 to an appendix.", None),
    ],
)
def test_what_is_moved_to_historic_goes_out_of_force(sentence: str, state: EdgeState | None) -> None:
    """By the text that moves it; that somebody did is news."""
    view = page(sentence, number="RFC 4632", kind="standard", status="issued")
    assert [found for *_, found, _ in ends(view)] == ([state] if state else [])
