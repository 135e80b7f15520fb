"""What a reader may not see is, to that reader, as if it were not there at all."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.use_cases.governs import governs
from app.use_cases.viewpoint import Viewpoint
from graph.errors import NotFound
from tests.fakes.shelf import TODAY, Shelf, open_shelf, section
from tests.fakes.soundness import bare, faults

TOWER, QUAY = "Tower", "Quay"
SLIP = "Floor tiles in wet areas shall have a slip resistance of at least {} units."
MEMO = "# Glazes\n\nNumber: Bluebird 7\n\n{}\n"
REGISTER = (
    "Document register\nDate: 1 April 2025\n\n"
    "| Document | Revision | Status |\n|---|---|---|\n| Section 09 30 13 | B | Withdrawn |\n"
)
LETTER = (
    "Letter L-7\nDate: 2 May 2025\n\nThis letter L-7 supersedes Section 09 30 13.\n\n"
    "The safe word is quince marmalade.\n"
)

QUESTIONS = (
    "What slip resistance must floor tiles in wet areas have?",
    "How wide are grout joints?",
    "What is the safe word?",
    "What does the Bluebird 7 say about grout?",
    "What does Bluebird 7 say about marmalade?",
    "What does letter L-7 say about tiles?",
    "Is Section 09 30 13 still in force?",
    "Is Letter L-7 in force?",
    "What replaced Section 09 30 13 revision A?",
    "What replaced Section 09 30 13?",
    "What is the latest revision of Section 09 30 13?",
    "Was revision D of Section 09 30 13 released?",
    "Was revision B of Section 09 30 13 released?",
    "Which document governs ceramic tiling?",
    "Which document governs pool heating?",
    "What does clause 1.2 say about grout joints?",
    "What does clause 1.4 say about heating?",
    "Is clause 1.4 of Section 09 30 13 in force?",
    "Does Letter L-7 supersede Section 09 30 13?",
    "What does Section 09 30 13 replace?",
    "When did Section 09 30 13 take effect?",
    "What did revision A of Section 09 30 13 say about slip resistance?",
)


def _open_texts(shelf: Shelf) -> None:
    grout = "Grout joints shall be 3 mm wide."
    shelf.put("tiling-a.txt", section("09 30 13", "Ceramic Tiling", "A", "2 February 2023", SLIP.format(36)), TOWER)
    revised = section("09 30 13", "Ceramic Tiling", "B", "6 May 2024", SLIP.format(45), grout)
    shelf.put("tiling-b.txt", revised, TOWER)
    shelf.put("mortar.txt", section("09 30 16", "Mortar beds", "A", "6 May 2024", "Mortar shall cure for 7 days."), "")


def _hidden_texts(shelf: Shelf, project: str, acl: tuple[str, ...]) -> None:
    more = (SLIP.format(75), "Grout joints shall be 9 mm wide.", "Sealant is grey.", "Pool heating shall reach 28 °C.")
    shelf.put("tiling-d.txt", section("09 30 13", "Ceramic Tiling", "D", "6 May 2025", *more), project, acl)
    shelf.put("memo.md", MEMO.format("Grout joints are filled with quince marmalade."), project, acl)
    shelf.put("register.md", REGISTER, project, acl)
    shelf.put("letter.txt", LETTER, project, acl)
    shelf.put("heating.txt", section("23 10 00", "Pool heating", "A", "6 May 2024", "Boilers are red."), project, acl)


@pytest.fixture(scope="module")
def without(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """The shelf on which the hidden texts never stood."""
    with open_shelf(tmp_path_factory.mktemp("without")) as shelf:
        _open_texts(shelf)
        yield shelf


@pytest.fixture(
    scope="module",
    params=[(TOWER, ("ada",)), (TOWER, ()), (QUAY, ("*",))],
    ids=["open to somebody else", "open to nobody", "of another project"],
)
def with_hidden(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """The same shelf with texts that the reader may not see."""
    project, acl = request.param
    with open_shelf(tmp_path_factory.mktemp("with")) as shelf:
        _hidden_texts(shelf, project, acl)
        _open_texts(shelf)
        yield shelf


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_forbidden_document_is_to_its_reader_as_an_absent_one(
    with_hidden: Shelf, without: Shelf, question: str
) -> None:
    """The whole outcome is the same: answer, nearest, counts of what is withheld, detail, coverage."""
    outcome = with_hidden.ask(question, project=TOWER, reader="bob")
    assert bare(outcome) == bare(without.ask(question, project=TOWER, reader="bob"))
    assert faults(with_hidden, outcome) == []


@pytest.mark.parametrize("profile", ["provenance", "bm25", "dense", "static-hybrid"])
def test_no_profile_shows_a_forbidden_passage_in_its_trace(with_hidden: Shelf, profile: str) -> None:
    """Lanes, candidates and paths speak only of sources that the reader may see."""
    outcome = with_hidden.ask(QUESTIONS[1], project=TOWER, reader="bob", profile=profile, explain=True)
    seen = {with_hidden.corpus().source(row["source_id"]).uri for row in outcome["trace"]["candidates"]}
    assert seen <= {"file:tiling-a.txt", "file:tiling-b.txt", "file:mortar.txt"}
    assert not any(word in str(outcome["trace"]) for word in ("L-7", "Bluebird", "Revision D", "register"))


@pytest.mark.parametrize("identifier", ["Section 09 30 13", "Letter L-7", "Bluebird 7", "Section 23 10 00"])
def test_what_governs_says_nothing_of_what_its_reader_may_not_see(
    with_hidden: Shelf, without: Shelf, identifier: str
) -> None:
    """The signal, the chain and the evidence are those of a shelf without the hidden texts."""

    def said(shelf: Shelf) -> object:
        try:
            return governs(shelf.services, identifier, Viewpoint(TOWER, TODAY, reader="bob"))
        except NotFound as error:
            return str(error)

    with_hidden.corpus(), without.corpus()
    assert said(with_hidden) == said(without)


def test_those_who_may_read_a_text_are_answered_from_it(tmp_path: Path) -> None:
    """The access list opens the text to the names on it."""
    with open_shelf(tmp_path) as shelf:
        _hidden_texts(shelf, TOWER, ("ada", "team"))
        outcome = shelf.ask("What is the safe word?", reader="ada")
        assert "quince marmalade" in outcome["answer"]
        assert shelf.ask("What is the safe word?", reader="eve")["kind"] == "abstention"
        assert shelf.ask("What is the safe word?")["kind"] == "abstention"


def test_knowing_as_of_the_past_opens_nothing_that_is_closed_today(tmp_path: Path) -> None:
    """An access list that has been narrowed since holds for questions about what was known before too."""
    with open_shelf(tmp_path) as shelf:
        source_id = shelf.put("note.txt", "The safe word is quince marmalade.\n")
        shelf.narrow(source_id, ("ada",), datetime(2025, 3, 1, tzinfo=UTC))
        before = datetime(2025, 2, 1, tzinfo=UTC)
        assert shelf.ask("What is the safe word?", known_at=before, reader="ada")["kind"] == "answer"
        assert shelf.ask("What is the safe word?", known_at=before, reader="bob")["kind"] == "abstention"
