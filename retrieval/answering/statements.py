"""Sentences about documents, each with the words that ground it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from graph.claims import Description
from graph.governing import Successor, Verdict
from graph.model import Evidence, Passage, Span
from graph.time import Moment
from graph.vocabulary import ClaimField, Ground
from retrieval.answering.citations import cite
from retrieval.answering.model import MAX_CITATIONS, Answer, Citation, Sentence
from retrieval.answering.units import units_of
from retrieval.corpus import Corpus

_NAMING = (ClaimField.NUMBER, ClaimField.TITLE, ClaimField.VERSION, ClaimField.DATE)


class Statements:
    """Collects sentences with their evidence and makes an answer of them."""

    def __init__(self, corpus: Corpus, moment: Moment) -> None:
        self._corpus = corpus
        self._moment = moment
        self._sentences: list[Sentence] = []
        self._citations: list[Citation] = []

    def say(self, text: str, evidence: Iterable[tuple[str, Span]]) -> None:
        """Adds a sentence; evidence beyond the most that an answer may cite is left out."""
        numbers = [n for source_id, span in evidence if (n := self._number(source_id, span)) is not None]
        if numbers:
            self._sentences.append(Sentence(text, tuple(dict.fromkeys(numbers))))

    def _number(self, source_id: str, span: Span) -> int | None:
        for citation in self._citations:
            if citation.source_id == source_id and citation.quote.span.covers(span):
                return citation.n
        passage = self._corpus.passage_at(source_id, span.start)
        if passage is None or len(self._citations) >= MAX_CITATIONS:
            return None
        n = len(self._citations) + 1
        self._citations.append(cite(self._corpus, self._moment, passage, span, n))
        return n

    def answer(self, *, history: bool) -> Answer | None:
        """The answer; None where nothing could be said with evidence."""
        if not self._sentences:
            return None
        return Answer(tuple(self._sentences), tuple(self._citations), 1.0, 0.0, history)


def named_at(corpus: Corpus, moment: Moment, source_id: str) -> list[tuple[str, Span]]:
    """Where a source says what it is: the lines of its number and title, else its first sentence."""
    description = corpus.description(source_id, moment.known_at)
    spans = []
    for field in _NAMING[:2]:
        claim = description.taken.get(field)
        if claim and claim.span is not None and claim.ground is not Ground.FILE_NAME:
            spans.append(line_at(corpus, source_id, claim.span))
    if spans:
        return [(source_id, span) for span in dict.fromkeys(spans)]
    first = first_passage(corpus, source_id)
    if first is None:
        return []
    return [(source_id, units_of(first)[0].span)]


def first_passage(corpus: Corpus, source_id: str) -> Passage | None:
    """The first passage of a source in reading order."""
    with corpus.store.read() as reader:
        return next(reader.find(Passage, source_id=source_id), None)


def line_at(corpus: Corpus, source_id: str, span: Span) -> Span:
    """The line or lines in which a span stands, without blank ends, for a quote that reads well."""
    passage = corpus.passage_at(source_id, span.start)
    if passage is None:
        return span
    text, base = passage.text, passage.span.start
    start = text.rfind("\n", 0, span.start - base) + 1
    end = text.find("\n", max(span.end - base - 1, 0))
    end = len(text) if end < 0 else end
    line = text[start:end]
    return Span(base + start + len(line) - len(line.lstrip()), base + start + len(line.rstrip()))


def spoken(description: Description, name: str) -> str:
    """A document for people: name, title and date, as far as they are known."""
    title = f", {' '.join(description.title.split())}" if description.title and description.title not in name else ""
    date = f" ({description.date.words})" if description.date else ""
    return f"{name}{title}{date}"


def quotes(corpus: Corpus, evidence: Iterable[Evidence]) -> list[tuple[str, Span]]:
    """Evidence of an edge or claim as places to cite, short ones widened to their line."""
    return [(e.source_id, line_at(corpus, e.source_id, e.span) if len(e.span) < 60 else e.span) for e in evidence]


def stands(verdict: Verdict) -> str:
    """The signal as a predicate: "governs", "is superseded"."""
    return verdict.signal if verdict.signal.startswith("governs") else f"is {verdict.signal}"


def since(verdict: Verdict) -> str:
    """ " since 6 April 2013", or nothing where no date is known."""
    return f" since {verdict.since.day} {verdict.since:%B %Y}" if verdict.since else ""


def listed(successors: Iterable[Successor]) -> str:
    """Their names one after the other."""
    return joined(list(dict.fromkeys(successor.name for successor in successors)))


def joined(names: list[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def natural(name: str) -> list[tuple[int, str]]:
    """Sorting key by which RFC 793 comes before RFC 2616."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", name)]
