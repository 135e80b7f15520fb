"""A clause as it now reads, where an act exchanges words of it: the act alone says half of what is in force."""

from __future__ import annotations

import re
from dataclasses import dataclass

from graph.effects import Effect
from graph.exchanges import Exchange, exchange_of
from graph.model import Passage, Span
from graph.suspended import PENDING
from retrieval.answering.units import Unit, units_of, without_label
from retrieval.corpus import Corpus
from retrieval.gate import may_quote
from retrieval.model import Query

_LETTER = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence of a clause with the words that an act puts into it.

    Attributes:
        text: With the new words, without its printed label.
        where: The clause, as it is cited.
        passage: Where the sentence stands.
        kept: Its words before and after those exchanged, which stay in force.
    """

    text: str
    where: str
    passage: Passage
    kept: tuple[Span, ...]


def as_amended(corpus: Corpus, query: Query, act: Unit) -> Reading | None:
    """How the sentence now reads of which a unit exchanges words.

    Returns:
        None where the unit is no such act, the words do not stand exactly once in the clause, or what is
        around them is not in force as it stands, so that nobody can tell how it reads.
    """
    governing = corpus.governing(query.moment)
    snapshot = governing.snapshot
    acts = {
        edge.id
        for edge in snapshot.edges_at(act.source_id)
        if edge.src == act.source_id and edge.evidence is not None and edge.evidence.span.overlaps(act.span)
    }
    every = (one for of_target in governing.effects.by_target.values() for one in of_target)
    found = [one for one in every if one.edge is not None and one.edge.id in acts]
    effects = [one for one in found if governing.of_source(one.target).is_in_force or len(found) == 1]
    exchange = exchange_of(snapshot, effects[0]) if len(effects) == 1 else None
    if exchange is None or effects[0].rule == PENDING or effects[0].target not in corpus.readable_sources(query):
        return None
    return _reading(corpus, query, effects[0], exchange)


def _reading(corpus: Corpus, query: Query, effect: Effect, exchange: Exchange) -> Reading | None:
    passage = corpus.passage_over(effect.target, exchange.span)
    units = units_of(passage) if passage else []
    unit = next((one for one in units if one.span.covers(exchange.span) and not one.is_row), None)
    if passage is None or unit is None or corpus.verdict(passage, query.moment, exchange.span).edges != (_id(effect),):
        return None
    ends = (Span(unit.span.start, exchange.span.start), Span(exchange.span.end, unit.span.end))
    kept = [_trimmed(corpus, effect.target, span) for span in ends if _says(corpus, effect.target, span)]
    if not kept or not all(may_quote(corpus.verdict(passage, query.moment, span)) for span in kept):
        return None
    at, clause = exchange.span.start - unit.span.start, corpus.clause_of(passage)
    text = f"{unit.text[:at]}{exchange.new}{unit.text[at + len(exchange.span) :]}"
    said = " ".join(without_label(text).split())
    return Reading(f"{unit.lead} {said}".strip(), clause.label if clause else "", passage, tuple(kept))


def _id(effect: Effect) -> str:
    return effect.edge.id if effect.edge else ""


def _says(corpus: Corpus, source_id: str, span: Span) -> bool:
    return span.start < span.end and _LETTER.search(without_label(corpus.text(source_id, span))) is not None


def _trimmed(corpus: Corpus, source_id: str, span: Span) -> Span:
    text = corpus.text(source_id, span)
    start = span.start + len(text) - len(text.lstrip())
    return Span(start, span.start + len(text.rstrip()))
