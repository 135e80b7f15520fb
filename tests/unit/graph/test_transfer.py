"""Carrying a place to another, and comparing both."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph import filling
from graph.errors import FixSetup
from graph.filling import fill
from graph.model import Node, Source, Work
from graph.progress import silent
from graph.store import Reader
from graph.transfer import MARK, Account, Holdings, opened, take_account
from tests.contracts.store_samples import at, edge, passage, source, work
from tests.unit.graph.places import ACTS, BUSY, NAMES, account_of, embedded, live


@pytest.fixture
def origin(tmp_path: Path) -> Iterator[Holdings]:
    """A place with something of every sort in it."""
    with embedded(tmp_path / "origin") as place:
        live(place, BUSY)
        yield place


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Holdings]:
    """An empty place."""
    with embedded(tmp_path / "target") as place:
        yield place


def _carry(origin: Holdings, target: Holdings) -> Account:
    with opened(origin) as there:
        return fill(target, there, silent, "the target")


def _all_of(reader: Reader) -> object:
    nodes = [list(reader.find(kind, history=True)) for kind in get_args(Node)]
    texts = [reader.text(name) for name in NAMES if reader.get(Source, name)]
    boxes = [reader.char_boxes(name, 1).tobytes() for name in NAMES if reader.get(Source, name)]
    cursors = {name: cursor for name, cursor in reader.cursors().items() if name != MARK}
    return nodes, reader.edges(history=True), texts, boxes, cursors


def _same(one: Holdings, other: Holdings) -> bool:
    with one.store.read() as here, other.store.read() as there:
        assert _all_of(here) == _all_of(there)
    assert list(one.receipts.all()) == list(other.receipts.all())
    assert account_of(one) == account_of(other)
    return True


@settings(max_examples=25, deadline=None)
@given(ACTS)
def test_whatever_happened_to_a_place_is_carried(history: list[tuple[int, int]]) -> None:
    """Every record, ended ones included, in its order; texts, boxes, cursors, receipts and originals."""
    with (
        tempfile.TemporaryDirectory() as directory,
        embedded(Path(directory) / "a") as origin,
        embedded(Path(directory) / "b") as target,
    ):
        live(origin, history)
        _carry(origin, target)
        assert _same(origin, target)


@settings(max_examples=15, deadline=None)
@given(ACTS, ACTS, st.integers(0, 60))
def test_a_filling_that_was_cut_off_goes_on(
    first: list[tuple[int, int]], later: list[tuple[int, int]], portions: int
) -> None:
    """Wherever it stopped, and also where the origin has changed since."""
    with (
        tempfile.TemporaryDirectory() as directory,
        embedded(Path(directory) / "a") as origin,
        embedded(Path(directory) / "b") as target,
    ):
        live(origin, first)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(filling, "BATCH_RECORDS", 3)
            _cut_off(origin, target, portions)
            live(origin, later, hour=len(first))
            _carry(origin, target)
        assert _same(origin, target)


class _CutOff(Exception):
    """The end of a run that did not mean to end."""


def _cut_off(origin: Holdings, target: Holdings, portions: int) -> None:
    told = 0

    def stop(stage: str, done: int, total: int | None) -> None:
        nonlocal told
        told += 1
        if told > portions:
            raise _CutOff

    with opened(origin) as there:
        try:
            fill(target, there, stop, "the target")
        except _CutOff:
            return


def test_a_filling_goes_on_where_it_stopped(
    origin: Holdings, target: Holdings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is there is not written again."""
    monkeypatch.setattr(filling, "BATCH_RECORDS", 5)
    _cut_off(origin, target, 40)
    before = target.store.generation()
    assert before > 3
    _carry(origin, target)
    with embedded(Path(str(target.store.path)).parent / "whole") as other:  # type: ignore[attr-defined]  # embedded
        _carry(origin, other)
        assert target.store.generation() == other.store.generation()


def test_carrying_again_brings_what_is_new(origin: Holdings, target: Holdings) -> None:
    """A place that nobody touched since is brought up to date; nothing new changes nothing."""
    first = _carry(origin, target)
    before = target.store.generation()
    assert _carry(origin, target) == first
    assert target.store.generation() == before
    live(origin, [(0, 0), (4, 1), (5, 2)], hour=90)
    second = _carry(origin, target)
    assert second != first
    assert _same(origin, target)


def test_a_place_that_holds_something_else_is_not_touched(origin: Holdings, target: Holdings) -> None:
    """A record, a cursor or a receipt is enough."""
    target.receipts.append({})
    with pytest.raises(FixSetup, match="already holds data"):
        _carry(origin, target)
    with target.store.read() as reader:
        assert reader.cursors() == {}


@pytest.mark.parametrize("sort", ["node", "edge", "cursor"])
def test_whatever_is_there_counts(origin: Holdings, target: Holdings, sort: str) -> None:
    """Also what has ended."""
    with target.store.write() as writer:
        if sort == "node":
            writer.put([replace(work(), retracted_at=at(1))])
        elif sort == "edge":
            writer.connect([edge()])
        else:
            writer.save_cursor("mail", "1")
    with pytest.raises(FixSetup, match="already holds data"):
        _carry(origin, target)


def test_a_place_changed_since_it_was_filled_is_not_touched(origin: Holdings, target: Holdings) -> None:
    """What was done there would be lost or mixed up."""
    _carry(origin, target)
    with target.store.write() as writer:
        writer.put([work("own")])
    with pytest.raises(FixSetup, match="was changed after it had been filled"):
        _carry(origin, target)


def test_a_place_half_filled_from_elsewhere_is_not_touched(origin: Holdings, target: Holdings, tmp_path: Path) -> None:
    """Two origins are never mixed."""
    with embedded(tmp_path / "elsewhere") as elsewhere:
        live(elsewhere, BUSY[:8])
        _cut_off(elsewhere, target, 30)
    with pytest.raises(FixSetup, match="was being filled with other data"):
        _carry(origin, target)


def test_a_place_is_not_carried_onto_itself(origin: Holdings) -> None:
    """Its name does not matter."""
    with pytest.raises(FixSetup, match="what should be carried"):
        _carry(origin, origin)


def test_a_writer_at_the_target_is_noticed(origin: Holdings, target: Holdings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both sides are compared at the end; the message says what differs."""

    def meddle(stage: str, done: int, total: int | None) -> None:
        if stage == "originals" and done == 1:
            with target.store.write() as writer:
                writer.put([work("meddled")])

    with opened(origin) as there, pytest.raises(FixSetup, match=r"Work differs.*something else writes"):
        fill(target, there, meddle, "the target")


def test_a_view_of_a_place_stays_as_it_was(origin: Holdings, target: Holdings) -> None:
    """What is recorded, asked and put meanwhile is not carried."""
    before = account_of(origin)
    with opened(origin) as there:
        live(origin, [(0, 0), (5, 1), (1, 1)], hour=90)
        origin.receipts.append({"later": True})
        assert fill(target, there, silent, "the target") == before
    assert account_of(target) == before != account_of(origin)


def test_a_lost_original_is_left_out(origin: Holdings, target: Holdings) -> None:
    """The rest is carried; `doctor` tells of it on either side."""
    whole = account_of(origin)
    lost = next(Path(str(origin.blobs.directory)).glob("??/*"))  # type: ignore[attr-defined]  # files
    lost.unlink()
    account = _carry(origin, target)
    assert account.counts["originals"] == whole.counts["originals"] - 1


def test_the_digest_does_not_depend_on_the_order_of_portions_but_on_all_of_them(tmp_path: Path) -> None:
    """The same facts recorded the other way round have the same account; any change gives another one."""
    accounts = []
    for number, works in enumerate([["a", "b"], ["b", "a"], ["a", "c"], ["a"]]):
        with embedded(tmp_path / str(number)) as place:
            for name in works:
                with place.store.write() as writer:
                    writer.put([work(name)])
            accounts.append(account_of(place))
    assert accounts[0] == accounts[1]
    assert len({account.digest for account in accounts}) == 3


def test_boxes_and_texts_are_compared_to_the_bit(target: Holdings) -> None:
    """NaN included."""
    with target.store.write() as writer:
        writer.put([source(), passage()])
        writer.put_text("s-1", "text")
        writer.put_char_boxes("s-1", 1, np.full((2, 4), np.nan, np.float32))
    digests = [account_of(target).digest]
    for change in (
        lambda writer: writer.put_text("s-1", "texu"),
        lambda writer: writer.put_char_boxes("s-1", 1, np.full((2, 4), 1, np.float32)),
    ):
        with target.store.write() as writer:
            change(writer)
        digests.append(account_of(target).digest)
    assert len({*digests}) == 3


def test_an_account_counts_records_not_ids(target: Holdings) -> None:
    """An ended record and its successor are two."""
    with target.store.write() as writer:
        writer.put([work()])
        writer.replace(work(number="B", recorded_at=at(1)))
    with opened(target) as origin:
        account = take_account(origin)
        assert account.counts == {Work.__name__: 2}
