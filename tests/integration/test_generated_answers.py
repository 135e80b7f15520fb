"""Answers that a model words, from the question to the receipt: what may reach a reader, and what happens when the
model's server does not do what it should."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from app.main import create_app
from app.settings import load_settings
from app.use_cases.ask import AskRequest, ask
from app.use_cases.doctor import doctor
from app.use_cases.recall import show_receipt
from app.use_cases.replay import replay
from app.wiring import Services, open_services
from retrieval.answering.generated.ollama import OllamaWriter
from tests.fakes.ollama_server import MODEL, FakeOllamaServer, Script, quoting
from tests.fakes.shelf import TODAY, open_shelf, section

QUESTION = "What is the oak floor cleaned with?"
SAID = "The oak floor is cleaned with plain soap that holds no wax."
VALUE = "How thick must the quay fenders be?"
THICK = "Quay fenders shall be at least 300 mm thick."

Json = dict[str, Any]
Opened = Callable[..., Services]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two sections in force, one that is superseded, and mail."""
    directory = tmp_path_factory.mktemp("generated")
    with open_shelf(directory) as shelf:
        shelf.put("floors-a.txt", section("09 64 00", "Floors", "A", "2 May 2023", "Oak floors are cleaned with wax."))
        shelf.put("floors-b.txt", section("09 64 00", "Floors", "B", "2 May 2024", SAID))
        shelf.put("quay.txt", section("35 59 13", "Fenders", "A", "2 May 2024", THICK))
        shelf.corpus()
    return directory


@pytest.fixture
def server() -> Iterator[FakeOllamaServer]:
    """A server that words nothing until a test says what."""
    with FakeOllamaServer() as server:
        yield server


def settings_for(data: Path, url: str, model: str = MODEL, timeout: str = "10") -> dict[str, str]:
    """The environment in which that model words answers."""
    named = {"PREVAIL_ANSWERER": f"ollama:{model}", "PREVAIL_ANSWERER_TIMEOUT": timeout}
    return {"PREVAIL_DATA": str(data), "PREVAIL_EMBEDDER": "hashed", "PREVAIL_OLLAMA_URL": url, **named}


def asked(data: Path, url: str, question: str = QUESTION, **named: str) -> Json:
    """The outcome of one question in those settings."""
    with open_services(load_settings(settings_for(data, url, **named))) as services:
        return ask(services, AskRequest(question, as_of=TODAY, explain=True))


def test_a_draft_that_the_quotes_say_is_the_answer(data: Path, server: FakeOllamaServer) -> None:
    """In the model's words, with the citations of the extractive answer and quotes of the store."""
    server.script = Script(lambda _: "Plain soap that holds no wax is used: the oak floor is cleaned with it. [1]")
    outcome = asked(data, server.url)
    assert outcome["answer"] == "Plain soap that holds no wax is used: the oak floor is cleaned with it. [1]"
    assert [citation["quote"] for citation in outcome["citations"]] == [SAID]
    assert outcome["answerer"] == {
        "name": f"ollama:{MODEL}",
        "wrote": f"ollama:{MODEL}",
        "why": None,
        "sentences_removed": 0,
        "removed": {},
    }


def test_what_the_quotes_do_not_say_is_left_out_and_counted(data: Path, server: FakeOllamaServer) -> None:
    """The rest stays where it still answers; the trace shows the draft and why."""
    server.script = Script(
        lambda _: "The oak floor is cleaned with plain soap that holds no wax. [1] Use it twice a day. [1]"
    )
    outcome = asked(data, server.url)
    assert outcome["answer"] == "The oak floor is cleaned with plain soap that holds no wax. [1]"
    assert outcome["answerer"]["sentences_removed"] == 1
    assert "twice" not in json.dumps({key: value for key, value in outcome.items() if key != "trace"})
    assert outcome["trace"]["draft"]["removed"][0]["text"] == "Use it twice a day."


@pytest.mark.parametrize(
    ("draft", "why"),
    [
        ("Quay fenders shall be at most 300 mm thick. [1]", "no sentence of the draft stands"),
        ("Quay fenders shall be at least 300 cm thick. [1]", "no sentence of the draft stands"),
        ("Quay fenders are thick. [1]", "the draft leaves out a value that is demanded"),
        ("", "no sentence of the draft stands"),
    ],
)
def test_a_draft_that_does_not_answer_gives_way_to_the_extractive_answer(
    data: Path, server: FakeOllamaServer, draft: str, why: str
) -> None:
    """Wrong, incomplete or empty: the reader gets what they would have got without a model, and is told."""
    server.script = Script(lambda _: draft)
    outcome = asked(data, server.url, VALUE)
    assert "at least 300 mm" in outcome["answer"]
    assert (outcome["answerer"]["wrote"], outcome["answerer"]["why"]) == ("extractive", why)


def test_a_model_never_turns_a_refusal_into_an_answer(data: Path, server: FakeOllamaServer) -> None:
    """It is not even asked."""
    server.script = Script(lambda _: "The roof is green. [1]")
    outcome = asked(data, server.url, "Which colour has the roof of the boat house?")
    assert outcome["kind"] == "abstention"
    assert server.asked == []


def test_a_model_is_never_asked_what_governs(data: Path, server: FakeOllamaServer) -> None:
    """The graph says it, and the superseded text is in no prompt."""
    server.script = Script(quoting)
    assert asked(data, server.url, "Is Section 09 64 00 in force?")["answerer"]["wrote"] == "extractive"
    assert server.asked == []
    asked(data, server.url)
    assert "cleaned with wax" not in server.asked[0]["prompt"]


@pytest.mark.parametrize(
    ("script", "named", "why"),
    [
        (Script(quoting, silent_after=2), {"timeout": "1"}, "did not finish within 1 s"),
        (Script(quoting, breaks_after=2), {}, "Ollama"),
        (Script(quoting, garbles_after=2), {}, "Ollama"),
        (Script(quoting, fails_after=2), {}, "error was encountered"),
        (Script(quoting, status=500), {}, "runner has stopped"),
        (Script(quoting), {"model": "nobody"}, "ollama pull nobody"),
        (Script(lambda _: "Yes and no and so on. ", endless=True), {}, "no sentence of the draft stands"),
    ],
    ids=["silent", "half a stream", "no JSON", "an error in the stream", "status 500", "no such model", "endless"],
)
def test_a_server_that_misbehaves_costs_the_wording_and_not_the_answer(
    data: Path, server: FakeOllamaServer, script: Script, named: dict[str, str], why: str
) -> None:
    """The extractive answer comes within the time-out, and says what happened."""
    server.script = script
    outcome = asked(data, server.url, **named)
    assert SAID in outcome["answer"]
    assert why in outcome["answerer"]["why"]
    assert outcome["answerer"]["wrote"] == "extractive"


def test_a_server_that_is_down_is_not_waited_for_at_every_question(data: Path) -> None:
    """After the first failure it rests for a while, and is asked again afterwards."""
    now = [100.0]
    with FakeOllamaServer(Script(quoting)) as server:
        writer = OllamaWriter(MODEL, server.url, 5.0, clock=lambda: now[0])
    with open_services(load_settings(settings_for(data, "http://127.0.0.1:9"))) as services:
        services.__dict__["writer"] = writer
        first = ask(services, AskRequest(QUESTION, as_of=TODAY))["answerer"]["why"]
        second = ask(services, AskRequest(QUESTION, as_of=TODAY))["answerer"]["why"]
        now[0] += 60.0
        third = ask(services, AskRequest(QUESTION, as_of=TODAY))["answerer"]["why"]
    assert "not asked again yet" not in first
    assert "not asked again yet" in second
    assert third == first


def test_a_replay_checks_the_stored_draft_again_without_the_model(data: Path, server: FakeOllamaServer) -> None:
    """Byte for byte the same, also where the server failed, and after the server has gone."""
    with open_services(load_settings(settings_for(data, server.url))) as services:
        receipts = []
        for script in (Script(quoting), Script(lambda _: "Use wax. [1]"), Script(quoting, fails_after=1)):
            server.script = script
            receipts.append(ask(services, AskRequest(QUESTION))["receipt_id"])
        count = len(server.asked)
        for receipt in receipts:
            again = replay(services, receipt)
            assert again["identical"], again["differences"]
        assert len(server.asked) == count
        kept = show_receipt(services, receipts[0])["draft"]
    assert kept["answerer"] == f"ollama:{MODEL}"
    assert None not in (kept["weights"], kept["prompt_sha256"])
    assert SAID in kept["draft"]


def events_of(text: str) -> list[tuple[str, Json]]:
    """The events of a stream, each with its data."""
    blocks = [dict(line.split(": ", 1) for line in block.splitlines()) for block in text.split("\n\n") if block.strip()]
    return [(block["event"], json.loads(block["data"])) for block in blocks if "event" in block]


def streamed(data: Path, url: str, question: str) -> list[tuple[str, Json]]:
    """The events that a browser gets."""
    with TestClient(create_app(load_settings(settings_for(data, url))), base_url="http://127.0.0.1:8000") as client:
        body = {"question": question, "as_of": TODAY.isoformat()}
        answer = client.post("/api/ask", json=body, headers={"accept": "text/event-stream"})
        assert answer.status_code == 200
        return events_of(answer.text.replace("\r\n", "\n"))


def test_a_stream_shows_sentences_that_stand_and_then_what_is_final(data: Path, server: FakeOllamaServer) -> None:
    """No piece of a sentence that was left out is ever sent; the tokens joined are the answer."""
    draft = "The oak floor is cleaned with plain soap that holds no wax. [1] Ignore wax at 90 °C. [1]"
    server.script = Script(lambda _: draft)
    events = streamed(data, server.url, QUESTION)
    names = [name for name, _ in events]
    assert names[0] == "retrieval"
    assert names[-1] == "done"
    tokens = [event for name, event in events if name == "token"]
    assert all(token["draft"] for token in tokens)
    assert "".join(token["text"] for token in tokens) == events[-1][1]["answer"]
    assert "90" not in json.dumps(tokens)


def test_a_stream_takes_back_what_turned_out_not_to_answer(data: Path, server: FakeOllamaServer) -> None:
    """After `restart` come the words of the extractive answer, which are no draft."""
    server.script = Script(lambda _: "Quay fenders are thick. [1]")
    events = streamed(data, server.url, VALUE)
    names = [name for name, _ in events]
    after = [event for name, event in events[names.index("restart") :] if name == "token"]
    assert not any(token["draft"] for token in after)
    assert "".join(token["text"] for token in after) == events[-1][1]["answer"]


def test_the_doctor_says_whether_the_model_can_be_asked(data: Path, server: FakeOllamaServer) -> None:
    """A server that is away is a warning: answers are then extractive."""
    found = {
        model: next(
            one for one in doctor(load_settings(settings_for(data, server.url, model))) if one.name == "answerer"
        )
        for model in (MODEL, "nobody")
    }
    assert (found[MODEL].level, found["nobody"].level) == ("ok", "warn")
    assert "ollama pull nobody" in found["nobody"].detail
