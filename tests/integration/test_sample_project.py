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
from app.wiring import Services, open_services
from graph.progress import silent
from app.use_cases.judging import is_cited, misses


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
    assert {one["signal"] for one in cited} <= {"governs", "governs, contested"}
    versions = {str(one["version"]).split()[-1] for one in cited if any(is_cited(name, one) for name in question.cite)}
    assert question.version is None or versions == {question.version}


def test_reading_the_sample_again_changes_nothing(services: Services, tmp_path: Path) -> None:
    """The same bytes under another path of the same name are known already."""
    paths = write_sample(tmp_path / "documents")
    request = IngestRequest(paths=(tmp_path / "documents",), project=facts.PROJECT)
    report = ingest(services, request, silent).as_json()
    assert (report["stored"], report["unchanged"]) == (0, len(paths))
