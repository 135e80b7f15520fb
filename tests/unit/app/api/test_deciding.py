"""Deciding over HTTP: the same objects as on the command line, problems for refusals, no foreign pages."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from app.main import create_app
from app.settings import load_settings
from graph.time import now_utc
from tests.fakes.quay import PROJECT, SLIP, fill
from tests.fakes.shelf import open_shelf

Client = TestClient[Any]
ADA = {"by": "Ada Stone", "reason": "agreed on site"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    """A server over the project."""
    data = tmp_path / "data"
    with open_shelf(data) as shelf:
        fill(shelf)
        shelf.corpus()
    settings = load_settings({"PREVAIL_DATA": str(data), "PREVAIL_EMBEDDER": "hashed"})
    with TestClient(create_app(settings), base_url="http://127.0.0.1:8000") as client:
        yield client


def post(client: Client, path: str, **body: Any) -> dict[str, Any]:
    """The report of a decision that is accepted."""
    response = client.post(path, json=ADA | body)
    assert response.status_code == 200, response.text
    report: dict[str, Any] = response.json()
    return report


def test_a_proposal_is_affirmed_and_taken_back(client: Client) -> None:
    """The list empties and fills again; the log keeps both steps."""
    (item,) = client.get("/api/proposals").json()["items"]
    address = f"/api/proposals/{item['id']}"
    refused = client.post(f"{address}/affirm", json=ADA)
    assert refused.status_code == 409
    assert refused.headers["content-type"].startswith("application/problem+json")
    assert (refused.json()["title"], refused.json()["rule"]) == ("Refused", "not issued")
    report = post(client, f"{address}/affirm", override=True)
    assert report["impact"]["sources"][0]["to"] == "superseded"
    assert client.get("/api/proposals").json()["items"] == []
    assert client.get(address).json()["rulings"][0]["by"] == "Ada Stone"
    post(client, f"{address}/undo")
    post(client, f"{address}/reject", dry_run=True)
    restored = client.get("/api/proposals").json()["items"][0]
    assert restored | {"recorded_at": None} == item | {"recorded_at": None}
    assert [row["act"] for row in client.get("/api/rulings").json()["items"]] == ["affirm"]


def test_a_supersession_is_made_and_answers_follow_at_once(client: Client) -> None:
    """The next answer, and what governs, already know it; the answer before is recalled."""
    before = client.post("/api/ask", json={"question": SLIP}).json()
    made = post(client, "/api/proposals", new="Addendum 3", old="tiling-b.txt", project=PROJECT)
    assert made["edge"]["state"] == "affirmed"
    after = client.post("/api/ask", json={"question": SLIP}).json()
    assert "45 units" not in str(after["citations"])
    (suspect,) = client.get("/api/receipts?suspect=1").json()["items"]
    assert suspect["id"] == before["receipt_id"]
    assert client.get(f"/api/receipts/{before['receipt_id']}").json()["outcome"]["answer"] == before["answer"]
    replayed = client.post(f"/api/receipts/{before['receipt_id']}/replay").json()
    assert replayed["identical"] is True
    assert client.get("/api/receipts/chain").json()["intact"] is True


def test_a_circle_is_refused_with_its_path(client: Client) -> None:
    """A conflict, with the names on the way."""
    post(client, "/api/proposals", new="Addendum 3", old="grout.txt")
    response = client.post("/api/proposals", json=ADA | {"new": "grout.txt", "old": "Addendum 3", "override": True})
    assert response.status_code == 409
    path = response.json()["path"]
    assert path[0] == path[-1] == "Section 09 30 23 Revision A"
    assert path[1] == "Addendum 3"


def test_the_order_of_precedence_is_read_and_put(client: Client) -> None:
    """By preset or by tiers; the general one has an address of its own."""
    address = f"/api/projects/{PROJECT}/precedence"
    assert client.get(address).json()["name"] == "default"
    report = client.put(address, json=ADA | {"preset": "complementary"}).json()
    assert report["impact"]["sources"][0]["to"] == "governs, contested"
    tiers = [["addendum"], ["specification", "drawing"]]
    assert client.put(address, json=ADA | {"tiers": tiers, "name": "ours"}).json()["name"] == "ours"
    assert client.get(address).json()["tiers"] == tiers
    assert client.get("/api/precedence").json()["name"] == "default"
    assert client.put("/api/precedence", json=ADA | {"preset": "nec4", "dry_run": True}).json()["changed"] is True
    assert client.put(address, json=ADA).status_code == 400


def test_an_order_is_known_since_it_was_chosen(client: Client) -> None:
    """What was known before the edit keeps the order before it; the history says when and by whom."""
    address = f"/api/projects/{PROJECT}/precedence"
    before = now_utc().isoformat()
    assert client.put(address, json=ADA | {"preset": "complementary"}).json()["changed"] is True
    then = {"known_at": before}
    assert client.get(address, params=then).json()["name"] == "default"
    assert client.get(address).json()["name"] == "complementary"
    (record,) = client.get(address).json()["history"]
    assert (record["by"], record["retracted_at"]) == ("Ada Stone", None)

    def signal(**params: str) -> str:
        found = client.get("/api/governs", params={"q": "Section 09 30 23"} | params).json()
        return str(found["matches"][0]["signal"])

    assert (signal(), signal(**then)) == ("governs, contested", "superseded in part")


WANTED = {
    "/api/proposals": "new, old, by",
    "/api/proposals/e-1/affirm": "by",
    "/api/proposals/e-1/reject": "by",
    "/api/proposals/e-1/undo": "by",
    "/api/ask": "question",
}


@pytest.mark.parametrize("path", WANTED)
def test_a_request_without_a_body_is_told_what_to_send(client: Client, path: str) -> None:
    """No body, a broken one, another kind of value, and a field that lacks."""
    for content, words in (
        (b"", f"the body is missing: send a JSON object with {WANTED[path]}"),
        (b"{", "the body is no JSON"),
        (b"[1]", "body: Expected `object`"),
        (b"{}", f"missing required field `{WANTED[path].split(',')[0]}`"),
    ):
        response = client.post(path, content=content, headers={"Content-Type": "application/json"})
        assert response.status_code == 400
        assert response.headers["content-type"].startswith("application/problem+json")
        assert response.json()["title"] == "Not understood"
        assert words in response.json()["detail"]


def test_what_is_not_held_comes_with_what_is_nearest(client: Client) -> None:
    """As a list for programs."""
    response = client.get("/api/governs?q=Section 09 30 14")
    assert response.status_code == 404
    assert response.json()["nearest"][0] == "Section 09 30 13"


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/proposals", {"new": "Addendum 3", "old": "Section 09 30 13"}, 400),
        ("/api/proposals", {"new": "Addendum 3", "old": "Nothing 1"}, 404),
        ("/api/proposals", {"old": "Addendum 3"}, 400),
        ("/api/proposals/e-000000/affirm", {}, 404),
        ("/api/proposals/r-000000/undo", {}, 404),
    ],
)
def test_what_cannot_be_done_is_a_problem(client: Client, path: str, body: dict[str, Any], status: int) -> None:
    """Ambiguous, unknown, or incomplete."""
    response = client.post(path, json=ADA | body)
    assert response.status_code == status
    assert response.headers["content-type"].startswith("application/problem+json")
    assert response.json()["detail"]


def test_a_decision_waits_while_another_process_writes(client: Client, tmp_path: Path) -> None:
    """503 with the time after which to try again; a dry run needs no lock."""
    body = ADA | {"new": "Addendum 3", "old": "tiling-b.txt"}
    with (tmp_path / "data" / "writer.lock").open("r+") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        response = client.post("/api/proposals", json=body)
        assert response.status_code == 503
        assert int(response.headers["retry-after"]) > 0
        assert client.post("/api/proposals", json=body | {"dry_run": True}).status_code == 200
    assert client.post("/api/proposals", json=body).status_code == 200


def test_a_page_of_another_site_decides_nothing(client: Client) -> None:
    """A browser names the origin of the page; ours may, others may not."""
    body = ADA | {"new": "Addendum 3", "old": "tiling-b.txt", "dry_run": True}
    foreign = client.post("/api/proposals", json=body, headers={"Origin": "http://elsewhere.example"})
    assert foreign.status_code == 403
    own = client.post("/api/proposals", json=body, headers={"Origin": "http://127.0.0.1:8000"})
    assert own.status_code == 200
