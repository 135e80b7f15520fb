// needs server 2026.01
//
// Passages by their vector, and the properties that a search may filter by before it cuts off.
// No number of dimensions is given: a query meets vectors of its own length only. `embedder` keeps two
// embedders of one length apart. Filters know equality and ranges only, and an absent property meets neither:
// `access` is one word for a whole access list, `known_to` is a far day where nothing has ended.
CYPHER 25
CREATE VECTOR INDEX passage_embedding IF NOT EXISTS FOR (n:Passage) ON (n.embedding)
WITH [n.embedder, n.project, n.access, n.source_id, n.known_from, n.known_to]
OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}};
