"""A full disk: one clear sentence, nothing lost, nothing by halves, and the next run recovers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.trials.killing import QUESTIONS, Undisturbed, answer, check_prefix, check_same, stored_items
from tests.trials.launcher import Launcher
from tests.trials.small_disk import relieve, shortage, small_disk

MEGABYTES = 16
TOO_LITTLE = (0, 8_000, 50_000, 150_000, 400_000, 800_000)
"""Bytes left on the disk; an index of the documents needs some 300 000, all of them 3 000 000."""

NOTES, ITEMS = 8, 61
"""Items in the folder of notes, and in all of the documents."""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[tuple[Path, bool]]:
    """A small disk, and whether it is one of its own; else files of commands are limited instead."""
    with small_disk(tmp_path / "disk", MEGABYTES) as mounted:
        yield tmp_path / "disk", mounted


def _complaint(complaint: str, mounted: bool) -> None:
    """A limit on files looks like a broken disk to SQLite, so only a real one is named for sure."""
    assert "no space left on the disk" in complaint if mounted else "space" in complaint


def test_a_disk_that_fills_during_ingest_keeps_what_was_stored(
    launcher: Launcher, documents: Path, undisturbed: Undisturbed, disk: tuple[Path, bool]
) -> None:
    """At whatever point the space ends; with space again the next run leads to the very same state."""
    (place, mounted), stored = disk, 0
    data = place / "data"
    for leaving in TOO_LITTLE if mounted else TOO_LITTLE[1:]:
        limits = shortage(place, mounted, leaving)
        _complaint(launcher.run("ingest", documents, "--data", data, before=limits).complaint(), mounted)
        relieve(place)
        stored = check_prefix(data, stored, undisturbed.holds)
    assert not mounted or stored > 0
    assert launcher.run("ingest", documents, "--data", data).code == 0
    check_same(launcher, data, undisturbed.holds)


def test_a_disk_that_fills_while_the_index_is_built_leaves_the_old_one(
    launcher: Launcher, documents: Path, undisturbed: Undisturbed, disk: tuple[Path, bool]
) -> None:
    """The old index answers on, even while the space is short, and the next build succeeds."""
    place, mounted = disk
    data = place / "data"
    assert launcher.run("ingest", documents, "--data", data).code == 0
    for leaving in (8_000, 100_000, 200_000) if mounted else (8_000, 40_000):
        limits = shortage(place, mounted, leaving)
        _complaint(launcher.run("index", "rebuild", "--data", data, before=limits).complaint(), mounted)
        if leaving == 200_000:
            assert answer(launcher, data, QUESTIONS[0]) == undisturbed.holds.answers[0]
        relieve(place)
        assert answer(launcher, data, QUESTIONS[0]) == undisturbed.holds.answers[0]
    assert launcher.run("index", "rebuild", "--data", data).code == 0
    check_same(launcher, data, undisturbed.holds)


def test_a_disk_that_fills_between_store_and_index_is_recovered_from(
    launcher: Launcher, documents: Path, undisturbed: Undisturbed, tmp_path: Path
) -> None:
    """All is stored and not searchable yet: asking says so instead of finding nothing; the next run mends it."""
    data = tmp_path / "data"
    data.mkdir()
    with small_disk(data / "index", 2) as mounted:
        assert launcher.run("ingest", documents / "notes", "--data", data).code == 0
        limits = shortage(data / "index", mounted, 8_000) if mounted else _forbid(data / "index")
        ended = launcher.run("ingest", documents, "--data", data, before=limits)
        assert ("no space left on the disk" if mounted else "cannot") in ended.complaint()
        assert stored_items(data) == NOTES + ITEMS
        complaint = launcher.run("ask", QUESTIONS[0], "--data", data).complaint()
        assert "is older than the store: run `prevail index rebuild`" in complaint
        relieve(data / "index")
        (data / "index").chmod(0o755)
        assert launcher.run("ingest", documents, "--data", data).code == 0
        assert answer(launcher, data, QUESTIONS[0])["kind"] == undisturbed.holds.answers[0]["kind"]


def _forbid(directory: Path) -> dict[str, bool]:
    directory.chmod(0o555)
    return {"powerless": True}
