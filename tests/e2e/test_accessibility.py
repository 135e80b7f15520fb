"""Every page by axe-core, by keyboard, on a narrow screen and on paper."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.e2e.shots import FOLLOWED, PAGES, followed
from tests.services.axe import AxeMissing, ensure_axe

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
NAMES = [name for name in (*PAGES, *FOLLOWED) if name != "problem"]


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core."""
    try:
        return Path(ensure_axe()).read_text(encoding="utf-8")
    except AxeMissing as missing:
        pytest.skip(str(missing))


def address_of(page: Page, name: str) -> str:
    """The address of a page, which for some is the first link of another one."""
    return PAGES.get(name) or followed(page, name)


def every_page(page: Page) -> dict[str, str]:
    """All pages, but for the one that is not found."""
    return {name: address_of(page, name) for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_no_page_has_a_serious_barrier(page: Page, axe: str, name: str) -> None:
    """No rule of WCAG 2.1 A and AA is broken, and contrast holds in the dark too."""
    page.goto(address_of(page, name))
    page.evaluate(axe)
    assert serious(page, {"runOnly": TAGS}) == []
    page.emulate_media(color_scheme="dark")
    assert serious(page, {"runOnly": ["color-contrast"]}) == []


def serious(page: Page, options: dict[str, list[str]]) -> list[tuple[str, list[str]]]:
    """The rules that a page breaks badly, each with some of the elements."""
    result = page.evaluate("options => axe.run(document, options)", options)
    return [
        (one["id"], [node["html"][:160] for node in one["nodes"][:3]])
        for one in result["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def test_no_page_scrolls_sideways_on_a_narrow_screen(page: Page) -> None:
    """390 pixels are enough for every page; what is wide scrolls within itself."""
    page.set_viewport_size({"width": 390, "height": 844})
    widths = {}
    for name, path in every_page(page).items():
        page.goto(path)
        widths[name] = page.evaluate("document.documentElement.scrollWidth")
    assert {name: width for name, width in widths.items() if width > 390} == {}


def test_the_first_tab_leads_to_the_content(page: Page) -> None:
    """Every page begins with a link over its navigation, and the focus can be seen."""
    for path in (path for name, path in PAGES.items() if name not in ("ask", "problem")):
        page.goto(path)
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED)
        assert focused[0] == "skip", path
        assert focused[1] != "none", path


FOCUSED = """() => [document.activeElement.className, getComputedStyle(document.activeElement).outlineStyle]"""


def test_paper_shows_the_words_and_no_controls(page: Page) -> None:
    """In print, evidence of every citation is there and forms are not."""
    page.goto(PAGES["answer"])
    page.emulate_media(media="print")
    assert page.locator(".evidence").first.is_visible()
    assert not page.locator("form.ask").is_visible()
    assert not page.locator(".top nav").is_visible()
