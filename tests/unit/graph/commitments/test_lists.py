"""Lists of tasks, in the many ways in which minutes write them."""

from __future__ import annotations

import pytest

from graph.vocabulary import CommitmentKind
from tests.fakes.conversations import mail, minutes

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


MEETING = "Depot meeting 4\n12 January 2026\n\nAttendance\nHana Orlov (HO), Signals\nBram Teck (BT), Civils\n\n"


@pytest.mark.parametrize(
    ("line", "who"),
    [
        ("HO to freeze the data set.", "Hana Orlov (HO)"),
        ("The data is complete on gridline C. HO to freeze it.", "Hana Orlov (HO)"),
        ("Dr Wynn to grant the possession.", "Dr Wynn"),
        ("Head teacher to circulate the policy.", "Head teacher"),
    ],
)
def test_whatever_somebody_who_takes_part_is_to_do_is_their_task(line: str, who: str) -> None:
    """Names come from the list of those present, from initials and from titles."""
    assert [one.who for one in minutes(f"{MEETING}1 Data\n{line}\n").of(CommitmentKind.COMMITMENT)] == [who]


def test_each_of_several_sibling_lines_gives_its_own_task() -> None:
    """A wrapped paragraph of them is as good as a list."""
    heard = minutes(f"{MEETING}Tobi Arlund to send the schedule by Friday.\nMira Quist to check the levels.\n")
    assert [one.who for one in heard.of(CommitmentKind.COMMITMENT)] == ["Tobi Arlund", "Mira Quist"]


@pytest.mark.parametrize(
    "line", ["Trough to be 300 mm wide.", "Hana Orlov to everyone: welcome.", "We spoke to Bram Teck to no avail."]
)
def test_what_only_looks_like_a_name_and_a_task_is_none(line: str) -> None:
    """Passive demands, greetings and turns of phrase."""
    assert minutes(f"{MEETING}1 Data\n{line}\n").of(CommitmentKind.COMMITMENT) == []


@pytest.mark.parametrize(
    ("item", "who"),
    [
        ("(a) Cable plan – HO – 16 January", "Hana Orlov (HO)"),
        ("(b) Survey of the trough: BT, 18 January", "Bram Teck (BT)"),
        ("Provide as-built levels (Action: HO)", "Hana Orlov (HO)"),
        ("Agree the names (Hana/Bram)", "Hana / Bram"),
        ("Rename the service → Bram", "Bram"),
        ("Spare fuses @Hana", "Hana"),
        ("Hana will rebase the branch", "Hana"),
        ("@bram update the register", "bram"),
        ("- Replace the beam (Option B)", ""),
    ],
)
def test_an_item_of_a_list_of_actions_finds_its_owner(item: str, who: str) -> None:
    """In front, in brackets, behind a dash, a colon or an arrow; an option is nobody."""
    assert [one.who for one in minutes(f"{MEETING}Actions:\n{item}\n").of(CommitmentKind.COMMITMENT)] == [who]


def test_a_line_of_fields_is_nobodys_task() -> None:
    """As invitations and letters have them, with days."""
    fields = "Start: 9 February 2026 10:00\n\nEnd: 9 February 2026 11:00\n\nDeadline: 10 February 2026\n"
    assert mail(fields).of(CommitmentKind.COMMITMENT) == []


def test_what_minutes_say_was_agreed_is_a_decision() -> None:
    """Without a body that agreed it; what is still to be agreed is none."""
    heard = minutes(
        f"{MEETING}1.1 Size 4 closers were agreed.\n1.2 The colour is to be agreed.\n1.3 It was not agreed.\n"
    )
    assert [one.what for one in heard.of(CommitmentKind.DECISION)] == ["1.1 Size 4 closers were agreed."]
