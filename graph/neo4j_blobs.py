"""Original bytes in Neo4j: in chunks of one mebibyte, named by the hash of the whole.

The node `Original` is written last, so that an original is there completely or not at all. A chunk is marked
until then, and what an interrupted put left is deleted a day later.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from graph.errors import FixSetup, NotFound
from graph.neo4j_database import Database, batches

CHUNK_BYTES = 1 << 20
_CHUNKS_AT_ONCE = 8

_SHA256 = re.compile(r"[0-9a-f]{64}")

_PUT_CHUNKS = """
UNWIND $rows AS row
MERGE (chunk:OriginalChunk {key: row.key})
SET chunk:UnfinishedChunk, chunk.sha256 = $sha256, chunk.data = row.data, chunk.put_at = datetime()
"""
_PUT_LAST = """
CALL () {
  UNWIND $rows AS row
  MERGE (chunk:OriginalChunk {key: row.key})
  SET chunk.sha256 = $sha256, chunk.data = row.data
  REMOVE chunk:UnfinishedChunk
}
CALL () {
  UNWIND $before AS key
  MATCH (chunk:OriginalChunk {key: key}) REMOVE chunk:UnfinishedChunk
}
MERGE (original:Original {sha256: $sha256})
SET original.size_bytes = $size_bytes, original.chunks = $chunks
"""
_ORIGINAL = "MATCH (original:Original {sha256: $sha256}) RETURN original.chunks AS chunks"
_CHUNK = "MATCH (chunk:OriginalChunk {key: $key}) RETURN chunk.data AS data"
_TOTAL = "MATCH (original:Original) RETURN coalesce(sum(original.size_bytes), 0) AS total"
_SWEEP = """
MATCH (chunk:UnfinishedChunk)
WHERE chunk.put_at < datetime() - duration({days: 1})
  AND NOT EXISTS { MATCH (:Original {sha256: chunk.sha256}) }
DELETE chunk RETURN count(*) AS swept
"""


class Neo4jBlobs:
    """A `graph.blobs.BlobStore` in a Neo4j database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, data: bytes) -> str:
        """Keeps the bytes, durably before it returns, and gives their SHA-256 in hexadecimal.

        A few chunks are committed at once, so that no original is too large for the server's memory.
        """
        sha256 = hashlib.sha256(data).hexdigest()
        if self._is_whole(sha256):
            return sha256
        starts = range(0, len(data), CHUNK_BYTES)
        rows = [{"key": _key(sha256, n), "data": data[start : start + CHUNK_BYTES]} for n, start in enumerate(starts)]
        *before, last = batches(rows, _CHUNKS_AT_ONCE) if rows else [rows]
        for some in before:
            self._database.run(_PUT_CHUNKS, rows=some, sha256=sha256)
        self._database.run(
            _PUT_LAST,
            rows=last,
            before=[row["key"] for some in before for row in some],
            sha256=sha256,
            size_bytes=len(data),
            chunks=len(rows),
        )
        return sha256

    def read(self, sha256: str) -> bytes:
        """The bytes with that hash.

        Raises:
            NotFound: They were never put here.
            FixSetup: They are damaged: what is kept has another hash.
        """
        data = b"".join(self._chunks(sha256))
        if hashlib.sha256(data).hexdigest() != sha256:
            raise FixSetup(
                f"the original {sha256} in {self._database.address.uri} is damaged: restore it from a backup, "
                "or ingest its original again"
            )
        return data

    def contains(self, sha256: str) -> bool:
        """Whether bytes with that hash are here; they are not checked."""
        return self._count(sha256) is not None

    def total_bytes(self) -> int:
        """The size of all originals together."""
        return int(self._database.read(_TOTAL)[0]["total"])

    def sweep(self) -> int:
        """Deletes what puts that were interrupted more than a day ago left behind; says how many chunks."""
        return int(self._database.run(_SWEEP)[0]["swept"])

    def _count(self, sha256: str) -> int | None:
        """Of how many chunks an original consists; None where there is none."""
        if not _SHA256.fullmatch(sha256):
            return None
        rows = self._database.read(_ORIGINAL, sha256=sha256)
        return int(rows[0]["chunks"]) if rows else None

    def _chunks(self, sha256: str) -> Iterator[bytes]:
        """The chunks in their order; one that is lost is left out, which the hash tells."""
        count = self._count(sha256)
        if count is None:
            raise NotFound("original", sha256)
        for number in range(count):
            for row in self._database.read(_CHUNK, key=_key(sha256, number)):
                yield bytes(row["data"])

    def _is_whole(self, sha256: str) -> bool:
        if not self.contains(sha256):
            return False
        digest = hashlib.sha256()
        for chunk in self._chunks(sha256):
            digest.update(chunk)
        return digest.hexdigest() == sha256


def _key(sha256: str, number: int) -> str:
    return f"{sha256}:{number}"
