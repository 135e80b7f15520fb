"""Values, differences and conflicts on the page of an answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from app.main import create_app
from app.settings import load_settings
from tests.fakes.shelf import open_shelf, section
from tests.unit.app.web.test_pages import page, text_of

Client = TestClient[Any]

GATES = (
    "Where the slope exceeds 1:20, the gate width shall be at least 1 m.",
    "The gate height shall be 2 m.",
    "The hinge spacing shall be at least 900 mm.",
)
YARD = ("The gate height shall be 3 m.", "The hinge spacing shall be at least 600 mm.")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """The web application over two sections that agree on little."""
    data = tmp_path_factory.mktemp("gates")
    with open_shelf(data) as shelf:
        shelf.put("gates.txt", section("08 34 00", "Gates", "A", "6 May 2024", *GATES), "Quay")
        shelf.put("yard.txt", section("32 31 00", "Yard", "A", "6 May 2024", *YARD), "Quay")
        shelf.corpus()
    settings = load_settings({"PREVAIL_DATA": str(data), "PREVAIL_EMBEDDER": "hashed"})
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        yield client


def test_a_value_stands_in_a_table_with_its_condition_and_citation(client: Client) -> None:
    """What, how much, when, how strongly, and where it is said."""
    found = page(client, "/", q="What is the gate width?")
    row = text_of(found, ".demands tbody tr")
    assert row == "gate width ≥ 1 m Where the slope exceeds 1:20 shall 1"
    assert found.css_first(".demands a.marker").attributes["href"] == "#evidence-1"


def test_the_sides_of_a_conflict_stand_beside_each_other(client: Client) -> None:
    """No answer; each side with its value; the state of the conflict, and the way to its page."""
    found = page(client, "/", q="What is the gate height?")
    assert found.css_first(".answer") is None
    assert {node.text(strip=True) for node in found.css(".side strong")} == {"2 m (shall)", "3 m (shall)"}
    assert text_of(found, ".conflicts .state") == "open"
    assert (found.css_first(".conflicts .reason + p a").attributes["href"] or "").startswith("/conflicts/x-")


def test_of_two_that_differ_the_stricter_is_marked(client: Client) -> None:
    """Both are stated; one of them is enough to meet both."""
    found = page(client, "/", q="What is the hinge spacing?")
    assert text_of(found, ".conflicts h2") == "These texts differ; what meets the stricter meets both"
    marked = [node.text() for node in found.css(".side") if node.css_first("em")]
    assert len(marked) == 1
    assert "at least 900 mm" in marked[0]
