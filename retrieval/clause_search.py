"""Clauses by their address alone, in every source that may be seen."""

from __future__ import annotations

from graph.clause_places import clause_key
from graph.model import Clause
from retrieval.corpus import Corpus

DEPTH = 100
"""Passages whose sources are looked through."""


def clauses_named(corpus: Corpus, address: str) -> list[Clause]:
    """The clauses of that address, ordered by source and place: "8.12.060", "2.1.B" also where it is "2.1(b)".

    The sources looked through are those of the passages that the lexical lane finds for the address
    and for those of the clauses above it.
    """
    wanted, seen = clause_key(address), corpus.rows_of(frozenset(corpus.snapshot(None).sources))
    hits = corpus.index.lanes["lexical"].search(" ".join(_with_above(address)), DEPTH, seen).hits
    sources = sorted({corpus.source_of(hit.passage_id) for hit in hits})
    with corpus.store.read() as reader:
        found = [clause for source in sources for clause in reader.find(Clause, source_id=source)]
    return [clause for clause in found if wanted and clause_key(clause.path) == wanted]


def _with_above(address: str) -> list[str]:
    """An address and those of the clauses above it, as they are written: "2.1.B", "2.1", "2"."""
    found, at = [address], len(address)
    while (at := max(address.rfind(sign, 0, at) for sign in ".(-")) > 0:
        found.append(address[:at])
    return found
