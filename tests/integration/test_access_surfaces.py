"""Every surface takes reader, project, day and knowledge alike, and hides the same from the same people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from app.cli.main import run
from app.main import create_app
from tests.fakes.shelf import Shelf, open_shelf, section

TOWER = "Tower"
NOON = datetime(2025, 1, 1, 12, tzinfo=UTC)
LATER = datetime(2025, 3, 1, 12, tzinfo=UTC)
QUESTION = "What slip resistance must floor tiles in wet areas have?"
SLIP = "Floor tiles in wet areas shall have a slip resistance of at least {} units."
SECRET = "marmalade"
LETTER = (
    "Letter L-7\nDate: 2 May 2024\n\nThis letter L-7 supersedes Section 09 30 13.\n\n"
    "The safe word is quince marmalade.\n"
)
BULLETIN = (
    "Bulletin 4\nDate: 7 October 2024\nStatus: Draft\n\n1 Marmalade\n\nThis bulletin supersedes Section 09 30 16.\n"
)


def open_texts(shelf: Shelf) -> None:
    """What everybody may see."""
    shelf.put("tiling-a.txt", section("09 30 13", "Ceramic Tiling", "A", "2 February 2023", SLIP.format(36)), TOWER)
    shelf.put("tiling-b.txt", section("09 30 13", "Ceramic Tiling", "B", "6 May 2024", SLIP.format(45)), TOWER)
    mortar = section("09 30 16", "Mortar beds", "A", "6 May 2024", "Mortar shall cure for 7 days.")
    shelf.put("mortar.txt", mortar, TOWER, recorded_at=LATER)


def hidden_texts(shelf: Shelf) -> None:
    """What only Ada may see: a later revision, a proposal and a letter that displaces."""
    later = section("09 30 13", "Ceramic Tiling", "D", "6 June 2024", SLIP.format(75), "Marmalade is orange.")
    shelf.put("tiling-d.txt", later, TOWER, ("ada",))
    shelf.put("letter.txt", LETTER, TOWER, ("ada",))
    shelf.put("bulletin.txt", BULLETIN, TOWER, ("ada",))


@pytest.fixture(scope="module")
def shelves(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Data directories with the hidden texts and without them; the same was asked of both by Bob."""
    root = tmp_path_factory.mktemp("surfaces")
    for name in ("with", "without"):
        with open_shelf(root / name) as shelf:
            if name == "with":
                hidden_texts(shelf)
            open_texts(shelf)
            shelf.ask(QUESTION, reader="bob", as_of=None)
            if name == "with":
                assert "75 units" in str(shelf.ask(QUESTION, reader="ada", as_of=None))
                shelf.ask("What is the colour of the helicopter?", reader="ada", as_of=None)
    return root / "with", root / "without"


COMMANDS = (
    ("sources",),
    ("governs", "Section 09 30 13"),
    ("governs", "Letter L-7"),
    ("governs", "tiling-d.txt"),
    ("governs", "marmalade"),
    ("history", "Section 09 30 13"),
    ("history", "Letter L-7"),
    ("proposals",),
    ("proposals", "list", "--state", "all"),
    ("proposals", "log"),
    ("receipts",),
    ("receipts", "recall"),
    ("stats",),
    ("requirements",),
    ("conflicts",),
    ("conflicts", "list", "--all"),
    ("concepts",),
    ("concepts", "propose"),
    ("ask", QUESTION),
)
RUN_BOUND = {
    "recorded_at", "receipt_id", "timings_ms", "id", "index_built_at", "lag_by_source", "store_generation",
    "index_generation", "next_cursor",
}  # fmt: skip


def bare(value: Any) -> Any:
    """JSON without what differs between two runs of the same."""
    if isinstance(value, dict):
        return {key: bare(one) for key, one in value.items() if key not in RUN_BOUND}
    return [bare(one) for one in value] if isinstance(value, list) else value


def printed(
    directory: Path, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> tuple[int, Any]:
    """Exit code and JSON, or the error, of a command as Bob runs it."""
    monkeypatch.setenv("PREVAIL_EMBEDDER", "hashed")
    code = run([*arguments, "--data", str(directory), "--reader", "bob", "--project", TOWER, "--json"])
    said = capsys.readouterr()
    return code, bare(json.loads(said.out)) if said.out else said.err


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_command_says_the_same_with_and_without_what_its_reader_may_not_see(
    shelves: tuple[Path, Path],
    arguments: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Rows, verdicts, counts and refusals."""
    full, bare_one = (printed(directory, arguments, capsys, monkeypatch) for directory in shelves)
    assert full == bare_one
    assert SECRET not in str(full).replace("'marmalade'", "").replace('"query": "marmalade"', "")


ADDRESSES = (
    "/api/sources?reader={who}",
    "/api/governs?q=Section 09 30 13&reader={who}",
    "/api/works/Section 09 30 13/history?reader={who}",
    "/api/proposals?state=all&reader={who}",
    "/api/receipts?reader={who}",
    "/api/stats?reader={who}",
    "/api/requirements?reader={who}",
    "/api/conflicts?all=true&reader={who}",
)


@pytest.fixture(scope="module")
def client(shelves: tuple[Path, Path]) -> Iterator[TestClient[Any]]:
    """A server over the directory that holds the hidden texts."""
    from app.settings import load_settings

    settings = load_settings({"PREVAIL_DATA": str(shelves[0]), "PREVAIL_EMBEDDER": "hashed"})
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        yield client


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_shows_more_to_whoever_may_see_more(client: TestClient[Any], address: str) -> None:
    """Ada's names and texts are in none of Bob's answers; nobody sees what no reader is named for."""
    ada, bob, nobody = (client.get(address.format(who=who)) for who in ("ada", "bob", ""))
    assert [ada.status_code, bob.status_code, nobody.status_code] == [200, 200, 200]
    assert bare(ada.json()) != bare(bob.json())
    for word in ("Letter L-7", "tiling-d.txt", "Bulletin 4", "Marmalade", "75 units"):
        assert word not in bob.text
        assert word not in nobody.text


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_takes_project_day_and_knowledge(client: TestClient[Any], address: str) -> None:
    """What was recorded later is not known yet; what is of another project is not there."""
    then = client.get(address.format(who="ada") + "&known_at=2025-02-01&as_of=2023-06-01")
    assert then.status_code == 200
    assert "mortar.txt" not in then.text
    elsewhere = client.get(address.format(who="ada") + "&project=Elsewhere")
    assert "tiling" not in elsewhere.text
    assert client.get(address.format(who="ada") + "&known_at=soon").status_code == 400


def test_the_day_changes_what_sources_and_timelines_say(client: TestClient[Any]) -> None:
    """In 2023 revision A governed."""

    def signals(address: str, rows: str) -> dict[str, str]:
        found = client.get(address).json()[rows]
        return {row["path"]: row["signal"] for row in found if row["path"].startswith("tiling")}

    for address, rows in (("/api/sources?", "items"), ("/api/works/Section 09 30 13/history?", "versions")):
        assert signals(address, rows) == {"tiling-a.txt": "superseded", "tiling-b.txt": "governs"}
        assert signals(f"{address}as_of=2023-06-01", rows) == {
            "tiling-a.txt": "governs", "tiling-b.txt": "not yet effective",
        }  # fmt: skip


def test_a_stored_answer_is_shown_and_replayed_only_to_those_who_may_see_its_evidence(client: TestClient[Any]) -> None:
    """Ada's answer and her refusal are hers; Bob's answer from open texts is everybody's."""
    ada = {row["question"]: row["id"] for row in client.get("/api/receipts?reader=ada").json()["items"]}
    bob = {row["question"]: row["id"] for row in client.get("/api/receipts?reader=bob").json()["items"]}
    assert list(bob) == [QUESTION]
    assert len(ada) == 2
    for receipt_id in {*ada.values()} - {*bob.values()}:
        assert client.get(f"/api/receipts/{receipt_id}?reader=ada").status_code == 200
        assert client.get(f"/api/receipts/{receipt_id}?reader=bob").status_code == 404
        assert client.post(f"/api/receipts/{receipt_id}/replay?reader=bob").status_code == 404
    replayed = client.post(f"/api/receipts/{bob[QUESTION]}/replay?reader=bob").json()
    assert replayed["identical"] is True


def test_a_retired_text_stays_closed_in_what_was_known_before(tmp_path: Path) -> None:
    """A text that is no longer held is shown, as known then, to those who could see it last, and to nobody else."""
    from app.use_cases.sources import list_sources
    from app.use_cases.viewpoint import Viewpoint

    with open_shelf(tmp_path) as shelf:
        source_id = shelf.put("letter.txt", LETTER, TOWER, ("ada",), NOON)
        with shelf.services.store.write() as writer:
            writer.retract([source_id], LATER)
        then = datetime(2025, 2, 1, tzinfo=UTC)
        for reader, total in (("ada", 1), ("bob", 0)):
            at = Viewpoint(known_at=then, as_of=date(2025, 6, 1), reader=reader)
            assert list_sources(shelf.services, at)["total"] == total
            assert list_sources(shelf.services, Viewpoint(reader=reader))["total"] == 0
