"""The HTTP surface: the same objects as the command line, problems for errors, guarded responses."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from PIL import Image

from app.api.guard import CONTENT_POLICY, is_loopback
from app.main import MAX_BODY_BYTES, create_app
from app.settings import load_settings
from tests.unit.app.conftest import GUIDE_LINE, Library

Client = TestClient[Any]

QUESTION = "How much pool water shall the surge tank hold?"


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A server started before anything has been ingested."""
    directory = tmp_path_factory.mktemp("empty") / "data"
    settings = load_settings({"PREVAIL_DATA": str(directory), "PREVAIL_EMBEDDER": "hashed"})
    with TestClient(create_app(settings), base_url="http://127.0.0.1:8000") as client:
        yield client


def ask(client: Client, **body: Any) -> dict[str, Any]:
    """The outcome of a question over HTTP."""
    response = client.post("/api/ask", json={"question": QUESTION, **body})
    assert response.status_code == 200, response.text
    outcome: dict[str, Any] = response.json()
    return outcome


def source_named(client: Client, name: str) -> dict[str, Any]:
    """The listed source whose file has this name."""
    items = client.get("/api/sources").json()["items"]
    found: dict[str, Any] = next(item for item in items if item["path"].endswith(name))
    return found


def test_a_question_is_answered_as_on_the_command_line(client: Client) -> None:
    """One object for all surfaces."""
    outcome = ask(client, project="Quarry Lane Baths", explain=True)
    assert outcome["kind"] == "answer"
    assert "4200 litres" in outcome["answer"]
    assert outcome["citations"][0]["quote"] in f"1.1 {GUIDE_LINE}"
    assert outcome["project"] == "Quarry Lane Baths"
    assert outcome["trace"]["candidates"]


def test_a_question_about_an_unknown_project_is_told_the_known_ones(client: Client) -> None:
    """A slip of the pen is no question without an answer."""
    response = client.post("/api/ask", json={"question": QUESTION, "project": "Elsewhere"})
    assert response.status_code == 400
    assert "known: Quarry Lane Baths" in response.json()["detail"]


def test_the_day_asked_about_decides(client: Client) -> None:
    """In 2023 the first revision governed."""
    question = "What slip resistance do floor tiles in wet areas need?"
    assert "36 units" in ask(client, question=question, as_of="2023-06-01")["answer"]
    assert "45 units" in ask(client, question=question)["answer"]


def test_an_answer_streams_as_events(client: Client) -> None:
    """retrieval first, then the text in pieces, each citation, and the whole outcome last."""
    response = client.post("/api/ask", json={"question": QUESTION}, headers={"Accept": "text/event-stream"})
    assert response.headers["content-type"].startswith("text/event-stream")
    events = [event.split("\n") for event in response.text.strip().split("\n\n")]
    named = [(lines[0].removeprefix("event: "), json.loads(lines[1].removeprefix("data: "))) for lines in events]
    names = [name for name, _ in named]
    assert names[0] == "retrieval"
    assert names[-1] == "done"
    outcome = named[-1][1]
    assert "".join(data["text"] for name, data in named if name == "token") == outcome["answer"]
    assert [data for name, data in named if name == "citation"] == outcome["citations"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({}, "question"),
        ({"question": ""}, "question"),
        ({"question": "x" * 2001}, "question"),
        ({"question": "q", "as_of": "yesterday"}, "as_of"),
        ({"question": "q", "known_at": "yesterday"}, "2024-05-31"),
        ({"question": "q", "profile": "guess"}, "provenance"),
        ([1], "expected"),
    ],
)
def test_a_request_that_cannot_be_understood_says_why(client: Client, body: Any, words: str) -> None:
    """400 with a problem that names the part."""
    response = client.post("/api/ask", json=body)
    assert response.status_code == 400, response.text
    assert response.headers["content-type"].startswith("application/problem+json")
    assert words.lower() in response.text.lower()


def test_a_body_beyond_the_limit_is_refused(client: Client) -> None:
    """Nobody can fill the memory with one request."""
    response = client.post("/api/ask", json={"question": "x" * (MAX_BODY_BYTES + 1)})
    assert response.status_code == 413
    assert response.headers["content-type"].startswith("application/problem+json")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/nothing", 404),
        ("/nothing", 404),
        ("/api/sources/s-none", 404),
        ("/api/sources/s-none/content", 404),
        ("/api/sources/s-none/pages/1.png", 404),
        ("/api/works/none/history", 404),
        ("/api/governs", 400),
        ("/api/governs?q=Guide%2099%20nowhere", 404),
        ("/api/sources?limit=0", 400),
        ("/api/ask", 405),
    ],
)
def test_every_error_is_a_problem(client: Client, path: str, status: int) -> None:
    """RFC 9457 fields, the status in header and body alike."""
    response = client.get(path)
    assert response.status_code == status, response.text
    problem = response.json()
    assert problem["status"] == status
    assert problem["title"]
    assert problem["detail"]


def test_a_bug_of_ours_tells_nothing_of_the_inside(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """500 with a plain sentence; the traceback goes to the log."""

    def fail(*_: object) -> None:
        raise ValueError("secret inside")

    monkeypatch.setattr("app.api.figures.stats", fail)
    response = client.get("/api/stats")
    assert response.status_code == 500
    assert "secret" not in response.text
    assert response.json()["title"] == "Internal error"


def test_before_anything_is_ingested_the_server_says_so(empty: Client) -> None:
    """Alive, not ready, and the question page tells what to do."""
    assert empty.get("/health/live").status_code == 200
    for path in ("/health/ready", "/api/stats", "/api/sources"):
        response = empty.get(path)
        assert response.status_code == 503, path
        assert "prevail ingest" in response.json()["detail"]
    page = empty.get("/", headers={"Accept": "text/html"})
    assert page.status_code == 200
    assert "prevail ingest" in page.text


def test_a_ready_server_names_its_index(client: Client) -> None:
    """Readiness is the state of the index."""
    ready = client.get("/health/ready").json()
    assert ready["status"] == "ready"
    assert ready["index"]["up_to_date"] is True


def test_a_source_comes_with_its_claims(client: Client) -> None:
    """Each claim names its ground."""
    listed = source_named(client, "Guide 7.pdf")
    source = client.get(f"/api/sources/{listed['id']}").json()
    assert source["pages"] == 1
    assert {"field", "value", "ground", "confidence"} <= set(source["claims"][0])


def test_the_original_comes_back_byte_for_byte(client: Client, library: Library) -> None:
    """A PDF is shown, any other format is downloaded; neither may run anything."""
    pdf = source_named(client, "Guide 7.pdf")
    response = client.get(f"/api/sources/{pdf['id']}/content")
    assert response.content == (library.documents / "Guide 7.pdf").read_bytes()
    assert response.headers["etag"] == f'"{hashlib.sha256(response.content).hexdigest()}"'
    assert response.headers["content-disposition"].startswith("inline")
    assert response.headers["x-content-type-options"] == "nosniff"
    text = client.get(f"/api/sources/{source_named(client, 'Rev A.txt')['id']}/content")
    assert "sandbox" in text.headers["content-security-policy"]
    assert "Section%2009%2030%2013%20Rev%20A.txt" in text.headers["content-disposition"]


def test_a_page_is_drawn_as_wide_as_asked(client: Client) -> None:
    """A4 at half a pixel a point; the second request comes from memory."""
    source = source_named(client, "Guide 7.pdf")
    first = client.get(f"/api/sources/{source['id']}/pages/1.png?scale=0.5")
    assert first.headers["content-type"] == "image/png"
    picture = Image.open(io.BytesIO(first.content))
    assert picture.width == pytest.approx(595.28 * 0.5, abs=1)
    assert picture.height == pytest.approx(841.89 * 0.5, abs=1)
    assert client.get(f"/api/sources/{source['id']}/pages/1.png?scale=0.5").content == first.content


@pytest.mark.parametrize(
    ("picture", "status"), [("2.png", 404), ("0.png", 400), ("1.gif", 400), ("1.png?scale=99", 400)]
)
def test_other_pages_and_scales_are_refused(client: Client, picture: str, status: int) -> None:
    """Only pages that exist, only scales within reason."""
    source = source_named(client, "Guide 7.pdf")
    assert client.get(f"/api/sources/{source['id']}/pages/{picture}").status_code == status


def test_a_source_that_a_reader_may_not_see_does_not_exist_for_them(client: Client) -> None:
    """List, detail, bytes and page all look as if there were none."""
    ada = client.get("/api/sources?reader=ada").json()["items"]
    private = next(item for item in ada if item["path"].endswith("note.txt"))
    assert private["id"] not in client.get("/api/sources").text
    for path in ("", "/content"):
        assert client.get(f"/api/sources/{private['id']}{path}").status_code == 404
        assert client.get(f"/api/sources/{private['id']}{path}?reader=ada").status_code == 200
    assert client.get(f"/sources/{private['id']}").status_code == 404


def test_history_and_governs_agree(client: Client) -> None:
    """The version in force is the last of the history."""
    versions = client.get("/api/works/Section%2009%2030%2013/history").json()["versions"]
    match = client.get("/api/governs?q=Section%2009%2030%2013").json()["matches"][0]
    assert versions[-1]["id"] == match["source_id"]
    assert [version["signal"] for version in versions] == [link["signal"] for link in match["chain"]]


@pytest.mark.parametrize(
    "path", ["/", "/sources", "/methods", "/api/stats", "/nothing", "/schema", "/static/style.css"]
)
def test_every_response_is_guarded(client: Client, path: str) -> None:
    """Pages, data, errors and files alike."""
    headers = client.get(path, headers={"Accept": "text/html"}).headers
    assert headers["content-security-policy"] == CONTENT_POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8000", ""])
def test_a_foreign_host_is_refused(client: Client, host: str) -> None:
    """A name that somebody else's DNS points here is not ours."""
    response = client.get("/api/stats", headers={"Host": host})
    assert response.status_code == 421
    assert response.headers["content-type"].startswith("application/problem+json")


@pytest.mark.parametrize("host", ["localhost", "localhost:9", "127.0.0.1:8000", "[::1]:8000", "127.9.9.9"])
def test_loopback_is_answered_under_all_its_names(client: Client, host: str) -> None:
    """Whatever port stands behind it."""
    assert client.get("/health/live", headers={"Host": host}).status_code == 200


def test_only_loopback_is_loopback() -> None:
    """Names and addresses of elsewhere are not."""
    assert not any(map(is_loopback, ["0.0.0.0", "10.0.0.1", "example.org", "::", "localhost."]))


def test_an_allowed_host_is_answered(library: Library) -> None:
    """`PREVAIL_ALLOWED_HOSTS` adds names."""
    settings = load_settings(library.environment | {"PREVAIL_ALLOWED_HOSTS": "prevail.example"})
    with TestClient(create_app(settings), base_url="http://prevail.example:8000") as client:
        assert client.get("/health/live").status_code == 200


def test_the_description_is_openapi_3_1_and_names_every_route(client: Client) -> None:
    """At `/schema`, for programs that generate clients."""
    described = client.get("/schema").json()
    assert described["openapi"].startswith("3.1")
    paths = set(described["paths"])
    assert {
        "/api/ask",
        "/api/governs",
        "/api/sources",
        "/api/sources/{source_id}",
        "/api/sources/{source_id}/content",
        "/api/sources/{source_id}/pages/{picture}",
        "/api/works/{work_id}/history",
        "/api/stats",
        "/health/live",
        "/health/ready",
    } <= paths
    assert not any(path.startswith("/static") or path == "/" for path in paths)


def test_the_server_sees_what_is_ingested_while_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Started empty, it answers as soon as another process has ingested."""
    from app.use_cases.ingest import IngestRequest, ingest
    from app.wiring import open_services
    from graph.progress import silent
    from tests.fakes.inline_pool import InlinePool
    from tests.unit.app.conftest import write_documents

    monkeypatch.setattr("app.use_cases.ingest.ParserPool", InlinePool)
    write_documents(tmp_path / "documents")
    settings = load_settings({"PREVAIL_DATA": str(tmp_path / "data"), "PREVAIL_EMBEDDER": "hashed"})
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        assert client.get("/health/ready").status_code == 503
        for name in ("Guide 7.pdf", "Section 09 30 13 Rev A.txt"):
            with open_services(settings, write=True) as services:
                ingest(services, IngestRequest(paths=(tmp_path / "documents" / name,), workers=1), silent)
            assert any(item["path"].endswith(name) for item in client.get("/api/sources").json()["items"])
        assert ask(client)["kind"] == "answer"
        assert "36 units" in ask(client, question="What slip resistance do floor tiles need?")["answer"]
