"""What is only said, on pages: it is never shown as governing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from app.main import create_app
from app.settings import load_settings
from tests.fakes.conversations import captions, mail_bytes
from tests.fakes.shelf import open_shelf, section
from tests.unit.app.web.test_pages import page, text_of

SAID = "said, binds nobody"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    """The web application over one section and one message."""
    with open_shelf(tmp_path) as shelf:
        shelf.put("gates.txt", section("08 34 00", "Gates", "A", "6 May 2024", "Gates shall be 2 m high."), "Quay")
        shelf.put("gates.eml", mail_bytes("From now on gates are 3 m high.").decode(), "Quay")
        shelf.corpus()
    settings = load_settings({"PREVAIL_DATA": str(tmp_path), "PREVAIL_EMBEDDER": "hashed"})
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as opened:
        yield opened


def test_a_message_is_listed_as_said_and_a_section_as_governing(client: TestClient[Any]) -> None:
    """In the lists of works and of documents."""
    for address in ("/governing", "/sources"):
        signals = sorted(one.text(strip=True) for one in page(client, address).css("tbody .signal"))
        assert signals == ["governs", SAID]


def test_the_page_of_a_message_does_not_say_that_it_is_in_force(client: TestClient[Any]) -> None:
    """It says what would make it bind."""
    items = client.get("/api/sources").json()["items"]
    (message,) = (one for one in items if one["kind"] == "mail")
    head = text_of(page(client, f"/sources/{message['id']}"), "header.head")
    assert SAID in head
    assert "binds where a person affirms it" in head
    assert "in force" not in head


def test_the_page_of_a_recording_shows_turn_by_turn_who_speaks(tmp_path: Path) -> None:
    """With the time, what was settled in it, and the quoted words marked where an address names them."""
    with open_shelf(tmp_path) as shelf:
        turns = [("Ann Reed", "The gate is too low."), ("Speaker 2", "I will send the gate levels by Friday.")]
        talk = shelf.put("call.vtt", captions(turns).decode(), "Quay")
        with shelf.services.store.read() as store:
            at = store.text(talk).index("gate levels")
        shelf.corpus()
    settings = load_settings({"PREVAIL_DATA": str(tmp_path), "PREVAIL_EMBEDDER": "hashed"})
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as opened:
        shown = page(opened, f"/sources/{talk}")
        assert [one.text(strip=True) for one in shown.css(".moment strong")] == ["Ann Reed", "Speaker 2"]
        assert not shown.css("mark")
        marked = page(opened, f"/sources/{talk}?from={at}&to={at + 11}")
        assert text_of(marked, "li#quote mark") == "gate levels"
        assert "commitment" in text_of(marked, "li#quote .facts")
