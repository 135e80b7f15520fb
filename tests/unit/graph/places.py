"""Small places and random histories, for the tests that carry them from one to another."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import numpy as np
from hypothesis import strategies as st

from graph.blobs import FileBlobs
from graph.embedded_store import EmbeddedStore
from graph.receipts import SqliteReceipts
from graph.store import Writer
from graph.transfer import Account, Holdings, opened, take_account
from graph.vocabulary import EdgeState
from tests.contracts.store_samples import at, clause, edge, one_of_each, passage, source, work

Act = tuple[int, int]
"""What is done, and to which of a few things."""

BUSY: tuple[Act, ...] = tuple((act, which) for act in (0, 1, 3, 7, 6, 2, 5, 4, 3, 2) for which in range(4))
"""A history with something of every sort in it."""

ACTS = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 3)), max_size=14)
"""Any short history."""

NAMES = ("a", "b", "ü \udcff", "line\nend")


@contextmanager
def embedded(directory: Path) -> Iterator[Holdings]:
    """A place in a directory, made if need be."""
    directory.mkdir(parents=True, exist_ok=True)
    store = EmbeddedStore(directory / "store.sqlite")
    try:
        yield Holdings(store, FileBlobs(directory / "blobs"), SqliteReceipts(directory / "receipts.sqlite"))
    finally:
        store.close()


def live(place: Holdings, acts: Sequence[Act], hour: int = 0) -> None:
    """Does the acts one after another, an hour each, all in one transaction."""
    with place.store.write() as writer:
        for number, (act, which) in enumerate(acts, start=hour):
            name = NAMES[which % len(NAMES)]
            _record(writer, act, name, at(number))
            _keep(place, writer, act, name, number)


def _record(writer: Writer, act: int, name: str, moment: datetime) -> None:
    match act:
        case 0:
            sha256 = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
            writer.put([replace(source(name, moment), sha256=sha256), work(f"w-{name}", recorded_at=moment)])
        case 1:
            writer.put([passage(f"p-{name}", name, 7, moment), clause(f"c-{name}", name, 7, moment)])
        case 2:
            writer.replace(passage(f"p-{name}", name, 50 - moment.hour, moment))
        case 3:
            writer.connect([edge(f"e-{name}", recorded_at=moment, dst=name)])
        case 4:
            writer.retract([f"e-{name}", f"p-{name}", f"w-{name}"], moment)
        case 5:
            writer.replace(replace(edge(f"e-{name}", recorded_at=moment), state=EdgeState.REJECTED))
        case _:
            writer.put(one_of_each())


def _keep(place: Holdings, writer: Writer, act: int, name: str, number: int) -> None:
    match act:
        case 0:
            place.blobs.put(name.encode("utf-8", "surrogatepass"))
            writer.put_text(name, f"text of {name}\n" * (number + 1))
        case 5:
            place.receipts.append({"n": number})
        case 6:
            boxes = np.full((number + 1, 4), np.nan if number % 2 else number, np.float32)
            writer.put_char_boxes(name, 1, boxes)
        case 7:
            writer.save_cursor(name, str(number))


def account_of(place: Holdings) -> Account:
    """The account of a place as it is now."""
    with opened(place) as origin:
        return take_account(origin)
