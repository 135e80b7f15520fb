"""The pages without a browser: what they say, and that nobody's text becomes markup."""

from __future__ import annotations

import re
from typing import Any

import pytest
from litestar.testing import TestClient
from selectolax.lexbor import LexborHTMLParser

from app.wording import figure_text

Client = TestClient[Any]


def page(client: Client, path: str, **query: str) -> LexborHTMLParser:
    """A page that must be there."""
    response = client.get(path, params=query or None, headers={"Accept": "text/html"})
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    return LexborHTMLParser(response.text)


def text_of(parsed: LexborHTMLParser, selector: str) -> str:
    """The text of the first element that fits, blanks folded."""
    node = parsed.css_first(selector)
    assert node is not None, selector
    return " ".join(node.text().split())


def test_an_answer_is_readable_without_scripts(client: Client) -> None:
    """Answer, marker, citation, boxed page and figures are all in the HTML."""
    found = page(client, "/", q="How much pool water shall the surge tank hold?")
    assert "4200 litres" in text_of(found, ".answer")
    assert found.css_first(".answer a.marker").attributes["href"] == "#evidence-1"
    assert "Guide 7" in text_of(found, "#citation-1")
    assert found.css_first("#evidence-1 .sheet img").attributes["src"].startswith("/api/sources/s-")
    assert len(found.css("#evidence-1 .sheet rect")) >= 1
    assert "total" in text_of(found, ".about")


def test_a_text_source_shows_the_quote_in_its_surroundings(client: Client) -> None:
    """No page, so the words are marked where they stand."""
    found = page(client, "/", q="What slip resistance do floor tiles in wet areas need?")
    assert "45 units" in text_of(found, "#evidence-1 mark")
    assert "Ceramic Tiling" in text_of(found, "#evidence-1 .surroundings")
    opened = page(client, found.css_first("#evidence-1 .links a").attributes["href"] or "")
    assert text_of(opened, "mark#quote") == text_of(found, "#evidence-1 mark")


def test_a_refusal_says_why_and_what_would_settle_it(client: Client) -> None:
    """Reason as heading."""
    found = page(client, "/", q="How many helicopters may land on the roof?")
    assert text_of(found, ".abstention h2").startswith("No answer: ")
    assert found.css_first(".answer") is None


def test_a_wrong_date_is_explained_on_the_page(client: Client) -> None:
    """The question stays in its box."""
    found = page(client, "/", q="How much water?", as_of="yesterday")
    assert "2024-05-31" in text_of(found, ".notice")
    assert text_of(found, "textarea") == "How much water?"


@pytest.mark.parametrize("path", ["/", "/methods"])
def test_what_somebody_types_stays_text(client: Client, path: str) -> None:
    """Markup in a question is shown, not run."""
    evil = "</textarea><script>alert(1)</script><img src=x onerror=alert(1)>\"' tank"
    raw = client.get(path, params={"q": evil}, headers={"Accept": "text/html"}).text
    assert "<script>alert" not in raw
    assert "<img src=x" not in raw


def test_no_page_needs_what_the_policy_forbids(client: Client) -> None:
    """No inline style, script or handler, and nothing from elsewhere."""
    source = client.get("/api/sources").json()["items"][0]["id"]
    asked = ("/?q=surge+tank&explain=1", "/methods?q=surge+tank")
    for path in ("/", *asked, "/sources", f"/sources/{source}", "/nothing"):
        raw = client.get(path, headers={"Accept": "text/html"}).text
        assert not re.search(r"\sstyle=|\son[a-z]+=|<style|<script>", raw), path
        assert not re.search(r"(?:src|href)=\"(?:https?:)?//", raw), path


def test_every_page_has_a_language_a_title_and_one_main(client: Client) -> None:
    """What a screen reader asks for first."""
    for path in ("/", "/sources", "/methods"):
        found = page(client, path)
        assert found.css_first("html").attributes["lang"] == "en"
        assert text_of(found, "title").endswith("Prevail")
        assert len(found.css("main")) == 1
        for field in found.css("input, textarea, select"):
            parent = field.parent
            assert parent is not None
            assert parent.tag == "label"


def test_methods_show_the_figures_of_stats(client: Client) -> None:
    """Every figure, with the value that the API gives at the same moment."""
    found = page(client, "/methods")
    figures = client.get("/api/stats").json()
    shown = {node.attributes["data-figure"]: node for node in found.css("[data-figure]")}
    assert list(shown) == list(figures)
    for name, figure in figures.items():
        text = " ".join(shown[name].text().split())
        assert figure["definition"] in text
        parts = figure["value"].items() if isinstance(figure["value"], dict) else [("", figure["value"])]
        for key, value in parts:
            assert key in text
            assert figure_text(value) in text


def test_methods_show_seven_steps_and_run_a_query(client: Client) -> None:
    """The trace of a live query, whose numbers multiply out on the page."""
    found = page(client, "/methods", q="How much pool water shall the surge tank hold?")
    assert len(found.css(".steps li")) == 7
    rows = found.css("table.figures tbody tr")
    assert rows
    for row in rows:
        rrf, recency, penalty, final = (float(cell.text()) for cell in row.css("td.n")[1:])
        assert final == pytest.approx(rrf * (0.55 + 0.45 * recency) * penalty, abs=2e-5)


def test_sources_lead_to_each_source(client: Client) -> None:
    """Each row links to a page that shows the document and what is said of it."""
    found = page(client, "/sources")
    links = [node.attributes["href"] or "" for node in found.css("tbody th a")]
    assert len(links) == 3
    for link in links:
        assert "title" in text_of(page(client, link), ".claims") or "number" in text_of(page(client, link), ".claims")


def test_a_long_text_is_shown_around_the_place(client: Client) -> None:
    """Places outside the text are refused."""
    item = next(item for item in client.get("/api/sources").json()["items"] if item["path"].endswith("Rev B.txt"))
    response = client.get(f"/sources/{item['id']}?from=5&to=999999", headers={"Accept": "text/html"})
    assert response.status_code == 400
    assert "must be places in a text" in response.text
