"""Screenshots of every page, for people to look at: `make shots` writes them below an ignored folder.

`python -m tests.e2e.shots FOLDER [PAGE...]` takes those of the sample project and a small railway; with `--of ADDRESS`
in front, those of a running server.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.serving import served_projects
from tests.services.chromium import LAUNCH_FLAGS, ensure_chromium

WIDTHS = (1440, 1024, 390)
SCHEMES = ("light", "dark")
PAGES = {
    "ask": "/",
    "answer": "/?q=How+thick+must+the+steel+sheet+of+door+frames+be%3F&explain=1",
    "conflict-asked": "/?q=What+fire+resistance+must+door+PL-1+have%3F",
    "abstention": "/?q=What+is+the+colour+of+the+lift+car%3F",
    "governing": "/governing",
    "governing-one": "/governing?q=08+11+13",
    "proposals": "/proposals",
    "instructions": "/instructions",
    "people": "/people",
    "supersede": "/supersede",
    "conflicts": "/conflicts",
    "conflicts-all": "/conflicts?all=true",
    "requirements": "/requirements",
    "commitments": "/commitments",
    "graph": "/graph",
    "graph-one": "/graph?node=08+11+13",
    "sources": "/sources",
    "methods": "/methods?q=How+thick+must+the+steel+sheet+of+door+frames+be%3F",
    "admin": "/admin",
    "setup": "/admin/setup",
    "meeting-asked": "/?q=What+did+the+Trust+decide+about+the+finish+of+the+hollow+metal+doors%3F",
    "russian": "/conflicts?lang=ru",
    "problem": "/nothing",
}
"""Name of the picture to the path of the page."""

FOLLOWED = {
    "conflict": ("/conflicts", "tbody th a"),
    "proposal": ("/proposals", ".card h2 a"),
    "instruction": ("/instructions", ".card h2 a"),
    "commitment": ("/commitments", "tbody th a"),
    "source": ("/sources", "tbody th a[href^='/sources/s-']"),
    "message": ("/sources", ".sources tr:has(td:nth-child(4):text-is('mail')) th a"),
    "run": ("/sources", ".runs th a"),
}
"""Pages that are reached by the first link of another one."""


def take(browser: Browser, address: str, folder: Path, wanted: frozenset[str]) -> Iterator[Path]:
    """Pictures of the wanted pages, or of all, in every width and scheme."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = {name: path for name, path in _paths(browser, address).items() if not wanted or name in wanted}
    for width in WIDTHS:
        for scheme in SCHEMES:
            dark = "dark" if scheme == "dark" else "light"
            context = browser.new_context(
                base_url=address,
                viewport={"width": width, "height": 900},
                color_scheme=dark,  # type: ignore[arg-type]  # a literal
            )
            page = context.new_page()
            for name, path in paths.items():
                context.clear_cookies()
                page.goto(path)
                picture = folder / f"{name}-{width}-{scheme}.png"
                page.screenshot(path=picture, full_page=True)
                yield picture
            context.close()


def followed(page: Page, name: str) -> str:
    """The address of a page that is reached from another one; "" where there is no such link."""
    path, link = FOLLOWED[name]
    page.goto(path)
    links = page.locator(link)
    return re.sub(r"^https?://[^/]+", "", str(links.first.evaluate("node => node.href"))) if links.count() else ""


def _paths(browser: Browser, address: str) -> Mapping[str, str]:
    page = browser.new_page(base_url=address)
    reached = {name: followed(page, name) for name in FOLLOWED}
    page.close()
    return PAGES | {name: path for name, path in reached.items() if path}


def take_all(address: str, folder: Path, names: Iterable[str]) -> None:
    """Takes the pictures and prints where they are."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(ensure_chromium()), args=list(LAUNCH_FLAGS))
        for picture in take(browser, address, folder, frozenset(names)):
            print(picture)
        browser.close()


def main(arguments: list[str]) -> None:
    """Of a running server, or of one that is started for it."""
    if arguments[0] == "--of":
        take_all(arguments[1], Path(arguments[2]), arguments[3:])
        return
    with tempfile.TemporaryDirectory() as root, served_projects(Path(root)) as server:
        take_all(server.address, Path(arguments[0]), arguments[1:])


if __name__ == "__main__":
    main(sys.argv[1:])
