"""What people may decide, what is refused, and what a decision would change."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from graph.decisions import (
    Displacement,
    check_order,
    check_sound,
    judged,
    make_ruling,
    person_edge,
    same_fact,
    undone,
)
from graph.errors import Refused
from graph.governing import Governing
from graph.model import Edge, Scope
from graph.precedence import preset
from graph.snapshot import Snapshot, build_snapshot, with_edges
from graph.time import DateAnchor, Moment
from graph.vocabulary import EdgeState, EdgeType, RulingAct, Signal
from tests.fakes.library import NOON, Library

LATER = datetime(2025, 3, 1, tzinfo=UTC)


def decided(new: str, old: str, *clauses: str) -> Edge:
    """An edge that Ada makes."""
    return person_edge(Displacement(new, old, clauses), "Ada Stone", "agreed", LATER)


def tried(snapshot: Snapshot, edge: Edge) -> Snapshot:
    """The snapshot with an edge in place of the one with its id."""
    return with_edges(snapshot, [*(e for e in snapshot.edges if e.id != edge.id), edge])


def test_an_edge_by_a_person_takes_its_target_out_of_force() -> None:
    """It is affirmed, of method `person`, and the reason names who decided and why."""
    library = Library()
    new, old = library.add("Note 2", date="2024-05-01"), library.add("Note 1", date="2023-05-01")
    edge = decided(new, old)
    assert (edge.type, edge.state, edge.method, edge.by) == (
        EdgeType.SUPERSEDES, EdgeState.AFFIRMED, "person", "Ada Stone",
    )  # fmt: skip
    verdict = Governing(tried(library.snapshot(), edge), Moment(date(2025, 1, 1))).of_source(old)
    assert verdict.signal is Signal.SUPERSEDED
    assert verdict.reason == "Note 2 (2024-05-01) supersedes Note 1: decided by Ada Stone (agreed)"
    assert verdict.since == date(2024, 5, 1)


def test_the_same_decision_is_the_same_edge_whatever_its_date() -> None:
    """The id tells apart documents, clauses and withdrawal, not days."""
    whole = Displacement("s-1", "s-2")
    one = person_edge(whole, "Ada", None, LATER)
    dated = person_edge(replace(whole, effective=DateAnchor.on(date(2025, 1, 1))), "Olaf", None, NOON)
    part = person_edge(replace(whole, clauses=("2.1",)), "Ada", None, LATER)
    gone = person_edge(replace(whole, withdraws=True), "Ada", None, LATER)
    assert one.id == dated.id
    assert len({one.id, part.id, gone.id}) == 3
    assert gone.type is EdgeType.WITHDRAWS
    assert part.scope == Scope(("2.1",))


def test_a_circle_is_refused_with_its_path() -> None:
    """3 over 2 over 1 stands; 1 over 3 would close it."""
    library = Library()
    one, two, three = (library.add(f"Note {n}", date=f"202{n}-05-01") for n in (1, 2, 3))
    library.link(EdgeType.SUPERSEDES, two, one)
    standing = library.link(EdgeType.SUPERSEDES, three, two)
    snapshot = library.snapshot()
    edge = decided(one, three)
    with pytest.raises(Refused) as refused:
        check_sound(snapshot, tried(snapshot, edge), edge)
    assert refused.value.rule == "circle"
    assert refused.value.path == ("Note 1", "Note 3", "Note 2", "Note 1")
    assert "Note 1 → Note 3 → Note 2 → Note 1" in str(refused.value)
    assert standing.id in str(refused.value)


def test_a_circle_through_clauses_or_a_rejected_edge_is_none() -> None:
    """Two texts may each replace a clause of the other, and what is rejected closes nothing."""
    library = Library()
    one, two = library.add("Note 1", date="2021-05-01"), library.add("Note 2", date="2022-05-01")
    library.link(EdgeType.SUPERSEDES, two, one, state=EdgeState.REJECTED)
    snapshot = library.snapshot()
    for edge in (decided(one, two), decided(one, two, "2.1")):
        check_sound(snapshot, tried(snapshot, edge), edge)


def test_a_lower_class_is_refused_and_the_order_shown() -> None:
    """A mail does not displace an addendum unless somebody overrides it."""
    library = Library()
    mail = library.add("Mail 4", authority="mail", date="2024-09-01")
    addendum = library.add("Addendum 2", authority="addendum", date="2024-05-01")
    edge = decided(mail, addendum)
    with pytest.raises(Refused, match="ranks below") as refused:
        check_order(tried(library.snapshot(), edge), edge)
    assert refused.value.rule == "precedence"
    assert "addendum > agreement" in str(refused.value)
    other_way = decided(addendum, mail)
    check_order(tried(library.snapshot(), other_way), other_way)


def test_under_a_complementary_order_a_person_may_decide() -> None:
    """No rule may pick there; a person is who has to."""
    library = Library()
    drawing = library.add("A-1", authority="drawing", date="2024-09-01")
    section = library.add("Section 1", authority="specification", date="2024-05-01")
    edge = decided(drawing, section)
    snapshot = tried(library.snapshot(), edge)
    with pytest.raises(Refused):
        check_order(snapshot, edge)
    check_order(replace(snapshot, orders={"tower": preset("complementary")}), edge)


def test_an_unissued_text_is_refused_as_displacing() -> None:
    """Only issued text governs."""
    library = Library()
    draft = library.add("Note 2", status="draft", date="2024-09-01")
    old = library.add("Note 1", status="issued", date="2024-05-01")
    edge = decided(draft, old)
    with pytest.raises(Refused, match="never issued") as refused:
        check_order(tried(library.snapshot(), edge), edge)
    assert refused.value.rule == "not issued"


def test_a_person_can_reverse_the_order_of_two_versions() -> None:
    """It is refused unless overridden; once it stands, the earlier revision governs and the later does not."""
    library = Library()
    old = library.add("Section 1", version="A", date="2023-05-01")
    new = library.add("Section 1", version="B", date="2024-05-01")
    edge = decided(old, new)
    snapshot = tried(library.snapshot(), edge)
    check_sound(library.snapshot(), snapshot, edge)
    with pytest.raises(Refused) as refused:
        check_order(snapshot, edge)
    assert refused.value.rule == "revision order"
    governing = Governing(snapshot, Moment(date(2025, 1, 1)))
    assert governing.of_source(old).signal is Signal.GOVERNS
    assert governing.of_source(new).signal is Signal.SUPERSEDED


def test_a_rejected_edge_has_no_effect_and_an_affirmed_one_says_by_whom() -> None:
    """Evidence and ground stay those of the words that state it."""
    library = Library()
    new, old = library.add("Note 2", date="2024-05-01"), library.add("Note 1", date="2023-05-01")
    found = library.link(EdgeType.SUPERSEDES, new, old, state=EdgeState.PROPOSED, method="phrase")
    snapshot, moment = library.snapshot(), Moment(date(2025, 1, 1))
    signals = {}
    for state in (EdgeState.PROPOSED, EdgeState.AFFIRMED, EdgeState.REJECTED):
        verdict = Governing(tried(snapshot, judged(found, state, "Ada", LATER)), moment).of_source(old)
        signals[state] = verdict.signal
        if state is EdgeState.AFFIRMED:
            assert verdict.reason.endswith("the text says 'words', affirmed by Ada")
    assert signals == {
        EdgeState.PROPOSED: Signal.GOVERNS,
        EdgeState.AFFIRMED: Signal.SUPERSEDED,
        EdgeState.REJECTED: Signal.GOVERNS,
    }


def test_affirming_an_addition_takes_no_clause_out_of_force() -> None:
    """Only amendments that put other words in place of a clause do."""
    library = Library()
    new, old = library.add("Addendum 2", date="2024-05-01"), library.add("Section 1", date="2023-05-01")
    library.clause(old, "2.1", 0, 1)
    added = library.link(EdgeType.AMENDS, new, old, method="addition", scope=Scope(("2.1",)))
    snapshot = tried(library.snapshot(), judged(added, EdgeState.AFFIRMED, "Ada", LATER))
    assert Governing(snapshot, Moment(date(2025, 1, 1))).of_clause(old, "2.1").signal is Signal.GOVERNS


def test_records_of_one_fact_are_the_same_whenever_recorded() -> None:
    """Times of recording tell nothing apart; states do."""
    edge = decided("s-1", "s-2")
    assert same_fact(edge, replace(edge, recorded_at=NOON))
    assert not same_fact(edge, judged(edge, EdgeState.REJECTED, "Ada Stone", LATER))
    assert same_fact(None, None)
    assert not same_fact(edge, None)


def test_a_ruling_that_is_taken_back_ends_in_the_instant_it_is_recorded() -> None:
    """So it is present at no time after, and its last record says by whom."""
    ruling = undone(make_ruling(RulingAct.AFFIRM, "e-1", "Ada", None, NOON), "Olaf", "a mistake", LATER)
    assert (ruling.recorded_at, ruling.retracted_at) == (LATER, LATER)
    assert (ruling.by, ruling.undone_by, ruling.undone_reason) == ("Ada", "Olaf", "a mistake")


def test_changed_edges_give_the_snapshot_that_building_it_anew_gives() -> None:
    """The short way and the long way to a hypothetical state agree in every verdict."""
    library = Library()
    ids = [library.add(f"Note {n}", date=f"202{n}-05-01") for n in range(1, 5)]
    library.clause(ids[0], "1.1", 0, 1)
    snapshot = library.snapshot()
    edges = [decided(ids[2], ids[1]), decided(ids[3], ids[0], "1.1")]
    short = with_edges(snapshot, [*snapshot.edges, *edges], library.clauses)
    long = build_snapshot(library.sources, library.claims, [*library.edges, *edges], (), library.clauses)
    moment = Moment(date(2025, 1, 1))
    for source in ids:
        assert Governing(short, moment).of_source(source) == Governing(long, moment).of_source(source)
        assert Governing(short, moment).of_clause(source, "1.1") == Governing(long, moment).of_clause(source, "1.1")
