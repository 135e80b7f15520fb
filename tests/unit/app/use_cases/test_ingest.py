"""Ingest: an account that adds up, and nothing done twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.settings import load_settings
from app.use_cases.ask import AskRequest, ask
from app.use_cases.ingest import IngestRequest, ingest
from app.wiring import Services, open_services
from graph.errors import FixSetup
from graph.model import Passage, Source
from graph.progress import silent
from graph.vocabulary import AuthorityClass
from tests.fakes.inline_pool import InlinePool
from tests.fakes.shelf import section

NEW = section("09 30 13", "Ceramic Tiling", "B", "6 May 2024", "Tiles shall be glazed.", "Joints are 3 mm wide.")
MAIL = (
    "From: Ada Moss <ada.moss@example.com>\nTo: Bo Reed <bo.reed@example.com>\nSubject: Tiles\n"
    "Date: Mon, 5 May 2025 09:00:00 +0000\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=XX\n\n"
    "--XX\nContent-Type: text/plain\n\nThe note is attached.\n\n--XX\nContent-Type: text/plain\n"
    'Content-Disposition: attachment; filename="note.txt"\n\nTiles are kept in a dry shed.\n\n--XX--\n'
)


@pytest.fixture
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    """An empty data directory, and parsing in this process."""
    monkeypatch.setattr("app.use_cases.ingest.ParserPool", InlinePool)
    settings = load_settings({"PREVAIL_DATA": str(tmp_path / "data"), "PREVAIL_EMBEDDER": "hashed"})
    with open_services(settings, write=True) as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A text, a mail with an attachment, a broken PDF, an empty file and one of a type that nobody reads."""
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "tiling.txt").write_text(NEW)
    (folder / "mail.eml").write_text(MAIL)
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 broken")
    (folder / "empty.txt").write_bytes(b"")
    (folder / "tool.exe").write_bytes(b"MZ\x00\x01")
    return folder


def _run(services: Services, *paths: Path, **how: Any) -> dict[str, Any]:
    report = ingest(services, IngestRequest(paths, workers=1, **how), silent).as_json()
    parts = ("stored", "unchanged", "failed", "skipped")
    assert report["seen"] == sum(report[part] for part in parts)
    return report


def test_every_file_is_accounted_for(services: Services, folder: Path) -> None:
    """Stored, failed or skipped with its reason; an attachment counts as a source of its own."""
    report = _run(services, folder)
    assert (report["stored"], report["failed"], report["skipped"]) == (3, 1, 2)
    assert [Path(row["path"]).name for row in report["failures"]] == ["broken.pdf"]
    assert {Path(row["path"]).name for row in report["skips"]} == {"empty.txt", "tool.exe"}
    assert all(row["reason"] for row in (*report["failures"], *report["skips"]))
    with services.store.read() as reader:
        assert report["passages"] == reader.count(Passage)


def test_reading_a_folder_again_changes_nothing(services: Services, folder: Path) -> None:
    """The store stays as it was; what failed is tried again and counted again."""
    _run(services, folder)
    before = services.store.generation()
    report = _run(services, folder)
    assert (report["stored"], report["unchanged"], report["failed"]) == (0, 3, 1)
    assert services.store.generation() == before


def test_a_changed_file_is_a_new_source_and_the_old_one_stays(services: Services, folder: Path) -> None:
    """Both versions are held; only the changed file is read."""
    _run(services, folder)
    (folder / "tiling.txt").write_text(NEW.replace("Revision B", "Revision C").replace("6 May 2024", "7 May 2025"))
    assert _run(services, folder)["stored"] == 1
    with services.store.read() as reader:
        assert sum(source.remote_id.endswith("tiling.txt") for source in reader.find(Source)) == 2
    outcome = ask(services, AskRequest("How wide are joints?"))
    assert [citation["version"] for citation in outcome["citations"]] == ["Revision C"]


def test_the_original_bytes_are_kept(services: Services, folder: Path) -> None:
    """Every source leads back to the file as it was."""
    _run(services, folder)
    with services.store.read() as reader:
        [source] = [source for source in reader.find(Source) if source.remote_id.endswith("tiling.txt")]
    assert services.blobs.read(source.sha256) == NEW.encode()


def test_what_the_caller_says_of_a_folder_holds_for_all_in_it(services: Services, folder: Path) -> None:
    """Project, readers and class; with an empty list nobody may read it."""
    _run(services, folder, project="Tower", acl=("ada",), authority=AuthorityClass.ADDENDUM)
    with services.store.read() as reader:
        assert {(s.project, s.acl) for s in reader.find(Source)} == {("Tower", ("ada",))}
    asked = "How wide are joints?"
    assert ask(services, AskRequest(asked, reader="ada"))["citations"][0]["authority"] == "addendum"
    assert ask(services, AskRequest(asked))["kind"] == "abstention"


def test_an_empty_access_list_opens_nothing_to_anybody(services: Services, folder: Path) -> None:
    """Not even to a reader whose name is that of everybody, or empty."""
    _run(services, folder, acl=())
    for reader in (None, "", "*", "ada"):
        assert ask(services, AskRequest("How wide are joints?", reader=reader))["kind"] == "abstention"


def test_a_path_that_is_not_there_is_said_before_anything_is_read(services: Services, tmp_path: Path) -> None:
    """The message names it."""
    with pytest.raises(FixSetup, match="nowhere"):
        _run(services, tmp_path / "nowhere")
