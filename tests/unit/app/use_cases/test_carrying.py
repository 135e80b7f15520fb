"""Backup, restore and move of a small library: the same is there, and nothing is lost on the way."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.errors import NotADataDirectory, SettingsInvalid
from app.settings import Settings
from app.use_cases.ask import AskRequest, ask
from app.use_cases.backup import backup
from app.use_cases.move import move, settings_for
from app.use_cases.recall import verify_receipts
from app.use_cases.replay import replay
from app.use_cases.restore import restore
from app.use_cases.stats import stats
from app.wiring import open_services
from graph.errors import FixSetup, RetryLater
from graph.filling import MARK
from graph.locking import DataLock
from graph.progress import silent
from tests.unit.app.conftest import Library

OF_THE_BACKEND = {"store_generation", "index_generation", "index_built_at", "lag_by_source"}
QUESTIONS = (
    "What slip resistance do floor tiles in wet areas need?",
    "How much pool water shall the surge tank hold?",
    "Who paints the roof?",
)


@pytest.fixture
def settings(library: Library, tmp_path: Path) -> Settings:
    """A copy of the library, asked three questions."""
    settings = library.settings.with_data(tmp_path / "data")
    shutil.copytree(library.settings.data, settings.data)
    with open_services(settings) as services:
        for question in QUESTIONS:
            ask(services, AskRequest(question))
    return settings


def _figures(settings: Settings) -> dict[str, Any]:
    """The figures that do not tell of the backend."""
    with open_services(settings) as services:
        found = stats(services)
    return {name: figure["value"] for name, figure in found.items() if name not in OF_THE_BACKEND}


def _assert_same(settings: Settings, other: Settings) -> None:
    assert _figures(other) == _figures(settings)
    with open_services(settings) as here, open_services(other) as there:
        receipts = list(here.receipts.all())
        assert list(there.receipts.all()) == receipts
        assert verify_receipts(there)["intact"]
        for receipt in receipts[-3:]:
            assert replay(there, receipt.id)["identical"]


def _backup(settings: Settings, file: Path, **options: bool) -> dict[str, Any]:
    with open_services(settings) as services:
        return backup(services, file, silent, **options)


def test_a_restored_directory_answers_as_the_first_one_did(settings: Settings, tmp_path: Path) -> None:
    """The same figures, receipts and answers; the report names what was compared."""
    made = _backup(settings, tmp_path / "backup.prevail")
    assert made["size_bytes"] == (tmp_path / "backup.prevail").stat().st_size
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    new = settings.with_data(tmp_path / "new")
    report = restore(new, tmp_path / "backup.prevail", silent)
    assert (report["digest"], report["records"]) == (made["digest"], made["records"])
    assert report["settings"]["embedder"] == "hashed"
    _assert_same(settings, new)
    assert sorted(entry.name for entry in new.data.iterdir()) == sorted(
        ["blobs", "index", "receipts.sqlite", "store.sqlite", "writer.lock"]
    )


def test_no_vector_is_computed_again(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They come with the backup."""
    _backup(settings, tmp_path / "backup.prevail")
    with open_services(settings) as services:
        monkeypatch.setattr(type(services.embedder), "embed", None)
    restore(settings.with_data(tmp_path / "new"), tmp_path / "backup.prevail", silent)
    with open_services(settings.with_data(tmp_path / "new")) as services:
        assert services.index(services.store.passages_version()).manifest.passages > 0


def test_a_backup_is_not_replaced_unasked(settings: Settings, tmp_path: Path) -> None:
    """And then as a whole."""
    (tmp_path / "backup.prevail").write_text("mine")
    with pytest.raises(FixSetup, match="--replace"):
        _backup(settings, tmp_path / "backup.prevail")
    assert (tmp_path / "backup.prevail").read_text() == "mine"
    assert _backup(settings, tmp_path / "backup.prevail", replace=True)["size_bytes"] > 4


def test_a_directory_with_data_is_not_replaced_unasked(settings: Settings, tmp_path: Path) -> None:
    """Asked to, it is, and what came after the backup is gone."""
    _backup(settings, tmp_path / "backup.prevail")
    before = _figures(settings)
    with open_services(settings) as services:
        ask(services, AskRequest("Who keeps the keys?"))
    with pytest.raises(FixSetup, match="already holds data.*--replace"):
        restore(settings, tmp_path / "backup.prevail", silent)
    assert _figures(settings) != before
    restore(settings, tmp_path / "backup.prevail", silent, replace=True)
    assert _figures(settings) == before


@pytest.mark.parametrize("stage", ["Source", "originals", "embed"])
def test_the_old_data_stays_until_the_new_is_whole(settings: Settings, tmp_path: Path, stage: str) -> None:
    """Whatever fails on the way, nothing of it is left behind."""
    _backup(settings, tmp_path / "backup.prevail")
    with open_services(settings) as services:
        ask(services, AskRequest("Who keeps the keys?"))
    before, names = _figures(settings), {entry.name for entry in settings.data.iterdir()}

    def fail(at: str, done: int, total: int | None) -> None:
        if at == stage:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        restore(settings, tmp_path / "backup.prevail", fail, replace=True)
    assert {entry.name for entry in settings.data.iterdir()} == names | {"writer.lock"}
    assert _figures(settings) == before


def test_what_a_killed_restore_left_does_not_matter(settings: Settings, tmp_path: Path) -> None:
    """The next one begins anew."""
    _backup(settings, tmp_path / "backup.prevail")
    new = settings.with_data(tmp_path / "new")
    (new.data / ".restoring" / "blobs").mkdir(parents=True)
    (new.data / ".restoring" / "store.sqlite").write_text("half")
    restore(new, tmp_path / "backup.prevail", silent)
    _assert_same(settings, new)


def test_a_damaged_backup_touches_nothing(settings: Settings, tmp_path: Path) -> None:
    """Not even the directory is made."""
    file = tmp_path / "backup.prevail"
    _backup(settings, file)
    whole = bytearray(file.read_bytes())
    whole[len(whole) // 2] ^= 1
    file.write_bytes(whole)
    with pytest.raises(FixSetup, match="damaged"):
        restore(settings.with_data(tmp_path / "new"), file, silent)
    assert not (tmp_path / "new").exists()


def test_a_strangers_directory_is_not_filled(settings: Settings, tmp_path: Path) -> None:
    """Neither by restoring nor by moving."""
    _backup(settings, tmp_path / "backup.prevail")
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "thesis.txt").touch()
    with pytest.raises(NotADataDirectory):
        restore(settings.with_data(tmp_path / "home"), tmp_path / "backup.prevail", silent)
    with open_services(settings) as services, pytest.raises(NotADataDirectory):
        move(services, str(tmp_path / "home"), silent)


def test_where_another_process_writes_nothing_is_restored(settings: Settings, tmp_path: Path) -> None:
    """It says who it is."""
    _backup(settings, tmp_path / "backup.prevail")
    with open_services(settings), pytest.MonkeyPatch.context() as patch:

        def held(lock: DataLock) -> None:
            raise RetryLater("is being written by `prevail ingest`")

        patch.setattr(DataLock, "acquire", held)
        with pytest.raises(RetryLater, match="prevail ingest"):
            restore(settings, tmp_path / "backup.prevail", silent, replace=True)


def test_everything_moves_to_another_directory(settings: Settings, tmp_path: Path) -> None:
    """With its index; moving again finds nothing to do, or brings what is new."""
    target = tmp_path / "elsewhere"
    with open_services(settings) as services:
        first = move(services, str(target), silent)
        assert move(services, str(target), silent) == first
    _assert_same(settings, settings.with_data(target))
    with open_services(settings) as services:
        ask(services, AskRequest("Who keeps the keys?"))
        assert move(services, str(target), silent)["records"]["receipts"] == first["records"]["receipts"] + 1
    _assert_same(settings, settings.with_data(target))


def test_a_half_filled_place_is_not_used(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither asked nor written to, until the same move has come to its end."""
    monkeypatch.setattr("graph.filling.BATCH_RECORDS", 10)
    there = settings.with_data(tmp_path / "there")

    def stop(stage: str, done: int, total: int | None) -> None:
        if stage == "texts":
            raise KeyboardInterrupt

    with open_services(settings) as services:
        with pytest.raises(KeyboardInterrupt):
            move(services, str(there.data), stop)
        for write in (False, True):
            with pytest.raises(FixSetup, match="only half filled"), open_services(there, write=write):
                pass
        move(services, str(there.data), silent)
    _assert_same(settings, there)


def test_what_was_moved_can_be_backed_up_and_moved_on(settings: Settings, tmp_path: Path) -> None:
    """How it came there is not carried on."""
    with open_services(settings) as services:
        first = move(services, str(tmp_path / "one"), silent)
    with open_services(settings.with_data(tmp_path / "one")) as services:
        second = move(services, str(tmp_path / "two"), silent)
        with services.store.read() as reader:
            assert [*reader.cursors()] == [MARK]
    assert first["digest"] == second["digest"]


@pytest.mark.parametrize("target", ["http://neo4j.example", "neo4j+x://neo4j.example"])
def test_an_address_of_something_else_is_refused(settings: Settings, target: str) -> None:
    """The message says what is known."""
    with pytest.raises(SettingsInvalid, match="--to"):
        settings_for(settings, target)


def test_a_directory_is_a_target_and_keeps_the_other_settings(settings: Settings, tmp_path: Path) -> None:
    """Whatever the store was before."""
    there = settings_for(replace(settings, graph="neo4j://neo4j.example"), str(tmp_path / "new"))
    assert there == replace(settings, graph="embedded", data=tmp_path / "new")
