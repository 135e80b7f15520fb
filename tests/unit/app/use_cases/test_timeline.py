"""History and governs on small projects: intervals with their grounds, edges, clauses, conditions, contests."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from app.cli.governs import found_lines
from app.cli.history import history_lines
from app.use_cases.governs import governs
from app.use_cases.history import history
from app.use_cases.naming import Ambiguous
from app.use_cases.proposals import judge, list_proposals
from app.use_cases.ruling import Voice
from app.use_cases.supersede import SupersedeRequest, supersede
from app.use_cases.viewpoint import Viewpoint
from graph.errors import NotFound
from graph.vocabulary import EdgeState
from tests.fakes.quay import PROJECT, fill
from tests.fakes.shelf import Shelf, open_shelf, section

GUARDS = (
    "QX 12:2022\nGuarding of stairs\nPublished 4 April 2022\nEffective 1 October 2022\n\n1 Foreword\n\n"
    "This edition replaces QX 12:2015.\n\nQX 12:2015 continues to apply to work started before 1 October 2022.\n\n"
    "2 Guards\n\nGuards shall be at least 1100 mm high.\n"
)
OLD_GUARDS = "QX 12:2015\nGuarding of stairs\nPublished 2 March 2015\n\n1 Guards\n\nGuards shall be 900 mm high.\n"
REGISTER = (
    "Document register\nDate: 1 April 2025\n\n| Document | Revision | Status |\n|---|---|---|\n"
    "| Section 09 30 13 | C | Issued |\n"
)
CIRCLE = "Instruction KT-{}\nDate: 1 March 2020\n\nThis instruction supersedes Instruction KT-{}.\n\n1 Speed\n\n{}\n"


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    """The quay project."""
    with open_shelf(tmp_path / "data") as shelf:
        fill(shelf)
        yield shelf


def said(shelf: Shelf, query: str, **where: Any) -> dict[str, Any]:
    """What governs, with an index that holds everything."""
    shelf.corpus()
    return governs(shelf.services, query, Viewpoint(**where))


def test_a_timeline_gives_each_version_its_interval_and_what_stated_it(shelf: Shelf) -> None:
    """Half-open, with bounds, the ground of the first day and the rule that ended it."""
    old, new = history(shelf.services, "Section 09 30 13")["versions"]
    assert (old["from"]["date"], old["from"]["ground"]) == ("2023-02-02", "header")
    assert (old["to"]["date"], old["to"]["rule"], old["to"]["edge"]) == ("2024-05-06", "revision-series", None)
    assert old["to"]["decided_by"] == "later issued version of the same work"
    assert (old["from"]["earliest"], old["until"]) == ("2023-02-02", new["since"])
    assert new["to"] is None
    assert old["clauses"]["in_force"] == 0 < new["clauses"]["in_force"] == new["clauses"]["total"]


def test_a_version_in_force_in_part_lists_its_clauses_and_the_edge_that_took_one(shelf: Shelf) -> None:
    """Clause 1.1 is displaced by the addendum, clause 1.2 is not; the words of the addendum are the evidence."""
    (version,) = history(shelf.services, "Section 09 30 23")["versions"]
    signals = {item["path"]: (item["signal"], item["is_in_force"]) for item in version["clauses"]["items"]}
    assert signals["1.1"] == ("superseded", False)
    assert signals["1.2"] == ("governs", True)
    edges = {edge["says"]: edge for edge in version["edges"]}
    acting = edges["Addendum 3 amends Section 09 30 23 1.1"]
    assert (acting["direction"], acting["effect"], acting["state"], acting["by"]) == (
        "in", "displaces", "certified", None,
    )  # fmt: skip
    assert "delete clause 1.1" in acting["evidence"]["quote"]
    assert acting["evidence"]["path"] == "addendum.txt"
    waiting = edges["Bulletin 4 supersedes Section 09 30 23"]
    assert (waiting["state"], waiting["effect"]) == ("proposed", "displaces nothing")
    printed = "\n".join(history_lines(history(shelf.services, "Section 09 30 23"), 100))
    assert "1.1: superseded, now Addendum 3" in printed


def test_a_timeline_names_whoever_decided(shelf: Shelf) -> None:
    """The person's edge ends the version, on the person's day."""
    voice = Voice("Ada Stone", "agreed on site")
    supersede(shelf.services, SupersedeRequest("Addendum 3", "tiling-b.txt", effective=date(2025, 3, 1)), voice)
    version = history(shelf.services, "Section 09 30 13")["versions"][1]
    (edge,) = [edge for edge in version["edges"] if edge["by"]]
    assert (edge["by"], edge["state"], edge["effect"]) == ("Ada Stone", "affirmed", "displaces")
    assert (version["to"]["date"], version["to"]["edge"]) == ("2025-03-01", edge["id"])
    before = history(shelf.services, "Section 09 30 13", Viewpoint(as_of=date(2025, 2, 28)))["versions"][1]
    assert (before["signal"], version["signal"]) == ("governs", "superseded")


def test_a_transitional_provision_gives_both_texts_and_the_date_that_is_needed(shelf: Shelf) -> None:
    """The older edition under its condition, the newer one otherwise; what to ask is said."""
    shelf.put("guards-1.txt", OLD_GUARDS)
    shelf.put("guards-2.txt", GUARDS)
    found = said(shelf, "QX 12")
    new, old = found["matches"]
    assert (new["signal"], old["signal"]) == ("governs", "superseded")
    assert new["transitions"][0]["condition"] == "work started before 1 October 2022"
    assert "still applies to work started before 1 October 2022" in new["reason"]
    assert "it still applies to work started before 1 October 2022" in old["reason"]
    assert found["needs"] == ["the date of 'work started'"]
    assert history(shelf.services, "QX 12")["needs"] == found["needs"]
    assert "to say which applies, this has to be known: the date of 'work started'" in found_lines(found, 100)


def test_a_listed_later_revision_that_is_not_held_is_told(shelf: Shelf) -> None:
    """What is held still governs, and the register is the evidence that more exists."""
    shelf.put("register.md", REGISTER, PROJECT)
    match = said(shelf, "Section 09 30 13")["matches"][0]
    assert match["signal"] == "governs"
    assert match["listed_not_held"]["version"] == "C"
    assert "lists Section 09 30 13 C, which is not held" in match["reason"]
    assert match["evidence"][-1]["work"] == "Document register"
    assert history(shelf.services, "Section 09 30 13")["versions"][1]["listed_not_held"]["version"] == "C"
    earlier = said(shelf, "Section 09 30 13", as_of=date(2025, 3, 1))["matches"][0]
    assert earlier["listed_not_held"] is None


def test_what_is_contested_waits_for_a_person_who_decides_it(shelf: Shelf) -> None:
    """Both sides are shown and both edges are listed first; rejecting one settles it."""
    shelf.put("kt-1.txt", CIRCLE.format(1, 2, "The towing speed shall not exceed 4 knots."), PROJECT)
    shelf.put("kt-2.txt", CIRCLE.format(2, 1, "The towing speed shall not exceed 7 knots."), PROJECT)
    found = said(shelf, "Instruction KT-1")
    assert [match["work"] for match in found["matches"]] == ["Instruction KT-1", "Instruction KT-2"]
    assert found["matches"][0]["contested_with"][0]["name"] == "Instruction KT-2"
    outcome = shelf.ask("What is the towing speed?", project=PROJECT)
    assert (outcome["kind"], outcome["abstention"]["reason"]) == ("abstention", "unresolved conflict")
    assert len(outcome["conflicts"][0]["sides"]) == 2
    waiting = list_proposals(shelf.services)["items"]
    assert [item["contested"] for item in waiting] == [True, True, False]
    assert {item["impact_of"] for item in waiting[:2]} == {"rejected"}
    wrong = next(item for item in waiting if item["says"].startswith("Instruction KT-1"))
    assert {(c["name"], c["to"]) for c in wrong["impact"]["sources"]} == {
        ("Instruction KT-1", "superseded"), ("Instruction KT-2", "governs"),
    }  # fmt: skip
    judge(shelf.services, wrong["id"], EdgeState.REJECTED, Voice("Ada Stone"))
    assert len(list_proposals(shelf.services)["items"]) == 1
    assert "7 knots" in shelf.ask("What is the towing speed?", project=PROJECT)["answer"]


def test_governs_finds_files_subjects_and_parts_and_says_what_is_nearest(shelf: Shelf) -> None:
    """A file name, a word of the subject, the beginning of a number; then what is not held at all."""
    assert said(shelf, "tiling-a.txt")["matches"][0]["version"] == "Revision A"
    assert said(shelf, "ceramic tiling")["matches"][0]["work"] == "Section 09 30 13"
    begun = said(shelf, "Section 09 30")
    assert sorted(begun["read_as"]) == ["Section 09 30 13", "Section 09 30 23"]
    with pytest.raises(NotFound, match="nearest: Section 09 30 13") as missing:
        said(shelf, "Section 09 30 14")
    assert "Section 09 30 23" in missing.value.nearest


def test_a_title_that_several_works_have_lists_all_or_asks_which(shelf: Shelf) -> None:
    """Governs lists each; a timeline is of one work."""
    shelf.put("w-1.txt", section("22 10 01", "Water supply", "A", "1 March 2023", "Pipes are copper."), PROJECT)
    shelf.put("w-2.txt", section("22 10 02", "Water supply", "A", "1 March 2023", "Taps are brass."), PROJECT)
    works = [match["work"] for match in said(shelf, "water supply")["matches"]]
    assert works == ["Section 22 10 01", "Section 22 10 02"]
    with pytest.raises(Ambiguous, match="Section 22 10 02"):
        history(shelf.services, "water supply")
