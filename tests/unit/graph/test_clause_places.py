"""Where clauses stand in a text, and what is held back where one is not found."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.clause_places import clause_key, exchanged_words, is_within, place_of, spans_at
from graph.governing import Governing
from graph.model import Evidence, Scope, Span
from graph.snapshot import build_snapshot
from graph.time import Moment
from graph.vocabulary import EdgeType, Signal
from retrieval.gate import may_quote, passes
from tests.fakes.library import Library, day

KNOWN = {"2": (Span(0, 100),), "2.1": (Span(10, 60),), "2.1.A": (Span(20, 40),), "(3)": (Span(100, 120),)}
EXCHANGE = 'Delete "6 mm" and substitute "10 mm".'


@pytest.mark.parametrize(
    ("one", "other"),
    [("2.1.B", "2.1(b)"), ("(2)", "2"), ("14-202 (a)", "14-202(a)"), ("Table 1.3", "table 1.3"), ("4.2.", "4.2")],
)
def test_an_address_is_one_however_its_parts_are_set_apart(one: str, other: str) -> None:
    """Acts and texts write the same clause differently."""
    assert clause_key(one) == clause_key(other)


def test_a_clause_is_within_those_above_it_only() -> None:
    """Prefixes of parts count, not of letters."""
    assert is_within("2.3(a)", "2.3")
    assert is_within("12-4", "12")
    assert not is_within("2.31", "2.3")
    assert not is_within("2", "2.3")
    assert not is_within("2.3", "—")
    assert is_within("CP-10[1]", "CP-10")
    assert not is_within("CP-10[1]", "CP-10(1)")


def test_a_clause_that_is_found_is_its_own_place() -> None:
    """Also one whose number is written in brackets."""
    assert spans_at(KNOWN, "3") == (Span(100, 120),)
    assert place_of("2.1(a)", KNOWN, None, EXCHANGE).spans == (Span(20, 40),)
    assert place_of("2.1(a)", KNOWN, None, EXCHANGE).is_found


def test_a_clause_that_is_not_found_is_held_back_with_the_one_above_it() -> None:
    """The nearest clause above it that is found holds it."""
    place = place_of("2.1.B", KNOWN, "x" * 200, EXCHANGE)
    assert (place.spans, place.is_found) == ((Span(10, 60),), False)


def test_without_a_clause_above_it_the_exchanged_words_are_held_back() -> None:
    """Wherever they stand, over line ends, and not inside longer figures."""
    text = "Joints are 6\nmm wide. Tiles are 16 mm thick. Edges: 6 mm."
    place = place_of("7.4", KNOWN, text, EXCHANGE)
    assert [text[s.start : s.end] for s in place.spans] == ["6\nmm", "6 mm"]


def test_without_words_to_look_for_all_of_the_text_is_held_back() -> None:
    """A restated clause quotes only its new words."""
    act = '7.4 is revised to read: "Joints are 10 mm wide."'
    assert place_of("7.4", KNOWN, "Joints are 6 mm wide.", act).spans == (Span(0, 21),)
    assert place_of("7.4", KNOWN, None, act).spans == (Span(0, sys.maxsize),)


def test_a_text_that_has_neither_the_words_nor_the_number_holds_nothing_back() -> None:
    """The exchange was made before, or the section has been taken out of the codified text."""
    assert place_of("7.4", KNOWN, "Joints are 10 mm wide.", EXCHANGE).spans == ()
    neighbours = {"7.3": (Span(0, 9),), "7.5": (Span(10, 19),)}
    assert place_of("7.4", neighbours, "7.3 Walls 7.5 Roofs", "Section 7.4 is repealed.").spans == ()
    assert place_of("7.4", neighbours, "7.3 Walls 7.4 Doors", "Section 7.4 is repealed.").spans == (Span(0, 19),)


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        (EXCHANGE, ("6 mm",)),
        ('for "30 MPa" read "35 MPa"', ("30 MPa",)),
        ("by striking out the words “seven days” and inserting in lieu thereof the words “ten days”", ("seven days",)),
        ("replace the value «4 %» by «5 %»", ("4 %",)),
        ('is revised to read: "10 mm"', ()),
        ('Delete paragraph 2 "Colour" and insert "Finish".', ()),
    ],
)
def test_the_words_that_go_out_are_told_from_those_that_come_in(act: str, expected: tuple[str, ...]) -> None:
    """Only words quoted right after a verb of striking out, with a counterpart."""
    assert exchanged_words(act) == expected


@st.composite
def _documents(draw: st.DrawFn) -> tuple[list[tuple[str, int, int]], str, bool]:
    """Clauses one after another under a common one, some of them not found by the reader; one of them is amended."""
    count = draw(st.integers(2, 6))
    numbers = [f"4.{n}" for n in range(1, count + 1)]
    found = [(number, 100 * n, 100 * n + 100) for n, number in enumerate(numbers) if draw(st.booleans())]
    if draw(st.booleans()):
        found.append(("4", 0, 100 * count))
    return found, draw(st.sampled_from(numbers)), draw(st.booleans())


@settings(max_examples=60, deadline=None)
@given(_documents(), st.data())
def test_no_text_that_holds_an_amended_clause_is_ever_evidence(
    drawn: tuple[list[tuple[str, int, int]], str, bool], data: st.DataObject
) -> None:
    """Whatever clauses were found, and whatever is asked about: the amended words never pass."""
    found, amended, is_exchange = drawn
    library = Library()
    base = library.add("Section 05 50 00", date="2020-01-01")
    act = library.add("Addendum 1", date="2021-01-01")
    for path, start, end in found:
        library.clause(base, path, start, end)
    position = 100 * (int(amended.split(".")[1]) - 1) + 50
    text = f"{amended} ".rjust(position) + "old 9 mm" + " " * 600
    words = EXCHANGE.replace("6 mm", "old 9 mm") if is_exchange else "is deleted"
    library.link(
        EdgeType.AMENDS, act, "Section 05 50 00", method="substitution", scope=Scope((amended,)),
        evidence=Evidence(act, Span(0, len(words)), words),
    )  # fmt: skip
    snapshot = build_snapshot(library.sources, library.claims, library.edges, (), library.clauses, {base: text})
    governing = Governing(snapshot, Moment(day("2025-01-01")))
    start = data.draw(st.integers(0, position))
    span = Span(start, data.draw(st.integers(position + 8, 1200)))
    holding = [path for path, a, b in found if a <= span.start and span.end <= b]
    verdict = governing.of_passage(base, holding[-1] if holding else None, span)
    sentence = governing.of_passage(base, holding[-1] if holding else None, Span(position, position + 8))
    assert not may_quote(verdict)
    assert not may_quote(sentence)
    assert not passes(sentence)
    assert governing.of_source(base).signal is Signal.SUPERSEDED_IN_PART
