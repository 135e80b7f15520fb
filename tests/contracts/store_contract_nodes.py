"""Contract of the store: nodes, their order, their history and their views in recorded time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest

from graph.errors import FixSetup, OurBug, PrevailError
from graph.model import Claim, Clause, Node, Passage, Person, Receipt, Source, Work
from graph.store import GraphStore
from tests.contracts.store_samples import at, claim, clause, one_of_each, passage, source, work

NASTY = [
    "",
    " \t\r\n ",
    "nul\x00inside\x00",
    'it\'s "quoted" `ticked` \\u0060 \\',
    "'; DROP TABLE nodes; --",
    "`}) MATCH (n) DETACH DELETE n //",
    "%_*?[a]",
    "Тошкент 上海 ş 👷🏽‍♀️ e\u0301 \u202e\ufeff",
    "\uffff\U0010ffff",
]


class NodeContract:
    """Nodes."""

    @pytest.mark.parametrize("node", one_of_each(), ids=lambda node: type(node).__name__)
    def test_a_node_comes_back_equal(self, store: GraphStore, node: Node) -> None:
        """Every kind, with every field, through get and find."""
        with store.write() as writer:
            assert writer.put([node]) == 1
        with store.read() as reader:
            assert reader.get(type(node), node.id) == node
            assert list(reader.find(type(node))) == [node]

    def test_an_unknown_id_is_none(self, store: GraphStore) -> None:
        """Also for an id that another kind has."""
        with store.write() as writer:
            writer.put([work("x")])
        with store.read() as reader:
            assert reader.get(Work, "y") is None
            assert reader.get(Source, "x") is None

    def test_putting_what_is_there_changes_nothing(self, store: GraphStore) -> None:
        """A known id keeps its node, in the same call, in a later one, and when retracted."""
        with store.write() as writer:
            assert writer.put([work(number="A"), work(number="B"), work("w-2")]) == 2
        with store.write() as writer:
            assert writer.put([work(number="C")]) == 0
        with store.write() as writer:
            assert writer.retract(["w-1"], at(1)) == 1
            assert writer.put([work(number="D", recorded_at=at(2))]) == 0
        with store.read() as reader:
            assert reader.get(Work, "w-1") == replace(work(number="A"), retracted_at=at(1))
            assert [node.id for node in reader.find(Work)] == ["w-2"]

    def test_nodes_are_ordered_by_id(self, store: GraphStore) -> None:
        """In the order of code points, whatever the order of arrival; claims are no exception."""
        ids = ["b", "a", "a-", "Z", "ä", "a\x00", "\U0001f477", "\uffee"]
        with store.write() as writer:
            writer.put(work(identifier) for identifier in ids)
            writer.put(claim(identifier, source_id=f"s-{n}") for n, identifier in enumerate(ids))
        with store.read() as reader:
            assert [node.id for node in reader.find(Work)] == sorted(ids)
            assert [node.id for node in reader.find(Claim)] == sorted(ids)
            assert [node.id for node in reader.find(Work, ids=ids)] == sorted(ids)

    @pytest.mark.parametrize("make", [passage, clause])
    def test_passages_and_clauses_are_ordered_by_place(
        self, store: GraphStore, make: Callable[[str, str, int], Passage | Clause]
    ) -> None:
        """By source id, then span start as a number, then id; also when asked for by ids."""
        placed = [make("1", "s-2", 9), make("4", "s-1", 100), make("3", "s-1", 20), make("2", "s-1", 100)]
        kind = type(placed[0])
        with store.write() as writer:
            writer.put(placed)
        with store.read() as reader:
            assert [node.id for node in reader.find(kind)] == ["3", "2", "4", "1"]
            assert [node.id for node in reader.find(kind, ids=["1", "2", "4", "3"])] == ["3", "2", "4", "1"]
            assert [node.id for node in reader.find(kind, source_id="s-1")] == ["3", "2", "4"]

    def test_find_keeps_to_all_given_conditions(self, store: GraphStore) -> None:
        """Ids and source together; no ids and an unknown source find nothing."""
        with store.write() as writer:
            writer.put([passage("a", "s-1"), passage("b", "s-1", 30), passage("c", "s-2"), source("s-1")])
        with store.read() as reader:
            assert [node.id for node in reader.find(Passage, ids=["b", "c", "b", "z"], source_id="s-1")] == ["b"]
            assert list(reader.find(Passage, ids=[])) == []
            assert list(reader.find(Passage, source_id="s-9")) == []
            assert list(reader.find(Work, source_id="s-1")) == []

    def test_replacing_keeps_the_old_record(self, store: GraphStore) -> None:
        """The old one ends when the new one was recorded; get and find give the new one."""
        first, second = work(number="A"), work(number="B", recorded_at=at(1))
        with store.write() as writer:
            writer.put([first])
            writer.replace(second)
        with store.read() as reader:
            assert reader.get(Work, "w-1") == second
            assert list(reader.find(Work)) == [second]
            assert list(reader.find(Work, history=True)) == [replace(first, retracted_at=at(1)), second]
            assert list(reader.find(Work, ids=["w-1"], history=True)) == [replace(first, retracted_at=at(1)), second]
            assert reader.count(Work) == 1

    def test_replacing_what_is_not_there_adds_it(self, store: GraphStore) -> None:
        """An unknown id, and a retracted one, which so comes back as a new record."""
        with store.write() as writer:
            writer.replace(work(number="A"))
            writer.retract(["w-1"], at(1))
            writer.replace(work(number="B", recorded_at=at(2)))
        with store.read() as reader:
            assert list(reader.find(Work)) == [work(number="B", recorded_at=at(2))]
            assert [node.retracted_at for node in reader.find(Work, history=True)] == [at(1), None]

    def test_replacing_a_node_by_itself_changes_nothing(self, store: GraphStore) -> None:
        """No new record, no new generation."""
        with store.write() as writer:
            writer.put([work()])
        before = store.generation()
        with store.write() as writer:
            writer.replace(work())
        with store.read() as reader:
            assert list(reader.find(Work, history=True)) == [work()]
        assert store.generation() == before

    def test_known_at_shows_what_was_recorded_then(self, store: GraphStore) -> None:
        """Half-open: from the moment of recording to just before the moment of retraction."""
        with store.write() as writer:
            writer.put([work(number="A")])
            writer.replace(work(number="B", recorded_at=at(2)))
            writer.retract(["w-1"], at(4))
        seen = {}
        with store.read() as reader:
            for hours in (-0.001, 0, 1.999, 2, 3.999, 4, 99):
                seen[hours] = [node.number for node in reader.find(Work, known_at=at(hours))]
            assert [node.number for node in reader.find(Work, ids=["w-1"], known_at=at(3))] == ["B"]
            assert list(reader.find(Work)) == []
        assert seen == {-0.001: [], 0: ["A"], 1.999: ["A"], 2: ["B"], 3.999: ["B"], 4: [], 99: []}

    def test_known_at_compares_instants_not_their_spelling(self, store: GraphStore) -> None:
        """Microseconds and offsets from UTC make no difference to the order of time."""
        recorded = at(0).replace(microsecond=500_000)
        with store.write() as writer:
            writer.put([work(recorded_at=recorded)])
        with store.read() as reader:
            assert list(reader.find(Work, known_at=at(0))) == []
            assert len(list(reader.find(Work, known_at=recorded))) == 1
            assert len(list(reader.find(Work, known_at=at(1)))) == 1

    def test_a_time_without_zone_is_refused(self, store: GraphStore) -> None:
        """When written and when asked for."""
        naive = at(0).replace(tzinfo=None)
        with pytest.raises(OurBug), store.write() as writer:
            writer.put([work(recorded_at=naive)])
        with store.read() as reader, pytest.raises(OurBug):
            list(reader.find(Work, known_at=naive))

    def test_history_and_known_at_exclude_each_other(self, store: GraphStore) -> None:
        """Asking for both is a mistake, for nodes and for edges."""
        with store.read() as reader:
            with pytest.raises(OurBug):
                list(reader.find(Work, known_at=at(0), history=True))
            with pytest.raises(OurBug):
                reader.edges(known_at=at(0), history=True)

    def test_recorded_time_does_not_run_backwards(self, store: GraphStore) -> None:
        """So at any moment an id has at most one record."""
        with store.write() as writer:
            writer.put([work(recorded_at=at(5))])
        with pytest.raises(FixSetup, match="backwards"), store.write() as writer:
            writer.replace(work(number="B", recorded_at=at(4)))
        with pytest.raises(FixSetup, match="backwards"), store.write() as writer:
            writer.retract(["w-1"], at(4))
        with store.write() as writer:
            writer.retract(["w-1"], at(6))
        with pytest.raises(FixSetup, match="backwards"), store.write() as writer:
            writer.replace(work(number="B", recorded_at=at(5.5)))
        with store.read() as reader:
            assert list(reader.find(Work, history=True)) == [replace(work(recorded_at=at(5)), retracted_at=at(6))]

    def test_retracting_counts_what_it_ends(self, store: GraphStore) -> None:
        """Unknown and already retracted ids do not count, and the end stays where it was."""
        with store.write() as writer:
            writer.put([work("a"), work("b"), passage("c")])
            assert writer.retract(["a", "c", "zz", "a"], at(1)) == 2
        before = store.generation()
        with store.write() as writer:
            assert writer.retract(["a"], at(2)) == 0
        assert store.generation() == before
        with store.read() as reader:
            assert reader.get(Work, "a") == replace(work("a"), retracted_at=at(1))
            assert [reader.count(kind) for kind in (Work, Passage, Person)] == [1, 0, 0]

    @pytest.mark.parametrize("text", NASTY)
    def test_any_text_in_any_field_comes_back_as_it_was(self, store: GraphStore, text: str) -> None:
        """Quotes, NUL, foreign scripts and injections are data in every string field, ids included."""
        nodes = [_filled(node, text) for node in one_of_each()]
        with store.write() as writer:
            assert writer.put([work("bystander")]) == 1
            assert writer.put(nodes) == len(nodes)
        with store.read() as reader:
            for node in nodes:
                assert reader.get(type(node), node.id) == node
                assert list(reader.find(type(node), ids=[text])) == [node]
            assert reader.count(Work) == 2

    def test_a_file_name_of_broken_bytes_comes_back_as_it_was(self, store: GraphStore) -> None:
        """Python gives such bytes as lone surrogates, which are not UTF-8."""
        odd = replace(source(), remote_id="spec/\udcff\udc80.pdf")
        with store.write() as writer:
            writer.put([odd])
        with store.read() as reader:
            assert reader.get(Source, odd.id) == odd

    def test_what_could_not_be_read_back_is_not_stored(self, store: GraphStore) -> None:
        """A NaN or a value of the wrong type is refused when it is written, not met when it is read."""
        for wrong in (replace(claim(), confidence=float("nan")), replace(source(), acl=["*"])):  # type: ignore[arg-type]
            with pytest.raises(PrevailError), store.write() as writer:
                writer.put([wrong])
        with store.read() as reader:
            assert reader.count(Claim) == reader.count(Source) == 0

    def test_ten_thousand_nodes_go_in_one_batch(self, store: GraphStore) -> None:
        """From a generator, found again all together and by more ids than a statement may bind."""
        with store.write() as writer:
            assert writer.put(passage(f"p-{n:05}", f"s-{n // 1000}", n % 1000) for n in range(10_000)) == 10_000
        with store.read() as reader:
            assert reader.count(Passage) == 10_000
            assert [node.id for node in reader.find(Passage)] == [f"p-{n:05}" for n in range(10_000)]
            wanted = [f"p-{n:05}" for n in range(0, 10_000, 3)]
            assert [node.id for node in reader.find(Passage, ids=reversed(wanted))] == wanted
            assert len(list(reader.find(Passage, source_id="s-7"))) == 1000

    def test_find_can_be_left_early_and_run_side_by_side(self, store: GraphStore) -> None:
        """Two iterations over one view do not disturb each other."""
        with store.write() as writer:
            writer.put(work(f"{n:04}") for n in range(600))
        with store.read() as reader:
            pairs = zip(reader.find(Work), reader.find(Work), strict=True)
            assert all(one == other for one, other in pairs)
            assert next(reader.find(Work)).id == "0000"

    def test_a_receipt_is_a_node_like_any_other(self, store: GraphStore) -> None:
        """Its body, which is JSON itself, is not touched."""
        body = '{"a": [1, 2.50, "\\u0416"],\n "b": null}'
        with store.write() as writer:
            writer.put([Receipt("r", "q", body, at(0))])
        with store.read() as reader:
            found = reader.get(Receipt, "r")
        assert found is not None
        assert found.body == body


def _filled(node: Node, text: str) -> Node:
    """The node with that text in every plain string field."""
    changes: dict[str, Any] = {field.name: text for field in fields(node) if type(getattr(node, field.name)) is str}
    return replace(node, **changes)
