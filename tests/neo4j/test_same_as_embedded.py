"""The sample project says the same on Neo4j as in a data directory, through the real command line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from app.sample import facts
from app.sample.project import write_sample
from app.sample.questions import QUESTIONS, Question
from tests.services.neo4j import Neo4jServer
from tests.trials.launcher import Ended, Launcher

pytestmark = pytest.mark.timeout(300)

_OF_THE_RUN = frozenset(
    {"receipt_id", "ruling_id", "timings_ms", "recorded_at", "ingested_at", "built_at", "seconds", "peak_memory_bytes"}
)
"""What differs between any two runs."""

_OF_THE_BACKEND = frozenset({"index_built_at", "lag_by_source", "answers", "store_generation", "receipts"})
"""Figures of when and how, not of what."""

_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(\+00:00|Z)")


@dataclass(frozen=True, slots=True)
class Place:
    """A filled store of one kind, asked through the command line."""

    launcher: Launcher
    data: Path
    environment: dict[str, str]

    def run(self, *arguments: str | Path) -> Ended:
        """Runs one command on it."""
        return self.launcher.run(*arguments, "--data", self.data, **self.environment)

    def json(self, *arguments: str | Path) -> Any:
        """What a command says as JSON, without what differs between any two runs."""
        ended = self.run(*arguments, "--json")
        assert ended.code in (0, 3), ended
        return _bare(ended.json())


@pytest.fixture(scope="module", params=["local", "neo4j"])
def lanes(request: pytest.FixtureRequest) -> str:
    """What searches: an index of this machine, or Neo4j itself."""
    chosen: str = request.param
    return chosen


@pytest.fixture(scope="module")
def places(empty_neo4j: Neo4jServer, lanes: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sequence[Place]]:
    """The sample project ingested into both."""
    folder = tmp_path_factory.mktemp("both")
    empty_neo4j.empty()
    on_neo4j = {**empty_neo4j.environment, "PREVAIL_LANES_BACKEND": lanes}
    count = len(write_sample(folder / "documents"))
    with Launcher({"PREVAIL_EMBEDDER": "hashed"}) as launcher:
        both = (Place(launcher, folder / "embedded", {}), Place(launcher, folder / "local", on_neo4j))
        for place in both:
            report = place.json("ingest", folder / "documents", "--project", facts.PROJECT)
            assert (report["seen"], report["stored"]) == (count, count)
        yield both


@pytest.mark.parametrize("question", QUESTIONS, ids=[one.id for one in QUESTIONS])
def test_a_question_gets_the_same_answer(places: Sequence[Place], question: Question) -> None:
    """Sentences, citations, coverage, conflicts and what was withheld."""
    embedded, neo4j = (place.json(*_asking(question)) for place in places)
    assert neo4j == embedded
    assert embedded["question"] == question.question


@pytest.mark.parametrize(
    "command",
    [
        ("sources",),
        ("governs", "Section 08 11 13"),
        ("history", "HLS 12"),
        ("proposals",),
        ("precedence", "show"),
        ("requirements",),
        ("conflicts", "list", "--all"),
        ("concepts",),
    ],
    ids=lambda command: command[0],
)
def test_a_listing_is_the_same(places: Sequence[Place], command: tuple[str, ...]) -> None:
    """Works, versions, signals, reasons and ids."""
    embedded, neo4j = (place.json(*command) for place in places)
    assert neo4j == embedded
    assert embedded


def test_the_figures_are_the_same(places: Sequence[Place]) -> None:
    """All of them but those that say when."""
    embedded, neo4j = (place.json("stats") for place in places)
    assert set(neo4j) == set(embedded)
    differing = {name for name, figure in embedded.items() if neo4j[name] != figure}
    assert differing <= _OF_THE_BACKEND
    assert neo4j["sources"]["value"] == 20


def test_the_data_directory_holds_only_what_is_derived(places: Sequence[Place]) -> None:
    """Texts, originals and receipts are in the database; the index can be built again from there."""
    _, neo4j = places
    assert {path.name for path in neo4j.data.iterdir()} <= {"index", "runs", "writer.lock"}


def test_reading_the_same_again_changes_nothing(places: Sequence[Place], tmp_path: Path) -> None:
    """Every document is known by its bytes."""
    paths = write_sample(tmp_path / "documents")
    _, neo4j = places
    report = neo4j.json("ingest", tmp_path / "documents", "--project", facts.PROJECT)
    assert (report["stored"], report["unchanged"]) == (0, len(paths))


def test_a_second_machine_answers_from_the_same_database(places: Sequence[Place], tmp_path: Path) -> None:
    """It has no index of its own and says the same; it makes one only where Neo4j does not search."""
    _, neo4j = places
    other = Place(neo4j.launcher, tmp_path / "other", neo4j.environment)
    assert other.json(*_asking(QUESTIONS[0])) == neo4j.json(*_asking(QUESTIONS[0]))
    assert (other.data / "index").exists() == (neo4j.environment["PREVAIL_LANES_BACKEND"] == "local")


def test_a_decision_and_its_undoing_are_the_same(places: Sequence[Place]) -> None:
    """What it would touch, what it touched, and that all stands again afterwards."""
    pair = ("Section 08 11 13 Revision B", "HLS 31 Second edition")
    seen = []
    for place in places:
        before = place.json("governs", "HLS 31")
        decided = place.json("supersede", *pair, "--by", "Ada Stone", "--reason", "agreed", "--override")
        between = place.json("governs", "HLS 31")
        undone = place.json("undo", decided["edge"]["id"], "--by", "Ada Stone")
        assert place.json("governs", "HLS 31") == before
        assert between != before
        seen.append((decided, between, undone))
    assert seen[0] == seen[1]


def test_a_conflict_is_decided_exported_and_undone_the_same(places: Sequence[Place]) -> None:
    """States, edge, impact and history, and that all stands again afterwards."""
    seen = []
    for place in places:
        before = place.json("conflicts")
        conflict = before["items"][0]["id"]
        place.json("conflicts", "assign", conflict, "--owner", "Bea Hill", "--due", "2030-01-31", "--by", "Ada Stone")
        decided = place.json("conflicts", "resolve", conflict, "--close-one", "1", "--by", "Ada Stone")
        between = place.json("conflicts", "show", conflict)
        exported = place.run("conflicts", "export", "--format", "json").json()
        for step in reversed(exported["items"][-1]["history"]):
            place.json("undo", step["id"], "--by", "Ada Stone", "--reason", "a trial")
        assert place.json("conflicts") == before
        history = place.json("conflicts", "show", conflict)["history"]
        assert [step["undone_by"] for step in history] == ["Ada Stone"] * 2
        seen.append([_unstepped(one) for one in (decided, between, exported["items"])])
    assert seen[0] == seen[1]


def test_receipts_are_kept_and_hold(places: Sequence[Place]) -> None:
    """The chain is whole, and an answer can be given again from its receipt."""
    _, neo4j = places
    asked = neo4j.run("ask", QUESTIONS[0].question, "--json").json()
    assert neo4j.json("receipts", "verify")["intact"] is True
    replayed = neo4j.json("receipts", "replay", asked["receipt_id"])
    assert replayed["identical"] is True


def _asking(question: Question) -> tuple[str, ...]:
    return ("ask", question.question, *(("--as-of", question.as_of.isoformat()) if question.as_of else ()))


def _unstepped(value: Any) -> Any:
    """What is said without the names of steps, which hold the instant in which they were taken."""
    if isinstance(value, dict):
        return {k: _unstepped(v) for k, v in value.items() if k not in ("id", "step_id", "at", "recorded_at")}
    if isinstance(value, list):
        return [_unstepped(item) for item in value]
    return value


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _bare(item) for key, item in value.items() if key not in _OF_THE_RUN}
    if isinstance(value, list):
        return [_bare(item) for item in value]
    return _MOMENT.sub("a moment", value) if isinstance(value, str) else value
