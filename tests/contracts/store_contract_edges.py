"""Contract of the store: edges, their filters and their history."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graph.errors import FixSetup
from graph.store import GraphStore
from graph.vocabulary import EdgeState, EdgeType
from tests.contracts.store_contract_nodes import NASTY
from tests.contracts.store_samples import at, edge


class EdgeContract:
    """Edges."""

    @pytest.mark.parametrize("kind", list(EdgeType))
    def test_an_edge_comes_back_equal(self, store: GraphStore, kind: EdgeType) -> None:
        """Every type, with scope, evidence and anchor; the ends need not be stored."""
        with store.write() as writer:
            assert writer.connect([edge(kind=kind)]) == 1
        with store.read() as reader:
            assert reader.edges() == [edge(kind=kind)]

    def test_edges_meet_all_given_conditions(self, store: GraphStore) -> None:
        """Type, source and destination, alone and together, ordered by id."""
        cites, amends = EdgeType.CITES, EdgeType.AMENDS
        made = [
            edge("4", cites, "a", "b"),
            edge("3", amends, "a", "b"),
            edge("2", cites, "b", "a"),
            edge("1", cites, "a", "c"),
        ]
        with store.write() as writer:
            assert writer.connect(iter(made)) == 4
        with store.read() as reader:
            found = {
                "all": reader.edges(),
                "src": reader.edges(src="a"),
                "dst": reader.edges(dst="b"),
                "type": reader.edges(types=[cites]),
                "types": reader.edges(types={amends, cites}, dst="b"),
                "every": reader.edges(types=[cites], src="a", dst="b"),
                "no type": reader.edges(types=[]),
                "no such": reader.edges(src="z"),
            }
        assert {name: "".join(one.id for one in edges) for name, edges in found.items()} == {
            "all": "1234",
            "src": "134",
            "dst": "34",
            "type": "124",
            "types": "34",
            "every": "4",
            "no type": "",
            "no such": "",
        }

    def test_connecting_what_is_there_changes_nothing(self, store: GraphStore) -> None:
        """The same id keeps its present edge, in one call and in the next."""
        with store.write() as writer:
            assert writer.connect([edge(), replace(edge(), note="again")]) == 1
        before = store.generation()
        with store.write() as writer:
            assert writer.connect([replace(edge(), confidence=0.1)]) == 0
        assert store.generation() == before
        with store.read() as reader:
            assert reader.edges(history=True) == [edge()]

    def test_connecting_a_retracted_edge_revives_it(self, store: GraphStore) -> None:
        """As a new record, so that undo and redo are both remembered."""
        again = edge(recorded_at=at(2))
        with store.write() as writer:
            writer.connect([edge()])
            assert writer.retract(["e-1"], at(1)) == 1
            assert writer.connect([again]) == 1
        with store.read() as reader:
            assert reader.edges() == [again]
            assert reader.edges(history=True) == [replace(edge(), retracted_at=at(1)), again]
            assert [reader.edges(known_at=at(hours)) != [] for hours in (0, 1, 1.5, 2)] == [True, False, False, True]

    def test_a_revived_edge_does_not_overlap_its_past(self, store: GraphStore) -> None:
        """The new record may begin where the old one ended, not before."""
        with store.write() as writer:
            writer.connect([edge()])
            writer.retract(["e-1"], at(1))
        with pytest.raises(FixSetup, match="backwards"), store.write() as writer:
            writer.connect([edge()])
        with store.write() as writer:
            assert writer.connect([edge(recorded_at=at(1))]) == 1

    def test_replacing_an_edge_keeps_the_old_record(self, store: GraphStore) -> None:
        """As when a person affirms what a rule proposed; the indexes follow the new ends."""
        proposed = replace(edge(), state=EdgeState.PROPOSED)
        affirmed = replace(edge(recorded_at=at(1)), dst="s-0")
        with store.write() as writer:
            writer.connect([proposed])
            writer.replace(affirmed)
        with store.read() as reader:
            assert reader.edges(dst="s-0") == [affirmed]
            assert reader.edges(dst="s-1") == []
            assert reader.edges(dst="s-1", known_at=at(0.5)) == [replace(proposed, retracted_at=at(1))]
            assert [one.state for one in reader.edges(history=True)] == [EdgeState.PROPOSED, EdgeState.AFFIRMED]

    @pytest.mark.parametrize("text", NASTY)
    def test_any_text_in_an_edge_comes_back_as_it_was(self, store: GraphStore, text: str) -> None:
        """Ids, ends and words of an edge are data."""
        nasty = replace(edge(text, src=text, dst=text), method=text, by=text, note=text)
        with store.write() as writer:
            writer.connect([edge("bystander"), nasty])
        with store.read() as reader:
            assert reader.edges(src=text) == reader.edges(dst=text) == [nasty]
            assert len(reader.edges()) == 2
