"""What all tests share: reproducible properties, and no silent skips where they are forbidden."""

from __future__ import annotations

from collections.abc import Generator

import pytest
from hypothesis import settings

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
