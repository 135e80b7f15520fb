"""Choosing the units that answer."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from graph.model import Passage, Span
from retrieval.answering.question import read_question
from retrieval.answering.scope import document_part, required_names, scope_of
from retrieval.answering.selection import best_column, holds_quantity, is_heading, statements_of, without_addresses
from retrieval.answering.units import Unit, units_of
from retrieval.wording import Wording
from tests.fakes.shelf import open_shelf, query, section
from tests.fakes.soundness import faults

NOON = datetime(2025, 1, 1, 12, tzinfo=UTC)
LIST = (
    "A stair door shall have:\n\n(a) a closer of bronze;\n\n(b) a gap below it of at most 10 mm;\n\n"
    "(c) a seal of rubber."
)
ADDENDUM = (
    "Addendum 3\nDate: 9 September 2024\n\n1 Changes\n\nIn Section 08 11 13, delete clause 1.1(b) and substitute:\n\n"
    "(b) a gap below the stair door of at most 6 mm;\n"
)


def _unit(text: str, heads: tuple[str, ...] = (), cells: tuple[str, ...] = ()) -> Unit:
    return Unit("p", "s", Span(0, len(text)), text, column_heads=heads, cells=cells)


@pytest.mark.parametrize(
    ("question", "text", "holds"),
    [
        ("How wide is a stair?", "A stair is 900 mm wide.", True),
        ("How wide is a stair?", "A stair is two paces wide.", True),
        ("How wide is a stair?", "A stair is wide.", False),
        ("How wide is a stair?", "See section 4.2 of ISO 1234 for stairs.", False),
        ("How wide is a stair?", "Stairs are as in [7] and on A-201.", False),
        ("How wide is a stair?", "Stairs are of oak of the grade ZQ9.", False),
        ("How wide is a stair?", "4.2 Stairs are wide.", False),
        ("What is the fire rating of a door?", "Doors are FD30.", True),
        ("What is the delay in milliseconds?", "The delay is 40 ms.", True),
        ("What is the delay in milliseconds?", "The delay is 4 hours.", False),
        ("How many doors are there?", "There are twelve doors.", True),
    ],
)
def test_a_unit_holds_a_quantity_where_it_states_one(question: str, text: str, holds: bool) -> None:
    """Figures of references, labels and grades are none; a unit of measure that is asked for must be there."""
    assert holds_quantity(_unit(text), read_question(question)) is holds


def test_a_row_may_have_its_unit_of_measure_in_the_head() -> None:
    """ "Delay (ms)" above "40"."""
    row = _unit("PL-1 | 40", heads=("Door", "Delay (ms)"), cells=("PL-1", "40"))
    assert holds_quantity(row, read_question("What is the delay of door PL-1 in milliseconds?"))


def test_addresses_are_taken_out_and_quantities_stay() -> None:
    """What is left holds the figures that say something."""
    left = without_addresses("By clause 4.2 of ISO 1234 a stair is 900 mm wide [3].")
    assert "900 mm" in left
    assert not any(address in left for address in ("4.2", "ISO 1234", "[3]"))


@pytest.mark.parametrize(
    ("wanted", "column"),
    [
        ({"width": 1.0}, 1),
        ({"wide": 1.0}, 1),
        ({"rate": 2.0, "width": 1.0}, 2),
        ({"colour": 1.0}, None),
        ({"door": 9.0}, None),
    ],
)
def test_the_column_is_the_one_whose_head_is_asked_for(wanted: dict[str, float], column: int | None) -> None:
    """By its words or their synonyms; the label's own column is never asked for."""
    row = _unit("PL-1 | 900 | 30", heads=("Door", "Width (mm)", "Rating (min)"), cells=("PL-1 door", "900", "30"))
    assert best_column(row, wanted, Wording(None)) == column


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("Fire doors", True),
        ("1.2 Width of stairs", True),
        ("Section 12-1.", True),
        ("Doors are red.", False),
        ("Doors:", False),
    ],
)
def test_a_heading_is_short_and_ends_in_nothing(text: str, heading: bool) -> None:
    """A sentence, or what leads into a list, is none."""
    assert is_heading(_unit(text)) is heading


def test_of_a_list_only_the_item_that_was_replaced_is_withheld(tmp_path: Path) -> None:
    """The items beside it in the same passage are still cited; the addendum answers for the replaced one."""
    with open_shelf(tmp_path) as shelf:
        source_id = shelf.put("doors.txt", section("08 11 13", "Steel doors", "A", "6 May 2024", LIST), "Tower")
        shelf.put("addendum.txt", ADDENDUM, "Tower")
        with shelf.services.store.read() as reader:
            together = [
                p for p in reader.find(Passage, source_id=source_id) if "bronze" in p.text and "rubber" in p.text
            ]
        assert together, "the list is one passage"
        gap = shelf.ask("What gap shall a stair door have below it?", project="Tower")
        assert "6 mm" in gap["answer"]
        assert "10 mm" not in str(gap)
        seal = shelf.ask("Which seal shall a stair door have?", project="Tower")
        assert "a seal of rubber" in seal["answer"]
        every = shelf.ask("What shall a stair door have?", project="Tower")
        assert "10 mm" not in str(every)
        assert [faults(shelf, outcome) for outcome in (gap, seal, every)] == [[], [], []]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which pump does WXY use?", ["WXY"]),
        ("Which pump does the HeatLoop system use?", ["HeatLoop"]),
        ("WHICH PUMP IS USED?", []),
        ("Which pump does ISO 1234 require?", []),
        ("Which pump does HLS 12 require?", []),
        ("Which pump is used?", []),
    ],
)
def test_names_in_capitals_must_stand_in_what_is_cited(tmp_path: Path, question: str, names: list[str]) -> None:
    """Not those of documents, and none where the whole question is shouted."""
    with open_shelf(tmp_path) as shelf:
        shelf.put("note.md", "# Pumps\n\nNumber: HLS 12\n\nPumps are red.\n")
        corpus, read = shelf.corpus(), read_question(question)
        assert required_names(read, scope_of(read, query(question), corpus)) == names


@pytest.mark.parametrize(
    ("text", "part"),
    [("Clause 4.2 of ISO 1234", "ISO 1234"), ("ISO 1234, clause 4.2", "ISO 1234"), ("ISO 1234", "ISO 1234")],
)
def test_a_reference_names_its_document_beside_the_clause(text: str, part: str) -> None:
    """In either order."""
    [reference, *_] = read_question(f"What does {text} say?").references
    assert document_part(reference) == part


def test_units_of_an_empty_passage_are_none() -> None:
    """Nothing is quoted from nothing."""
    assert units_of(Passage("p", "s", None, 0, "prose", Span(3, 3), "", "", 0, None, None, NOON)) == []


def test_a_question_answers_nothing() -> None:
    """Not even where there is nothing else; headings do in that case."""
    asked, said, heading = (_unit(text) for text in ("Is it 60 or 90 minutes?", "It is 90 minutes.", "Riser doors"))
    assert statements_of([heading, asked, said]) == [said]
    assert statements_of([asked]) == []
    assert statements_of([heading, asked]) == [heading]
    assert statements_of([_unit("“门是60还是90分钟？”")]) == []
