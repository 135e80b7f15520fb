"""After a change only what it touched is computed again, and the result is that of computing all of it anew."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.conflicts.demands import Demands
from graph.conflicts.renewal import renew
from graph.demands import ConceptLink
from graph.identity import concept_link_id
from graph.model import Scope
from graph.vocabulary import EdgeType
from tests.fakes.library import NOON
from tests.unit.graph.conflicts.shelf import Shelf

THINGS = ("stair", "door", "door and window", "ramp")
PROPERTIES = ("width", "height")
DEMANDS = ("shall = 900 mm", "shall = 1 m", "shall ≥ 900 mm", "should ≤ 800 mm", "shall present", "shall absent")
CLASSES = ("specification", "drawing", "addendum")

Change = Callable[[Shelf, int], None]


def add_document(shelf: Shelf, at: int) -> None:
    """One more document with two demands."""
    source = shelf.document(f"NEW {len(shelf.library.sources)}", CLASSES[at % 3])
    for thing in (THINGS[at % 4], THINGS[(at + 1) % 4]):
        shelf.demand(source, thing, PROPERTIES[at % 2], DEMANDS[at % 6])


def lose_document(shelf: Shelf, at: int) -> None:
    """A document is no longer held."""
    gone = shelf.library.sources.pop(at % len(shelf.library.sources)).id
    shelf.library.claims[:] = [claim for claim in shelf.library.claims if claim.source_id != gone]


def supersede(shelf: Shelf, at: int) -> None:
    """One document takes another, or some of its words, out of force."""
    sources = shelf.library.sources
    old = sources[(at + 1) % len(sources)].id
    scope = Scope(("characters 0–900",)) if at % 2 else Scope()
    shelf.library.link(EdgeType.SUPERSEDES, sources[at % len(sources)].id, old, method="person", scope=scope)


def demand_more(shelf: Shelf, at: int) -> None:
    """One more demand is read from a document that was there."""
    source = shelf.library.sources[at % len(shelf.library.sources)].id
    shelf.demand(source, THINGS[at % 4], PROPERTIES[at % 2], DEMANDS[(at + 3) % 6])


CHANGES: tuple[Change, ...] = (add_document, lose_document, supersede, demand_more)


def a_shelf(picks: list[int]) -> Shelf:
    """Three documents with a demand for each pick."""
    shelf = Shelf()
    sources = [shelf.document(f"SPEC {n}", CLASSES[n % 2]) for n in range(3)]
    for n, pick in enumerate(picks):
        shelf.demand(sources[n % 3], THINGS[pick % 4], PROPERTIES[pick // 4 % 2], DEMANDS[pick % 6])
    return shelf


def demands_of(shelf: Shelf, links: tuple[ConceptLink, ...] = (), as_of: str = "2025-01-01") -> Demands:
    """What a shelf demands."""
    library = copy.deepcopy(shelf.library)
    return Demands(library.governing(as_of), list(shelf.requirements), links)


@settings(max_examples=60, deadline=None)
@given(
    picks=st.lists(st.integers(0, 47), min_size=3, max_size=14),
    changes=st.lists(st.tuples(st.sampled_from(CHANGES), st.integers(0, 11)), max_size=3),
)
def test_renewed_demands_are_those_computed_anew(picks: list[int], changes: list[tuple[Change, int]]) -> None:
    """Parties and conflicts, in their order, after documents came, went, or were displaced."""
    shelf = a_shelf(picks)
    before = demands_of(shelf)
    assert before.conflicts is before.conflicts
    for change, at in changes:
        change(shelf, at)
    renewed, anew = renew(demands_of(shelf), before), demands_of(shelf)
    assert renewed.conflicts == anew.conflicts
    assert renewed.parties == anew.parties


def test_nothing_that_stands_as_before_is_computed_again() -> None:
    """The parties are the very same objects, and the conflicts are there before they are asked for."""
    shelf = a_shelf([0, 1, 2, 6, 7, 9])
    before = demands_of(shelf)
    assert before.conflicts
    renewed = renew(demands_of(shelf), before)
    assert renewed.has_conflicts
    assert all(one is other for one, other in zip(renewed.listed, before.listed, strict=True))


@pytest.mark.parametrize("what", ["links", "day"])
def test_other_words_and_other_days_take_over_nothing(what: str) -> None:
    """All is computed anew."""
    shelf = a_shelf([0, 1, 2, 6, 7, 9])
    before = demands_of(shelf)
    assert before.conflicts
    link = ConceptLink(concept_link_id("", "subject", "ramp"), "subject", "ramp", "stair", True, "ana", NOON)
    now = demands_of(shelf, (link,)) if what == "links" else demands_of(shelf, as_of="2025-02-01")
    assert not renew(now, before).has_conflicts
