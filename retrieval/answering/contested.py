"""Texts in force of which one claims the other's place, and nothing decides: neither is answered from alone.

A circle ("A replaces B", "B replaces A") and a claim between classes that the order of precedence puts on one
level leave both texts in force, contested. What the order or a document's own header decides is no such case.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from graph.contests import begun
from graph.effects import Contest
from graph.governing import Governing
from graph.model import Evidence
from retrieval.answering.contradiction import Contradiction, are_opposed, is_said_alike
from retrieval.answering.selection import Scored
from retrieval.answering.units import Unit
from retrieval.corpus import Corpus

_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
SPEAKS_TOO = 0.5
"""Share of the answering unit's score from which on the other text speaks of the same."""


def rivals(governing: Governing, source_id: str) -> list[Contest]:
    """The contests between a source and the others that contest it without a rule that decides, in a fixed order."""
    others = frozenset(governing.contested_with(source_id))
    open_pairs = {frozenset((source_id, other)) for other in others & governing.snapshot.sources.keys()}
    known = governing.effects.contests
    found = (contest for target in known for contest in begun(governing.effects, target, governing.moment.as_of))
    return [contest for contest in found if frozenset((contest.by, contest.target)) in open_pairs]


def contested(best: Scored, scored: Sequence[Scored], corpus: Corpus, governing: Governing) -> Contradiction | None:
    """The two sides where the text that would answer is contested and the other one does not say the same."""
    source_id = best.unit.source_id
    for contest in rivals(governing, source_id):
        clauses = contest.edge.scope.clauses if contest.edge else ()
        clause = corpus.clause_of(best.passage)
        if clauses and contest.target == source_id and (clause is None or clause.path not in clauses):
            continue
        other_id = contest.by if contest.target == source_id else contest.target
        theirs = next((s for s in scored if s.unit.source_id == other_id), None)
        if theirs is not None and theirs.score >= SPEAKS_TOO * best.score:
            if _agree(best, theirs):
                continue
        elif contest.by == source_id:
            continue  # the other text neither speaks of it nor claims the place of this one
        else:
            theirs = _claim(corpus, contest.edge.evidence if contest.edge else None)
        if theirs is not None:
            name = governing.snapshot.name
            about = f"which of {name(contest.by)} and {name(contest.target)} is in force"
            return Contradiction(about, (best, theirs), tuple(" ".join(s.unit.text.split()) for s in (best, theirs)))
    return None


def _agree(one: Scored, other: Scored) -> bool:
    """Whether two texts say the same: the same figures in the same words."""
    mine, theirs = (sorted(_FIGURE.findall(side.unit.text)) for side in (one, other))
    return mine == theirs and is_said_alike(one, other) and not are_opposed(one, other)


def _claim(corpus: Corpus, evidence: Evidence | None) -> Scored | None:
    """The words of a claim as a side of their own."""
    passage = corpus.passage_at(evidence.source_id, evidence.span.start) if evidence else None
    if evidence is None or passage is None:
        return None
    unit = Unit(passage.id, evidence.source_id, evidence.span, evidence.quote)
    return Scored(unit, passage, 0.0, frozenset(), frozenset())
