"""What the graph knows of the documents of one question: which are meant, and the verdicts on them."""

from __future__ import annotations

from graph.governing import Governing, Verdict
from graph.versions import same_version
from retrieval.answering.past import version_asked
from retrieval.answering.question import Question
from retrieval.answering.scope import Scope
from retrieval.answering.statements import Statements, spoken
from retrieval.corpus import Corpus
from retrieval.model import Query
from retrieval.subjects import Match

FITS = 0.42
"""Least score of a title that is taken to be what a question is about."""


class Facts:
    """The graph as one question sees it."""

    def __init__(self, query: Query, question: Question, scope: Scope, corpus: Corpus) -> None:
        self.query = query
        self.question = question
        self.scope = scope
        self.corpus = corpus
        self.snapshot = corpus.snapshot(query.moment.known_at)
        self.governing: Governing = corpus.governing(query.moment)
        self.readable = corpus.readable_sources(query)

    def fitting(self) -> list[Match]:
        """Sources whose titles fit the question's subject, best first."""
        matches = self.corpus.subjects(self.query.moment.known_at).match(self.question.subject)
        return [m for m in matches if m.source_id in self.readable and m.score >= FITS]

    def subjects(self) -> list[str]:
        """Sources that the question names, else those whose titles fit its subject best."""
        if self.scope.named:
            return sorted(self.scope.named, key=self._age)
        matches = self.fitting()
        if not matches:
            return []
        best = matches[0].score
        return [match.source_id for match in matches if match.score >= 0.95 * best]

    def _age(self, source_id: str) -> tuple[str, str]:
        starts = self.snapshot.descriptions[source_id].starts
        return (starts.earliest.isoformat() if starts and starts.earliest else "", source_id)

    def verdict(self, source_id: str) -> Verdict:
        """What governs says of a source."""
        return self.governing.of_source(source_id)

    def spoken(self, source_id: str) -> str:
        """A source for people: name, title, date."""
        return spoken(self.snapshot.descriptions[source_id], self.snapshot.name(source_id))

    def statements(self) -> Statements:
        """An answer to be filled."""
        return Statements(self.corpus, self.query.moment)

    def version(self, source_id: str) -> str | None:
        """The revision or edition label of a source."""
        return self.snapshot.descriptions[source_id].version

    def is_version(self, source_id: str, label: str) -> bool:
        """Whether a label of a question means that version: its revision or edition, or the year of its date."""
        description = self.snapshot.descriptions[source_id]
        if same_version(label, description.version) or same_version(f"{label} edition", description.version):
            return True
        dates = [d for d in (description.date, description.effective_from) if d and d.earliest]
        return label.isdigit() and len(label) == 4 and any(str(d.earliest.year) == label for d in dates if d.earliest)

    def of_edition(self, sources: list[str]) -> list[str]:
        """Those of the edition that the question pins, if it pins one that is held."""
        wanted = next((r.edition for r in self.question.references if r.edition), None)
        if wanted is None:
            return sources
        return [s for s in sources if same_version(wanted, self.version(s))] or sources

    def clauses(self) -> list[str]:
        """Clause addresses that the question names; "KP-31" may be read as one, and be a document's name."""
        return [c for c in self.question.clauses if not any(c in name for name in self.scope.names)]

    def meant(self) -> list[str]:
        """Sources that the question names, only those of the revision or edition that it speaks of, where some are."""
        spoken_of = version_asked(self.question)
        pinned = [r.edition for r in self.question.references if r.edition]
        labels = pinned or ([spoken_of] if spoken_of else [])
        named = sorted(self.scope.named)
        return [s for s in named if any(self.is_version(s, label) for label in labels)] or named
