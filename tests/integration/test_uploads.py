"""Ingesting over HTTP: a job that is followed to its end, and what it leaves behind."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from app.cli.main import run
from app.main import create_app
from app.runs import FILES, RunLog
from app.settings import Settings, load_settings
from graph.locking import DataLock
from tests.fakes.shelf import section
from tests.fakes.telling import tells

SLIP = "Floor tiles in wet areas shall have a slip resistance of at least {} units."
QUESTION = "What slip resistance must floor tiles in wet areas have?"
PATIENCE_S = 100
Client = TestClient[Any]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Of a data directory that is not there yet."""
    return load_settings({"PREVAIL_DATA": str(tmp_path / "data"), "PREVAIL_EMBEDDER": "hashed"})


@pytest.fixture
def client(settings: Settings) -> Iterator[Client]:
    """A running server."""
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as opened:
        yield opened


def tiling(revision: str, units: int, day: str) -> bytes:
    """A section of a specification."""
    return section("09 30 13", "Ceramic Tiling", revision, day, SLIP.format(units)).encode()


def send(client: Client, files: dict[str, bytes], **said: Any) -> Any:
    """The answer to sending files."""
    return client.post("/api/ingest", files=[("files", (name, body)) for name, body in files.items()], data=said)


def ended(client: Client, job: str, **query: str) -> dict[str, Any]:
    """The job when it has ended."""
    patience = time.monotonic() + PATIENCE_S
    while True:
        found: dict[str, Any] = client.get(f"/api/jobs/{job}", params=query).json()
        if found["state"] not in ("waiting", "running"):
            return found
        assert time.monotonic() < patience, found


def test_sent_files_are_read_into_an_empty_directory_and_answer_questions(client: Client, settings: Settings) -> None:
    """The account adds up, the originals are kept, the copies are not; a later upload becomes a later version."""
    sent = send(client, {"tiling.txt": tiling("A", 36, "2 February 2023"), "odd.xyz": b"?"}, project="Tower")
    assert sent.status_code == 202
    assert sent.headers["location"] == f"/api/jobs/{sent.json()['id']}"
    job = ended(client, sent.json()["id"])
    assert job["state"] == "done"
    report = job["report"]
    assert (report["seen"], report["stored"], report["skipped"], report["failed"]) == (2, 1, 1, 0)
    assert not (RunLog(settings.data).folder(job["id"]) / FILES).exists()
    first = client.post("/api/ask", json={"question": QUESTION, "project": "Tower"}).json()
    assert "36 units" in first["citations"][0]["quote"]
    assert first["citations"][0]["uri"] == "upload:uploads/Tower/tiling.txt"
    later = send(client, {"tiling.txt": tiling("B", 45, "6 May 2024")}, project="Tower").json()
    assert ended(client, later["id"])["report"]["stored"] == 1
    second = client.post("/api/ask", json={"question": QUESTION, "project": "Tower"}).json()
    assert "45 units" in second["citations"][0]["quote"]


def test_the_same_files_sent_again_change_nothing(client: Client) -> None:
    """As with the command."""
    files = {"tiling.txt": tiling("A", 36, "2 February 2023")}
    ended(client, send(client, files).json()["id"])
    again = ended(client, send(client, files).json()["id"])["report"]
    assert (again["stored"], again["unchanged"]) == (0, 1)


def test_a_job_is_followed_as_a_stream_to_its_end(client: Client) -> None:
    """Every change is an event; the last one has the account."""
    job = send(client, {"tiling.txt": tiling("A", 36, "2 February 2023")}).json()["id"]
    text = client.get(f"/api/jobs/{job}", headers={"Accept": "text/event-stream"}).text
    events = [part.split("\n", 1) for part in text.replace("\r\n", "\n").strip().split("\n\n")]
    assert events[-1][0] == "event: done"
    assert json.loads(events[-1][1].removeprefix("data: "))["report"]["stored"] == 1


def test_a_job_is_told_only_to_those_who_may_read_what_it_stores(client: Client) -> None:
    """Names of files may tell something too."""
    job = send(client, {"a.txt": tiling("A", 36, "2 February 2023")}, acl="ada, grace").json()["id"]
    assert ended(client, job, reader="ada")["acl"] == ["ada", "grace"]
    assert client.get(f"/api/jobs/{job}").status_code == 404
    assert client.get("/api/jobs").json() == {"items": [], "total": 0}
    assert client.get("/api/jobs", params={"reader": "grace"}).json()["total"] == 1
    assert not tells(client.post("/api/ask", json={"question": QUESTION}).text, 36)


@pytest.mark.parametrize(
    ("files", "said", "words"),
    [
        ({}, {}, "multipart/form-data"),
        ({".bashrc": b"x"}, {}, "cannot be called"),
        ({"a.txt": b"x"}, {"status": "loud"}, "for review"),
        ({"a.txt": b"x"}, {"authority": "king"}, "addendum"),
        ({"x" * 300 + ".txt": b"x"}, {}, "may have 200 bytes"),
    ],
)
def test_what_cannot_be_taken_is_refused_with_a_reason(
    client: Client, settings: Settings, files: dict[str, bytes], said: dict[str, str], words: str
) -> None:
    """Nothing is left behind."""
    refused = send(client, files, **said)
    assert refused.status_code == 400
    assert words in refused.text
    assert RunLog(settings.data).all() == []


def test_a_name_leads_nowhere_but_into_its_own_folder(client: Client, settings: Settings, tmp_path: Path) -> None:
    """Paths in names and projects are no paths."""
    sent = send(client, {"../../../../escaped.txt": tiling("A", 36, "2 February 2023")}, project="../../up/.. ")
    assert sent.status_code == 202
    assert ended(client, sent.json()["id"])["report"]["stored"] == 1
    outside = [path for path in tmp_path.rglob("*escaped*") if settings.data not in path.parents]
    assert outside == []


def test_a_page_of_another_site_cannot_send_files(client: Client) -> None:
    """Its origin is told by the browser."""
    files = [("files", ("a.txt", b"x"))]
    refused = client.post("/api/ingest", files=files, headers={"Origin": "http://evil.example"})
    assert refused.status_code == 403
    assert client.post("/api/ingest", json={}).status_code == 400


def test_what_could_not_be_read_can_be_tried_again(client: Client) -> None:
    """The files of a run with failures are kept; a run without any has nothing to try."""
    job = send(client, {"broken.pdf": b"%PDF-1.7 nothing"}).json()["id"]
    assert ended(client, job)["report"]["failed"] == 1
    assert client.post(f"/api/jobs/{job}/retry").status_code == 202
    assert ended(client, job)["report"]["failed"] == 1
    fine = send(client, {"a.txt": tiling("A", 36, "2 February 2023")}).json()["id"]
    ended(client, fine)
    assert client.post(f"/api/jobs/{fine}/retry").status_code == 400
    assert client.post("/api/jobs/none/retry").status_code == 404


def test_a_run_that_was_cut_off_is_taken_up_by_the_next_server(settings: Settings) -> None:
    """Its files are still there; it is told as cut off until then."""
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as first, DataLock(settings.data):
        job = send(first, {"a.txt": tiling("A", 36, "2 February 2023")}).json()["id"]
        ended(first, job)
    log = RunLog(settings.data)
    body = json.loads((log.folder(job) / "run.json").read_bytes())
    (log.folder(job) / "run.json").write_text(json.dumps(body | {"state": "running", "report": None}))
    folder = log.folder(job) / FILES / "uploads" / "shared"
    folder.mkdir(parents=True)
    (folder / "b.txt").write_bytes(tiling("B", 45, "6 May 2024"))
    assert log.get(job).state == "cut off"
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as second:
        patience = time.monotonic() + PATIENCE_S
        while second.get(f"/api/jobs/{job}").json()["state"] != "done":
            assert time.monotonic() < patience
        assert "45 units" in second.post("/api/ask", json={"question": QUESTION}).text


def test_a_command_leaves_its_run_among_the_others(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was ingested from the command line is listed with its account."""
    monkeypatch.setenv("PREVAIL_DATA", str(settings.data))
    monkeypatch.setenv("PREVAIL_EMBEDDER", "hashed")
    (tmp_path / "a.txt").write_bytes(tiling("A", 36, "2 February 2023"))
    assert run(["ingest", str(tmp_path / "a.txt"), "--json"]) == 0
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        (item,) = client.get("/api/jobs").json()["items"]
    assert (item["origin"], item["names"], item["state"]) == ("command", ["a.txt"], "done")
    assert item["report"]["stored"] == 1
