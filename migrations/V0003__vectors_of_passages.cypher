// needs server 2026.01
//
// Passages by their vector. No number of dimensions is given: a query meets vectors of its own length only, and
// `embedder`, by which a search filters before it cuts off, keeps two embedders of one length apart. Who may see a
// passage is not copied to it: that changes without the passage, and comes from the graph with every search.
CYPHER 25
CREATE VECTOR INDEX passage_embedding IF NOT EXISTS FOR (n:Passage) ON (n.embedding)
WITH [n.embedder]
OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}};
