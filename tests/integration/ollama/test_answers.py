"""Answers over the sample project with a model that writes fluent nonsense: none of it reaches the reader.

The long form, over all that the sample project demands, is `tests/benchmarks/draft_benchmark.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.sample import facts
from app.sample.project import write_sample
from app.settings import load_settings
from app.use_cases.ask import AskRequest, ask
from app.use_cases.ingest import IngestRequest, ingest
from app.use_cases.replay import replay
from app.wiring import Services, open_services
from graph.progress import silent
from retrieval.answering.generated.ollama import OllamaWriter
from tests.quality.unsupported import unsupported
from tests.services.ollama import MODEL, OllamaServer

QUESTIONS = (
    "How high must guards be in public buildings?",
    "How high must guards to flights be in other buildings?",
    "How large may openings in guards be?",
    "How thick must the frames of hollow metal doors be?",
    "How large may the gap under fire doors be?",
    "How large may vision panels in doors to stair 2 be?",
    "What is the opening force of a fire door?",
    "How far above the floor are doors stored?",
    "Who examines fire-rated doorsets after installation?",
    "What mass may a door have?",
)
MOST_TOKENS = 24
TIMEOUT_S = 280.0
pytestmark = pytest.mark.timeout(300)


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory, ollama_server: OllamaServer) -> Iterator[Services]:
    """The sample project, worded by the small model in few tokens."""
    directory = tmp_path_factory.mktemp("worded")
    write_sample(directory / "documents")
    named = {
        "PREVAIL_DATA": str(directory / "data"),
        "PREVAIL_EMBEDDER": "hashed",
        "PREVAIL_ANSWERER": f"ollama:{MODEL}",
    }
    with open_services(load_settings(named), write=True) as opened:
        ingest(opened, IngestRequest(paths=(directory / "documents",), project=facts.PROJECT), silent)
        opened.__dict__["writer"] = OllamaWriter(MODEL, ollama_server.url, TIMEOUT_S, MOST_TOKENS)
        yield opened


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_unsupported_sentence_reaches_a_reader(services: Services, question: str) -> None:
    """A second opinion that shares no code with verification finds nothing, and no answer is lost for the nonsense."""
    outcome = ask(services, AskRequest(question, project=facts.PROJECT, explain=True))
    drafted = outcome["trace"]["draft"]
    assert outcome["kind"] == "answer"
    assert drafted["draft"].strip()
    assert drafted["failure"] is None
    assert outcome["answerer"]["wrote"] == "extractive" or unsupported(outcome) == []


def test_what_the_model_wrote_is_replayed_without_it(services: Services) -> None:
    """The receipt keeps the draft, and the outcome comes out byte for byte the same."""
    outcome = ask(services, AskRequest(QUESTIONS[0], project=facts.PROJECT))
    services.__dict__["writer"] = None
    assert replay(services, outcome["receipt_id"])["identical"]
