"""The graph around a document: from every viewpoint only what is there from it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from app.use_cases.neighbourhood import MOST_NODES, neighbourhood
from app.use_cases.viewpoint import Viewpoint
from graph.errors import NotFound
from tests.fakes.shelf import Shelf, open_shelf, section

Json = dict[str, Any]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """Two revisions of a section, one that cites them, and a letter about them that only Ada may see."""
    with open_shelf(tmp_path_factory.mktemp("graph") / "data") as filled:
        filled.put("a.txt", section("09 30 13", "Ceramic Tiling", "A", "2 February 2023", "Tiles shall be flat."))
        filled.put("b.txt", section("09 30 13", "Ceramic Tiling", "B", "6 May 2024", "Tiles shall be very flat."))
        cites = "Mortar shall suit Section 09 30 13 and Section 03 20 00."
        filled.put("mortar.txt", section("09 30 16", "Mortar beds", "A", "6 May 2024", cites))
        letter = "Letter L-7\nDate: 2 May 2025\n\nThis letter L-7 supersedes Section 09 30 13.\n"
        filled.put("letter.txt", letter, acl=("ada",))
        filled.corpus()
        yield filled


def around(shelf: Shelf, name: str = "Section 09 30 13", depth: int = 1, **at: Any) -> Json:
    """The neighbourhood from a viewpoint."""
    return neighbourhood(shelf.services, name, Viewpoint(**at), depth)


def labels(found: Json) -> set[str]:
    """What the nodes are called, with their versions."""
    return {" ".join(filter(None, (node["label"], node["version"]))) for node in found["nodes"]}


def test_versions_and_what_cites_them_are_found(shelf: Shelf) -> None:
    """The document's own versions come first, each with its signal."""
    found = around(shelf)
    assert [node["signal"] for node in found["nodes"] if node["steps"] == 0] == ["superseded", "governs"]
    assert "Section 09 30 16 Revision A" in labels(found)
    cites = [edge for edge in found["edges"] if edge["family"] == "citation"]
    assert [edge["says"] for edge in cites] == ["Section 09 30 16 Revision A cites Section 09 30 13"]
    assert cites[0]["quote"]
    assert found["left_out"] == 0


def test_a_further_step_finds_what_its_neighbours_touch(shelf: Shelf) -> None:
    """A work that is only named is a node without a source."""
    assert "Section 03 20 00" not in {node["label"] for node in around(shelf)["nodes"]}
    farther = {node["label"]: node for node in around(shelf, depth=2)["nodes"]}
    named = next(node for label, node in farther.items() if "03 20 00" in label)
    assert (named["source_id"], named["signal"], named["steps"]) == (None, "unverified", 2)


def test_what_a_reader_may_not_see_is_no_node_and_no_edge(shelf: Shelf) -> None:
    """Nor is it counted as left out."""
    open_to_all, hers = around(shelf), around(shelf, reader="ada")
    assert not any("L-7" in str(part) for part in (open_to_all["nodes"], open_to_all["edges"]))
    assert any("L-7" in edge["says"] for edge in hers["edges"])
    assert open_to_all["left_out"] == 0
    with pytest.raises(NotFound):
        around(shelf, "Letter L-7")


def test_signals_are_those_of_the_day_asked_about(shelf: Shelf) -> None:
    """Before the second revision the first one governed."""
    then = around(shelf, as_of=date(2023, 6, 1))
    assert [node["signal"] for node in then["nodes"] if node["steps"] == 0] == ["governs", "not yet effective"]


def test_a_large_neighbourhood_is_cut_off_and_says_so(tmp_path: Path) -> None:
    """The nearest are kept."""
    with open_shelf(tmp_path / "data") as shelf:
        shelf.put("hub.txt", section("09 30 13", "Ceramic Tiling", "A", "2 February 2023", "Tiles shall be flat."))
        for number in range(MOST_NODES + 10):
            cites = "Mortar shall suit Section 09 30 13."
            shelf.put(f"{number}.txt", section(f"10 {number:02} 00", f"Part {number}", "A", "6 May 2024", cites))
        found = around(shelf)
    assert len(found["nodes"]) == MOST_NODES
    assert found["left_out"] == 11
