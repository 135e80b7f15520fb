"""A real server on two projects and a real browser in front of it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests.e2e.northgate import PROJECT, write_northgate
from tests.services.chromium import LAUNCH_FLAGS, find_chromium

PREVAIL = Path(sys.executable).with_name("prevail")
START_LIMIT_S = 60


@dataclass(frozen=True)
class Server:
    """A running server: its address and the data directory that it serves."""

    address: str
    data: Path

    def prevail(self, *arguments: str) -> str:
        """What a command says about the same data, on stdout."""
        return run_prevail(self.data, *arguments)


def run_prevail(data: Path, *arguments: str) -> str:
    """What a command says about a data directory, on stdout."""
    command = [str(PREVAIL), *arguments, "--data", str(data)]
    done = subprocess.run(command, capture_output=True, text=True, env=_environment())
    assert done.returncode in (0, 4), done.stdout + done.stderr
    return done.stdout


def _environment() -> dict[str, str]:
    """The machine's environment without settings of Prevail."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PREVAIL_")}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The sample project and a small railway, ingested and served as a user would."""
    root = tmp_path_factory.mktemp("served")
    data = root / "data"
    run_prevail(data, "sample", str(root / "sample"))
    run_prevail(data, "ingest", str(root / "sample"), "--project", "Harbour Lane Library")
    run_prevail(data, "ingest", str(write_northgate(root / "northgate")), "--project", PROJECT)
    arguments = [str(PREVAIL), "serve", "--port", "0", "--data", str(data)]
    with subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True, env=_environment()) as process:
        assert process.stderr is not None
        announced = process.stderr.readline()
        found = re.search(r"http://[\d.]+:\d+", announced)
        assert found, announced + process.stderr.read()
        yield Server(found[0], data)
        process.terminate()
        process.communicate(timeout=START_LIMIT_S)


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
