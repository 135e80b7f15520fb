"""The derived index follows the store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.use_cases.index import index_status, rebuild_index, update_index
from graph.model import Passage
from graph.progress import silent
from retrieval.index import IndexStale
from tests.fakes.shelf import Shelf, open_shelf, section

REPLY = (
    "From: Ada Moss <ada.moss@example.com>\nTo: Bo Reed <bo.reed@example.com>\nSubject: Re: Tiles\n"
    "Date: Mon, 5 May 2025 09:00:00 +0000\n\nI agree with that.\n\n"
    "On Fri, 2 May 2025 at 10:00, Bo Reed <bo.reed@example.com> wrote:\n> The plum tree is felled on Monday.\n"
)


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    """One section."""
    with open_shelf(tmp_path) as shelf:
        shelf.put("a.txt", section("09 30 13", "Tiling", "A", "2 May 2023", "Grout joints shall be 3 mm wide."))
        yield shelf


def test_an_index_that_is_up_to_date_is_opened_and_not_built(shelf: Shelf) -> None:
    """Unless it is forced."""
    first = update_index(shelf.services, silent).manifest
    assert update_index(shelf.services, silent).manifest == first
    folders = set(shelf.services.index_directory.glob("generation-*"))
    update_index(shelf.services, silent, force=True)
    assert set(shelf.services.index_directory.glob("generation-*")) > folders


def test_the_index_holds_every_passage_of_the_store(shelf: Shelf) -> None:
    """New ones after the next update; until then it is not served as if it were whole."""
    update_index(shelf.services, silent)
    shelf.put("b.txt", section("09 30 16", "Beds", "A", "2 May 2023", "Beds are level."))
    assert not index_status(shelf.services)["up_to_date"]
    with pytest.raises(IndexStale):
        shelf.services.index(shelf.services.store.passages_version())
    index = update_index(shelf.services, silent)
    with shelf.services.store.read() as reader:
        assert set(index.passage_ids) == {passage.id for passage in reader.find(Passage)}
    assert index_status(shelf.services)["up_to_date"]


def test_what_a_mail_quotes_is_no_passage_of_the_index(shelf: Shelf) -> None:
    """It is kept for display and is no evidence of the mail that quotes it."""
    shelf.put("reply.eml", REPLY)
    index = update_index(shelf.services, silent)
    with shelf.services.store.read() as reader:
        quoted = [passage for passage in reader.find(Passage) if "plum tree" in passage.text]
    assert [passage.quoted for passage in quoted] == [True]
    assert index.row_of(quoted[0].id) is None
    assert shelf.ask("When is the plum tree felled?")["kind"] == "abstention"


def test_a_rebuilt_index_answers_as_the_old_one(shelf: Shelf) -> None:
    """Rebuilding says what the index holds now, and changes no outcome."""
    before = shelf.ask("How wide are grout joints?")
    status = rebuild_index(shelf.services, silent)
    assert status["up_to_date"]
    assert status["passages"] == len(shelf.corpus().index)
    assert shelf.ask("How wide are grout joints?")["answer"] == before["answer"]
