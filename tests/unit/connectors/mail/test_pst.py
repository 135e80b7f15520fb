"""Outlook data files: what happens when the library fails at a message; real files are in the integration tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from connectors.mail.members import Named
from connectors.mail.pst import Place, Portion, Survey, _places, pst_members
from connectors.protocol import Item
from graph.errors import SkipRecord

BOX = Item("in/a.pst", "file:///in/a.pst", "a.pst", lambda: b"")


class _Worker:
    """Gives messages like the real one, and dies at one of them."""

    def __init__(self, dies_at: int, most: int) -> None:
        self.dies_at = dies_at
        self.most = most
        self.asked: list[tuple[int, int]] = []

    def __call__(self, parser: Any, data: bytes, subject: Any) -> Any:
        """Folders for a survey, messages for a portion; never more than `most` at once."""
        if isinstance(subject, Survey):
            return (Place((0,), "Inbox", 7), Place((1,), "Sent/2025", 1))
        assert isinstance(subject, Portion)
        numbers = range(subject.first, min(subject.first + min(subject.most, self.most), subject.place.count))
        self.asked.append((subject.first, subject.most))
        if subject.place.path == "Inbox" and self.dies_at in numbers:
            raise SkipRecord("crashed", "the parser ended with signal SIGSEGV")
        return tuple(Named(subject.place.path, f"{number}.eml", b"%d" % number) for number in numbers)


def _read(worker: _Worker) -> tuple[int, list[str]]:
    members = pst_members(Path("a.pst"), BOX, worker)
    outcomes: list[str] = []
    for item in members.items:
        try:
            outcomes.append(f"{item.remote_id.split('!')[1].rpartition('/')[0]} {item.load().decode()}")
        except SkipRecord as refused:
            outcomes.append(refused.reason)
    return members.count, outcomes


def test_a_message_that_kills_the_worker_costs_only_itself() -> None:
    """The portion that failed is asked for again, one message at a time."""
    count, outcomes = _read(_Worker(dies_at=3, most=50))
    inbox = [f"Inbox {number}" if number != 3 else "crashed" for number in range(7)]
    assert (count, outcomes) == (8, [*inbox, "Sent/2025 0"])


def test_a_portion_may_be_shorter_than_asked() -> None:
    """Large messages come a few at a time, and none is asked for twice."""
    worker = _Worker(dies_at=99, most=2)
    count, outcomes = _read(worker)
    assert (count, len(outcomes)) == (8, 8)
    assert [first for first, _ in worker.asked] == [0, 2, 4, 6, 0]


class _Folder:
    """A folder of the library with one message and no folders in it."""

    number_of_sub_messages = 1
    number_of_sub_folders = 0


class _File:
    """A data file of the library with one folder, from which two items were deleted."""

    number_of_orphan_items = 2

    def get_root_folder(self) -> _Folder:
        """The folder that holds all others."""
        return _Folder()


def test_what_was_deleted_from_its_folder_is_listed_with_that_reason() -> None:
    """One by one, so that an account of a file adds up; it is not read."""
    places = tuple(_places(_File()))
    assert [(place.path, place.count) for place in places] == [("/", 1), ("deleted", 2)]

    def run(parser: Any, data: bytes, subject: Any) -> Any:
        """Gives the places, and one message."""
        return places if isinstance(subject, Survey) else (Named("/", "0.eml", b"0"),)

    members = pst_members(Path("a.pst"), BOX, run)
    outcomes: list[str] = []
    for item in members.items:
        try:
            outcomes.append(item.load().decode())
        except SkipRecord as refused:
            outcomes.append(refused.reason)
    assert (members.count, outcomes) == (3, ["0", "deleted", "deleted"])
