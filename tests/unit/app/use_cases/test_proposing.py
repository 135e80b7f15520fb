"""A model beside the rules at ingest: what it adds, and that nothing fails of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.errors import SettingsInvalid
from app.settings import load_settings
from app.use_cases import proposing
from app.use_cases.ingest import IngestRequest, ingest
from app.wiring import Services, open_services
from graph.model import Requirement
from graph.progress import silent
from retrieval.proposing import OllamaProposer
from tests.fakes.inline_pool import InlinePool
from tests.fakes.ollama_client import FakeOllamaClient, ServerError

SENTENCE = "The frame of the gate carries a plate weighing 24 kg."
NOTE = f"Gate note\n\n1 Gates\n\n1.1 {SENTENCE}\n\n1.2 Gates shall be at least 900 mm wide.\n"
ROW = {
    "quote": "carries a plate weighing 24 kg",
    "subject": "plate",
    "property": "",
    "comparator": "=",
    "value": "24",
    "unit": "kg",
    "modality": "states",
}


@pytest.fixture
def client() -> FakeOllamaClient:
    """A server with the model `words`, which proposes the weight of the plate."""
    return FakeOllamaClient(answers=[json.dumps({"requirements": [ROW, ROW | {"value": "25"}]})])


@pytest.fixture
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client: FakeOllamaClient) -> Iterator[Services]:
    """An empty data directory with a proposer over the fake server."""
    monkeypatch.setattr("app.use_cases.ingest.ParserPool", InlinePool)
    monkeypatch.setattr("app.wiring.OllamaProposer", lambda model, url: OllamaProposer(model, url, client))
    environment = {"PREVAIL_EMBEDDER": "hashed", "PREVAIL_PROPOSER": "ollama:words"}
    settings = load_settings(environment | {"PREVAIL_DATA": str(tmp_path / "data")})
    with open_services(settings, write=True) as opened:
        yield opened


def _ingest(services: Services, tmp_path: Path, *texts: str) -> tuple[list[Requirement], list[dict[str, Any]]]:
    """Everything that was read, and the warnings of the run."""
    folder = tmp_path / "documents"
    folder.mkdir()
    for number, text in enumerate(texts):
        (folder / f"note{number}.txt").write_text(text, encoding="utf-8")
    report = ingest(services, IngestRequest((folder,), workers=1), silent)
    assert report.stored == len(texts)
    with services.store.read() as reader:
        found = sorted(reader.find(Requirement), key=lambda one: one.span)
    return found, [row for row in report.warnings if row["path"] == "ollama:words"]


def _by_model(found: list[Requirement]) -> list[tuple[str, str]]:
    return [(one.subject, one.values[0].written) for one in found if one.method == "model:words"]


def test_a_proposal_that_stands_in_the_text_is_stored_beside_the_rules(services: Services, tmp_path: Path) -> None:
    """And the run says what was kept and dropped."""
    found, warnings = _ingest(services, tmp_path, NOTE)
    assert _by_model(found) == [("plate", "24 kg")]
    assert "900 mm" in [value.written for one in found for value in one.values]
    assert [row["detail"] for row in warnings] == [
        "1 proposal kept from 1 passage, 1 dropped: 1 because its value is not in the quote"
    ]


def test_the_model_sees_only_passages_with_unread_values(
    services: Services, tmp_path: Path, client: FakeOllamaClient
) -> None:
    """A text that the rules read completely is not sent."""
    _ingest(services, tmp_path, "Gate note\n\n1.1 Gates shall be at least 900 mm wide.\n")
    assert client.prompts == []


@pytest.mark.parametrize(
    "failure",
    [ConnectionError("refused"), TimeoutError(), ServerError("no such model", 404), ServerError("overloaded", 503)],
)
def test_a_dead_or_slow_server_leaves_rules_alone_and_is_told_once(
    services: Services, tmp_path: Path, client: FakeOllamaClient, failure: Exception
) -> None:
    """Three documents, one failure, one warning."""
    client.failure = failure
    found, warnings = _ingest(services, tmp_path, NOTE, NOTE.replace("24", "26"), NOTE.replace("24", "28"))
    assert _by_model(found) == []
    assert len(found) >= 3
    assert len(warnings) == 1
    assert warnings[0]["detail"].startswith("rules alone from there on:")


def test_an_answer_that_is_no_json_adds_nothing(services: Services, tmp_path: Path, client: FakeOllamaClient) -> None:
    """It is counted."""
    client.answers = ["The plate weighs 24 kg."]
    found, warnings = _ingest(services, tmp_path, NOTE)
    assert _by_model(found) == []
    assert "1 because not in the form that was asked for" in warnings[0]["detail"]


def test_a_slow_model_is_asked_for_a_bounded_time(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rest of the source is left to the rules, and that is said."""
    monkeypatch.setattr(proposing, "SOURCE_TIME_LIMIT_S", -1.0)
    found, warnings = _ingest(services, tmp_path, NOTE)
    assert _by_model(found) == []
    assert warnings[0]["detail"] == "too slow: 1 source not asked to its end"


def test_without_the_setting_no_model_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules alone is the default, and says nothing."""
    monkeypatch.setattr("app.use_cases.ingest.ParserPool", InlinePool)
    settings = load_settings({"PREVAIL_EMBEDDER": "hashed", "PREVAIL_DATA": str(tmp_path / "data")})
    with open_services(settings, write=True) as opened:
        assert opened.proposer is None
        assert _ingest(opened, tmp_path, NOTE)[1] == []


def test_an_unknown_proposer_is_refused_with_the_known_ones() -> None:
    """As every setting."""
    with pytest.raises(SettingsInvalid, match="known: none, ollama:MODEL"):
        load_settings({"PREVAIL_PROPOSER": "oracle"})
