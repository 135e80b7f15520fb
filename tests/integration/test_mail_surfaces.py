"""Threads, people and instructions over HTTP and on the command line, as a user meets them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from app.cli.main import run
from app.main import create_app
from app.settings import load_settings
from app.use_cases.correspondence import update_correspondence
from tests.fakes.commands import Commands
from tests.fakes.letters import MIRA, letter
from tests.fakes.shelf import open_shelf

HOME = "o.brand@home.example"
WORK = "olaf@brand.example"
ADA = {"by": "Ada Stone", "reason": "agreed on site"}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Four mails: a question, its answer, and two to a message that is not held."""
    answer = "In response to RFI-031, door D-201 shall have a fire resistance of 90 minutes.\n\nMira Halden\nArchitect"
    with open_shelf(tmp_path / "data") as shelf:
        shelf.put("1.eml", letter("m1@x", "Which rating does door D-201 need?"))
        shelf.put("2.eml", letter("m2@x", answer, sender=MIRA, day=7, answers=["m1@x"]))
        shelf.put("3.eml", letter("m3@x", "Noted.", day=8, answers=["m1@x", "m2@x"]))
        shelf.put("4.eml", letter("m4@x", "And the closer?", sender=f"Olaf Brand <{HOME}>", day=9, answers=["m9@x"]))
        update_correspondence(shelf.services)
        shelf.corpus()
    return tmp_path / "data"


@pytest.fixture
def client(data: Path) -> Iterator[TestClient[Any]]:
    """A server over the mails."""
    settings = load_settings({"PREVAIL_DATA": str(data), "PREVAIL_EMBEDDER": "hashed"})
    with TestClient(create_app(settings), base_url="http://127.0.0.1:8000") as opened:
        yield opened


@pytest.fixture
def cli(data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Commands:
    """The command line over the mails."""
    monkeypatch.setenv("PREVAIL_DATA", str(data))
    monkeypatch.setenv("PREVAIL_EMBEDDER", "hashed")
    return Commands(capsys)


def test_a_thread_over_http_has_the_agreed_shape(client: TestClient[Any]) -> None:
    """Each message at its place, with what a page needs to show it; what is no message has no thread."""
    sources = client.get("/api/sources").json()["items"]
    answer = next(source["id"] for source in sources if source["path"] == "2.eml")
    found = client.get(f"/api/sources/{answer}/thread").json()
    assert found.keys() == {"thread_id", "subject", "basis", "messages"}
    assert (found["subject"], found["basis"]) == ("RFI-031 Door D-201", "references")
    assert [(one["depth"], one["here"], one["missing"]) for one in found["messages"]] == [
        (0, False, False),
        (1, True, False),
        (2, False, False),
    ]
    shown = found["messages"][1]
    assert shown["parent"] == "m1@x"
    assert shown["excerpt"].startswith("In response to RFI-031")
    assert shown["copies"] == [{"source_id": answer, "remote_id": "2.eml", "uri": "file:2.eml"}]
    assert client.get("/api/sources/s-0/thread").status_code == 404


def test_people_are_merged_and_parted_over_http(client: TestClient[Any]) -> None:
    """The proposal, the decision, and taking it back."""
    (proposed,) = client.get("/api/people/proposals").json()["items"]
    assert [person["addresses"] for person in proposed["people"]] == [[HOME], [WORK]]
    said = client.post("/api/people", json=ADA | {"one": HOME, "other": WORK}).json()
    assert said["act"] == "merge"
    assert client.get(f"/api/people/{WORK}").json()["addresses"] == [HOME, WORK]
    assert client.get("/api/people", params={"text": "olaf"}).json()["total"] == 1
    assert client.post(f"/api/proposals/{said['link_id']}/undo", json=ADA).status_code == 200
    assert client.get("/api/people", params={"text": "olaf"}).json()["total"] == 2


def test_an_instruction_is_affirmed_and_taken_back_over_http(client: TestClient[Any]) -> None:
    """It leaves the list and comes back; a foreign page may not decide; a reason has to be given."""
    (item,) = client.get("/api/instructions").json()["items"]
    address = f"/api/instructions/{item['id']}"
    assert client.post(f"{address}/affirm", json={"by": "Ada Stone"}).status_code == 400
    foreign = {"Origin": "http://elsewhere.example"}
    assert client.post(f"{address}/affirm", json=ADA, headers=foreign).status_code == 403
    said = client.post(f"{address}/affirm", json=ADA | {"role": "Architect"}).json()
    assert said["authority"] == "rfi-response"
    assert client.get("/api/instructions").json()["total"] == 0
    assert client.get(address).json()["class_now"] == "rfi-response"
    assert client.post(f"/api/proposals/{said['ruling_id']}/undo", json=ADA).status_code == 200
    assert client.post(f"{address}/reject", json=ADA).json()["authority"] == "mail"
    assert client.get("/api/instructions", params={"state": "rejected"}).json()["total"] == 1


def test_the_command_draws_the_thread(cli: Commands) -> None:
    """Indented by answer; the message that was asked for is marked, one that is not held is told."""
    lines = cli("thread", "<m3@x>", text=True).splitlines()
    assert lines[0] == ("RFI-031 Door D-201 · 3 messages, held together by what the messages refer to")
    assert [line[:6] for line in lines[1:]] == ["· 2024", "  · 20", "    ▸ "]
    assert "(not held) m9@x" in cli("thread", "4.eml", text=True)
    assert "no document 'nothing' here" in cli("thread", "nothing", code=1)


def test_the_command_joins_people_and_takes_it_back(cli: Commands) -> None:
    """As `prevail people` says how."""
    assert "Olaf Brand: one person?" in cli("people", "propose", text=True)
    link = cli("people", "merge", HOME, WORK, "--by", "Ada Stone", "--reason", "told me")["link_id"]
    assert f"{HOME}, {WORK}" in cli("people", text=True)
    assert "undone (merge)" in cli("undo", link, text=True)
    assert f"{HOME}, {WORK}" not in cli("people", "list", text=True)


def test_the_command_affirms_an_instruction(cli: Commands) -> None:
    """The list says how; afterwards `governs` says by whose word the message ranks."""
    (item,) = cli("instructions")["items"]
    assert "affirmed, the message would rank as rfi-response" in cli("instructions", text=True)
    affirming = ("instructions", "affirm", item["id"][:12], "--by", "Ada Stone")
    assert "give the reason" in cli(*affirming, code=1)
    assert "to take it back: prevail undo r-" in cli(*affirming, "--reason", "signed", text=True)
    said = " ".join(cli("governs", "2.eml", text=True).split())
    assert "ranks as rfi-response, affirmed as answer by Ada Stone: signed" in said
    assert "affirmed by Ada Stone" in cli("instructions", "show", item["id"], text=True)


@pytest.mark.parametrize("words", [("thread", "--help"), ("people", "--help"), ("instructions", "--help")])
def test_the_commands_say_how_they_are_used(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """Each has a help of its own."""
    assert run(words) == 0
    assert "Usage: prevail" in capsys.readouterr().out
