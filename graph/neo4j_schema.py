"""The statements of the Neo4j store, each complete and constant; what varies is a parameter.

A `(:Record)` is one record of a node or an edge. It is written once; only its end is added to it later:
`retracted_at` and the whole `ended_body`, which hold from generation `ended_gen` on, and `gone_gen` where
another history took its place. The first record of an id is also the `(:Entity)`, the node that people
see and on which the relationships hang; an end of an edge that is not known yet is a bare `(:Entity)`.
A `(:Content)` is a piece of a text, the boxes of a page, or a cursor; it is ended, never changed.

The hints say which property is selective: a plan is made while the database is nearly empty, and kept.
"""

from __future__ import annotations

_VISIBLE = """
r.from_gen <= $generation AND coalesce(r.gone_gen, $generation + 1) > $generation
AND ($history OR (r.recorded_at <= $known_at
  AND (coalesce(r.ended_gen, $generation + 1) > $generation OR r.retracted_at > $known_at)))
"""
_BODY = "CASE WHEN r.ended_gen <= $generation THEN r.ended_body ELSE r.body END AS body"
_PLACE = "r.number AS number, r.source_id AS source_id, r.start AS start, r.id AS id"
_FOUND = f"RETURN {_PLACE}, {_BODY}"
_IF_OF_TYPE = "($types IS NULL OR r.type IN $types)"

FIND_KIND = f"MATCH (r:Record {{kind: $kind}}) WHERE {_VISIBLE} {_FOUND}"
FIND_SOURCE = f"""
MATCH (r:Record {{kind: $kind, source_id: $source_id}}) USING INDEX r:Record(kind, source_id)
WHERE {_VISIBLE} {_FOUND}
"""
FIND_IDS = f"""
UNWIND $ids AS wanted MATCH (r:Record {{id: wanted}}) USING INDEX r:Record(id)
WHERE r.kind = $kind AND ($source_id IS NULL OR r.source_id = $source_id) AND {_VISIBLE} {_FOUND}
"""
FIND_PLACES = f"MATCH (r:Record {{kind: $kind}}) WHERE {_VISIBLE} RETURN {_PLACE}"
FIND_NUMBERS = f"UNWIND $numbers AS wanted MATCH (r:Record {{number: wanted}}) {_FOUND}"
COUNT_KIND = f"MATCH (r:Record {{kind: $kind}}) WHERE {_VISIBLE} RETURN count(r) AS found"

EDGES_ALL = f"MATCH (r:Record {{kind: 'Edge'}}) WHERE {_VISIBLE} {_FOUND}"
EDGES_OF_TYPES = f"""
UNWIND $types AS wanted MATCH (r:Record {{type: wanted}}) USING INDEX r:Record(type) WHERE {_VISIBLE} {_FOUND}
"""
EDGES_FROM = f"""
MATCH (r:Record {{src: $src}}) USING INDEX r:Record(src)
WHERE {_IF_OF_TYPE} AND ($dst IS NULL OR r.dst = $dst) AND {_VISIBLE} {_FOUND}
"""
EDGES_TO = f"""
MATCH (r:Record {{dst: $dst}}) USING INDEX r:Record(dst) WHERE {_IF_OF_TYPE} AND {_VISIBLE} {_FOUND}
"""

CONTENT = """
MATCH (c:Content {role: $role, owner: $owner})
WHERE c.from_gen <= $generation AND coalesce(c.to_gen, $generation + 1) > $generation
  AND ($first IS NULL OR c.part = 0 OR $first <= c.part <= $last)
RETURN c.part AS part, c.body AS body ORDER BY part
"""
CURSORS = """
MATCH (c:Content {role: 'cursor'})
WHERE c.from_gen <= $generation AND coalesce(c.to_gen, $generation + 1) > $generation
RETURN c.owner AS owner, c.body AS body
"""

KNOWN = """
UNWIND $keys AS key
OPTIONAL MATCH (e:Entity {id: key.id})
OPTIONAL MATCH (r:Record {id: key.id}) USING INDEX r:Record(id) WHERE r.kind = key.kind AND r.gone_gen IS NULL
RETURN key.kind AS kind, key.id AS id, coalesce(e:Record, false) AS taken,
       r.number AS number, r.recorded_at AS recorded_at, r.retracted_at AS retracted_at
"""
HISTORY = """
UNWIND $keys AS key
MATCH (r:Record {id: key.id}) USING INDEX r:Record(id) WHERE r.kind = key.kind AND r.gone_gen IS NULL
RETURN r.kind AS kind, r.id AS id, r.number AS number, r.recorded_at AS recorded_at,
       r.retracted_at AS retracted_at, coalesce(r.ended_body, r.body) AS body
ORDER BY number
"""
PRESENT = """
UNWIND $ids AS wanted
MATCH (r:Record {id: wanted}) USING INDEX r:Record(id) WHERE r.gone_gen IS NULL AND r.retracted_at IS NULL
RETURN r.kind AS kind, r.id AS id, r.number AS number, r.recorded_at AS recorded_at,
       null AS retracted_at, r.body AS body
"""

CREATE_ENTITIES = """
UNWIND $rows AS row
MERGE (e:Entity {id: row.id})
SET e:Record:$(row.kind), e += row.plain, e += row.record
"""
CREATE_RECORDS = """
UNWIND $rows AS row
CREATE (r:Record:$(row.kind)) SET r = row.record
"""
SHOW_PRESENT = """
UNWIND $rows AS row
MATCH (e:Entity {id: row.id}) WHERE e.kind = row.kind SET e += row.plain
"""
CREATE_EDGES = """
UNWIND $rows AS row
CREATE (r:Record:Edge) SET r = row.record
MERGE (a:Entity {id: row.record.src})
MERGE (b:Entity {id: row.record.dst})
CREATE (a)-[e:$(row.record.type)]->(b) SET e = row.plain
"""
END_RECORDS = """
UNWIND $rows AS row
MATCH (r:Record {number: row.number})
SET r.retracted_at = row.retracted_at, r.ended_gen = $generation, r.ended_body = row.body
"""
END_EDGES = """
UNWIND $rows AS row
MATCH (r:Record {number: row.number})
MATCH (:Entity {id: r.src})-[e]->(:Entity {id: r.dst}) WHERE e.number = row.number
SET e.retracted_at = row.retracted_at
"""
FORGET = """
UNWIND $numbers AS wanted
MATCH (r:Record {number: wanted}) SET r.gone_gen = $generation
WITH r WHERE r.kind = 'Edge'
MATCH (:Entity {id: r.src})-[e]->(:Entity {id: r.dst}) WHERE e.number = r.number
DELETE e
"""

PUT_CONTENT = """
UNWIND $rows AS row
OPTIONAL MATCH (old:Content {role: row.role, owner: row.owner}) WHERE old.part = row.part AND old.to_gen IS NULL
WITH row, old WHERE old IS NULL OR old.digest <> row.digest
SET old.to_gen = $generation
CREATE (new:Content)
SET new = {role: row.role, owner: row.owner, part: row.part, digest: row.digest, body: row.body,
           from_gen: $generation}
RETURN count(new) AS changed
"""
CUT_CONTENT = """
UNWIND $rows AS row
MATCH (old:Content {role: row.role, owner: row.owner}) WHERE old.part >= row.parts AND old.to_gen IS NULL
SET old.to_gen = $generation
RETURN count(old) AS changed
"""
DROP_CONTENT = """
UNWIND $rows AS row
MATCH (old:Content {role: row.role, owner: row.owner}) WHERE old.to_gen < $generation - $kept DELETE old
"""

MAKE_STORE = """
MERGE (s:Store {name: 'prevail'})
ON CREATE SET s.id = replace(randomUUID(), '-', ''), s.generation = 0, s.numbers = 0, s.passages = 0, s.recent = []
MERGE (p:Published {name: 'prevail'})
ON CREATE SET p.generation = 0, p.passages = 0
"""
LOCK_STORE = "MATCH (s:Store {name: 'prevail'}) SET s.locked_by = $tag RETURN s.name AS name"
READ_STORE = """
MATCH (s:Store {name: 'prevail'})
RETURN s.generation AS generation, s.numbers AS numbers, s.passages AS passages, s.recent AS recent
"""
FINISH = """
MATCH (s:Store {name: 'prevail'})
SET s.generation = $generation, s.numbers = $numbers, s.passages = $passages, s.recent = ([$tag] + s.recent)[..50]
"""
PUBLISH = """
MATCH (p:Published {name: 'prevail'}) SET p.published_by = $tag
WITH p WHERE p.generation < $generation
SET p.generation = $generation, p.passages = $passages
"""
READ_PUBLISHED = """
MATCH (s:Store {name: 'prevail'}), (p:Published {name: 'prevail'})
RETURN s.id AS id, s.generation AS committed, p.generation AS generation, p.passages AS passages
"""

RUNNING = "SHOW TRANSACTIONS YIELD transactionId, metaData WHERE metaData.prevail = $tag RETURN transactionId AS id"
TERMINATE = "TERMINATE TRANSACTIONS $ids YIELD message RETURN message"
