"""A real server on two projects and a real browser in front of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests.e2e.serving import Server, served_projects
from tests.services.chromium import LAUNCH_FLAGS, find_chromium

LIMIT_S = 300
"""For a test with all that it needs: the first one ingests two projects."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Gives browser tests more time than others."""
    for item in items:
        if "server" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.timeout(LIMIT_S))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests."""
    with served_projects(tmp_path_factory.mktemp("served")) as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A Chromium of this machine."""
    chromium = find_chromium()
    if chromium is None:
        pytest.skip("no Chromium here: python -m tests.services.chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(chromium), args=list(LAUNCH_FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """A fresh window; the test fails if the page complains or asks anything of another host."""
    context = browser.new_context(base_url=server.address, viewport={"width": 1440, "height": 900}, locale="en-GB")
    window = context.new_page()
    complaints: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    window.on("console", on_console)
    window.on("pageerror", lambda error: complaints.append(str(error)))
    window.on(
        "request",
        lambda request: None if request.url.startswith(server.address) else complaints.append(f"asks {request.url}"),
    )
    yield window
    context.close()
    assert complaints == []


@pytest.fixture
def plain_page(browser: Browser, server: Server) -> Iterator[Page]:
    """A fresh window without scripts."""
    context = browser.new_context(base_url=server.address, java_script_enabled=False, locale="en-GB")
    yield context.new_page()
    context.close()
