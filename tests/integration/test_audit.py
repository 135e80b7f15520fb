"""The audit log gathers every decision, and shows each only to those who may see what it is about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.errors import InvalidInput
from app.use_cases.audit import audit_log
from app.use_cases.concepts import Wording, say_concept
from app.use_cases.conflicts import list_conflicts
from app.use_cases.precedence import OrderChoice, set_precedence
from app.use_cases.register_steps import Wish, act_on
from app.use_cases.ruling import Voice
from app.use_cases.supersede import SupersedeRequest, supersede
from app.use_cases.undo import undo
from app.use_cases.viewpoint import Viewpoint
from tests.fakes.shelf import Shelf, open_shelf, section

ADA = Voice("Ada Stone", "agreed on site", reader="ada")


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    """Texts of a tower, two of which contradict each other, and two that only Ada may see."""
    with open_shelf(tmp_path / "data") as filled:
        high = "Handrails shall have a height of exactly 900 mm."
        low = "Handrails shall have a height of exactly 1100 mm."
        filled.put("a.txt", section("05 52 13", "Pipe railings", "A", "2 May 2023", high), "Tower")
        filled.put("b.txt", section("05 73 00", "Glass railings", "A", "6 May 2024", low), "Tower")
        filled.put("c.txt", section("09 30 13", "Tiling", "A", "6 May 2024", "Tiles are flat."), "Tower", ("ada",))
        filled.put("d.txt", section("09 30 33", "Grout", "A", "6 May 2024", "Grout is red."), "Tower", ("ada",))
        filled.corpus()
        yield filled


def decide(shelf: Shelf) -> None:
    """One decision of every kind, one of them taken back."""
    services = shelf.services
    ruling = supersede(services, SupersedeRequest("d.txt", "c.txt"), ADA)["ruling_id"]
    undo(services, ruling, Voice("Bo Reed", "a mistake", reader="ada"))
    set_precedence(services, "Tower", OrderChoice("complementary"), ADA)
    (conflict,) = list_conflicts(services, Viewpoint())["items"]
    act_on(services, conflict["id"], Wish("assign", owner="Cy Vale"), ADA, Viewpoint(reader="ada"))
    say_concept(services, Wording("subject", "railing", "handrail", True), ADA)


def test_every_kind_of_decision_is_in_the_log_the_newest_first(shelf: Shelf) -> None:
    """With who made it, why, and who took it back."""
    decide(shelf)
    log = audit_log(shelf.services, Viewpoint(reader="ada"))
    assert [entry["kind"] for entry in log["items"]] == ["word", "conflict", "order of precedence", "edge"]
    assert {entry["by"] for entry in log["items"]} == {"Ada Stone"}
    assert (log["items"][-1]["undone_by"], log["items"][0]["undone_by"]) == ("Bo Reed", None)
    assert "handrail" in log["items"][1]["about"]
    assert log["items"][0]["about"] == "railing = handrail"


def test_a_decision_about_what_is_hidden_is_hidden_too(shelf: Shelf) -> None:
    """It is not counted either."""
    decide(shelf)
    log = audit_log(shelf.services, Viewpoint())
    assert "edge" not in [entry["kind"] for entry in log["items"]]
    assert log["total"] == 3
    assert "09 30" not in str(log)


def test_the_log_goes_on_where_a_page_ended(shelf: Shelf) -> None:
    """A cursor that is none of its decisions is refused."""
    decide(shelf)
    at = Viewpoint(reader="ada")
    first = audit_log(shelf.services, at, limit=3)
    rest = audit_log(shelf.services, at, first["next_cursor"])
    assert first["items"] + rest["items"] == audit_log(shelf.services, at)["items"]
    assert rest["next_cursor"] is None
    with pytest.raises(InvalidInput):
        audit_log(shelf.services, at, "r-none")
