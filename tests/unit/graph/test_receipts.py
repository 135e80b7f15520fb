"""The chain of receipts in SQLite, and what its hashes stand for."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.receipts import SqliteReceipts, canonical, receipt_id
from tests.contracts.receipt_contract import OpenLog, ReceiptContract, Tamper

NOON = datetime(2025, 1, 1, 12, tzinfo=UTC)
bodies = st.dictionaries(st.text(max_size=4), st.one_of(st.none(), st.integers(), st.text(max_size=6)), max_size=4)


def _write(path: Path, statement: str, *values: str | None) -> None:
    with closing(sqlite3.connect(path / "receipts.sqlite", isolation_level=None)) as connection:
        connection.execute(statement, values)


class TestSqliteReceipts(ReceiptContract):
    """One file in a fresh directory for every test."""

    @pytest.fixture
    def open_log(self, tmp_path: Path) -> OpenLog:
        """Opens the test's file."""
        return lambda: SqliteReceipts(tmp_path / "receipts.sqlite")

    @pytest.fixture
    def tamper(self, tmp_path: Path) -> Tamper:
        """Writes into the file."""

        def tamper(position: int, fields: Mapping[str, str | None] | None) -> None:
            if fields is None:
                _write(tmp_path, f"DELETE FROM receipts WHERE position = {position}")
                return
            columns = ", ".join(f"{name} = ?" for name in fields)
            _write(tmp_path, f"UPDATE receipts SET {columns} WHERE position = {position}", *fields.values())

        return tamper

    @pytest.mark.parametrize(
        ("statement", "place"),
        [
            ("UPDATE receipts SET body = x'00ff' WHERE position = 2", 1),
            ("UPDATE receipts SET position = position + 10 WHERE position = 1", 1),
        ],
    )
    def test_odd_bytes_and_another_order_break_the_chain(
        self, log: SqliteReceipts, tmp_path: Path, statement: str, place: int
    ) -> None:
        """What only a file of this sort can suffer."""
        ids = [receipt.id for receipt in log.all()]
        _write(tmp_path, statement)
        assert log.broken_at() == ids[place]


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
