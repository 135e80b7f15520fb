"""What people say by hand in the browser: what supersedes what, who is one person, what a message instructs."""

from __future__ import annotations

from urllib.parse import quote

from playwright.sync_api import Page, expect

from tests.e2e.northgate import GAP, NEW_GAP, OLD_GAP, PROJECT
from tests.e2e.test_deciding import WHO, take_back

INSTRUCTED = "paint the handrails"


def test_a_document_is_superseded_by_hand_and_taken_back(page: Page) -> None:
    """From its page: what it changes is seen before anything is recorded; then it has effect until it is taken back."""
    asked = f"/?q={quote(GAP)}&project={quote(PROJECT)}"
    page.goto("/governing?q=34+42+14")
    page.get_by_role("link", name="Supersede it by hand").click()
    expect(page.get_by_label("Out of force")).to_have_value("northgate/Platform gaps Rev A.txt")
    page.get_by_label("In its place").fill("Bulletin 9")
    page.get_by_label("From").fill("2024-10-07")
    page.get_by_label("Your name").fill(WHO)
    page.get_by_role("textbox", name="Reason").fill("agreed with the operator")
    page.get_by_role("button", name="Show what it changes").click()
    expect(page.locator(".preview")).to_contain_text("Nothing is recorded yet.")
    expect(page.locator(".preview .changes").first).to_contain_text("superseded")
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_role("status")).to_contain_text("Recorded")
    expect(page.locator(".log")).to_contain_text("agreed with the operator")
    edge = page.url
    page.goto(asked)
    expect(page.locator(".answer")).to_contain_text(NEW_GAP)
    expect(page.locator(".answer")).not_to_contain_text(OLD_GAP)
    page.goto(edge)
    take_back(page)
    page.goto(asked)
    expect(page.locator(".abstention h2")).to_contain_text("unresolved conflict")


def test_what_cannot_supersede_says_why_and_keeps_what_was_typed(plain_page: Page) -> None:
    """A clause that the older document does not have, without scripts."""
    page = plain_page
    page.goto("/supersede")
    page.get_by_label("Out of force").fill("34 42 14")
    page.get_by_label("In its place").fill("Bulletin 9")
    page.get_by_label("Only these clauses").fill("99.9")
    page.get_by_label("Your name").fill(WHO)
    page.get_by_role("button", name="Show what it changes").click()
    expect(page.get_by_role("alert")).to_contain_text("has no clause 99.9")
    expect(page.get_by_label("In its place")).to_have_value("Bulletin 9")


def test_two_addresses_are_said_to_be_one_person_and_parted_again(page: Page) -> None:
    """One name at two addresses asks a question; the answer stands in the list until it is taken back."""
    page.goto("/people")
    card = page.locator(".card.alike", has_text="Wanda Pell")
    card.get_by_label("Your name").fill(WHO)
    card.get_by_label("Reason").fill("her second address")
    card.get_by_role("button", name="One person").click()
    expect(page.get_by_role("status")).to_contain_text("Recorded")
    expect(page.locator(".card.alike")).to_have_count(0)
    expect(page.locator("tbody th", has_text="pell@stations.example")).to_contain_text("wanda@northgate.example")
    expect(page.locator(".log")).to_contain_text("her second address")
    take_back(page)
    expect(page.locator(".card.alike")).to_have_count(1)


def test_a_message_is_affirmed_as_an_instruction_and_taken_back(page: Page) -> None:
    """It needs a reason; then it is listed as affirmed with who said so."""
    page.goto("/proposals")
    page.get_by_role("navigation", name="What people decide").get_by_role("link", name="Instructions").click()
    page.get_by_role("link", name=INSTRUCTED).click()
    expect(page.locator(".surroundings mark")).to_contain_text(INSTRUCTED)
    page.locator("#decide").get_by_label("Your name").fill(WHO)
    page.get_by_label("Role of its author").fill("Engineer")
    page.locator("#decide").get_by_label("Reason").fill("clause 3.4 of the contract")
    page.get_by_role("button", name="Affirm").click()
    expect(page.get_by_role("status")).to_contain_text("Recorded")
    expect(page.locator("h1 + .facts .state")).to_have_text("affirmed")
    expect(page.locator(".log")).to_contain_text("as Engineer: clause 3.4 of the contract")
    take_back(page)
    expect(page.locator("h1 + .facts .state")).to_have_text("proposed")
