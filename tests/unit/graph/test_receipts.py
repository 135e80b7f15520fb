"""The chain of receipts, and what breaks it."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.errors import NotFound
from graph.receipts import SqliteReceipts, canonical, receipt_id

NOON = datetime(2025, 1, 1, 12, tzinfo=UTC)
bodies = st.dictionaries(st.text(max_size=4), st.one_of(st.none(), st.integers(), st.text(max_size=6)), max_size=4)


@pytest.fixture
def log(tmp_path: Path) -> SqliteReceipts:
    """A log of three receipts."""
    log = SqliteReceipts(tmp_path / "receipts.sqlite")
    for n in range(3):
        log.append({"question": f"How wide is door {n}?", "n": n})
    return log


def _tamper(path: Path, statement: str, *values: str) -> None:
    with closing(sqlite3.connect(path / "receipts.sqlite", isolation_level=None)) as connection:
        connection.execute(statement, values)


def test_each_receipt_names_the_one_before_it(log: SqliteReceipts) -> None:
    """The first names none; the chain holds."""
    receipts = list(log.all())
    assert [receipt.previous for receipt in receipts] == [None, receipts[0].id, receipts[1].id]
    assert log.broken_at() is None


def test_an_id_is_the_hash_of_what_stands_before_it(log: SqliteReceipts) -> None:
    """SHA-256 over the previous id, the UTC time and the canonical body."""
    for receipt in log.all():
        assert receipt.id == receipt_id(receipt.previous, receipt.body, receipt.recorded_at)


def test_a_receipt_is_found_by_the_beginning_of_its_id(log: SqliteReceipts) -> None:
    """By all of it too; not by nothing, nor by what begins none or several."""
    first = next(log.all())
    assert log.get(first.id) == log.get(first.id[:12]) == first
    for unknown in ("", "x", f"{first.id}0", "%"):
        with pytest.raises(NotFound):
            log.get(unknown)


@pytest.mark.parametrize(
    ("statement", "place"),
    [
        ("UPDATE receipts SET body = replace(body, 'door 1', 'door 9') WHERE position = 2", 1),
        ("UPDATE receipts SET recorded_at = '2020-01-01T00:00:00+00:00' WHERE position = 2", 1),
        ("UPDATE receipts SET recorded_at = 'long ago' WHERE position = 2", 1),
        ("UPDATE receipts SET body = x'00ff' WHERE position = 2", 1),
        ("UPDATE receipts SET previous = NULL WHERE position = 2", 1),
        ("DELETE FROM receipts WHERE position = 2", 2),
        ("DELETE FROM receipts WHERE position = 1", 1),
        ("DELETE FROM receipts WHERE position = 3", None),
        ("UPDATE receipts SET position = position + 10 WHERE position = 1", 1),
    ],
)
def test_whatever_is_changed_afterwards_breaks_the_chain(
    log: SqliteReceipts, tmp_path: Path, statement: str, place: int | None
) -> None:
    """A changed body, time or link, a lost receipt, another order; only cutting off the end leaves a chain."""
    ids = [receipt.id for receipt in log.all()]
    _tamper(tmp_path, statement)
    assert log.broken_at() == (None if place is None else ids[place])


def test_a_receipt_forged_with_its_own_hash_breaks_the_one_after_it(log: SqliteReceipts, tmp_path: Path) -> None:
    """Whoever rewrites a receipt would have to rewrite all that follow."""
    second, third = list(log.all())[1:]
    forged = receipt_id(second.previous, "{}", second.recorded_at)
    _tamper(tmp_path, "UPDATE receipts SET id = ?, body = '{}' WHERE position = 2", forged)
    assert log.broken_at() == third.id


def test_several_threads_append_to_one_chain(tmp_path: Path) -> None:
    """None is lost and none follows the same one twice."""
    log = SqliteReceipts(tmp_path / "receipts.sqlite")
    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(lambda n: SqliteReceipts(tmp_path / "receipts.sqlite").append({"n": n}), range(12)))
    assert {receipt.id for receipt in log.all()} == {receipt.id for receipt in made}
    assert log.broken_at() is None


@given(bodies)
def test_equal_bodies_are_written_with_equal_bytes(body: dict[str, object]) -> None:
    """The order in which a body was put together does not matter."""
    assert canonical(body) == canonical(dict(reversed(body.items())))


@given(st.one_of(st.none(), st.text()), st.text(), st.datetimes(timezones=st.just(UTC)))
def test_the_time_zone_of_an_instant_does_not_matter(previous: str | None, body: str, at: datetime) -> None:
    """The same instant written in another zone gives the same id; another instant another one."""
    if datetime(2, 1, 1, tzinfo=UTC) < at < datetime(9998, 1, 1, tzinfo=UTC):
        assert receipt_id(previous, body, at) == receipt_id(previous, body, at.astimezone(timezone(timedelta(hours=5))))
    assert receipt_id(previous, body, at) != receipt_id(previous, body, NOON) or at == NOON
