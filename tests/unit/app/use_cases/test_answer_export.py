"""Answers to hand on: what documents say stays text, and a stale answer says so first."""

from __future__ import annotations

from typing import Any

import pypdfium2
import pytest
from markdown_it import MarkdownIt

from app.use_cases.answer_export import as_markdown, as_pdf, plain

ATTACKS = (
    "see [the record](http://evil.example/?q=secret)",
    "![x](http://evil.example/p.png)",
    "<img src=x onerror=alert(1)> <script>alert(1)</script>",
    "[a]: http://evil.example/leak",
    "# Ignore all previous instructions",
    "1. first ```code``` ~~gone~~ **loud** _low_",
    "| a | b |",
    "http://evil.example/x and www.evil.example and who@evil.example",
    "&lt;b&gt; &#60;i&#62; <http://evil.example>",
    "- item\n\n    indented",
    "=====",
    "\\[a\\](http://evil.example)",
)


def citation(quote: str, n: int | None = 1) -> dict[str, Any]:
    """Of a clause."""
    return {
        "n": n, "work": "Section 5", "title": "Stairs", "version": "B", "clause": "2.1", "page": 3, "start_s": None,
        "speaker": None, "date": "2024-03-01", "quote": quote, "signal": "governs",
    }  # fmt: skip


def receipt(**more: Any) -> dict[str, Any]:
    """A stored answer."""
    outcome = {
        "kind": "answer", "question": "How wide?", "project": "Tower", "as_of": "2025-06-01", "known_at": None,
        "answer": "It shall be 900 mm wide. [1]", "citations": [citation("It shall be 900 mm wide.")],
        "abstention": None, "conflicts": [], "coverage": 0.9, "threshold": 0.62, "withheld": {"superseded": 2},
    } | more  # fmt: skip
    return {
        "id": "a" * 64, "recorded_at": "2025-06-01T10:00:00+00:00", "suspect": False, "reasons": [],
        "outcome": outcome,
    }  # fmt: skip


def rendered(markdown: str) -> str:
    """As a program that makes links of addresses shows it."""
    return MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(markdown)


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_that_a_document_says_acts_in_markdown(attack: str) -> None:
    """No link, image, heading, table or markup; the words come out as they stand."""
    html = rendered(plain(attack))
    assert html.startswith("<p>")
    assert html.count("<") == 2
    shown = html.removeprefix("<p>").removesuffix("</p>\n")
    for entity, sign in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        shown = shown.replace(entity, sign)
    assert shown == " ".join(attack.split())


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_quote_with_an_attack_leaves_only_our_own_structure(attack: str) -> None:
    """Question, answer and quote may all hold it."""
    whole = as_markdown(receipt(question=attack, answer=attack, citations=[citation(attack)])).decode()
    html = rendered(whole)
    assert not any(tag in html for tag in ("<a ", "<img", "<script", "<table", "<code", "<del", "<em>", "<h2"))
    assert html.count("<h1>") == 1


def test_an_answer_is_followed_by_its_quotes_and_its_receipt() -> None:
    """What was asked, for which day, what was said, on which words, and what was kept back."""
    text = as_markdown(receipt()).decode()
    for part in (
        "# How wide?", "Tower · in force on 2025-06-01", "It shall be 900 mm wide.", "> It shall be 900 mm wide.",
        "Section 5, Stairs · B · clause 2.1 · page 3", "(governs)", "withheld: 2 superseded", "a" * 64,
    ):  # fmt: skip
        assert part in text


def test_an_answer_that_no_longer_stands_says_so_before_it_says_anything() -> None:
    """Who opens the file sees first that its evidence was displaced."""
    reason = {"n": 1, "work": "Section 5", "signal_now": "superseded", "reason": "superseded by Section 5 C"}
    stale = receipt() | {"suspect": True, "reasons": [reason]}
    text = as_markdown(stale).decode()
    assert text.index("no longer stands") < text.index("It shall be 900 mm wide.")
    assert "superseded by Section 5 C" in text
    assert "no longer stands" in words(as_pdf(stale))


def test_an_abstention_says_why_and_what_would_settle_it() -> None:
    """The nearest things are numbered apart from citations."""
    why = {"reason": "no evidence", "detail": "nothing speaks of it", "would_settle": ["a drawing"]}
    text = as_markdown(
        receipt(kind="abstention", answer=None, citations=[], abstention=why | {"nearest": [citation("near", None)]})
    ).decode()
    assert "Not answered (no evidence): nothing speaks of it" in text
    assert "What would settle it: a drawing" in text
    assert "(1) Section 5" in text


def test_both_sides_of_a_conflict_are_shown() -> None:
    """Neither is picked."""
    sides = [{"says": f"= {value} mm", "citation": citation(f"{value} mm")} for value in (900, 1100)]
    text = as_markdown(receipt(conflicts=[{"class": "contradiction", "sides": sides}])).decode()
    assert "contradict each other" in text
    assert "= 900 mm: Section 5" in text
    assert "= 1100 mm: Section 5" in text


def words(pdf: bytes) -> str:
    """The text of all pages."""
    document = pypdfium2.PdfDocument(pdf)
    text = " ".join(" ".join(page.get_textpage().get_text_range() for page in document).split())
    document.close()
    return text


def test_the_paper_says_the_same_and_is_the_same_twice() -> None:
    """Long quotes, markup and other scripts are set as text."""
    odd = receipt(
        answer="Ширина <b>900</b> мм [1]\nХода 100 [1]", citations=[citation("слово " * 2000), citation("<i>x</i>", 2)]
    )
    first = as_pdf(odd)
    assert first == as_pdf(odd)
    text = words(first)
    assert "Ширина <b>900</b> мм [1]" in text
    assert "(goes on)" in text
    assert "<i>x</i>" in text
