"""The printed report: fonts by character, long and odd matters, and the same bytes for the same register."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pypdfium2
import pytest

from app.use_cases import report_fonts
from app.use_cases.report import Report, set_report
from app.use_cases.report_fonts import is_wide, marked_up, text_font
from graph.time import Moment

MOMENT = Moment(date(2026, 2, 3))


def item(number: int, **more: Any) -> dict[str, Any]:
    """A conflict as surfaces show it."""
    side = {
        "key": f"r-{number}",
        "says": "shall = 900 mm",
        "authority": "specification",
        "signal": "governs",
        "conditions": ["where the pitch exceeds 25°"],
        "citation": {
            "work": "SPEC 1", "title": "Stairs", "version": "B", "clause": "2.1", "page": 3, "start_s": None,
            "speaker": None, "date": "2024-03-01", "quote": "A stair < 900 mm & more.",
            "row": None, "column": None,
        },
    }  # fmt: skip
    return {
        "id": f"x-{number}", "class": "contradiction", "state": "open", "slot": "stair · width", "project": "Tower",
        "sides": [side | {"n": 1}, side | {"n": 2, "key": "r-other"}], "reason": "No value meets both.",
        "is_sure": True, "stricter": None, "prevails": None, "to_decide": True, "resolution": None, "owner": None,
        "due": None, "overdue": False, "history": [], "steps": 0,
    } | more  # fmt: skip


def words_of(pdf: bytes) -> tuple[int, str]:
    """How many pages a PDF has, and its text."""
    document = pypdfium2.PdfDocument(pdf)
    text = "\n".join(page.get_textpage().get_text_range() for page in document)
    pages = len(document)
    document.close()
    return pages, text


@pytest.fixture
def bare_machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine without any font but those of every PDF viewer."""
    monkeypatch.setattr(report_fonts, "_paths", lambda place: iter(()))
    report_fonts._faces.cache_clear()
    yield
    report_fonts._faces.cache_clear()


def test_a_report_has_cover_overview_both_sides_and_history() -> None:
    """Marks of the markup in a text are text."""
    steps = [
        {
            "id": "g-1", "act": "assign", "by": "Ada", "at": "2026-01-02T03:04:05+00:00", "owner": "Bea", "due": None,
            "scope": None, "reason": "<b>as agreed</b>", "edge_id": "e-1", "quote": None,
            "undone_at": "2026-01-03", "undone_by": "Cy",
        }
    ]  # fmt: skip
    pages, text = words_of(set_report(Report("Tower", MOMENT, [item(1, history=steps, owner="Bea", overdue=True)])))
    assert pages == 2
    for words in (
        "Project: Tower", "In force on 2026-02-03", "1 conflict, 1 to decide, 1 overdue", "“A stair < 900 mm & more.”",
        "<b>as agreed</b>", "taken back by Cy", "if where the pitch exceeds 25°",
    ):  # fmt: skip
        assert words in " ".join(text.split())


def test_an_empty_register_and_one_of_many_matters_are_set() -> None:
    """Quotes that fill a page, more sides than two, and a matter that is no longer found among them."""
    assert "There is none." in words_of(set_report(Report(None, MOMENT, [])))[1]
    long = item(2)
    long["sides"] = [
        side | {"citation": side["citation"] | {"quote": "wide " * 2000}, "n": n}
        for n, side in enumerate(long["sides"] * 3)
    ]
    lost = item(3, slot=None, sides=[], is_sure=None) | {"class": None}
    pages, text = words_of(set_report(Report(None, MOMENT, [*(item(n) for n in range(40)), long, lost])))
    assert pages > 10
    assert "no longer found" in text
    assert "(goes on)" in text


def test_the_same_register_gives_the_same_bytes() -> None:
    """Nothing of the clock is in it."""
    report = Report("Tower", MOMENT, [item(1)])
    assert set_report(report) == set_report(report)


def test_each_character_is_set_in_the_first_font_that_has_it() -> None:
    """Only runs that need another font are marked."""
    assert marked_up("plain & simple") == "plain &amp; simple"
    assert marked_up("Ширина") == "Ширина"
    assert marked_up("宽度 1 м").startswith("<font name=")
    assert (is_wide("宽"), is_wide("Ш")) == (True, False)


def test_without_any_font_the_report_is_set_all_the_same(bare_machine: None) -> None:
    """Latin in the font of every viewer, Chinese in the standard one that viewers bring."""
    assert text_font() == "Helvetica"
    _, text = words_of(set_report(Report("Tower", MOMENT, [item(1, slot="楼梯 width")])))
    assert "楼梯" in text
    assert "width" in text
