"""The commands on a small library: what they print, what they return."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.cli.main import run
from app.use_cases.stats import definitions
from tests.fakes.inline_pool import InlinePool
from tests.unit.app.conftest import GUIDE_LINE, Library, write_documents

Run = Callable[..., tuple[int, str]]

OUTCOME_KEYS = {
    "kind", "question", "project", "as_of", "known_at", "profile", "receipt_id", "answer", "sentences", "citations",
    "coverage", "threshold", "abstention", "conflicts", "withheld", "timings_ms", "trace",
}  # fmt: skip


@pytest.fixture
def prevail(library: Library, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command on the small library; gives its exit code and stdout."""
    for name, value in library.environment.items():
        monkeypatch.setenv(name, value)

    def command(*arguments: str) -> tuple[int, str]:
        code = run(arguments)
        return code, capsys.readouterr().out

    return command


def outcome(prevail: Run, *arguments: str) -> tuple[int, dict[str, Any]]:
    """A command's JSON."""
    code, out = prevail(*arguments, "--json")
    value: dict[str, Any] = json.loads(out)
    return code, value


def test_an_answer_has_every_field_and_quotes_the_text_in_force(prevail: Run) -> None:
    """The later revision is quoted word for word, the earlier one is withheld."""
    code, found = outcome(prevail, "ask", "What slip resistance do floor tiles in wet areas need?")
    assert code == 0
    assert set(found) >= OUTCOME_KEYS
    assert found["kind"] == "answer"
    assert "45 units" in found["answer"]
    assert {citation["signal"] for citation in found["citations"]} == {"governs"}
    assert "36 units" not in json.dumps(found["citations"])
    assert found["withheld"]["superseded"] >= 1


def test_an_answer_reads_well_on_a_terminal(prevail: Run) -> None:
    """Sentence, citation with place and signal, quote, what was withheld, figures."""
    code, out = prevail("ask", "How much pool water shall the surge tank hold?")
    assert code == 0
    lines = out.splitlines()
    assert "4200 litres" in lines[0]
    assert lines[0].endswith("[1]")
    assert any(line.startswith("[1] Guide 7") and "page 1" in line and "governs" in line for line in lines)
    assert any("“" in line and GUIDE_LINE[:30] in line for line in lines)
    assert lines[-1].startswith("as of ")


def test_a_refusal_exits_3_and_names_the_reason(prevail: Run) -> None:
    """Nothing here speaks of helicopters."""
    code, found = outcome(prevail, "ask", "How many helicopters may land on the roof?")
    assert code == 3
    assert found["kind"] == "abstention"
    assert found["answer"] is None
    assert found["abstention"]["reason"]
    code, out = prevail("ask", "How many helicopters may land on the roof?")
    assert code == 3
    assert out.startswith("abstained: ")


def test_the_explanation_multiplies_out(prevail: Run) -> None:
    """Every final score is the product that is printed."""
    _, found = outcome(prevail, "ask", "What slip resistance do floor tiles need?", "--explain")
    trace = found["trace"]
    weight = trace["recency_weight"]
    assert trace["candidates"]
    for candidate in trace["candidates"]:
        rrf = sum(1 / (trace["rrf_k"] + rank) for rank in candidate["ranks"].values())
        assert candidate["rrf"] == pytest.approx(rrf, abs=1e-12)
        factor = (1 - weight + weight * candidate["recency"]) * candidate["penalty"]
        assert candidate["final"] == pytest.approx(candidate["rrf"] * factor, abs=1e-12)
    _, out = prevail("ask", "What slip resistance do floor tiles need?", "--explain")
    assert "RRF = sum of 1 / (60 + rank)" in out
    assert "withheld: superseded" in out


def test_a_forbidden_source_is_listed_only_to_its_reader(prevail: Run) -> None:
    """The note is Ada's alone, in lists and in answers."""
    _, everybody = outcome(prevail, "sources")
    _, ada = outcome(prevail, "sources", "--reader", "ada")
    assert (everybody["total"], ada["total"]) == (3, 4)
    code, found = outcome(prevail, "ask", "What is the combination of the plant room safe?")
    assert code == 3
    assert "plum" not in json.dumps(found)


def test_sources_page_by_cursor_without_gap_or_repetition(prevail: Run) -> None:
    """Page by page gives what one page gives."""
    _, whole = outcome(prevail, "sources")
    ids, cursor = [], None
    while True:
        _, page = outcome(prevail, "sources", "--limit", "1", *(["--cursor", cursor] if cursor else []))
        ids += [item["id"] for item in page["items"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert ids == [item["id"] for item in whole["items"]]


def test_history_lists_the_versions_oldest_first(prevail: Run) -> None:
    """Revision A, then the revision that superseded it."""
    code, found = outcome(prevail, "history", "Section 09 30 13")
    assert code == 0
    assert [version["signal"] for version in found["versions"]] == ["superseded", "governs"]
    code, out = prevail("history", "Section 09 30 13")
    assert code == 0
    assert out.index("superseded") < out.index("governs")


def test_governs_names_what_is_in_force_first(prevail: Run) -> None:
    """The revision in force, its reason, and the chain."""
    code, found = outcome(prevail, "governs", "Section 09 30 13")
    assert code == 0
    first = found["matches"][0]
    assert first["signal"] == "governs"
    assert [link["signal"] for link in first["chain"]] == ["superseded", "governs"]
    assert prevail("governs", "Section 09 30 13")[1].startswith("Section 09 30 13")


def test_the_past_is_asked_about_with_as_of(prevail: Run) -> None:
    """Before the later revision the earlier one governed."""
    code, found = outcome(prevail, "governs", "Section 09 30 13", "--as-of", "2023-06-01")
    assert code == 0
    assert found["as_of"] == "2023-06-01"
    assert found["matches"][0]["signal"] == "governs"
    assert "A" in found["matches"][0]["version"]


def test_what_is_not_here_is_said_to_be_not_here(prevail: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown work and a cursor of another list exit 1."""
    assert run(["history", "Section 99 99 99"]) == 1
    assert "no work 'Section 99 99 99' here" in capsys.readouterr().err
    assert run(["sources", "--cursor", "s-elsewhere"]) == 1


def test_stats_give_every_figure_with_its_definition(prevail: Run) -> None:
    """The keys are those of the table; the text shows each figure."""
    code, figures = outcome(prevail, "stats")
    assert code == 0
    assert list(figures) == list(definitions())
    assert all(set(figure) == {"value", "unit", "definition"} for figure in figures.values())
    assert figures["sources"]["value"] == 3
    assert figures["passages_indexed"]["value"] > 0
    assert figures["index_generation"]["value"] == figures["store_generation"]["value"]
    assert "passages indexed" in prevail("stats", "--definitions")[1]


def test_stats_count_only_what_the_reader_may_see(prevail: Run) -> None:
    """Ada's note adds to every count of the texts that hold it, and to nobody else's."""
    _, everybody = outcome(prevail, "stats")
    _, ada = outcome(prevail, "stats", "--reader", "ada")
    for name in ("sources", "passages_indexed", "tokens_indexed", "vocabulary", "original_bytes", "works"):
        assert everybody[name]["value"] < ada[name]["value"], name
    assert everybody["graph_nodes"]["value"]["Source"] == 3
    assert ada["graph_nodes"]["value"]["Source"] == 4
    assert outcome(prevail, "stats", "--project", "Elsewhere")[1]["passages_indexed"]["value"] == 0
    assert outcome(prevail, "stats", "--known-at", "2020-01-01")[1]["sources"]["value"] == 0


def test_the_index_says_whether_it_is_up_to_date(prevail: Run) -> None:
    """Status as JSON and as text."""
    code, status = outcome(prevail, "index", "status")
    assert code == 0
    assert status["up_to_date"] is True
    assert "up to date" in prevail("index", "status")[1]


def test_doctor_finds_nothing_wrong(prevail: Run) -> None:
    """Store, index and embedder of the small library are well."""
    code, report = outcome(prevail, "doctor")
    assert code == 0, report
    assert {check["name"] for check in report["checks"]} >= {"store", "index", "embedder"}


def test_a_missing_index_is_said_and_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ingest, lose the index, ask, rebuild, ask again; a second ingest stores nothing."""
    monkeypatch.setattr("app.use_cases.ingest.ParserPool", InlinePool)
    monkeypatch.setenv("PREVAIL_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PREVAIL_EMBEDDER", "hashed")
    write_documents(tmp_path / "documents")
    (tmp_path / "documents" / "picture.xyz").write_bytes(b"\x00\x01")
    assert run(["ingest", str(tmp_path / "documents"), "--workers", "1", "--json"]) == 4
    report = json.loads(capsys.readouterr().out)
    assert report["seen"] == sum(report[part] for part in ("stored", "unchanged", "failed", "skipped")) == 4
    (tmp_path / "data" / "index" / "CURRENT").unlink()
    assert run(["ask", "How much water shall the surge tank hold?"]) == 1
    assert "prevail index rebuild" in capsys.readouterr().err
    assert run(["doctor"]) == 1
    assert run(["index", "rebuild"]) == 0
    assert run(["ask", "How much water shall the surge tank hold?"]) == 0
    capsys.readouterr()
    assert run(["ingest", str(tmp_path / "documents"), "--workers", "1"]) == 4
    account = capsys.readouterr().out.splitlines()
    assert account[0].split() == ["seen", "stored", "unchanged", "failed", "skipped"]
    assert account[1].split()[1:3] == ["0", "3"]
