"""When to kill a command, and what must be true of a data directory after that."""

from __future__ import annotations

import os
import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.data_directory import STORE_FILE
from retrieval.index import current_manifest
from tests.trials.launcher import Launcher, Running, marked_processes
from tests.trials.state import Items, correspondence_of, items_of, works_of

QUESTIONS = (
    "How many litres of rain shall each gutter drain in a minute?",
    "When do the louvres of lot 4 arrive?",
    "What rating do the stair doors ST-1 and ST-2 need?",
    "Who won the regatta of the Heron Yard Boathouse?",
)
_PATIENCE_S = 60.0


@dataclass(frozen=True)
class Whole:
    """A data directory that nobody disturbed, to compare others with.

    Attributes:
        order: Remote ids of the items as they were stored.
        seals: Size and checksum of each index file.
        correspondence: Edges that follow from all messages together.
    """

    items: Items
    correspondence: dict[str, Any]
    works: dict[str, Any]
    order: list[str]
    seals: dict[str, Any]
    answers: list[dict[str, Any]]


@dataclass(frozen=True)
class Undisturbed:
    """A data directory that was made in one go, what it holds, and how long its index takes to build."""

    data: Path
    holds: Whole
    rebuild_s: float


def make_undisturbed(launcher: Launcher, documents: Path, data: Path) -> Undisturbed:
    """Ingests the documents into a new data directory."""
    ended = launcher.run("ingest", documents, "--data", data)
    assert ended.code == 0, ended
    began = time.monotonic()
    assert launcher.run("index", "rebuild", "--data", data).code == 0
    rebuild_s = time.monotonic() - began
    return Undisturbed(data, whole(launcher, data), rebuild_s)


def whole(launcher: Launcher, data: Path) -> Whole:
    """What a finished data directory holds and answers."""
    items = items_of(data)
    first = {key: min(facts["source"]["remote_id"] for facts in found.values()) for key, found in items.items()}
    return Whole(
        items=items,
        correspondence=correspondence_of(data),
        works=works_of(data),
        order=sorted(first, key=lambda item: tuple(item.split("/"))),
        seals=current_manifest(data / "index").files,
        answers=[answer(launcher, data, question) for question in QUESTIONS],
    )


def answer(launcher: Launcher, data: Path, question: str) -> dict[str, Any]:
    """The outcome of a question, without what differs from run to run."""
    outcome = launcher.run("ask", question, "--data", data, "--json").json()
    return {key: outcome[key] for key in outcome.keys() - {"receipt_id", "timings_ms"}}


_ITEMS = """
SELECT count(*) FROM nodes WHERE kind = 'Source' AND instr(json_extract(CAST(body AS TEXT), '$.remote_id'), '!') = 0
"""
"""Sources that came by themselves: what is attached to one has its path, "!", and a place."""


def stored_items(data: Path) -> int:
    """How many items have been committed; 0 where there is no store yet."""
    return _number(data, _ITEMS)


def generation(data: Path) -> int:
    """How many transactions have been committed; 0 where there is no store yet."""
    return _number(data, "SELECT value FROM generation")


def _number(data: Path, sql: str) -> int:
    try:
        with closing(sqlite3.connect(f"file:{data / STORE_FILE}?mode=ro", uri=True)) as connection:
            return int(connection.execute(sql).fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def kill_while_storing(running: Running, data: Path, moments: random.Random) -> int:
    """Lets a command store a few more items, and kills it: how many items it had reported then."""
    _await(running, data, stored_items(data) + moments.randint(1, 5))
    return kill_after(running, data, moments.uniform(0.0, 0.06))


def kill_after(running: Running, data: Path, seconds: float) -> int:
    """Lets a command run so long, and kills it: how many items it had reported then."""
    end = time.monotonic() + seconds
    while running.is_alive() and time.monotonic() < end:
        time.sleep(0.004)
    reported = stored_items(data)
    running.kill()
    return reported


def _await(running: Running, data: Path, wanted: int) -> None:
    end = time.monotonic() + _PATIENCE_S
    while running.is_alive() and stored_items(data) < wanted and time.monotonic() < end:
        time.sleep(0.004)


def check_prefix(data: Path, reported: int, reference: Whole) -> int:
    """Checks that just the first items are there, each as if nothing had happened; gives their number."""
    stored = stored_items(data)
    assert stored >= reported
    if stored:
        found = items_of(data)
        assert sorted(found) == sorted(reference.order[:stored])
        assert found == {item: reference.items[item] for item in found}
    return stored


def check_same(launcher: Launcher, data: Path, reference: Whole) -> None:
    """Checks that two data directories hold and answer the same, to the byte of the index."""
    assert whole(launcher, data) == reference
    leftovers = [path for path in data.rglob("*") if path.name.startswith((".part-", ".writing-"))]
    assert leftovers == []


def check_nobody_is_left(launcher: Launcher) -> None:
    """Checks that no process of a killed command outlives it by more than a moment."""
    end = time.monotonic() + 10
    while left := sorted(_strays(launcher)):
        assert time.monotonic() < end, left
        time.sleep(0.01)


def _strays(launcher: Launcher) -> Iterator[int]:
    for pid in marked_processes(launcher.mark):
        if pid != launcher.pid and os.path.exists(f"/proc/{pid}"):
            yield pid
