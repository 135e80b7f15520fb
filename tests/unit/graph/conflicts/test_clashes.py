"""Clashes that stand between citations and between claims, not between demanded values."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graph.conflicts.record import Conflict
from graph.model import Evidence, Scope, Span
from graph.vocabulary import ClaimField, EdgeType, Ground
from graph.vocabulary import ConflictClass as C
from tests.unit.graph.conflicts.shelf import Shelf


def pinning(*editions: tuple[str, str, str], standard: str = "BS 6700") -> Shelf:
    """Documents (number, authority, edition) that pin editions of a standard."""
    shelf = Shelf()
    for number, authority, edition in editions:
        pin(shelf, shelf.document(number, authority), edition, standard)
    return shelf


def pin(shelf: Shelf, source: str, edition: str, standard: str = "BS 6700") -> None:
    """Lets a document cite an edition of a standard."""
    evidence = Evidence(source, Span(10, 22), f"{standard}:{edition}")
    shelf.library.link(EdgeType.CITES, source, standard, "citation", Scope(version=edition), evidence=evidence)


def kinds(found: list[Conflict]) -> list[C]:
    """The classes found."""
    return [one.kind for one in found]


def test_two_texts_in_force_that_pin_different_editions_clash() -> None:
    """Both editions are named, each with its place."""
    found = pinning(("SPEC 1", "specification", "1997"), ("SPEC 2", "specification", "2006")).only()
    assert found.kind is C.EDITION_CLASH
    assert sorted(side.says for side in found.sides) == ["BS 6700 1997", "BS 6700 2006"]
    assert {side.span for side in found.sides} == {Span(10, 22)}


def test_the_same_edition_or_no_edition_clashes_with_nothing() -> None:
    """Two-digit years are the same edition."""
    assert pinning(("SPEC 1", "specification", "19"), ("SPEC 2", "specification", "2019")).conflicts() == []


def test_a_text_that_allows_several_editions_clashes_only_with_one_that_names_none_of_them() -> None:
    """1997 or 2002 meets 2002, and not 2013."""
    shelf = pinning(("SPEC 1", "specification", "1997"), ("SPEC 2", "specification", "2002"))
    pin(shelf, shelf.library.sources[0].id, "2002")
    assert shelf.conflicts() == []
    pin(shelf, shelf.document("SPEC 3"), "2013")
    assert kinds(shelf.conflicts()) == [C.EDITION_CLASH, C.EDITION_CLASH]


def test_the_order_of_precedence_decides_between_editions_too() -> None:
    """The statute's edition prevails."""
    found = pinning(("ACT 1", "statute", "1997"), ("SPEC 2", "specification", "2006")).only()
    assert (found.kind, found.rule) == (C.UPDATE, "default: statute before specification")


def test_a_superseded_text_pins_nothing() -> None:
    """Only texts in force are sides."""
    shelf = pinning(("SPEC 1", "specification", "1997"), ("SPEC 2", "specification", "2006"))
    shelf.document("SPEC 1", version="B", date="2024-06-01")
    shelf.library.link(EdgeType.SUPERSEDES, shelf.library.sources[-1].id, shelf.library.sources[0].id)
    assert shelf.conflicts() == []


def test_what_a_file_name_and_a_title_block_say_differently_is_a_metadata_clash() -> None:
    """Both are shown, and which of them is believed."""
    shelf = Shelf()
    shelf.document("SPEC 1", version="Rev B", file_version="Rev C")
    found = shelf.only()
    assert (found.kind, len(found.sides)) == (C.METADATA_CLASH, 2)
    assert "Rev C" in found.reason
    assert "believed" in found.reason


@pytest.mark.parametrize("status", ["superseded", "draft"])
def test_a_version_that_does_not_govern_has_no_metadata_to_decide(status: str) -> None:
    """Nobody builds from it."""
    shelf = Shelf()
    shelf.document("SPEC 1", version="Rev B", file_version="Rev C", status=status)
    assert shelf.conflicts() == []


@pytest.mark.parametrize(
    ("version", "file_version", "clashes"),
    [("Second edition", "2022", False), ("2021 edition", "V1", False), ("Rev B", "Rev 2", True), ("C02", "C03", True)],
)
def test_a_count_and_a_year_of_one_version_are_no_clash(version: str, file_version: str, clashes: bool) -> None:
    """Two counts are."""
    shelf = Shelf()
    shelf.document("SPEC 1", version=version, file_version=file_version)
    assert bool(shelf.conflicts()) is clashes


@pytest.mark.parametrize(("row", "clashes"), [("C01", False), ("C03", True)])
def test_a_revision_table_lists_what_was_before(row: str, clashes: bool) -> None:
    """A later revision than that of the title block is a clash."""
    shelf = Shelf()
    source = shelf.document("A-201", version="C02")
    claim = next(one for one in shelf.library.claims if one.field is ClaimField.VERSION)
    shelf.library.claims.append(replace(claim, id="m-row", value=row, ground=Ground.REVISION_TABLE))
    assert [one.source_ids for one in shelf.conflicts()] == ([frozenset({source})] if clashes else [])
