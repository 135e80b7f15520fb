"""What people say of words: proposed, weighed, accepted, refused, taken back, through the command line and HTTP."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from app.main import create_app
from app.settings import load_settings
from tests.fakes.commands import Commands
from tests.fakes.jetty import DECKING, PROJECT, RAILS
from tests.fakes.shelf import Shelf, open_shelf, reopen_shelf

SAID = ("subject", "hand grip", "handrail", "--by", "Ada")


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    """Two sections that call one thing by two words."""
    monkeypatch.setenv("PREVAIL_EMBEDDER", "hashed")
    monkeypatch.setenv("PREVAIL_DATA", str(tmp_path / "data"))
    with open_shelf(tmp_path / "data") as shelf:
        shelf.put("rails.txt", RAILS.replace("The handrail", "The hand grip"), PROJECT)
        shelf.put("decking.txt", DECKING, PROJECT)
        shelf.put(
            "letter.txt", "Letter L-4\nDate: 2 May 2025\n\nDeck boarding shall be at least 20 mm thick.\n", PROJECT
        )
    with reopen_shelf(tmp_path / "data") as shelf:
        yield shelf


@pytest.fixture
def cli(shelf: Shelf, capsys: pytest.CaptureFixture[str]) -> Commands:
    """Runs commands over the project."""
    return Commands(capsys)


def test_an_accepted_term_makes_texts_meet_and_is_undone_to_the_byte(shelf: Shelf, cli: Commands) -> None:
    """The dry run names the conflict that then comes; the others keep their ids."""
    before, conflicts = shelf.records(), cli("conflicts")
    weighed = cli("concepts", "accept", *SAID, "--dry-run")
    assert (weighed["requirements"], len(weighed["conflicts_new"]), weighed["conflicts_gone"]) == (1, 1, [])
    assert shelf.records() == before
    said = cli("concepts", "accept", *SAID, "--reason", "one word in the glossary")
    after = cli("conflicts")
    assert {one["id"] for one in after["items"]} == {
        *(one["id"] for one in conflicts["items"]),
        weighed["conflicts_new"][0]["id"],
    }
    (concept,) = cli("concepts", "list", "--role", "subject", "--text", "hand grip")["items"]
    assert concept["concept"] == "handrail"
    assert concept["requirements"] == 2
    assert [t["reason"] for t in concept["terms"] if t["term"] == "hand grip"] == ["one word in the glossary"]
    assert cli("concepts", "accept", *SAID)["changed"] is False
    cli("undo", said["link_id"], "--by", "Bea")
    assert shelf.records() == before
    assert cli("conflicts") == conflicts


def test_what_was_decided_stays_decided_when_a_term_is_accepted_elsewhere(cli: Commands) -> None:
    """A conflict keeps its id, whatever its side is called from then on."""
    (item,) = [one for one in cli("conflicts")["items"] if one["slot"].startswith("railing post")]
    cli("conflicts", "withdraw", item["id"], "--by", "Ada")
    cli("concepts", "accept", "subject", "railing post", "baluster", "--by", "Ada")
    (renamed,) = [one for one in cli("conflicts")["items"] if one["slot"].startswith("baluster")]
    assert (renamed["id"], renamed["state"]) == (item["id"], "withdrawn")


def test_a_refused_term_stays_apart_also_from_the_table_and_what_was_said_before_comes_back(cli: Commands) -> None:
    """Undone, the word before it stands again; undone once more, nobody said anything."""
    cli("concepts", "accept", *SAID)
    refused = cli("concepts", "refuse", *SAID)
    assert [one["term"] for one in cli("concepts", "list")["refused"]] == ["hand grip"]
    assert cli("conflicts", "list", "--text", "handrail")["total"] == 0
    cli("undo", refused["link_id"], "--by", "Ada")
    assert cli("conflicts", "list", "--text", "handrail")["total"] == 1
    cli("undo", refused["link_id"], "--by", "Ada")
    assert cli("conflicts", "list", "--text", "handrail")["total"] == 0
    assert "no word on a term" in cli("undo", refused["link_id"], "--by", "Ada", code=1)


def test_likeness_only_proposes_and_a_circle_of_words_is_refused(cli: Commands) -> None:
    """By spelling and by meaning; a refused pair is not proposed again."""
    likely = ("subject", "deck boarding", "deck board")
    found = {(one["role"], one["term"], one["concept"]): one for one in cli("concepts", "propose")["items"]}
    assert found[likely]["likeness"] == pytest.approx(20 / 23, abs=1e-4)
    assert found[likely]["example"].startswith("Deck boarding · thick")
    cli("concepts", "refuse", *likely, "--by", "Ada")
    for how in ((), ("--by-meaning",)):
        again = cli("concepts", "propose", *how)["items"]
        assert likely not in {(one["role"], one["term"], one["concept"]) for one in again}
    cli("concepts", "accept", "subject", "hand grip", "grab line", "--by", "Ada")
    assert "itself means" in cli("concepts", "accept", "subject", "deck rope", "hand grip", "--by", "Ada", code=1)
    assert "take that back first" in cli("concepts", "accept", "subject", "grab line", "rope", "--by", "Ada", code=1)
    assert "is its own concept" in cli("concepts", "accept", "subject", "rope", "ropes", "--by", "Ada", code=1)


def test_the_table_is_exported_with_who_says_so(cli: Commands) -> None:
    """One row for each term."""
    cli("concepts", "accept", *SAID)
    rows = list(csv.DictReader(io.StringIO(cli("concepts", "export", text=True))))
    assert {"role": "subject", "preferred": "handrail", "alternative": "hand grip", "by": "Ada"}.items() <= next(
        row for row in rows if row["alternative"] == "hand grip"
    ).items()
    assert any(row["by"] == "table" for row in rows)


def test_over_http_the_same_is_said_and_shown(shelf: Shelf, cli: Commands) -> None:
    """A role that there is not is a problem."""
    settings = load_settings({"PREVAIL_DATA": str(shelf.services.settings.data), "PREVAIL_EMBEDDER": "hashed"})
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        body = {"role": "subject", "term": "hand grip", "concept": "handrail", "by": "Ada"}
        assert client.post("/api/concepts", json=body | {"dry_run": True}).json()["requirements"] == 1
        assert client.post("/api/concepts", json=body | {"role": "colour"}).status_code == 400
        said = client.post("/api/concepts", json=body).json()
        assert client.get("/api/concepts?limit=1000").json() == cli("concepts", "list", "--limit", "1000")
        assert client.get("/api/concepts/proposals").json() == cli("concepts", "propose")
        assert client.post(f"/api/proposals/{said['link_id']}/undo", json={"by": "Ada"}).status_code == 200
        assert "hand grip" not in client.get("/api/concepts?limit=1000").text
