"""What a drafted sentence may rest on: the quotes of an extractive answer, with what is known of their documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from graph.quantities.units import NUMBER
from retrieval import tokenizer
from retrieval.answering.generated.statement import Statement, normalised, read_statements
from retrieval.answering.model import Answer, Citation
from retrieval.pipeline import Retrieval


@dataclass(frozen=True)
class Quoted:
    """A text that sentences are compared with.

    Attributes:
        head: Document, version, clause and the headings over it.
    """

    head: str
    text: str

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """Its sentences, each as it is compared."""
        return read_statements(" ".join(self.text.split()))

    @cached_property
    def terms(self) -> frozenset[str]:
        """All terms of text and head."""
        return frozenset(tokenizer.terms(f"{self.head}. {self.text}"))

    @cached_property
    def spoken(self) -> str:
        """The text case-folded, with single blanks."""
        return " ".join(self.text.casefold().split())

    @cached_property
    def names(self) -> frozenset[str]:
        """Pieces with figures that name something, and bare numbers, which may."""
        head = [word.strip(",;()[]\"'") for word in self.head.replace("(", " (").split()]
        bare = [
            one.text[value.span.start : value.span.end]
            for one in self.statements
            for value in one.values
            if value.reading.dimension == NUMBER
        ]
        own = [name for one in self.statements for name in one.names]
        return frozenset(normalised(name) for name in [*head, *bare, *own] if any(map(str.isdigit, name)))


@dataclass(frozen=True)
class Evidence:
    """One citation as evidence.

    Attributes:
        n: Number of the citation.
        quote: The characters of the store.
        said: The sentences of the extractive answer that rest on it alone: a table's row read with its heads.
        weight: In `[0, 1]`, of the best passage's.
    """

    n: int
    head: str
    quote: str
    said: str = ""
    weight: float = 1.0

    @cached_property
    def quoted(self) -> tuple[Quoted, ...]:
        """The texts of which one has to say a sentence."""
        return tuple(Quoted(self.head, text) for text in dict.fromkeys((self.quote, self.said)) if text)


def together(parts: Sequence[Evidence]) -> Quoted:
    """The quotes of several pieces of evidence as one text."""
    return Quoted(". ".join(part.head for part in parts), "\n".join(part.quote for part in parts))


def evidence_of(answer: Answer, retrieval: Retrieval) -> tuple[Evidence, ...]:
    """The citations of an answer as evidence, in their order."""
    finals = {candidate.passage_id: candidate.final for candidate in retrieval.evidence}
    best = max(finals.values(), default=0.0)
    return tuple(
        Evidence(
            n=citation.n,
            head=_head(citation, retrieval),
            quote=citation.quote.text,
            said="\n".join(s.text for s in answer.sentences if s.citations == (citation.n,)),
            weight=round(finals.get(citation.passage_id or "", 0.0) / best, 2) if best else 0.0,
        )
        for citation in answer.citations
    )


def _head(citation: Citation, retrieval: Retrieval) -> str:
    passage = retrieval.passages.get(citation.passage_id or "")
    parts = [citation.work, citation.title, citation.version, citation.clause, citation.date, citation.authority]
    context = passage.context if passage else ""
    return ", ".join(dict.fromkeys(part for part in [*parts, context] if part))
