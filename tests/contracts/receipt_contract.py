"""What every `graph.receipts.ReceiptLog` does. An implementation's tests subclass `ReceiptContract`.

The subclass gives the fixtures `open_log`, a function that opens the log under test, which is empty when a
test begins and the same when opened again, and `tamper`, which writes past the log: it sets fields of the
receipt at a position, counted from 1, or deletes it where no fields are given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor

import pytest

from graph.errors import NotFound
from graph.receipts import ReceiptLog, receipt_id

OpenLog = Callable[[], ReceiptLog]
Tamper = Callable[[int, Mapping[str, str | None] | None], None]


class ReceiptContract:
    """The whole contract."""

    @pytest.fixture
    def log(self, open_log: OpenLog) -> ReceiptLog:
        """A log of three receipts."""
        log = open_log()
        for n in range(3):
            log.append({"question": f"How wide is door {n}?", "n": n})
        return log

    def test_each_receipt_names_the_one_before_it(self, log: ReceiptLog) -> None:
        """The first names none; the chain holds."""
        receipts = list(log.all())
        assert [receipt.previous for receipt in receipts] == [None, receipts[0].id, receipts[1].id]
        assert log.broken_at() is None

    def test_an_id_is_the_hash_of_what_stands_before_it(self, log: ReceiptLog) -> None:
        """SHA-256 over the previous id, the UTC time and the canonical body."""
        for receipt in log.all():
            assert receipt.id == receipt_id(receipt.previous, receipt.body, receipt.recorded_at)

    def test_a_receipt_is_found_by_the_beginning_of_its_id(self, log: ReceiptLog) -> None:
        """By all of it too; not by nothing, nor by what begins none or several."""
        first = next(log.all())
        assert log.get(first.id) == log.get(first.id[:12]) == first
        for unknown in ("", "x", f"{first.id}0", "%"):
            with pytest.raises(NotFound):
                log.get(unknown)

    def test_it_is_all_there_after_reopening(self, log: ReceiptLog, open_log: OpenLog) -> None:
        """And the next one follows the last."""
        before = list(log.all())
        again = open_log()
        assert list(again.all()) == before
        assert again.append({}).previous == before[-1].id
        assert [receipt.previous for receipt in log.all()][3:] == [before[-1].id]

    @pytest.mark.parametrize(
        ("position", "fields", "place"),
        [
            (2, {"body": '{"n":9}'}, 1),
            (2, {"recorded_at": "2020-01-01T00:00:00+00:00"}, 1),
            (2, {"recorded_at": "long ago"}, 1),
            (2, {"previous": None}, 1),
            (2, {"id": "f" * 64}, 1),
            (2, None, 2),
            (1, None, 1),
            (3, None, None),
        ],
    )
    def test_whatever_is_changed_afterwards_breaks_the_chain(
        self,
        log: ReceiptLog,
        tamper: Tamper,
        position: int,
        fields: dict[str, str | None] | None,
        place: int | None,
    ) -> None:
        """A changed body, time, link or id, a lost receipt; only cutting off the end leaves a chain."""
        ids = [receipt.id for receipt in log.all()]
        tamper(position, fields)
        broken = None if place is None else (fields or {}).get("id", ids[place])
        assert log.broken_at() == broken

    def test_a_receipt_forged_with_its_own_hash_breaks_the_one_after_it(self, log: ReceiptLog, tamper: Tamper) -> None:
        """Whoever rewrites a receipt would have to rewrite all that follow."""
        second, third = list(log.all())[1:]
        tamper(2, {"id": receipt_id(second.previous, "{}", second.recorded_at), "body": "{}"})
        assert log.broken_at() == third.id

    def test_several_threads_append_to_one_chain(self, open_log: OpenLog) -> None:
        """None is lost and none follows the same one twice."""
        with ThreadPoolExecutor(4) as threads:
            made = list(threads.map(lambda n: open_log().append({"n": n}), range(12)))
        log = open_log()
        assert {receipt.id for receipt in log.all()} == {receipt.id for receipt in made}
        assert log.broken_at() is None

    def test_a_chain_is_restored_as_it_stood(self, log: ReceiptLog, tamper: Tamper) -> None:
        """What is cut off is put back, once; what is appended later follows it."""
        whole = list(log.all())
        tamper(3, None)
        assert (log.restore(iter(whole)), log.restore(whole)) == (1, 0)
        assert list(log.all()) == whole
        assert log.append({}).previous == whole[-1].id
        assert log.broken_at() is None

    def test_a_restored_chain_is_broken_where_the_first_was(self, log: ReceiptLog, tamper: Tamper) -> None:
        """Restoring mends nothing."""
        tamper(2, {"body": "{}"})
        broken = list(log.all())
        for position in (3, 2, 1):
            tamper(position, None)
        assert list(log.all()) == []
        assert log.restore(broken) == 3
        assert log.broken_at() == broken[1].id
