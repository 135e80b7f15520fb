"""Tables of tasks, by what their heads call the columns."""

from __future__ import annotations

from graph.vocabulary import CommitmentKind
from tests.fakes.conversations import minutes, read


def _tasks(table: str) -> list[tuple[str, str]]:
    heard = read(f"# Minutes of meeting 4\n\n12 January 2026\n\n{table}\n".encode(), "minutes.md")
    return [(one.who, one.what) for one in heard.of(CommitmentKind.COMMITMENT)]


def test_a_column_of_tasks_without_owners_names_them_itself() -> None:
    """A row without a task, or without a name, is none."""
    table = (
        "| Item | Notes | Action |\n|---|---|---|\n| 1 | Crack seen | Tobi Arlund to monitor |\n| 2 | Noted | none |"
    )
    assert _tasks(table) == [("Tobi Arlund", "Tobi Arlund to monitor")]


def test_where_only_owners_have_a_column_the_matter_is_the_task() -> None:
    """Of several columns the one with the most words, never the number of the item."""
    table = "| Item | Discussion | Action by |\n|---|---|---|\n| 1 | The base is redrawn. | IF |\n| 2 | Fine. | - |"
    assert _tasks(table) == [("IF", "The base is redrawn.")]


def test_a_table_of_things_is_no_table_of_tasks() -> None:
    """Neither tasks nor owners have a head."""
    assert _tasks("| Item | Quantity |\n|---|---|\n| Door – Oak | 4 |") == []


def test_a_list_of_those_present_makes_a_document_minutes() -> None:
    """Whatever its title."""
    assert (
        minutes("Site matters\nAttendees: Ann Reed, Bob Lane\n\nAnn Reed to send the survey.\n").only.who == "Ann Reed"
    )
