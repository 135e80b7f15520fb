"""What all tests share: reproducible properties, and no silent skips where they are forbidden."""

from __future__ import annotations

from collections.abc import Generator, Iterator

import pytest
from hypothesis import settings

from tests.services.neo4j import Neo4jServer

settings.register_profile("prevail", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("prevail")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--no-skips`: what is skipped for want of a service counts as failed."""
    parser.addoption("--no-skips", action="store_true", help="fail where a test would be skipped")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turns a skipped test into a failed one under `--no-skips`; expected failures stay as they are."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and item.config.getoption("--no-skips"):
        report.outcome, report.longrepr = "failed", f"skipped, but --no-skips is given: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Does the same for a module that skips itself as a whole."""
    report = yield
    if report.skipped and collector.config.getoption("--no-skips"):
        report.outcome, report.longrepr = "failed", f"skipped, but --no-skips is given: {report.longrepr}"
    return report


@pytest.fixture(scope="session")
def neo4j_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neo4jServer]:
    """A running Neo4j, one for all tests of a run; who fills it takes `empty_neo4j` instead."""
    server = Neo4jServer(tmp_path_factory.mktemp("neo4j"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def empty_neo4j(neo4j_server: Neo4jServer) -> Neo4jServer:
    """The running Neo4j without data, constraints and indexes, at the start of every test module."""
    neo4j_server.start()
    neo4j_server.empty()
    return neo4j_server
