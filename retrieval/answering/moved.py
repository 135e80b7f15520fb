"""What words of a meeting were when they were said: a motion with what became of it, or a proposal.

A motion that was lost reads like a rule; an answer that quotes it says that it was lost.
"""

from __future__ import annotations

from graph.model import Commitment, Span
from graph.vocabulary import CommitmentKind, MotionAct
from retrieval.corpus import Corpus
from retrieval.model import Query

_BECAME = {
    MotionAct.CARRIED: "as a motion that was carried",
    MotionAct.FAILED: "as a motion that failed",
    MotionAct.WITHDRAWN: "as a motion that was withdrawn",
    MotionAct.TABLED: "as a motion that was tabled",
}
_NOT_KNOWN = "as a motion of which no outcome is known"
_PROPOSED = "as a proposal"


def as_moved(corpus: Corpus, query: Query, source_id: str, span: Span) -> str:
    """As what the words of a span were said; "" for words that were neither moved nor proposed."""
    with corpus.store.read() as reader:
        held = reader.find(Commitment, source_id=source_id, known_at=query.moment.known_at)
        said = [one for one in held if one.span.overlaps(span)]
    motion = next((one for one in said if one.kind is CommitmentKind.MOTION), None)
    if motion is not None:
        return _BECAME.get(motion.outcome, _NOT_KNOWN) if motion.outcome else _NOT_KNOWN
    return _PROPOSED if any(one.kind is CommitmentKind.PROPOSAL for one in said) else ""
