"""Pages before anything is held, and addresses that show nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient
from selectolax.lexbor import LexborHTMLParser

from app.main import create_app
from app.settings import load_settings
from tests.unit.app.web.test_pages import text_of

HTML = {"Accept": "text/html"}


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    """The pages over a data directory that is not there yet."""
    data = tmp_path_factory.mktemp("nothing") / "data"
    settings = load_settings({"PREVAIL_DATA": str(data), "PREVAIL_EMBEDDER": "hashed"})
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/governing", "/conflicts", "/people", "/supersede", "/methods", "/admin"])
def test_every_page_leads_to_taking_in_documents(empty: TestClient[Any], path: str) -> None:
    """A button, the command, and no word about folders of the machine."""
    raw = empty.get(path, headers=HTML).text
    parsed = LexborHTMLParser(raw)
    assert [node.attributes["href"] for node in parsed.css("main a.button")] == ["/sources"]
    assert "Nothing is held here yet" in text_of(parsed, "main")
    assert "prevail ingest PATH" in text_of(parsed, "main code")
    assert "nothing0" not in raw


def test_an_unknown_address_says_so_in_the_language_of_the_reader(empty: TestClient[Any]) -> None:
    """Status, heading and the way back."""
    response = empty.get("/nothing?lang=ru", headers=HTML)
    parsed = LexborHTMLParser(response.text)
    assert response.status_code == 404
    assert text_of(parsed, "h1") == "Такой страницы нет"
    assert [node.attributes["href"] for node in parsed.css(".problem a")] == ["/"]
