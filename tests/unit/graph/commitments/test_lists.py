"""Lists of tasks, in the many ways in which minutes write them."""

from __future__ import annotations

import pytest

from graph.vocabulary import CommitmentKind
from tests.fakes.conversations import minutes

LINES = [
    ("Ann Reed to send the survey by Friday.", "Ann Reed", "Ann Reed to send"),
    ("Gate B: Ann Reed to send the survey.", "Ann Reed", "Gate B: Ann Reed"),
    ("Levels of the north hall: the surveyor to issue them.", "the surveyor", "Levels of the north hall"),
    ("ACTION: Ann Reed - confirm the base design - 14 June 2024", "Ann Reed", "Ann Reed - confirm"),
    ("Action (Ann Reed): issue the method statement by 10 June.", "Ann Reed", "Action (Ann Reed): issue"),
    ("[Ann Reed] Issue the query on the lobby ceiling", "Ann Reed", "[Ann Reed] Issue"),
    ("@Ann send the survey", "Ann", "@Ann send"),
    ("Crane permit to be renewed (Ann Reed, 20 June 2024).", "Ann Reed", "Crane permit"),
    ("Send the survey – Ann Reed – 14 June 2024", "Ann Reed", "Send the survey"),
    ("Submit the samples (Ann Reed)", "Ann Reed", "Submit the samples"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "who", "begins"), LINES)
@pytest.mark.parametrize("mark", ["", "- ", "3.2 "])
def test_a_task_in_minutes_has_its_owner_and_its_words(line: str, who: str, begins: str, mark: str) -> None:
    """Whether the name stands before the task, in brackets, or behind it."""
    promised = [one for one in minutes(f"Actions\n{mark}{line}").found if one.kind is CommitmentKind.COMMITMENT]
    assert [one.who for one in promised] == [who]
    assert promised[0].what.lstrip("@[").startswith(begins.lstrip("@["))


@pytest.mark.parametrize(
    "line",
    [
        "Minutes - Design team meeting 3, 6 June 2024",
        "Project: North hall, 6 June 2024",
        "The doors were renewed (see Part 4, 20 June 2024).",
        "Weather: dry until 12 June 2024",
    ],
)
def test_heads_and_remarks_in_minutes_are_nobodys_task(line: str) -> None:
    """A day beside them makes no promise."""
    assert minutes(line).quotes(CommitmentKind.COMMITMENT) == []
