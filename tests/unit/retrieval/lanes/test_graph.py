"""The graph lane: one step from what a question names or other lanes found, with the walk that explains it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from graph.vocabulary import EdgeState, EdgeType
from retrieval.lanes.graph import GraphLane
from retrieval.model import Hit, Ranking
from tests.fakes.shelf import NOON, Shelf, open_shelf, query

OLD = "Note 11\nDate: 2 May 2021\nNumber: NOTE-11\n\nGravel is sieved twice before it is laid.\n"
NEW = "Note 12\nDate: 2 May 2023\nNumber: NOTE-12\nSupersedes: NOTE-11\n\nThe sieving of gravel happens once.\n"
ASIDE = "Note 40\nDate: 2 May 2023\nNumber: NOTE-40\n\nGravel may be grey. Gravel may be brown. Gravel is gravel.\n"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """A note, the note that superseded it, and one that has nothing to do with them."""
    with open_shelf(tmp_path_factory.mktemp("graph")) as shelf:
        shelf.put("old.txt", OLD)
        shelf.put("new.txt", NEW)
        shelf.put("aside.txt", ASIDE)
        yield shelf


def _walk(
    shelf: Shelf, text: str, depth: int = 10, others: tuple[str, ...] = (), closed: str = ""
) -> list[tuple[str, Hit]]:
    corpus, asked = shelf.corpus(), query(text)
    sources = {s.id: s.remote_id for s in corpus.snapshot(None).sources.values()}
    heads = [p for p in corpus.index.passage_ids if sources[corpus.source_of(p)] in others]
    rankings = [Ranking("lexical", tuple(Hit(p, n, 1.0) for n, p in enumerate(heads, start=1)))]
    lane = GraphLane(corpus, asked, frozenset(s for s, name in sources.items() if name != closed))
    return [(sources[corpus.source_of(hit.passage_id)], hit) for hit in lane.search(text, depth, rankings).hits]


def test_the_document_that_a_question_names_comes_before_its_neighbours(shelf: Shelf) -> None:
    """First the named one, then what one edge leads to; a document that nothing leads to is not found."""
    found = _walk(shelf, "How does NOTE-11 have gravel sieved?")
    names = [name for name, _ in found]
    assert set(names) == {"old.txt", "new.txt"}
    assert names == sorted(names, key=["old.txt", "new.txt"].index)
    assert [hit.rank for _, hit in found] == list(range(1, len(found) + 1))


def test_every_hit_says_which_walk_led_to_it(shelf: Shelf) -> None:
    """The path begins with what the question names and reads along the edges."""
    paths = {name: hit.path for name, hit in _walk(shelf, "How does NOTE-11 have gravel sieved?")}
    assert paths["old.txt"] == "the question names NOTE-11"
    assert paths["new.txt"] is not None
    assert paths["new.txt"].startswith("the question names NOTE-11 → is superseded by NOTE-12")


def test_the_successor_is_pulled_in_from_what_other_lanes_found(shelf: Shelf) -> None:
    """A question that names nothing still reaches what superseded the text found."""
    found = {name: hit.path for name, hit in _walk(shelf, "gravel sieved", others=("old.txt",))}
    assert list(found) == ["new.txt"]
    assert str(found["new.txt"]).startswith("found: NOTE-11")


def test_a_source_outside_the_query_is_never_returned(shelf: Shelf) -> None:
    """Neither as the document named nor as its neighbour."""
    assert {name for name, _ in _walk(shelf, "NOTE-11 gravel", closed="new.txt")} == {"old.txt"}
    assert {name for name, _ in _walk(shelf, "NOTE-11 gravel", closed="old.txt")} == {"new.txt"}


def test_no_more_hits_than_asked_for(shelf: Shelf) -> None:
    """The nearer ones fill the depth first."""
    assert [name for name, _ in _walk(shelf, "NOTE-11 gravel sieved", depth=1)] == ["old.txt"]


def test_nothing_named_and_nothing_found_leads_nowhere(shelf: Shelf) -> None:
    """The lane has no hits of its own."""
    assert _walk(shelf, "gravel") == []


def test_an_edge_that_nobody_has_affirmed_is_not_walked(shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A proposal leads nowhere, and what was rejected neither."""
    with open_shelf(tmp_path_factory.mktemp("proposed")) as other:
        other.put("old.txt", OLD)
        new = other.put("new.txt", NEW)
        with other.services.store.write() as writer:
            for edge in writer.edges(types=[EdgeType.SUPERSEDES], src=new):
                writer.replace(replace(edge, state=EdgeState.PROPOSED, recorded_at=NOON))
        assert {name for name, _ in _walk(other, "NOTE-11 gravel")} == {"old.txt"}
