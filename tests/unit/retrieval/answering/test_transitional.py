"""What a transitional provision leaves to the edition before, by when something happened."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.governing import Transition
from graph.time import DateAnchor
from retrieval.answering.question import read_question
from retrieval.answering.transitional import Bound, applies, bounds_of, events_in, needed, without_events
from tests.fakes.shelf import Shelf, open_shelf
from tests.fakes.soundness import faults

JUNE_22, JUNE_23 = date(2022, 6, 15), date(2023, 6, 15)
CONDITION = (
    "work started before 15 June 2022 and to work subject to a building notice given before that date provided the "
    "work is started before 15 June 2023"
)
PROVISION = Transition(CONDITION, "s-1", "GN-7", JUNE_22, None)
SLINGS = """HARBOUR TRUST
Instruction HR-3
Lifting gear
Revision {}
Date: {}
Status: Issued

{}

1 Slings

Textile slings shall be replaced after {} years.
"""
LEFT = "The previous revision continues to apply to equipment bought before 1 October 2024."


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """Two revisions of an instruction, the later of which leaves something to the earlier."""
    with open_shelf(tmp_path_factory.mktemp("transitional")) as shelf:
        shelf.put("slings-1.txt", SLINGS.format(1, "2 May 2019", "For all lifting gear.", 6), "Harbour")
        shelf.put("slings-2.txt", SLINGS.format(2, "1 October 2024", LEFT, 4), "Harbour")
        yield shelf


def _ask(shelf: Shelf, question: str) -> dict[str, Any]:
    outcome = shelf.ask(question, project="Harbour", as_of=None)
    assert faults(shelf, outcome) == []
    return outcome


def _on(day: date) -> DateAnchor:
    return DateAnchor.on(day, day.isoformat())


def test_a_condition_is_read_as_alternatives_of_bounds() -> None:
    """ "That date" is the one named before; each date belongs to the event that is named last before it."""
    assert bounds_of(CONDITION, JUNE_22) == [
        [Bound("start", None, JUNE_22)],
        [Bound("notice", None, JUNE_22), Bound("start", None, JUNE_23)],
    ]


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ({"start": date(2022, 5, 1)}, True),
        ({"start": date(2022, 7, 1)}, None),
        ({"start": date(2023, 7, 1)}, False),
        ({"start": date(2023, 3, 1), "notice": date(2022, 5, 1)}, True),
        ({"start": date(2023, 3, 1), "notice": date(2022, 7, 1)}, False),
        ({}, None),
    ],
)
def test_the_dates_of_the_events_decide(events: dict[str, date], expected: bool | None) -> None:
    """Where one is missing that could decide, nothing is said."""
    assert applies([PROVISION], {event: _on(day) for event, day in events.items()}) is expected


@given(st.dates(date(2015, 1, 1), date(2030, 1, 1)), st.dates(date(2015, 1, 1), date(2030, 1, 1)))
def test_later_events_never_bring_the_earlier_text_back(one: date, other: date) -> None:
    """If the earlier text does not apply to work started on a day, it does not to work started later."""
    first, second = sorted((one, other))
    early, late = (applies([PROVISION], {"start": _on(day)}) for day in (first, second))
    assert not (early is False and late is not False)
    assert not (late is True and early is not True)


def test_who_started_has_given_notice_before() -> None:
    """Only the start is known, and it came before the day for the notice."""
    provision = Transition("work subject to an application submitted before that date", "s-1", "GN-7", JUNE_22, None)
    assert applies([provision], {"start": _on(date(2022, 5, 1))}) is True
    assert needed([provision], {"start": _on(date(2022, 8, 1))}) == ["the notice or application"]


@pytest.mark.parametrize(
    ("question", "rest"),
    [
        ("What vent is required for work started in May 2022?", "What vent is required?"),
        ("After how many years must a sling bought in June 2023 be replaced?", "After how many years must a sling"),
        ("What was the fee in 2010?", "What was the fee in 2010?"),
    ],
)
def test_the_event_is_no_part_of_what_is_asked(question: str, rest: str) -> None:
    """It only says when; a date without an event stays."""
    assert without_events(question).startswith(rest)


def test_events_are_told_apart() -> None:
    """Each date belongs to the word before it."""
    found = events_in(read_question("Notice was given on 1 May 2022 and the work begun in August 2022: what applies?"))
    assert {event: anchor.text for event, anchor in found.items()} == {"notice": "1 May 2022", "start": "August 2022"}


@pytest.mark.parametrize(("bought", "years", "unsaid"), [("June 2023", 6, 4), ("June 2025", 4, 6)])
def test_what_was_bought_before_is_judged_by_the_text_before(
    shelf: Shelf, bought: str, years: int, unsaid: int
) -> None:
    """The earlier revision is cited as superseded, with what is left to it."""
    outcome = _ask(shelf, f"After how many years must a textile sling bought in {bought} be replaced?")
    assert f"{years} years" in outcome["answer"]
    assert f"{unsaid} years" not in outcome["answer"]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "Which revision of Instruction HR-3 applies to equipment bought in 2020?",
            "Instruction HR-3 Revision 1 applies",
        ),
        ("Which revision of Instruction HR-3 applies to equipment bought in 2025?", "and to nothing else"),
        ("Which revision of Instruction HR-3 applies?", "It depends on the date of the purchase"),
        ("Is Instruction HR-3 Revision 1 still in force?", "continues to apply to equipment bought before"),
    ],
)
def test_which_revision_applies_depends_on_the_day_of_the_purchase(shelf: Shelf, question: str, said: str) -> None:
    """Without it both are named, with what is left to the earlier one."""
    assert said in _ask(shelf, question)["answer"]
