// The schema of the graph of record: what is unique, and what is looked up by a property.

// Every record that was ever made of a node or an edge. The first record of a node's id is also its entity, which
// relationships hang on.
CREATE CONSTRAINT record_number IF NOT EXISTS FOR (n:Record) REQUIRE n.number IS UNIQUE;
CREATE CONSTRAINT entity_id IF NOT EXISTS FOR (n:Entity) REQUIRE n.id IS UNIQUE;
CREATE INDEX record_id IF NOT EXISTS FOR (n:Record) ON (n.id);
CREATE INDEX record_kind IF NOT EXISTS FOR (n:Record) ON (n.kind);
CREATE INDEX record_source IF NOT EXISTS FOR (n:Record) ON (n.kind, n.source_id);
CREATE INDEX record_src IF NOT EXISTS FOR (n:Record) ON (n.src);
CREATE INDEX record_dst IF NOT EXISTS FOR (n:Record) ON (n.dst);
CREATE INDEX record_type IF NOT EXISTS FOR (n:Record) ON (n.type);

// Texts in blocks, rectangles by page, where connectors stand.
CREATE INDEX content_owner IF NOT EXISTS FOR (n:Content) ON (n.role, n.owner);

// The generation that is being written, and the one that is read.
CREATE CONSTRAINT store_name IF NOT EXISTS FOR (n:Store) REQUIRE n.name IS UNIQUE;
CREATE CONSTRAINT published_name IF NOT EXISTS FOR (n:Published) REQUIRE n.name IS UNIQUE;

// Original bytes in chunks, and the chain of receipts.
CREATE CONSTRAINT original_sha256 IF NOT EXISTS FOR (n:Original) REQUIRE n.sha256 IS UNIQUE;
CREATE CONSTRAINT original_chunk_key IF NOT EXISTS FOR (n:OriginalChunk) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT receipt_id IF NOT EXISTS FOR (n:ChainedReceipt) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT receipt_position IF NOT EXISTS FOR (n:ChainedReceipt) REQUIRE n.position IS UNIQUE;
CREATE CONSTRAINT receipt_chain_name IF NOT EXISTS FOR (n:ReceiptChain) REQUIRE n.name IS UNIQUE;

// Which nodes have a label and which relationships a type; a new database has these two.
CREATE LOOKUP INDEX node_labels IF NOT EXISTS FOR (n) ON EACH labels(n);
CREATE LOOKUP INDEX relationship_types IF NOT EXISTS FOR ()-[r]-() ON EACH type(r);
