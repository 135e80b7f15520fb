// The schema of the graph of record: what is unique, and what is looked up by a property.

// One identity node for each id; its second label is the kind.
CREATE CONSTRAINT entity_id IF NOT EXISTS FOR (n:Entity) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT store_name IF NOT EXISTS FOR (n:Store) REQUIRE n.name IS UNIQUE;

// Every record that was ever made of a node, by identity, by source, and by the generations it is valid in.
CREATE INDEX record_id IF NOT EXISTS FOR (n:Record) ON (n.kind, n.id);
CREATE INDEX record_source IF NOT EXISTS FOR (n:Record) ON (n.kind, n.source_id);
CREATE INDEX record_from IF NOT EXISTS FOR (n:Record) ON (n.from_gen);
CREATE INDEX record_to IF NOT EXISTS FOR (n:Record) ON (n.to_gen);

// Texts in blocks, rectangles by page, where connectors stand.
CREATE CONSTRAINT text_key IF NOT EXISTS FOR (n:Text) REQUIRE n.key IS UNIQUE;
CREATE INDEX text_source IF NOT EXISTS FOR (n:Text) ON (n.source_id);
CREATE CONSTRAINT char_boxes_key IF NOT EXISTS FOR (n:CharBoxes) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT cursor_connector IF NOT EXISTS FOR (n:Cursor) REQUIRE n.connector IS UNIQUE;

// Original bytes in chunks, and the chain of receipts.
CREATE CONSTRAINT original_sha256 IF NOT EXISTS FOR (n:Original) REQUIRE n.sha256 IS UNIQUE;
CREATE CONSTRAINT original_chunk_key IF NOT EXISTS FOR (n:OriginalChunk) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT receipt_id IF NOT EXISTS FOR (n:ChainedReceipt) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT receipt_position IF NOT EXISTS FOR (n:ChainedReceipt) REQUIRE n.position IS UNIQUE;
CREATE CONSTRAINT receipt_chain_name IF NOT EXISTS FOR (n:ReceiptChain) REQUIRE n.name IS UNIQUE;

// Which nodes have a label and which relationships a type; a new database has these two.
CREATE LOOKUP INDEX node_labels IF NOT EXISTS FOR (n) ON EACH labels(n);
CREATE LOOKUP INDEX relationship_types IF NOT EXISTS FOR ()-[r]-() ON EACH type(r);

// Edges by id; an index of relationships is for one type.
CREATE INDEX edge_version_of_id IF NOT EXISTS FOR ()-[r:VERSION_OF]-() ON (r.id);
CREATE INDEX edge_has_clause_id IF NOT EXISTS FOR ()-[r:HAS_CLAUSE]-() ON (r.id);
CREATE INDEX edge_has_passage_id IF NOT EXISTS FOR ()-[r:HAS_PASSAGE]-() ON (r.id);
CREATE INDEX edge_part_of_thread_id IF NOT EXISTS FOR ()-[r:PART_OF_THREAD]-() ON (r.id);
CREATE INDEX edge_reply_to_id IF NOT EXISTS FOR ()-[r:REPLY_TO]-() ON (r.id);
CREATE INDEX edge_attached_to_id IF NOT EXISTS FOR ()-[r:ATTACHED_TO]-() ON (r.id);
CREATE INDEX edge_about_id IF NOT EXISTS FOR ()-[r:ABOUT]-() ON (r.id);
CREATE INDEX edge_sent_by_id IF NOT EXISTS FOR ()-[r:SENT_BY]-() ON (r.id);
CREATE INDEX edge_addressed_to_id IF NOT EXISTS FOR ()-[r:ADDRESSED_TO]-() ON (r.id);
CREATE INDEX edge_attended_by_id IF NOT EXISTS FOR ()-[r:ATTENDED_BY]-() ON (r.id);
CREATE INDEX edge_states_id IF NOT EXISTS FOR ()-[r:STATES]-() ON (r.id);
CREATE INDEX edge_cites_id IF NOT EXISTS FOR ()-[r:CITES]-() ON (r.id);
CREATE INDEX edge_relies_on_id IF NOT EXISTS FOR ()-[r:RELIES_ON]-() ON (r.id);
CREATE INDEX edge_supersedes_id IF NOT EXISTS FOR ()-[r:SUPERSEDES]-() ON (r.id);
CREATE INDEX edge_amends_id IF NOT EXISTS FOR ()-[r:AMENDS]-() ON (r.id);
CREATE INDEX edge_corrects_id IF NOT EXISTS FOR ()-[r:CORRECTS]-() ON (r.id);
CREATE INDEX edge_withdraws_id IF NOT EXISTS FOR ()-[r:WITHDRAWS]-() ON (r.id);
CREATE INDEX edge_clarifies_id IF NOT EXISTS FOR ()-[r:CLARIFIES]-() ON (r.id);
CREATE INDEX edge_declares_id IF NOT EXISTS FOR ()-[r:DECLARES]-() ON (r.id);
CREATE INDEX edge_party_to_id IF NOT EXISTS FOR ()-[r:PARTY_TO]-() ON (r.id);
CREATE INDEX edge_resolved_by_id IF NOT EXISTS FOR ()-[r:RESOLVED_BY]-() ON (r.id);
CREATE INDEX edge_owned_by_id IF NOT EXISTS FOR ()-[r:OWNED_BY]-() ON (r.id);
CREATE INDEX edge_commits_id IF NOT EXISTS FOR ()-[r:COMMITS]-() ON (r.id);
