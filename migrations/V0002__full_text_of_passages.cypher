// Passages by their terms. The tokenizer has already decided what a term is, identifiers among them, so that the
// analyzer only splits at blanks: upper and lower case, signs and every word stay as they are stored.
CREATE FULLTEXT INDEX passage_tokens IF NOT EXISTS FOR (n:Passage) ON EACH [n.tokens]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}};

// What was written for the search of one source's passages, and for which state of the store all of it is complete.
CREATE CONSTRAINT indexed_source_id IF NOT EXISTS FOR (n:IndexedSource) REQUIRE n.source_id IS UNIQUE;
CREATE CONSTRAINT passage_index_name IF NOT EXISTS FOR (n:PassageIndex) REQUIRE n.name IS UNIQUE;
