"""The many ways to say that another document has ended, and what sounds like it and is not."""

from __future__ import annotations

import pytest

from graph.supersession.detect import DocumentView, detect
from graph.vocabulary import EdgeState, EdgeType, Status
from tests.fakes.library import words
from tests.fakes.pages import page

ORDINANCE = {"number": "Ordinance No. 412", "date": "6 May 2019", "status": "issued"}


def ended(view: DocumentView) -> list[tuple[str | None, str | None]]:
    """Keys and days of what is certified to be displaced as a whole; None for the text itself."""
    kinds = (EdgeType.WITHDRAWS, EdgeType.SUPERSEDES)
    found = [e for e in detect(view) if e.type in kinds and e.scope.is_whole and e.state is EdgeState.CERTIFIED]
    return sorted(((e.note, words(e.effective_from)) for e in found), key=str)


@pytest.mark.parametrize(
    "sentence",
    [
        "Ordinance No. 305 is abolished.",
        "Ordinance No. 305 is hereby discontinued.",
        "Ordinance No. 305 is done away with.",
        "Upon adoption hereof, Ordinance No. 305 becomes null and void.",
        "Ordinance No. 305 stands repealed.",
        "Ordinance No. 305, heretofore amended from time to time, be and the same is hereby repealed.",
        "Ordinance No. 305, as amended by Ordinance No. 309, be and is hereby rescinded.",
        "That Ordinance No. 305 be, and hereby is, repealed.",
        "RESOLVED, that Ordinance No. 305 be repealed.",
        "The repeal of Ordinance No. 305 is hereby ordered.",
        "The rescission of Ordinance No. 305 is ordered.",
        "This ordinance supplants Ordinance No. 305.",
        "Ordinance No. 305 is supplanted by this ordinance.",
        "Ordinance No. 305 expires on the date this ordinance takes effect.",
        "Ordinance No. 305 lapses on the day on which this ordinance comes into force.",
        "Ordinance No. 305 terminates upon the effective date of this ordinance.",
        "This ordinance takes effect on 1 April 2027. Ordinance No. 305 is revoked on that date.",
        "All provisions of Ordinance No. 305 are repealed.",
        "The following are repealed: (a) Ordinance No. 305.",
    ],
)
def test_an_ordinance_ends_another_one_in_many_words(sentence: str) -> None:
    """From its own day, where the words give none."""
    assert ended(page(sentence, **ORDINANCE)) == [("ORDINANCE 305", None)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Nothing in this ordinance repeals Ordinance No. 305.",
        "No provision of this ordinance repeals Ordinance No. 305.",
        "In no case is Ordinance No. 305 repealed.",
        "Any provision of another ordinance that is inconsistent with Ordinance No. 305 is repealed.",
        "All ordinances in conflict with Ordinance No. 305 are hereby repealed.",
        "All rules adopted before Ordinance No. 305 are repealed.",
        "The office created by Ordinance No. 305 is abolished.",
        "The fee set by Ordinance No. 305 is discontinued.",
        "Ordinance No. 305 expires on the date given in its section 9.",
        "The committee considered the repeal of Ordinance No. 305.",
        "It was resolved that the repeal of Ordinance No. 305 be studied.",
        "Resolved that the Mayor be asked whether Ordinance No. 305 be repealed.",
        "The owners ask that Ordinance No. 305 be repealed.",
        "The validity of Ordinance No. 305 is extended to 31 July 2019.",
        "This ordinance does not supplant Ordinance No. 305.",
    ],
)
def test_what_only_names_an_ordinance_does_not_end_it(sentence: str) -> None:
    """Denials, other things than the document, wishes, and days that are not this text's."""
    assert ended(page(sentence, **ORDINANCE)) == []


@pytest.mark.parametrize(
    ("sentence", "last"),
    [
        ("Ordinances No. 305 through 307 are revoked.", 307),
        ("Ordinances Nos. 305 to 308 are hereby repealed.", 308),
        ("Ordinance Nos. 305, 306 and 307 are rescinded.", 307),
        ("This ordinance repeals Ordinances 305 – 306.", 306),
        ("The following are repealed: (a) Ordinance No. 305; (b) Ordinance No. 306.", 306),
    ],
)
def test_ranges_and_lists_end_each_of_their_ordinances(sentence: str, last: int) -> None:
    """Those between the first and the last are meant as well."""
    expected = [(f"ORDINANCE {number}", None) for number in range(305, last + 1)]
    assert ended(page(sentence, **ORDINANCE)) == expected


def test_an_act_repeals_acts_of_other_names() -> None:
    """Parliament needs no series to repeal what it made."""
    view = page("(1) The Jetty Rules Act 1931 and the Pilots Act 1940 are repealed.", number="Landing Stages Act 2001")
    assert [key for key, _ in ended(view)] == ["JETTY RULES ACT 1931", "PILOTS ACT 1940"]


def test_a_council_resolves_that_a_policy_be_discontinued_from_the_end_of_a_month() -> None:
    """The policy binds up to the last day of that month."""
    sentence = "IT WAS RESOLVED that Policy QX-077 (Moorings) be discontinued with effect from the end of July 2022."
    edges = [e for e in detect(page(sentence, number="Resolution 14")) if e.type is EdgeType.WITHDRAWS]
    assert [(e.note, str(e.effective_from.earliest)) for e in edges if e.effective_from] == [
        ("POLICY QX-077", "2022-07-31")
    ]


def test_a_transmittal_withdraws_a_drawing_for_another_one() -> None:
    """What is sent to everybody on the project is no hearsay; in a letter it is."""
    sentence = (
        "Drawing QXN-ORB-01-RF-DR-A-3201 rev C01 is withdrawn and is replaced by QXN-ORB-01-RF-DR-A-3205 rev C01."
    )
    assert [key for key, _ in ended(page(sentence, title="Document transmittal T-031"))] == ["QXN-ORB-01-RF-DR-A-3201"]
    assert ended(page(sentence, title="Letter of the architect")) == []


def test_notices_of_a_named_series_need_no_word_for_number() -> None:
    """ "Marine Notice 127", and a list under "listed below … are cancelled"."""
    notice = {"number": "Marine Notice 163"}
    assert ended(page("This Bulletin cancels Marine Notice 127.", **notice)) == [("MARINE NOTICE 127", None)]
    words = "The bulletins listed below serve no purpose and are cancelled from the date of this Bulletin:"
    view = page(f"{words}\n\n   Marine Notice 131   Fishing lights\n   Marine Notice 136   Galley fans", **notice)
    assert [key for key, _ in ended(view)] == ["MARINE NOTICE 131", "MARINE NOTICE 136"]


def test_a_series_is_named_before_its_bulletins_and_their_list_is_set_in() -> None:
    """ "Marine" belongs to "Bulletin 07/2012"; an indented list reads as code."""
    bulletin = {"number": "Bulletin 03/2016"}
    assert ended(page("This Bulletin cancels Marine Bulletin 07/2012.", **bulletin)) == [("BULLETIN 07/2012", None)]
    assert ended(page("Marine Bulletin 08/2018 is revoked on that date.", **bulletin)) == [("BULLETIN 08/2018", None)]
    view = page(
        "The following are withdrawn:",
        ("code", "Marine Bulletin 01/2013   Lights\nMarine Bulletin 02/2013"),
        **bulletin,
    )
    assert [key for key, _ in ended(view)] == ["BULLETIN 01/2013", "BULLETIN 02/2013"]


@pytest.mark.parametrize(
    ("stamp", "expected"),
    [
        ("*** WITHDRAWN - DO NOT USE - see transmittal T-031 ***", [(None, None)]),
        ("SUPERSEDED - NOT TO BE USED FOR CONSTRUCTION", [(None, None)]),
        ("OBSOLETE: DESTROY ALL COPIES", [(None, None)]),
        ("CANCELLED - DO NOT SCALE FROM THIS SHEET", [(None, None)]),
        ("*** CANCELLED - see transmittal T-031 ***", [(None, None)]),
        ("WITHDRAWN from circulation list", []),
        ("NOT TO BE WITHDRAWN", []),
        ("Withdrawn sheets - see list", []),
    ],
)
def test_a_stamp_with_a_warning_behind_it(stamp: str, expected: list[tuple[None, None]]) -> None:
    """The warning is part of the stamp; other words make it a sentence."""
    assert ended(page(stamp, number="A-3201", kind="drawing", version="C01")) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Designation: E7703 − 08 (Reapproved 2014) (Withdrawn 2020)", [(None, "2020")]),
        ("QXTM E7703 − 08 (Withdrawn in January 2020)", [(None, "January 2020")]),
        ("Standard No. QXTM E7703 (Discontinued)", [(None, None)]),
        ("See also D4410 (Withdrawn 2020)", []),
    ],
)
def test_a_designation_says_that_its_text_is_withdrawn(line: str, expected: list[tuple[None, str]]) -> None:
    """Of another text it would be a note in a list."""
    assert ended(page(line, number="QXTM E7703", kind="standard")) == expected


def test_the_result_column_of_a_review_is_a_status() -> None:
    """ "Withdrawn" in the results of a systematic review ends the standard of the row."""
    table = "Document | Result\nISO 98431-1:2011 | Confirmed\nISO 98431-2:2006 | Withdrawn"
    edges = [e for e in detect(page(("table", table), number="N 318")) if e.type is EdgeType.DECLARES]
    assert {(e.scope.version, e.note) for e in edges} == {
        ("2011", Status.ISSUED),
        ("2006", Status.WITHDRAWN),
    }
