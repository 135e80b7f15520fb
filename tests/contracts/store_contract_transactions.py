"""Contract of the store: transactions, consistent views, generations, threads, durability."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import numpy as np
import pytest

from graph.errors import NotFound, OurBug
from graph.model import Passage, Work
from graph.store import GraphStore, Reader, Writer
from tests.contracts.store_samples import at, edge, passage, work


class TransactionContract:
    """Transactions."""

    def test_an_exception_undoes_all_of_it(self, store: GraphStore) -> None:
        """Nodes, edges, retractions, texts, boxes and the cursor go together; the exception comes through."""
        with store.write() as writer:
            writer.put([work("old")])
        before = store.generation()

        def fail() -> None:
            with store.write() as writer:
                _write_everything(writer)
                raise KeyError("mine")

        with pytest.raises(KeyError, match="mine"):
            fail()
        assert store.generation() == before
        with store.read() as reader:
            _assert_only_old(reader)

    def test_all_of_it_becomes_visible_together(self, store: GraphStore) -> None:
        """A view that was open stays as it was; nobody sees a transaction before its end."""
        with store.write() as writer:
            writer.put([work("old")])
        with store.read() as earlier:
            with store.write() as writer:
                _write_everything(writer)
                with store.read() as during:
                    _assert_only_old(during)
                _assert_only_old(earlier)
            _assert_only_old(earlier)
        with store.read() as later:
            assert [node.id for node in later.find(Work)] == ["new"]
            assert later.cursor("files") == "c"

    def test_a_view_is_fixed_when_it_is_opened(self, store: GraphStore) -> None:
        """Not when it is first asked."""
        with store.read() as reader:
            with store.write() as writer:
                writer.put([work()])
            assert reader.count(Work) == 0

    def test_a_transaction_reads_its_own_writes(self, store: GraphStore) -> None:
        """Of every sort."""
        with store.write() as writer:
            writer.put([work("old")])
            _write_everything(writer)
            assert [node.id for node in writer.find(Work)] == ["new"]
            assert writer.get(Passage, "p-1") == passage()
            assert writer.edges() == [edge()]
            assert writer.text("s-1") == "text"
            assert writer.char_boxes("s-1", 1).shape == (2, 4)
            assert (writer.cursor("files"), writer.count(Work)) == ("c", 1)

    def test_writing_while_finding_is_safe(self, store: GraphStore) -> None:
        """The iteration meets what was there when it began, each node once."""
        with store.write() as writer:
            writer.put(passage(f"{n:03}", start=n) for n in range(700))
            met = 0
            for node in writer.find(Passage):
                writer.replace(passage(node.id, start=node.span.start + 5000, recorded_at=at(1)))
                met += 1
            assert met == 700
            assert writer.count(Passage) == 700

    def test_a_swallowed_error_does_not_commit_half(self, store: GraphStore) -> None:
        """After a failed write the whole transaction is lost, and its block says so."""

        def nodes() -> Iterator[Work]:
            yield work()
            raise ValueError("cannot make the second one")

        def swallow() -> None:
            with store.write() as writer, suppress(ValueError):
                writer.put(nodes())

        with pytest.raises(OurBug):
            swallow()
        with store.read() as reader:
            assert reader.count(Work) == 0

    def test_the_generation_grows_only_with_changes(self, store: GraphStore) -> None:
        """Each kind of change counts up; reading, repeating and failing do not."""
        changes: list[Callable[[Writer], object]] = [
            lambda writer: writer.put([work()]),
            lambda writer: writer.connect([edge()]),
            lambda writer: writer.replace(work(number="B", recorded_at=at(1))),
            lambda writer: writer.put_text("s-1", "x"),
            lambda writer: writer.put_char_boxes("s-1", 1, np.zeros((1, 4), np.float32)),
            lambda writer: writer.save_cursor("files", "1"),
            lambda writer: writer.retract(["e-1"], at(2)),
        ]
        for change in changes:
            before = store.generation()
            with store.write() as writer:
                change(writer)
            assert store.generation() > before
        before = store.generation()
        with store.write() as writer:
            assert writer.put([work()]) == 0
            writer.save_cursor("files", "1")
        with store.read():
            pass
        assert store.generation() == before

    def test_it_is_all_there_after_reopening(self, store: GraphStore, open_store: Callable[[], GraphStore]) -> None:
        """Data and generation; another handle sees what this one commits later, too."""
        with store.write() as writer:
            _write_everything(writer)
        other = open_store()
        assert other.generation() == store.generation()
        with other.read() as reader:
            assert reader.get(Passage, "p-1") == passage()
        with store.write() as writer:
            writer.put([work("later")])
        assert other.generation() == store.generation()
        other.close()

    def test_writers_wait_for_their_turn(self, store: GraphStore) -> None:
        """Eight threads add ten transactions each, and none is lost or refused."""

        def write(name: int) -> None:
            for n in range(10):
                with store.write() as writer:
                    known = writer.cursor("count") or "0"
                    writer.put([work(f"{name}-{n}")])
                    writer.save_cursor("count", str(int(known) + 1))

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(write, range(8)))
        with store.read() as reader:
            assert (reader.count(Work), reader.cursor("count")) == (80, "80")

    def test_threads_read_while_one_writes(self, store: GraphStore) -> None:
        """Every view is whole: as many passages as its cursor says, whoever shares it."""
        done = threading.Event()

        def write() -> None:
            for n in range(1, 21):
                with store.write() as writer:
                    writer.put(passage(f"{n}-{k}", start=k) for k in range(5))
                    writer.save_cursor("files", str(5 * n))
            done.set()

        def check(reader: Reader) -> bool:
            return len(list(reader.find(Passage))) == reader.count(Passage) == int(reader.cursor("files") or 0)

        with ThreadPoolExecutor(5) as pool:
            writing = pool.submit(write)
            while not done.is_set():
                with store.read() as shared:
                    assert all(pool.map(check, [shared] * 4))
            writing.result()
        with store.read() as reader:
            assert reader.count(Passage) == 100

    def test_a_view_cannot_be_used_after_its_block(self, store: GraphStore) -> None:
        """Nor can what it was still giving, the writer, or the store after it was closed."""
        with store.write() as writer:
            writer.put(work(f"{n:04}") for n in range(1000))
        with store.read() as reader:
            nodes = reader.find(Work)
            next(nodes)
        with pytest.raises(OurBug):
            reader.count(Work)
        with pytest.raises(OurBug):
            list(nodes)
        with pytest.raises(OurBug):
            writer.put([work()])
        store.close()
        with pytest.raises(OurBug), store.read():
            pass
        with pytest.raises(OurBug):
            store.generation()


def _write_everything(writer: Writer) -> None:
    writer.put([work("new"), passage()])
    writer.connect([edge()])
    writer.retract(["old"], at(1))
    writer.put_text("s-1", "text")
    writer.put_char_boxes("s-1", 1, np.zeros((2, 4), np.float32))
    writer.save_cursor("files", "c")


def _assert_only_old(reader: Reader) -> None:
    assert [node.id for node in reader.find(Work)] == ["old"]
    assert reader.count(Passage) == 0
    assert reader.edges() == []
    assert reader.cursor("files") is None
    assert len(reader.char_boxes("s-1", 1)) == 0
    with pytest.raises(NotFound):
        reader.text("s-1")

    def test_the_version_of_passages_changes_with_every_passage_put(self, store: GraphStore) -> None:
        """And with nothing else: an index of passages stays good while works and edges come and go."""
        first = store.passages_version()
        with store.write() as writer:
            writer.put([work()])
            writer.connect([edge()])
        assert store.passages_version() == first
        with store.write() as writer:
            writer.put([passage()])
        second = store.passages_version()
        assert second != first
        with store.write() as writer:
            writer.put([passage()])
        assert store.passages_version() == second
