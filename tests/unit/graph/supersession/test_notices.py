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


DECISION = {"number": "Resolution 2024-01", "status": "issued", "date": "30 January 2024"}


@pytest.mark.parametrize(
    ("sentence", "day"),
    [
        ("RESOLVED, that GF-009 (Gifts and favours) is rescinded with immediate effect, and GF-020 followed.", None),
        ("RESOLVED, that GF-009 be and is hereby repealed as of 1 May 2024.", "1 May 2024"),
        ("RESOLVED to revoke GF-009 with immediate effect.", None),
        ("The Board decides to withdraw GF-009.", None),
        ("With effect from 1 May 2024, GF-009 is cancelled.", "1 May 2024"),
        ("GF-009 shall cease to have effect on 1 June 2024.", "1 June 2024"),
        ("GF-009 is hereby declared void.", None),
        ("GF-009 is no longer in force.", None),
    ],
)
def test_a_resolution_ends_a_policy_that_it_names_by_its_sign(sentence: str, day: str | None) -> None:
    """A board may decide on policies although its resolutions are no policies."""
    assert ends(page(sentence, **DECISION)) == [(EdgeType.WITHDRAWS, "GF-009", C, day)]


@pytest.mark.parametrize(
    "sentence",
    [
        "The Board discussed whether GF-009 should be rescinded.",
        "Staff shall withdraw the key as GF-009 says.",
        "GF-009 is to be withdrawn when the new fleet is fitted.",
        "The pump shall be replaced as GF-009 requires.",
        "Replace filters every year in line with GF-009.",
        "Cable runs through the void space, see GF-009.",
        "GF-009 no longer applies to visitors.",
    ],
)
def test_what_happens_to_keys_and_pumps_ends_no_policy(sentence: str) -> None:
    """A verb of ending is about a document only where the document stands beside it."""
    assert ends(page(sentence, **DECISION)) == []


@pytest.mark.parametrize(
    "lead",
    [
        "The Inspectorate gives notice that the following instructions have been revoked and should be destroyed:",
        "Instructions revoked:",
        "The Authority hereby withdraws the following circulars with effect from 1 May 2023:",
        "The following shall be cancelled:",
        "Notices withdrawn by this notice:",
    ],
)
def test_a_notice_of_revocation_ends_each_line_of_its_list(lead: str) -> None:
    """Titles behind the numbers are no part of them."""
    view = page(
        lead,
        "  LK 2011-03   Hand lamps\n  LK 2016-09   Lamp brackets",
        "Instructions not listed above remain valid.",
        number="Notice of Revocation 31",
        status="issued",
    )
    assert [(note, state) for _, note, state, _ in ends(view)] == [("LK 2011-03", C), ("LK 2016-09", C)]


def test_a_notice_of_revocation_does_what_it_says_has_been_done() -> None:
    """Elsewhere the same words are news."""
    sentence = "LK 2011-03 has been revoked."
    assert ends(page(sentence, number="Notice of Revocation 31", status="issued"))[0][2] is C
    assert ends(page(sentence, number="Policy 31", status="issued"))[0][2] is P


def test_a_circular_cancels_the_first_of_its_own_number() -> None:
    """The first had no letter: "AC 27-9" is cancelled by "AC 27-9A", with a title and a date between."""
    view = page("CANCELLATION. AC 27-9, Pier Lighting, dated 8 June 1998, is canceled.", number="AC 27-9", version="A")
    assert ends(view) == [(EdgeType.WITHDRAWS, "AC 27-9", C, None)]
