"""Addresses, forms and refusals of the pages, without a browser."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from app.errors import InvalidInput, NothingIngested
from app.web.admin import tiers_of
from app.web.deciding import own_path
from app.web.screen import Fields, Screen, refusal, voice_of
from graph.errors import Refused

Client = TestClient[Any]


def screen(path: str, **query: list[str]) -> Screen:
    """A page as it is asked for."""
    return Screen(path, Fields({name: values[-1] for name, values in query.items()}), query, "en")


def test_a_link_keeps_what_was_asked_but_for_what_it_changes() -> None:
    """Repeated parameters stay; None takes one away."""
    asked = screen("/conflicts", state=["open", "assigned"], project=["Quay & Co"])
    assert asked.address(cursor="x-1") == "/conflicts?state=open&state=assigned&project=Quay+%26+Co&cursor=x-1"
    assert asked.address(state=None, project=None) == "/conflicts"


def test_navigation_keeps_day_and_project_and_nothing_else() -> None:
    """A filter of one page means nothing on another."""
    asked = screen("/conflicts", owner=["Ada"], as_of=["2024-06-01"])
    assert asked.seen_from == "?as_of=2024-06-01"
    assert screen("/conflicts", owner=["Ada"]).seen_from == ""


@pytest.mark.parametrize("address", ["https://evil.example/x", "//evil.example/x", "javascript:alert(1)", "", None])
def test_nobody_is_sent_to_another_site_after_a_form(address: str | None) -> None:
    """Only the path of an address counts."""
    assert own_path(address).startswith("/")
    assert not own_path(address).startswith("//")
    assert "evil" not in own_path(address)


def test_a_path_of_ours_is_kept() -> None:
    """The page on which a decision was shown."""
    assert own_path("/conflicts/x-1?said=recorded") == "/conflicts/x-1"


def test_a_decision_without_a_name_is_refused() -> None:
    """The name is asked for in words."""
    with pytest.raises(InvalidInput, match="name of whoever makes it"):
        voice_of({"by": "  ", "reason": "because"})


def test_what_is_refused_is_said_over_the_form_and_what_is_broken_is_not() -> None:
    """A missing set-up is a page of its own."""
    assert refusal(Refused("order", "of lower class"))[0] == 409
    with pytest.raises(NothingIngested):
        refusal(NothingIngested("somewhere"))


def test_tiers_are_read_as_people_write_them() -> None:
    """Lines or signs set tiers apart, commas the classes of one."""
    assert tiers_of("statute > addendum\nmail, talk") == [["statute"], ["addendum"], ["mail", "talk"]]
    assert tiers_of(" \n ") is None


@pytest.mark.parametrize("path", ["/undo", "/admin/precedence", "/admin/concepts", "/proposals/e-1", "/sources"])
def test_a_form_of_another_origin_changes_nothing(client: Client, path: str) -> None:
    """The origin is looked at before anything else."""
    answer = client.post(path, data={"by": "Mallory"}, headers={"Origin": "http://evil.example", "Accept": "text/html"})
    assert answer.status_code == 403


PAGES = ["/governing", "/proposals", "/conflicts", "/requirements", "/commitments", "/graph", "/admin", "/admin/setup"]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", ["en", "ru", "uz"])
def test_every_page_is_whole_in_every_language(client: Client, path: str, language: str) -> None:
    """One heading, one main part, the language said, no text that a policy forbids."""
    answer = client.get(path, params={"lang": language}, headers={"Accept": "text/html"})
    assert answer.status_code == 200
    assert f'<html lang="{language}">' in answer.text
    assert answer.text.count("<h1") == answer.text.count("<main") == 1
    assert " style=" not in answer.text
    assert "Path=/;" in answer.headers["set-cookie"]


@pytest.mark.parametrize("path", [path for path in PAGES if not path.startswith("/admin")])
def test_a_day_that_is_none_is_explained(client: Client, path: str) -> None:
    """How to write a day is part of the answer."""
    answer = client.get(path, params={"as_of": "soon"}, headers={"Accept": "text/html"})
    assert answer.status_code == 400
    assert "2024-05-31" in answer.text


def test_a_form_decides_and_shows_that_it_did(client: Client) -> None:
    """Post, redirect, get: the order of precedence of shared texts."""
    form = {"preset": "statute-first", "by": "Ada Stone", "project": "", "tiers": "", "name": "", "reason": ""}
    answer = client.post("/admin/precedence", data=form, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/admin?said=recorded")
    assert "Ada Stone" in client.get("/admin", headers={"Accept": "text/html"}).text


def test_a_form_that_asks_for_too_much_is_answered_with_the_reason(client: Client) -> None:
    """An unknown class names the known ones."""
    form = {"preset": "", "tiers": "kings", "by": "Ada Stone"}
    answer = client.post("/admin/precedence", data=form, headers={"Accept": "text/html"})
    assert answer.status_code == 400
    assert "statute" in answer.text
