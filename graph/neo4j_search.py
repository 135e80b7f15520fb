"""Searching passages in Neo4j: vectors and terms on `(:Passage)`, one `(:IndexedSource)` for each source.

A passage with several records is found by its first one, which is its entity. Terms are stored as one
text with blanks between them, which is how the full-text index splits it again.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graph.errors import FixSetup, OurBug
from graph.neo4j_database import Database, Row, batches
from graph.neo4j_lease import Lease
from graph.neo4j_reader import as_key, as_text
from graph.neo4j_server import server_of
from graph.passage_search import COSINE_DIGITS, Holding, IndexedPassage, IndexedSource, Near

OLDEST_SERVER = (2026, 1)
"""The first server that filters inside its vector index; an older one would cut off before it filters."""

_WRITE_ROWS = 500
_ASK_ROWS = 5000
_ONLINE_S = 600

_SEAL = "MATCH (x:PassageIndex {name: 'prevail'}) RETURN x.seal AS seal"
_SET_SEAL = "MERGE (x:PassageIndex {name: 'prevail'}) SET x.seal = $seal"
_AWAIT = "CALL db.awaitIndexes($seconds)"
_STORE_ID = "MATCH (s:Store {name: 'prevail'}) RETURN s.id AS id"
_CHANGED = """
MATCH (r:Record) USING INDEX r:Record(number) WHERE r.number > $number AND r.kind = 'Passage'
RETURN DISTINCT r.source_id AS source_id
"""

_WRITE = """
UNWIND $rows AS row
MATCH (p:Entity {id: row.id}) WHERE p:Passage
SET p.tokens = row.tokens, p.length = row.length, p.embedder = $embedder, p.embedding = row.vector
RETURN count(p) AS written
"""
_ADD_SOURCE = """
MERGE (s:IndexedSource {source_id: $source_id})
SET s.passages = $passages, s.terms = $terms, s.tokens = $tokens, s.digest = $digest
"""
_DROP_SOURCES = "UNWIND $ids AS wanted MATCH (s:IndexedSource {source_id: wanted}) DELETE s"
_DIGESTS = "MATCH (s:IndexedSource) RETURN s.source_id AS source_id, s.digest AS digest"
_SOURCES = """
MATCH (s:IndexedSource)
RETURN s.source_id AS source_id, s.passages AS passages, s.terms AS terms, s.tokens AS tokens, s.digest AS digest
"""
_COUNT = "MATCH (p:Passage {embedder: $embedder}) WHERE p.tokens IS NOT NULL RETURN count(p) AS found"

_NEAREST = """
CYPHER 25
MATCH (p:Passage)
SEARCH p IN (VECTOR INDEX passage_embedding FOR $vector WHERE p.embedder = $embedder LIMIT $limit)
RETURN p.id AS id, round(2.0 * vector.similarity.cosine(p.embedding, $vector) - 1.0, $digits, 'HALF_EVEN') AS cosine
"""
_NEAREST_AMONG = """
CYPHER 25
UNWIND $ids AS wanted
MATCH (p:Entity {id: wanted}) WHERE p.embedder = $embedder
WITH p.id AS id, round(2.0 * vector.similarity.cosine(p.embedding, $vector) - 1.0, $digits, 'HALF_EVEN') AS cosine
RETURN id, cosine ORDER BY cosine DESC, id LIMIT $limit
"""
_HOLDING = """
CALL db.index.fulltext.queryNodes('passage_tokens', $query, {limit: $limit}) YIELD node AS p, score
RETURN p.id AS id, score, p.length AS length, [term IN split(p.tokens, ' ') WHERE term IN $terms] AS held
"""
_HOLDING_AMONG = """
UNWIND $ids AS wanted
MATCH (p:Entity {id: wanted})
WITH p, [term IN split(p.tokens, ' ') WHERE term IN $terms] AS held
WHERE size(held) > 0
RETURN p.id AS id, 0.0 AS score, p.length AS length, held
"""


class Neo4jPassageSearch:
    """A `graph.passage_search.PassageSearch` in a Neo4j database.

    Raises:
        FixSetup: The server is older than `OLDEST_SERVER`.
    """

    def __init__(self, database: Database) -> None:
        server = server_of(database)
        if server.numbers < OLDEST_SERVER:
            raise FixSetup(
                f"PREVAIL_LANES_BACKEND=neo4j needs Neo4j {OLDEST_SERVER[0]}.{OLDEST_SERVER[1]:02} or newer, and "
                f"{database.address.uri} is {server.version}: upgrade the server, or set PREVAIL_LANES_BACKEND=local"
            )
        self._database = database

    @property
    def place(self) -> str:
        """Address of the server."""
        return self._database.address.uri

    def alone(self, wait_s: float) -> AbstractContextManager[object]:
        """Holds the lease of the one who writes."""
        return Lease(self._database, "passage index", "indexing").held(wait_s)

    def seal(self) -> str | None:
        """See `PassageSearch.seal`."""
        rows = self._database.read(_SEAL)
        return rows[0]["seal"] if rows else None

    def set_seal(self, note: str | None) -> None:
        """See `PassageSearch.set_seal`."""
        if note is not None:
            self._database.run(_AWAIT, seconds=_ONLINE_S)
        self._database.run(_SET_SEAL, seal=note)

    def changed_sources(self, since: str) -> frozenset[str] | None:
        """See `PassageSearch.changed_sources`."""
        store, _, number = since.rpartition(":")
        rows = self._database.read(_STORE_ID)
        if not rows or rows[0]["id"] != store or not number.isdigit():
            return None
        return frozenset(as_text(row["source_id"]) for row in self._database.read(_CHANGED, number=int(number)))

    def digests(self) -> dict[str, str]:
        """See `PassageSearch.digests`."""
        return {as_text(row["source_id"]): row["digest"] for row in self._database.read(_DIGESTS)}

    def sources(self) -> list[IndexedSource]:
        """See `PassageSearch.sources`."""
        return sorted(map(_as_source, self._database.read(_SOURCES)), key=lambda source: source.source_id)

    def write(self, passages: Iterable[IndexedPassage], embedder: str) -> None:
        """Writes in statements of bounded size.

        Raises:
            OurBug: A passage is not in the store.
        """
        for some in batches([*passages], _WRITE_ROWS):
            written = self._database.run(_WRITE, rows=[*map(_as_row, some)], embedder=embedder)
            if written[0]["written"] != len(some):
                raise OurBug("a passage was to be indexed that is not in the store")

    def add_source(self, source: IndexedSource) -> None:
        """See `PassageSearch.add_source`."""
        terms = {as_key(term): count for term, count in source.terms.items()}
        self._database.run(
            _ADD_SOURCE,
            source_id=as_key(source.source_id),
            passages=[*map(as_key, source.passage_ids)],
            terms=zlib.compress(json.dumps(terms, ensure_ascii=False, separators=(",", ":")).encode()),
            tokens=source.tokens,
            digest=source.digest,
        )

    def drop_sources(self, source_ids: Iterable[str]) -> None:
        """See `PassageSearch.drop_sources`."""
        for some in batches([*map(as_key, source_ids)]):
            self._database.run(_DROP_SOURCES, ids=some)

    def count(self, embedder: str) -> int:
        """See `PassageSearch.count`."""
        return int(self._database.read(_COUNT, embedder=embedder)[0]["found"])

    def nearest(self, embedder: str, vector: NDArray[np.float32], limit: int) -> list[Near]:
        """Asks the vector index, which is approximate; the cosines are computed from the stored vectors."""
        return _in_order(self._database.read(_NEAREST, **_asking(embedder, vector, limit)))

    def nearest_among(
        self, embedder: str, vector: NDArray[np.float32], limit: int, passage_ids: Sequence[str]
    ) -> list[Near]:
        """See `PassageSearch.nearest_among`."""
        return _in_order(self._among(_NEAREST_AMONG, passage_ids, **_asking(embedder, vector, limit)))[:limit]

    def holding(self, terms: Sequence[str], limit: int) -> list[Holding]:
        """Asks the full-text index; the score is Lucene's."""
        keys = [*map(as_key, terms)]
        query = " ".join(f'"{_escaped(key)}"' for key in keys)
        return [*map(_as_holding, self._database.read(_HOLDING, query=query, terms=keys, limit=limit))]

    def holding_among(self, terms: Sequence[str], passage_ids: Sequence[str]) -> list[Holding]:
        """See `PassageSearch.holding_among`."""
        return [*map(_as_holding, self._among(_HOLDING_AMONG, passage_ids, terms=[*map(as_key, terms)]))]

    def _among(self, query: str, passage_ids: Sequence[str], **parameters: Any) -> list[Row]:
        keys = [*map(as_key, passage_ids)]
        return [row for some in batches(keys, _ASK_ROWS) for row in self._database.read(query, ids=some, **parameters)]


def _as_row(passage: IndexedPassage) -> Row:
    return {
        "id": as_key(passage.passage_id),
        "tokens": " ".join(map(as_key, passage.terms)),
        "length": len(passage.terms),
        "vector": passage.vector.tolist(),
    }


def _as_source(row: Row) -> IndexedSource:
    try:
        terms = json.loads(zlib.decompress(row["terms"]))
    except (zlib.error, ValueError) as error:
        raise FixSetup(f"the passage index is damaged ({error}): run `prevail index rebuild`") from error
    return IndexedSource(
        as_text(row["source_id"]),
        tuple(map(as_text, row["passages"])),
        {as_text(term): count for term, count in terms.items()},
        row["tokens"],
        row["digest"],
    )


def _asking(embedder: str, vector: NDArray[np.float32], limit: int) -> dict[str, Any]:
    return {"embedder": embedder, "vector": vector.tolist(), "limit": limit, "digits": COSINE_DIGITS}


def _in_order(rows: Iterable[Row]) -> list[Near]:
    found = [Near(as_text(row["id"]), row["cosine"]) for row in rows]
    return sorted(found, key=lambda near: (-near.cosine, near.passage_id))


def _as_holding(row: Row) -> Holding:
    return Holding(as_text(row["id"]), row["length"], tuple(map(as_text, row["held"])), row["score"])


def _escaped(term: str) -> str:
    """The term between double quotes, where only these two signs mean anything."""
    return term.replace("\\", "\\\\").replace('"', '\\"')
