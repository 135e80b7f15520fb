"""Units of evidence: sentences, list items with what leads into them, rows with their heads."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.model import Cell, Passage, Span
from retrieval.answering.units import Unit, read_row, units_of, without_label
from retrieval.chunking.asked import IN_REPLY_TO

NOON = datetime(2025, 1, 1, 12, tzinfo=UTC)
TABLE = "Door | Width (mm) | Rating (min)\nPL-1 | 900 | 30\nPL-2 | 1000 | 60\nAll doors are hung in July."


def passage(text: str, start: int = 0, cells: tuple[Cell, ...] = ()) -> Passage:
    """A passage that begins at a position of its source."""
    span = Span(start, start + len(text))
    return Passage(
        "p", "s", None, 0, "table" if cells else "prose", span, text, "Guide", 9, None, None, NOON, cells=cells
    )


def table(text: str, start: int = 0) -> Passage:
    """A passage of a table: "|" parts cells, the first line is the header, a lone cell stretches over its row."""
    cells, at = [], start
    for row, line in enumerate(text.split("\n")):
        for column, cell in enumerate(line.split("|")):
            lead = len(cell) - len(cell.lstrip())
            cells.append(Cell(row, column, Span(at + lead, at + lead + len(cell.strip())), header=row == 0))
            at += len(cell) + 1
    return passage(text, start, tuple(cells))


def test_running_text_is_taken_sentence_by_sentence() -> None:
    """Each with its own place in the source."""
    units = units_of(passage("Doors are red. Frames are grey.", start=100))
    assert [(unit.text.strip(), unit.lead) for unit in units] == [("Doors are red.", ""), ("Frames are grey.", "")]
    assert units[0].span.start == 100


def test_the_items_of_a_list_know_what_leads_into_them() -> None:
    """Only the items, and only until the next sentence that is none."""
    units = units_of(passage("A door must have:\n(a) a closer;\n(b) a seal.\n\nFrames are grey."))
    leads = {unit.text.strip(): " ".join(unit.lead.split()) for unit in units}
    assert leads["(a) a closer;"] == leads["(b) a seal."] == "A door must have:"
    assert leads["Frames are grey."] == ""


def test_a_row_has_the_heads_of_its_columns() -> None:
    """A header row is no unit of its own, and a note in the table is running text."""
    rows = units_of(table(TABLE, start=50))
    assert [unit.cells for unit in rows if unit.is_row] == [("PL-1", "900", "30"), ("PL-2", "1000", "60")]
    assert {unit.column_heads for unit in rows if unit.is_row} == {("Door", "Width (mm)", "Rating (min)")}
    assert [unit.text for unit in rows if not unit.is_row] == ["All doors are hung in July."]


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (2, "PL-1 — Rating (min): 30"),
        (1, "PL-1 — Width (mm): 900"),
        (None, "PL-1 — Width (mm): 900; Rating (min): 30"),
        (0, "PL-1 — Width (mm): 900; Rating (min): 30"),
    ],
)
def test_a_row_is_read_by_its_label_and_the_column_asked_for(wanted: int | None, said: str) -> None:
    """Without one that stands out, all columns are read."""
    assert read_row(units_of(table(TABLE))[0], wanted) == said


def test_a_row_whose_first_cell_is_empty_is_read_by_its_second() -> None:
    """The label is the first cell that says something; empty cells are not read."""
    unit = Unit("p", "s", Span(0, 1), "", column_heads=("Lot", "Door", "Width"), cells=("", "PL-3", ""))
    assert read_row(unit, None) == "PL-3"


@given(
    st.lists(st.sampled_from(["Doors are red. ", "(a) one;\n", "Must have:\n", "3.2 Gap\n", "\n\n", "e.g. 3 mm wide "]))
)
def test_every_unit_says_what_stands_at_its_place(parts: list[str]) -> None:
    """Units follow one another, overlap nowhere, and are quoted as they are written."""
    text = "".join(parts)
    found = units_of(passage(text, start=7))
    assert all(unit.text == text[unit.span.start - 7 : unit.span.end - 7] for unit in found)
    assert all(one.span.end <= other.span.start for one, other in zip(found, found[1:], strict=False))


@given(st.lists(st.lists(st.sampled_from(["PL-1", "900", "", "a b", "30 min"]), min_size=2, max_size=3), min_size=2))
def test_every_row_says_what_stands_at_its_place(rows: list[list[str]]) -> None:
    """A row's quote runs from its first cell to its last, in the source's own characters."""
    text = "\n".join("|".join(row) for row in rows)
    for unit in units_of(table(text, start=3)):
        assert unit.text == text[unit.span.start - 3 : unit.span.end - 3]
        assert len(unit.column_heads) == len(unit.cells)


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("(a) a closer", "a closer"),
        ("• a closer", "a closer"),
        ("3.2.1 Doors are red.", "Doors are red."),
        ("3.5 mm is enough.", "3.5 mm is enough."),
        ("A door is red.", "A door is red."),
    ],
)
def test_a_printed_label_is_not_read_out(text: str, bare: str) -> None:
    """A number that is no label stays."""
    assert without_label(text) == bare


def test_rows_that_share_a_label_are_one_unit() -> None:
    """A label over several lines stands beside all their values: which line a value is of cannot be told."""
    text = "Place | Height |\nStairs, landings Balconies | 900 mm |\n | 1100 mm |\nRoofs | 1200 mm |"
    rows = [unit for unit in units_of(table(text)) if unit.is_row]
    assert [unit.cells[1] for unit in rows] == ["900 mm; 1100 mm", "1200 mm"]
    assert "900 mm |\n | 1100 mm" in rows[0].text


def test_an_answer_between_quoted_lines_is_led_by_what_it_answers() -> None:
    """Only its first sentence: "It is 90 minutes" says nothing alone."""
    context = f"RE: Riser doors{IN_REPLY_TO}Is the riser door 90 minutes?"
    answer = replace(passage("It is 90 minutes. Anna has the certificate."), context=context)
    assert [unit.lead for unit in units_of(answer)] == ["“Is the riser door 90 minutes?” —", ""]
