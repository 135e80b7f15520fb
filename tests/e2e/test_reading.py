"""Looking things up in the browser: what governs, requirements, the graph, threads, other days and languages."""

from __future__ import annotations

from urllib.parse import quote

from playwright.sync_api import Page, expect

from tests.e2e.northgate import PROJECT


def test_the_versions_of_a_work_are_drawn_on_a_line_of_days(page: Page) -> None:
    """The bar of the older version ends where the newer one begins; the table says the same."""
    page.goto("/governing?q=08+11+13")
    bars = page.locator("svg.timeline rect.bar")
    expect(bars).to_have_count(2)
    older, newer = bars.nth(0).bounding_box(), bars.nth(1).bounding_box()
    assert older is not None
    assert newer is not None
    assert abs(older["x"] + older["width"] - newer["x"]) < 3
    expect(page.locator(".versions tbody tr").first).to_contain_text("Revision B")
    expect(page.locator(".versions tbody tr").nth(1)).to_contain_text("3 Jun 2024")
    page.get_by_text("Which clauses of Revision B are in force").click()
    expect(page.locator(".clauses tr.kept-back")).to_have_count(1)


def test_another_day_shows_what_was_in_force_then(page: Page) -> None:
    """On a day between two revisions the older one governs."""
    page.goto("/governing?q=08+11+13")
    page.get_by_label("In force on").fill("2024-03-01")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".verdict", has_text="Revision A").locator(".signal").first).to_have_text("governs")


def test_what_is_not_held_is_answered_with_the_nearest_names(page: Page) -> None:
    """A mistyped number leads to the right one."""
    page.goto("/governing?q=08+11+31")
    expect(page.get_by_role("status")).to_contain_text("08 11 31")
    page.get_by_role("link", name="Section 08 11 13").first.click()
    expect(page.locator("svg.timeline").first).to_be_visible()


def test_requirements_are_filtered_and_lead_to_their_words(page: Page) -> None:
    """From a row of the table to the boxed words."""
    page.goto("/requirements")
    page.get_by_label("Words").fill("steel sheet")
    page.get_by_label("In force only").check()
    page.get_by_role("button", name="Show").click()
    row = page.locator("tbody tr").filter(has_text="mm").first
    expect(row).to_contain_text("mm")
    row.locator("td a").first.click()
    expect(page.locator(".sheet rect.box, pre mark").first).to_be_visible()


def test_the_graph_is_walked_with_the_keyboard(page: Page) -> None:
    """Every document in the drawing is a link that Tab reaches and Enter follows."""
    page.goto("/graph?node=08+11+13")
    node = page.get_by_role("link", name="Addendum 2: governs")
    node.focus()
    expect(node).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Addendum 2")
    expect(page.locator("tbody").first).to_contain_text("amends")


def test_a_message_is_shown_in_its_thread(page: Page) -> None:
    """The reply stands below what it answers."""
    page.goto(f"/sources?project={quote(PROJECT)}")
    page.get_by_role("link", name="Re: Platform gaps").click()
    thread = page.locator("ol.thread li")
    expect(thread).to_have_count(2)
    expect(thread.nth(1)).to_have_class("depth-1 here")


def test_pages_speak_the_language_that_is_chosen(page: Page) -> None:
    """Russian by a click, kept on the next page; Uzbek by the browser's wish."""
    page.goto("/conflicts")
    page.get_by_role("link", name="Русский").click()
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    page.goto("/requirements")
    expect(page.locator("h1")).to_have_text("Требования")
    page.goto("/requirements?lang=en")
    expect(page.locator("h1")).to_have_text("Requirements")


def test_text_of_every_script_runs_in_its_own_direction(page: Page) -> None:
    """Arabic text is shown from right to left, Russian from left to right."""
    page.goto(f"/sources?project={quote(PROJECT)}")
    rows = page.locator(".sources tbody tr")
    rows.filter(has_text="Notes.txt").locator("a").click()
    assert page.locator("pre.text").evaluate("node => getComputedStyle(node).direction") == "rtl"
    page.goto(f"/sources?project={quote(PROJECT)}")
    rows.filter(has_text="Двери.txt").locator("a").click()
    assert page.locator("pre.text").evaluate("node => getComputedStyle(node).direction") == "ltr"


def test_what_was_withheld_can_be_revealed(page: Page) -> None:
    """From the count under the answer to each document that was not used, with the reason."""
    page.goto(f"/?q={quote('How thick must the steel sheet of door frames be?')}")
    page.locator(".about").get_by_role("link", name="Show it").click()
    expect(page.locator("#withheld")).to_be_in_viewport()
    rows = page.locator("#withheld ~ .wide tbody tr")
    expect(rows.filter(has_text="Revision A").first).to_contain_text("superseded")
    expect(rows.filter(has_text="never issued").first).to_contain_text("draft")
