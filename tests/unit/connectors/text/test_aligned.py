"""Tables that only blanks or tabs keep apart."""

from __future__ import annotations

from connectors.parsing import parse
from connectors.text.aligned import read_aligned
from graph.vocabulary import CommitmentKind
from tests.fakes.conversations import mail_bytes, read

TABLE = (
    "No  Action                     Owner      Due",
    "1   Freeze the data set        Ann Reed   20 March 2025",
    "2   Ballast siding 3           Bob Lane   22 March 2025",
    "    and siding 4",
    "3   Order fuses                           23 March 2025",
)


def test_cells_stand_under_the_head_at_which_they_begin() -> None:
    """One that is missing is empty, and a line without a first cell goes on with the row above."""
    assert read_aligned(TABLE) == [
        ["No", "Action", "Owner", "Due"],
        ["1", "Freeze the data set", "Ann Reed", "20 March 2025"],
        ["2", "Ballast siding 3 and siding 4", "Bob Lane", "22 March 2025"],
        ["3", "Order fuses", "", "23 March 2025"],
    ]


def test_a_rule_below_the_head_is_no_row() -> None:
    """However long its pieces are."""
    assert read_aligned(["Door  Leaf", "----  -----", "D-1   44 mm", "D-2   54 mm"]) == [
        ["Door", "Leaf"],
        ["D-1", "44 mm"],
        ["D-2", "54 mm"],
    ]


def test_rows_pasted_from_a_sheet_are_parted_by_tabs() -> None:
    """Cells at the end may be missing."""
    assert read_aligned(["Door\tLeaf", "D-1\t44 mm", "D-2"]) is None
    assert read_aligned(["Door\tLeaf", "D-1\t44 mm", "D-2\t54 mm", "D-3"]) == [
        ["Door", "Leaf"],
        ["D-1", "44 mm"],
        ["D-2", "54 mm"],
        ["D-3", ""],
    ]


def test_prose_is_no_table_however_many_blanks_part_its_sentences() -> None:
    """Nor is a list, a drawing or two lines."""
    assert read_aligned(["This is one.  And this another.", "It goes on.  Yes it does.", "And on.  And on."]) is None
    assert read_aligned(["- one", "- two", "- three"]) is None
    assert read_aligned(list(TABLE[:2])) is None


def test_a_table_of_actions_typed_into_a_mail_gives_its_tasks() -> None:
    """A row without an owner is nobody's."""
    heard = read(mail_bytes("Actions below.\n\n" + "\n".join(TABLE) + "\n\nBye"), "a.eml")
    tasks = [(one.who, one.what) for one in heard.of(CommitmentKind.COMMITMENT)]
    assert tasks == [("Ann Reed", "Freeze the data set"), ("Bob Lane", "Ballast siding 3 and siding 4")]


def test_columns_of_a_text_are_never_run_together() -> None:
    """Where it is no drawing."""
    rows = [
        "No  Action            Owner  Due",
        "1   Freeze data set   HO     20 Jan",
        "2   Ballast siding 3  BT     22 Jan",
    ]
    (table,) = (b for b in parse("\n".join(["Depot", "", *rows, ""]).encode(), "a.txt").blocks if b.kind == "table")
    assert len(table.cells) == 12


def test_what_a_machine_wrote_in_columns_is_no_table() -> None:
    """Its first line is no line of heads."""
    listing = "\n".join(f"    x{n}   =   {n};   y{n}   =   {n};" for n in range(5))
    assert [block.kind for block in parse(f"Values\n\n{listing}\n".encode(), "a.txt").blocks][-1] != "table"
