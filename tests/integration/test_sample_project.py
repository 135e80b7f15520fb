"""The sample project from folder to answers, through the same use cases as the command line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.sample import facts
from app.sample.project import write_sample
from app.sample.questions import QUESTIONS, Question
from app.settings import load_settings
from app.use_cases.ask import AskRequest, ask
from app.use_cases.ingest import IngestRequest, ingest
from app.use_cases.judging import is_cited, misses
from app.use_cases.proposals import list_proposals
from app.use_cases.sources import list_sources
from app.web.catalogues import messages
from app.web.phrases import Teller
from app.wiring import Services, open_services
from graph.progress import silent


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """An open data directory that holds the sample project, and every file of it accounted for."""
    directory = tmp_path_factory.mktemp("sample")
    paths = write_sample(directory / "documents")
    with open_services(load_settings({"PREVAIL_DATA": str(directory / "data")}), write=True) as opened:
        request = IngestRequest(paths=(directory / "documents",), project=facts.PROJECT)
        report = ingest(opened, request, silent).as_json()
        assert (report["seen"], report["stored"]) == (len(paths), len(paths)), report
        yield opened


@pytest.mark.parametrize("question", QUESTIONS, ids=[one.id for one in QUESTIONS])
def test_each_question_gets_what_it_must(services: Services, question: Question) -> None:
    """The right document in the right version and words, or the right refusal; only governing text."""
    outcome = ask(services, AskRequest(question=question.question, as_of=question.as_of))
    assert misses(dict(question.as_json()["expect"]), outcome) == []  # type: ignore[call-overload]  # JSON is untyped
    cited = outcome["citations"]
    issued = [one for one in cited if one["authority"] not in ("mail", "talk")]
    assert {one["signal"] for one in issued} <= {"governs", "governs, contested"}
    assert {one["signal"] for one in cited if one not in issued} <= {"unverified"}
    versions = {str(one["version"]).split()[-1] for one in cited if any(is_cited(name, one) for name in question.cite)}
    assert question.version is None or versions == {question.version}


def test_every_reason_of_the_sample_has_a_pattern_to_be_told_by(services: Services) -> None:
    """What pages show in other languages: reasons of documents and edges, and of refusals."""
    reasons = [source["reason"] for source in list_sources(services, limit=100)["items"]]
    edges = list_proposals(services, state="all", limit=100)["items"]
    reasons += [edge["says"] for edge in edges] + [edge["reason"] for edge in edges]
    refusals = [ask(services, AskRequest(question=one.question)) for one in QUESTIONS if one.reason]
    reasons += [outcome["abstention"]["detail"] for outcome in refusals]
    handed: list[str] = []
    teller = Teller(lambda text: handed.append(text) or text, str)  # type: ignore[func-returns-value]  # nothing
    assert all(teller.told(reason) for reason in reasons)
    assert sorted(set(handed) - set(map(str, messages()))) == []


def test_reading_the_sample_again_changes_nothing(services: Services, tmp_path: Path) -> None:
    """The same bytes under another path of the same name are known already."""
    paths = write_sample(tmp_path / "documents")
    request = IngestRequest(paths=(tmp_path / "documents",), project=facts.PROJECT)
    report = ingest(services, request, silent).as_json()
    assert (report["stored"], report["unchanged"]) == (0, len(paths))
