"""Contract of the store: whole histories are put as they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from graph.model import Edge, Node, Passage, Work
from graph.store import GraphStore
from graph.vocabulary import EdgeState, EdgeType
from tests.contracts.store_contract_nodes import NASTY
from tests.contracts.store_samples import at, edge, one_of_each, passage, work

ENDED = replace(work(number="A"), retracted_at=at(1))
AT_ONCE = replace(work(number="B", recorded_at=at(1)), retracted_at=at(1))
PRESENT = work(number="C", recorded_at=at(1))
REVIVED = [
    replace(edge(), recorded_at=at(0), retracted_at=at(1)),
    replace(edge(), recorded_at=at(1), retracted_at=at(2)),
    replace(edge(), recorded_at=at(2)),
]


class HistoryContract:
    """Restoring."""

    @pytest.mark.parametrize("node", one_of_each(), ids=lambda node: type(node).__name__)
    def test_a_node_of_every_kind_is_restored(self, store: GraphStore, node: Node) -> None:
        """Equal, by `get` and by `find`; and so is an edge."""
        _restore(store, [node, edge()])
        with store.read() as reader:
            assert reader.get(type(node), node.id) == node
            assert list(reader.find(type(node))) == [node]
            assert reader.edges() == [edge()]

    def test_a_history_stands_as_it_was_given(self, store: GraphStore) -> None:
        """Ended records, one that held for no time, and the present one, each seen at its time."""
        assert _restore(store, [ENDED, AT_ONCE, PRESENT]) == 1
        with store.read() as reader:
            assert list(reader.find(Work, history=True)) == [ENDED, AT_ONCE, PRESENT]
            assert list(reader.find(Work)) == [PRESENT]
            assert list(reader.find(Work, known_at=at(0.5))) == [ENDED]
            assert reader.get(Work, ENDED.id) == PRESENT
            assert reader.count(Work) == 1

    def test_an_edge_that_was_revived_keeps_its_records(self, store: GraphStore) -> None:
        """All of them between the same two ends; only the last is present."""
        assert _restore(store, REVIVED) == 1
        with store.read() as reader:
            assert reader.edges(history=True) == REVIVED
            assert reader.edges(src="s-2", types=[EdgeType.SUPERSEDES]) == REVIVED[-1:]

    def test_what_has_ended_and_what_held_for_no_time_is_restored_too(self, store: GraphStore) -> None:
        """Nothing of it is present; equal records are as many as were given."""
        _restore(store, [AT_ONCE, AT_ONCE])
        with store.read() as reader:
            assert list(reader.find(Work, history=True)) == [AT_ONCE, AT_ONCE]
            assert list(reader.find(Work)) == []

    def test_restoring_the_same_again_changes_nothing(self, store: GraphStore) -> None:
        """Neither the records nor the generation."""
        everything: list[Node | Edge] = [*one_of_each(), work("w-9"), *REVIVED]
        first = _restore(store, everything)
        before = store.generation()
        assert (first, _restore(store, everything)) == (len(one_of_each()) + 2, 0)
        assert store.generation() == before

    def test_another_history_takes_the_place_of_the_one_that_is_there(self, store: GraphStore) -> None:
        """A present record that has ended since, a record the less, an edge of another state."""
        _restore(store, [ENDED, PRESENT, work("w-2"), *REVIVED])
        ended = replace(PRESENT, retracted_at=at(5))
        affirmed = replace(edge(), state=EdgeState.REJECTED, dst="s-7")
        assert _restore(store, [ended, work("w-2"), affirmed]) == 2
        with store.read() as reader:
            assert list(reader.find(Work, history=True)) == [ended, work("w-2")]
            assert reader.edges(history=True) == [affirmed]
            assert reader.edges(dst="s-1", history=True) == []

    def test_what_was_restored_goes_on_as_if_it_had_been_written(self, store: GraphStore) -> None:
        """It can be replaced, retracted and revived."""
        _restore(store, [ENDED, PRESENT, replace(edge(), retracted_at=at(2))])
        with store.write() as writer:
            writer.replace(work(number="D", recorded_at=at(3)))
            assert writer.connect([replace(edge(), recorded_at=at(4))]) == 1
            assert writer.retract(["e-1"], at(5)) == 1
        with store.read() as reader:
            assert [node.number for node in reader.find(Work, history=True)] == ["A", "C", "D"]
            assert [one.retracted_at for one in reader.edges(history=True)] == [at(2), at(5)]

    def test_a_transaction_sees_what_it_restored(self, store: GraphStore) -> None:
        """And undoes it with the rest."""

        def restore_and_fail() -> None:
            with store.write() as writer:
                writer.restore([ENDED, PRESENT, edge()])
                assert (writer.get(Work, PRESENT.id), writer.edges()) == (PRESENT, [edge()])
                raise KeyError("mine")

        with pytest.raises(KeyError, match="mine"):
            restore_and_fail()
        with store.read() as reader:
            assert (list(reader.find(Work, history=True)), reader.edges(history=True)) == ([], [])

    @pytest.mark.parametrize("text", NASTY)
    def test_odd_ids_are_restored(self, store: GraphStore, text: str) -> None:
        """Of nodes and of edges' ends."""
        _restore(store, [work(text), edge(text, src=text, dst=f"{text}!")])
        with store.read() as reader:
            assert [node.id for node in reader.find(Work)] == [text]
            assert [one.id for one in reader.edges(src=text, dst=f"{text}!")] == [text]

    def test_many_are_restored_at_once(self, store: GraphStore) -> None:
        """More than one batch, in the order of their place."""
        _restore(store, [passage(f"{n:04}", start=n) for n in reversed(range(2500))])
        with store.read() as reader:
            assert [one.span.start for one in reader.find(Passage)] == list(range(2500))

    def test_restored_passages_change_their_version(self, store: GraphStore) -> None:
        """Also where one only takes the place of another, or ends; nothing else changes it."""
        versions = [store.passages_version()]
        ended = replace(passage(), retracted_at=at(1))
        for record in (passage(), passage(start=3), ended):
            _restore(store, [record])
            versions.append(store.passages_version())
        assert len({*versions}) == 4
        _restore(store, [ended, work(), edge()])
        assert store.passages_version() == versions[-1]


def _restore(store: GraphStore, records: Sequence[Node | Edge]) -> int:
    with store.write() as writer:
        return writer.restore(iter(records))
