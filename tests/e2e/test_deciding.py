"""Deciding in the browser: proposals, conflicts, commitments, the order of precedence; and taking it back."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.northgate import GAP, NEW_GAP, PROJECT

WHO = "Ada Stone"
OF_PROJECT = f"project={quote(PROJECT)}"


def ask_of_project(page: Page) -> None:
    """Asks how wide the gap must be."""
    page.goto(f"/?q={quote(GAP)}&{OF_PROJECT}")


def take_back(page: Page) -> None:
    """Takes back the last decision that the page shows."""
    form = page.locator(".take-back").last
    form.locator("summary").click()
    form.get_by_label("Your name").fill(WHO)
    form.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("status")).to_contain_text("Taken back")


@pytest.fixture
def proposal(page: Page) -> Iterator[Page]:
    """The page of the proposal that waits; what was decided is taken back in the end."""
    page.goto(f"/proposals?{OF_PROJECT}")
    page.get_by_role("link", name="Bulletin 9 supersedes").click()
    address = page.url
    yield page
    page.goto(address)
    take_back(page)


def test_affirming_a_proposal_changes_the_answer(proposal: Page) -> None:
    """Two texts contradict; once a person affirms that one replaces the other, the question has an answer."""
    address = proposal.url
    ask_of_project(proposal)
    expect(proposal.locator(".abstention h2")).to_contain_text("unresolved conflict")
    proposal.goto(address)
    expect(proposal.locator(".decide .impact")).to_contain_text("requirements")
    expect(proposal.locator(".changes").first).to_contain_text("superseded")
    proposal.get_by_label("Your name").first.fill(WHO)
    proposal.get_by_label("Reason").first.fill("agreed at the site meeting")
    proposal.get_by_role("button", name="Affirm").click()
    expect(proposal.get_by_role("status")).to_contain_text("Recorded")
    expect(proposal.locator(".log")).to_contain_text("agreed at the site meeting")
    ask_of_project(proposal)
    expect(proposal.locator(".answer")).to_contain_text(NEW_GAP)
    proposal.goto(f"/governing?q=34+42+14&{OF_PROJECT}")
    expect(proposal.locator(".verdict .signal").first).to_have_text("superseded")
    expect(proposal.locator(".edge-list").first).to_contain_text(WHO)


def test_a_form_of_another_site_decides_nothing(page: Page, server: object) -> None:
    """The answer to a form that another origin sends is a refusal."""
    page.goto(f"/proposals?{OF_PROJECT}")
    address = page.get_by_role("link", name="Bulletin 9 supersedes").get_attribute("href")
    assert address is not None
    answer = page.request.post(
        address, form={"act": "affirm", "by": "Mallory"}, headers={"Origin": "http://evil.example"}
    )
    assert answer.status == 403


def test_a_conflict_is_weighed_assigned_and_taken_back(page: Page) -> None:
    """Both sides face each other; a preview records nothing; the owner and the day stand in the register."""
    page.goto(f"/conflicts?{OF_PROJECT}&text=force")
    page.locator("tbody th a").first.click()
    expect(page.locator(".party")).to_have_count(2)
    for value in ("110 N", "135 N"):
        expect(page.locator(".party h2", has_text=value)).to_be_visible()
    form = page.locator("form#act")
    form.get_by_label("Step").select_option("close one")
    form.locator("select[name=side]").select_option("1")
    form.get_by_label("Your name").fill(WHO)
    form.get_by_role("button", name="Show what it changes").click()
    expect(page.locator(".preview")).to_contain_text("Nothing is recorded yet.")
    form.get_by_label("Step").select_option("assign")
    form.locator("input[name=owner]").fill("Oskar Tain")
    form.locator("input[name=due]").fill("2027-03-01")
    form.get_by_role("button", name="Record").click()
    expect(page.locator("h1 + .facts")).to_contain_text("owner Oskar Tain")
    expect(page.locator(".log").last).to_contain_text("due 1 Mar 2027")
    take_back(page)
    expect(page.locator("h1 + .facts")).not_to_contain_text("Oskar Tain")


def test_a_resolved_conflict_has_an_answer_until_it_is_taken_back(page: Page) -> None:
    """The side that stays is the answer, the other one is out of force; taken back, neither is picked again."""
    asked = f"/?q={quote('What is the opening force of a platform screen door?')}&{OF_PROJECT}"
    page.goto(asked)
    expect(page.locator(".abstention h2")).to_contain_text("unresolved conflict")
    page.goto(f"/conflicts?{OF_PROJECT}&text=force")
    page.locator("tbody th a").first.click()
    address, stays = page.url, page.locator("#side-1").inner_text()
    kept, gone = ("110 N", "135 N") if "110 N" in stays else ("135 N", "110 N")
    form = page.locator("form#act")
    form.get_by_label("Step").select_option("close one")
    form.locator("select[name=side]").select_option("1")
    form.get_by_label("Your name").fill(WHO)
    form.locator("input[name=reason]").fill("the motors decide")
    form.get_by_role("button", name="Record").click()
    expect(page.locator("h1 + .facts .state")).to_have_text("resolved")
    expect(page.locator(".settled-by")).to_contain_text("the motors decide")
    page.goto(asked)
    expect(page.locator(".answer")).to_contain_text(kept)
    expect(page.locator(".answer")).not_to_contain_text(gone)
    page.goto(address)
    take_back(page)
    page.goto(asked)
    expect(page.locator(".abstention h2")).to_contain_text("unresolved conflict")


def test_a_step_that_is_refused_says_why_and_keeps_what_was_typed(plain_page: Page) -> None:
    """Closing a conflict without saying which side stays is no step."""
    page = plain_page
    page.goto(f"/conflicts?{OF_PROJECT}&text=force")
    page.locator("tbody th a").first.click()
    form = page.locator("form#act")
    form.get_by_label("Step").select_option("close one")
    form.get_by_label("Your name").fill(WHO)
    with page.expect_response(lambda response: response.request.method == "POST") as answered:
        form.get_by_role("button", name="Record").click()
    assert 400 <= answered.value.status < 500
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("form#act").get_by_label("Your name")).to_have_value(WHO)


def test_a_commitment_is_closed_and_opened_again(page: Page) -> None:
    """The promise of a mail, done and undone."""
    page.goto(f"/commitments?{OF_PROJECT}")
    page.get_by_role("link", name="survey of the platform edge").click()
    page.get_by_label("Step").select_option("done")
    page.get_by_label("Your name").fill(WHO)
    page.get_by_role("button", name="Record").click()
    expect(page.locator("h1 + .facts .state")).to_have_text("done")
    take_back(page)
    expect(page.locator("h1 + .facts .state")).to_have_text("overdue")


def test_an_order_of_precedence_is_chosen_and_logged(page: Page) -> None:
    """The choice of a project is shown with who made it, and stands in the log of decisions."""
    page.goto(f"/admin?{OF_PROJECT}")
    form = page.locator("form[action='/admin/precedence']")
    form.get_by_label("Preset").select_option("statute-first")
    form.get_by_label("Your name").fill(WHO)
    form.get_by_role("button", name="Choose").click()
    expect(page.get_by_role("status")).to_contain_text("Recorded")
    page.goto(f"/admin?{OF_PROJECT}")
    expect(page.locator("#precedence + p")).to_contain_text(f"In use: statute-first · {WHO}")
    expect(page.locator("#log ~ .wide tbody tr").first).to_contain_text(WHO)
