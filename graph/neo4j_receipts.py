"""The log of receipts in Neo4j: several servers append to one chain, each in its turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from graph.errors import NotFound
from graph.model import Receipt
from graph.neo4j_database import CommitUnknown, Database, Row, Statements, Transaction
from graph.receipts import canonical, first_broken, receipt_id, stored_receipt
from graph.time import now_utc

_TAKE_TURN = "MERGE (chain:ReceiptChain {name: 'answers'}) SET chain.turn = $turn"
"""Locks the chain until the transaction ends; what is read afterwards is the latest."""

_LAST = """
MATCH (receipt:ChainedReceipt) WHERE receipt.position > 0
RETURN receipt.position AS position, receipt.id AS id ORDER BY receipt.position DESC LIMIT 1
"""
_KNOWN = "MATCH (receipt:ChainedReceipt) WHERE receipt.id IN $ids RETURN receipt.id AS id"
_ADD = "UNWIND $rows AS row CREATE (receipt:ChainedReceipt) SET receipt = row"
_FOUND = """
MATCH (receipt:ChainedReceipt) WHERE receipt.id STARTS WITH $beginning
RETURN receipt {.id, .previous, .body, .recorded_at} AS receipt LIMIT 2
"""
_PAGE = """
MATCH (receipt:ChainedReceipt) WHERE receipt.position > $after
RETURN receipt {.id, .previous, .body, .recorded_at} AS receipt, receipt.position AS position
ORDER BY receipt.position LIMIT $rows
"""
_ROWS = 500


class Neo4jReceipts:
    """A `graph.receipts.ReceiptLog` in a Neo4j database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def append(self, body: Mapping[str, Any]) -> Receipt:
        """Adds a receipt after the last one and returns it; durable when this returns.

        Raises:
            RetryLater: The database cannot be reached, or it is not known whether the receipt is there:
                nothing has been returned that could be cited, so asking again does no harm.
        """
        text = canonical(body)
        receipt: Receipt | None = None
        try:
            with self._database.transaction() as transaction:
                position, previous = self._last(transaction)
                at = now_utc()
                receipt = Receipt(receipt_id(previous, text, at), previous, text, at)
                transaction.run(_ADD, rows=[_row(receipt, position + 1)])
        except CommitUnknown:
            if receipt is None or not self._known(self._database, [receipt]):
                raise
        return receipt

    def restore(self, receipts: Iterable[Receipt]) -> int:
        """See `ReceiptLog.restore`; a few hundred at a time."""
        added, rest = 0, iter(receipts)
        while some := list(islice(rest, _ROWS)):
            with self._database.transaction() as transaction:
                position, _ = self._last(transaction)
                known = self._known(transaction, some)
                new = [receipt for receipt in some if receipt.id not in known]
                transaction.run(_ADD, rows=[_row(receipt, position + n) for n, receipt in enumerate(new, start=1)])
            added += len(new)
        return added

    def get(self, identifier: str) -> Receipt:
        """The receipt of that id, or of the only id that begins so.

        Raises:
            NotFound: There is none, or more than one.
        """
        rows = self._database.read(_FOUND, beginning=identifier) if identifier else []
        if len(rows) != 1:
            raise NotFound("receipt", identifier)
        return _receipt(rows[0])

    def all(self) -> Iterator[Receipt]:
        """Every receipt, oldest first, read as the caller goes on."""
        after = 0
        while rows := self._database.read(_PAGE, after=after, rows=_ROWS):
            yield from map(_receipt, rows)
            after = rows[-1]["position"]

    def broken_at(self) -> str | None:
        """Id of the first receipt that breaks the chain; None where all of it holds."""
        return first_broken(self.all())

    def _last(self, transaction: Transaction) -> tuple[int, str | None]:
        """Waits for its turn; position and id of the last receipt, which stays so until the transaction ends."""
        transaction.run_within(self._database.address.timeout_s, _TAKE_TURN, turn=transaction.tag)
        rows = transaction.run(_LAST)
        return (rows[0]["position"], rows[0]["id"]) if rows else (0, None)

    def _known(self, statements: Statements, receipts: list[Receipt]) -> set[str]:
        return {row["id"] for row in statements.run(_KNOWN, ids=[receipt.id for receipt in receipts])}


def _row(receipt: Receipt, position: int) -> Row:
    return {
        "position": position,
        "id": receipt.id,
        "previous": receipt.previous,
        "body": receipt.body,
        "recorded_at": receipt.recorded_at.isoformat(),
    }


def _receipt(row: Row) -> Receipt:
    fields = row["receipt"]
    return stored_receipt(fields["id"], fields["previous"], fields["body"], fields["recorded_at"])
