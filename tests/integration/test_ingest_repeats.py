"""Ingesting again: the same changes nothing, the changed becomes a new version, what is gone stays known."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from graph.embedded_store import EmbeddedStore
from graph.model import Source
from graph.vocabulary import EdgeType
from tests.trials.documents import mail, section
from tests.trials.killing import Undisturbed, answer, generation, stored_items, whole
from tests.trials.launcher import Launcher


def _ingest(launcher: Launcher, folder: Path, data: Path) -> dict[str, Any]:
    """The report; its account adds up."""
    ended = launcher.run("ingest", folder, "--data", data, "--json")
    assert ended.code in (0, 4), ended
    report: dict[str, Any] = ended.json()
    assert report["seen"] == sum(report[name] for name in ("stored", "unchanged", "failed", "skipped"))
    return report


def _works(data: Path) -> dict[str, str]:
    """Work by source id."""
    store = EmbeddedStore(data / "store.sqlite", create=False)
    try:
        with store.read() as reader:
            return {edge.src: edge.dst for edge in reader.edges(types=[EdgeType.VERSION_OF])}
    finally:
        store.close()


def _paths(data: Path) -> dict[str, str]:
    """Remote id by source id."""
    store = EmbeddedStore(data / "store.sqlite", create=False)
    try:
        with store.read() as reader:
            return {source.id: source.remote_id for source in reader.find(Source)}
    finally:
        store.close()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data directory that does not exist yet."""
    return tmp_path / "data"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A section and a mail with attachments."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "Section 05 01 10.txt").write_text(section(1))
    (tmp_path / "in" / "delivery.eml").write_bytes(mail(1))
    return tmp_path / "in"


def test_a_second_run_finds_everything_unchanged_and_encodes_nothing(
    launcher: Launcher, documents: Path, undisturbed: Undisturbed, tmp_path: Path
) -> None:
    """As many unchanged as were stored, attachments too; store, index and vectors stay as they are, byte for byte."""
    data = shutil.copytree(undisturbed.data, tmp_path / "data")
    kept = [*(data / "index").rglob("*"), *(data / "blobs").rglob("*")]
    before = {path: path.stat().st_mtime_ns for path in kept}
    with closing(sqlite3.connect(data / "index" / "vectors.sqlite")) as cache:
        cache.execute("DELETE FROM vector")  # encoding anything would fill it again
        cache.commit()
    report = _ingest(launcher, documents, data)
    assert [report[name] for name in ("seen", "stored", "unchanged", "passages", "pages")] == [93, 0, 93, 0, 0]
    with closing(sqlite3.connect(data / "index" / "vectors.sqlite")) as cache:
        assert cache.execute("SELECT count(*) FROM vector").fetchone() == (0,)
    assert stored_items(data) == len(undisturbed.holds.order)
    assert generation(data) == generation(undisturbed.data)
    changed = {path.name for path in kept if path.exists() and path.stat().st_mtime_ns != before[path]}
    assert changed <= {"vectors.sqlite", "index"}
    assert whole(launcher, data) == undisturbed.holds


def test_only_new_passages_are_encoded(launcher: Launcher, folder: Path, data: Path) -> None:
    """The rows of the vector cache grow by what is new and none is written again."""
    _ingest(launcher, folder, data)
    cache = data / "index" / "vectors.sqlite"
    with closing(sqlite3.connect(cache)) as connection, connection:
        before = connection.execute("SELECT count(*) FROM vector").fetchone()[0]
        connection.execute("CREATE TABLE written (times INTEGER)")
        connection.execute("CREATE TRIGGER seen AFTER INSERT ON vector BEGIN INSERT INTO written VALUES (1); END")
    (folder / "note.txt").write_text("The slipway plate of berth 4 is 12 mm thick.\n")
    report = _ingest(launcher, folder, data)
    assert (report["stored"], report["passages"]) == (1, 1)
    with closing(sqlite3.connect(cache)) as connection:
        assert connection.execute("SELECT count(*) FROM written").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM vector").fetchone() == (before + 1,)


def test_a_changed_file_becomes_a_new_source_of_the_same_work(launcher: Launcher, folder: Path, data: Path) -> None:
    """The old one stays with its text; the new one, of a later revision, governs."""
    _ingest(launcher, folder, data)
    old = {identifier for identifier, path in _paths(data).items() if path == "in/Section 05 01 10.txt"}
    (folder / "Section 05 01 10.txt").write_text(section(1, "B").replace("5 cm", "9 cm").replace("2 March", "9 March"))
    report = _ingest(launcher, folder, data)
    assert (report["stored"], report["unchanged"]) == (1, 5)
    both = {identifier for identifier, path in _paths(data).items() if path == "in/Section 05 01 10.txt"}
    works = _works(data)
    assert old < both
    assert len(both) == 2
    assert len({works[identifier] for identifier in both}) == 1
    outcome = answer(launcher, data, "How far shall each handrail stand clear of the wall?")
    assert "9 cm" in outcome["answer"]
    assert outcome["citations"][0]["version"] == "Revision B"
    again = _ingest(launcher, folder, data)
    assert (again["stored"], again["unchanged"]) == (0, 6)


def test_a_file_changed_back_is_the_source_that_it_was(launcher: Launcher, folder: Path, data: Path) -> None:
    """Identity is name and content, so the first version is met again, not stored twice."""
    first = (folder / "Section 05 01 10.txt").read_text()
    _ingest(launcher, folder, data)
    (folder / "Section 05 01 10.txt").write_text(first + "\n2.3 Colour\n\nEach handrail is grey.\n")
    _ingest(launcher, folder, data)
    (folder / "Section 05 01 10.txt").write_text(first)
    assert _ingest(launcher, folder, data)["unchanged"] == 6
    assert len(_paths(data)) == 7


def test_a_changed_mail_keeps_the_attachments_that_are_the_same(launcher: Launcher, folder: Path, data: Path) -> None:
    """The mail is new; of what is attached only what differs is."""
    _ingest(launcher, folder, data)
    (folder / "delivery.eml").write_bytes(mail(1).replace(b"4 May 2024", b"7 May 2024"))
    report = _ingest(launcher, folder, data)
    assert (report["stored"], report["unchanged"]) == (1, 5)
    assert _ingest(launcher, folder, data)["unchanged"] == 6


def test_the_same_bytes_under_another_name_are_another_source(launcher: Launcher, folder: Path, data: Path) -> None:
    """Both places are kept, of one work where the text says its number; the original is kept once."""
    _ingest(launcher, folder, data)
    originals = sorted(path for path in (data / "blobs").rglob("*") if path.is_file())
    shutil.copy(folder / "Section 05 01 10.txt", folder / "copy of it.txt")
    report = _ingest(launcher, folder, data)
    assert (report["stored"], report["unchanged"]) == (1, 6)
    assert sorted(path for path in (data / "blobs").rglob("*") if path.is_file()) == originals
    works = _works(data)
    places = {path: works[identifier] for identifier, path in _paths(data).items()}
    assert places["in/copy of it.txt"] == places["in/Section 05 01 10.txt"]


def test_renamed_and_removed_files_stay_known(launcher: Launcher, folder: Path, data: Path) -> None:
    """What was said once was said: a file that is gone keeps its source, a renamed one has two."""
    _ingest(launcher, folder, data)
    (folder / "Section 05 01 10.txt").rename(folder / "renamed.txt")
    (folder / "delivery.eml").unlink()
    report = _ingest(launcher, folder, data)
    assert (report["seen"], report["stored"]) == (1, 1)
    assert {"in/renamed.txt", "in/Section 05 01 10.txt", "in/delivery.eml"} <= set(_paths(data).values())
    assert "5 cm" in answer(launcher, data, "How far shall each handrail stand clear of the wall?")["answer"]


def test_the_way_to_a_folder_does_not_matter(launcher: Launcher, folder: Path, data: Path) -> None:
    """Absolute, relative, with a slash, with dots, or file by file: one identity."""
    _ingest(launcher, folder, data)
    for way in (f"{folder}/", f"{folder}/../in", "in", "./in"):
        ended = launcher.run("ingest", way, "--data", data, "--json", before={"cwd": str(folder.parent)})
        assert (ended.json()["stored"], ended.json()["unchanged"]) == (0, 6), way
    for file in sorted(folder.iterdir()):
        assert _ingest(launcher, file, data)["stored"] == 0


def test_a_file_that_failed_is_tried_again(launcher: Launcher, folder: Path, data: Path) -> None:
    """A failure is not remembered as known."""
    (folder / "plan.pdf").write_bytes(b"%PDF-1.7\nnothing of the kind")
    for _ in range(2):
        report = _ingest(launcher, folder, data)
        assert [row["path"] for row in report["failures"]] == ["in/plan.pdf"]
    assert (report["stored"], report["unchanged"], report["failed"]) == (0, 6, 1)
