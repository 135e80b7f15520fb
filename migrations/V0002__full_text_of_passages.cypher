// Passages by their terms. The tokenizer has already decided what a term is, identifiers among them, so that the
// analyzer only splits at blanks: upper and lower case, signs and every word stay as they are stored.
CREATE FULLTEXT INDEX passage_tokens IF NOT EXISTS FOR (n:Passage) ON EACH [n.tokens]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}};
