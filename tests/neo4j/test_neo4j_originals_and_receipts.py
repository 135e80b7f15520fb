"""Originals and receipts in a real Neo4j pass the suites that their files pass."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor

import pytest

from graph.errors import FixSetup
from graph.migrator import ensure_schema
from graph.neo4j_blobs import Neo4jBlobs
from graph.neo4j_database import Database, Neo4jAddress
from graph.neo4j_receipts import Neo4jReceipts
from graph.neo4j_store import open_database
from tests.contracts.blob_contract import BlobContract, Damage
from tests.contracts.receipt_contract import OpenLog, ReceiptContract, Tamper
from tests.services.neo4j import Neo4jServer


@pytest.fixture(scope="module")
def connected(empty_neo4j: Neo4jServer) -> Iterator[Database]:
    """The database of this module, with its schema."""
    address = Neo4jAddress(empty_neo4j.uri, empty_neo4j.user, empty_neo4j.password)
    database = open_database(address)
    ensure_schema(database, may_create=True)
    yield database
    database.close()


@pytest.fixture
def database(connected: Database) -> Database:
    """That database, without data."""
    for label in ("Original", "OriginalChunk", "ChainedReceipt", "ReceiptChain"):
        connected.run("MATCH (node:$($label)) DETACH DELETE node", label=label)
    return connected


class TestNeo4jReceipts(ReceiptContract):
    """One chain in the database."""

    @pytest.fixture
    def open_log(self, database: Database) -> OpenLog:
        """Opens the chain."""
        return lambda: Neo4jReceipts(database)

    @pytest.fixture
    def tamper(self, database: Database) -> Tamper:
        """Writes past the log."""

        def tamper(position: int, fields: Mapping[str, str | None] | None) -> None:
            if fields is None:
                database.run("MATCH (r:ChainedReceipt {position: $position}) DELETE r", position=position)
            else:
                query = "MATCH (r:ChainedReceipt {position: $position}) SET r += $fields"
                database.run(query, position=position, fields=dict(fields))

        return tamper

    def test_a_long_chain_is_read_page_by_page(self, database: Database) -> None:
        """In its order, and it holds."""
        log = Neo4jReceipts(database)
        first = log.append({"n": 0})
        chain = [first]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("graph.neo4j_receipts._ROWS", 7)
            chain.extend(log.append({"n": n}) for n in range(1, 30))
            assert list(log.all()) == chain
            database.run("MATCH (r:ChainedReceipt) WHERE r.position > 3 DELETE r")
            assert (log.restore(chain), list(log.all())) == (27, chain)
        assert log.broken_at() is None

    def test_several_servers_append_to_one_chain(self, database: Database) -> None:
        """Each with its own connections; every receipt follows another one."""
        others = [open_database(database.address) for _ in range(3)]
        logs = [Neo4jReceipts(other) for other in others]
        with ThreadPoolExecutor(3) as threads:
            list(threads.map(lambda log: [log.append({"n": n}) for n in range(8)], logs))
        for other in others:
            other.close()
        log = Neo4jReceipts(database)
        assert len({receipt.previous for receipt in log.all()}) == 24
        assert log.broken_at() is None


class TestNeo4jBlobs(BlobContract):
    """Chunks in the database."""

    @pytest.fixture
    def blobs(self, database: Database) -> Neo4jBlobs:
        """The store of originals."""
        return Neo4jBlobs(database)

    @pytest.fixture
    def damage(self, database: Database) -> Damage:
        """Writes other bytes into the first chunk."""

        def damage(sha256: str) -> None:
            query = "MATCH (chunk:OriginalChunk {key: $key}) SET chunk.data = $data"
            database.run(query, key=f"{sha256}:0", data=b"rating 60 min")

        return damage

    @pytest.mark.parametrize("chunks_at_once", [8, 1])
    def test_a_large_original_is_kept_in_chunks(
        self, blobs: Neo4jBlobs, database: Database, monkeypatch: pytest.MonkeyPatch, chunks_at_once: int
    ) -> None:
        """Of one mebibyte, written a few at a time; a lost one is noticed."""
        monkeypatch.setattr("graph.neo4j_blobs._CHUNKS_AT_ONCE", chunks_at_once)
        data = bytes(range(256)) * 4096 * 2 + b"rest"
        sha256 = blobs.put(data)
        assert blobs.read(sha256) == data
        sizes = database.run("MATCH (c:OriginalChunk) RETURN size(c.key) AS key, c:UnfinishedChunk AS unfinished")
        assert [row["unfinished"] for row in sizes] == [False] * 3
        database.run("MATCH (chunk:OriginalChunk {key: $key}) DELETE chunk", key=f"{sha256}:1")
        with pytest.raises(FixSetup, match="damaged"):
            blobs.read(sha256)
        blobs.put(data)
        assert blobs.read(sha256) == data

    def test_only_old_remains_of_interrupted_puts_are_swept(self, blobs: Neo4jBlobs, database: Database) -> None:
        """Another server may be putting right now; what is whole stays, whatever its age."""
        whole = blobs.put(b"whole")
        for age, key in ((0, "new:0"), (2, "old:0"), (3, "old:1")):
            database.run(
                "CREATE (:OriginalChunk:UnfinishedChunk {key: $key, sha256: split($key, ':')[0], "
                "data: $data, put_at: datetime() - duration({days: $age})})",
                key=key,
                age=age,
                data=b"hal",
            )
        assert (blobs.sweep(), blobs.sweep()) == (2, 0)
        assert blobs.read(whole) == b"whole"
        assert not blobs.contains("new")
        assert database.run("MATCH (c:OriginalChunk:UnfinishedChunk) RETURN c.key AS key") == [{"key": "new:0"}]
