"""Taking in documents in the browser: the progress of the run, and what became of every file."""

from __future__ import annotations

from playwright.sync_api import FilePayload, Page, expect

from tests.fakes.shelf import section

SLOW_MS = 60_000


def payload(name: str, number: str) -> FilePayload:
    """A section of a specification as a file that somebody chooses."""
    text = section(number, "Lift Pits", "A", "1 June 2024", "Lift pits shall be at least 1400 mm deep.")
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode()}


def test_files_are_taken_in_while_the_page_tells_how_far_it_is(page: Page) -> None:
    """From the form to the run, whose page follows by itself, to the document in the list."""
    page.goto("/sources")
    page.get_by_label("Files").set_input_files([payload("Lift pits.txt", "14 20 01"), payload("broken.pdf", "x")])
    page.get_by_label("Project").first.fill("Lift Works")
    page.get_by_role("button", name="Take in").click()
    page.wait_for_url("**/sources/runs/*")
    expect(page.locator("[data-state]")).to_have_text("done", timeout=SLOW_MS)
    expect(page.locator(".impact")).to_contain_text("stored")
    expect(page.locator("tbody")).to_contain_text("broken.pdf")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    page.get_by_role("link", name="All sources").click()
    expect(page.locator(".sources")).to_contain_text("Lift Pits")
    expect(page.locator(".runs tbody tr").first).to_contain_text("Lift pits.txt")


def test_files_are_taken_in_without_scripts(plain_page: Page) -> None:
    """The page of the run asks again by itself until the run has ended."""
    plain_page.goto("/sources")
    plain_page.get_by_label("Files").set_input_files([payload("More pits.txt", "14 20 02")])
    plain_page.get_by_role("button", name="Take in").click()
    plain_page.wait_for_url("**/sources/runs/*")
    expect(plain_page.locator("[data-state]")).to_have_text("done", timeout=SLOW_MS)


def test_a_form_without_files_says_what_is_missing(plain_page: Page) -> None:
    """What the server says stands over the form."""
    answer = plain_page.request.post("/sources", multipart={"project": "Lift Works"})
    assert answer.status == 400
    assert "send at least one file" in answer.text()
