"""Outcomes as JSON, the same for the command line, HTTP and receipts."""

from __future__ import annotations

from collections import Counter
from typing import Any, assert_never

from app.settings import EXTRACTIVE
from app.use_cases.demand_json import demand_json
from graph.identity import digest
from retrieval.answering.generated.writing import Written
from retrieval.answering.model import Abstention, Answer, Citation, Dispute, Outcome, Reason, Sentence, Side, Stated
from retrieval.corpus import Corpus
from retrieval.gate import count_withheld
from retrieval.model import Candidate
from retrieval.pipeline import Retrieval

Json = dict[str, Any]


def citation_json(citation: Citation) -> Json:
    """A citation as `interfaces.md` §3 has it, with its span so that any surface finds the characters.

    `copies` is there only for a message that is held in several places.
    """
    copies = {"copies": citation.copies} if citation.copies > 1 else {}
    return copies | {
        "n": citation.n,
        "source_id": citation.source_id,
        "passage_id": citation.passage_id,
        "work": citation.work,
        "title": citation.title,
        "version": citation.version,
        "kind": citation.kind,
        "authority": citation.authority,
        "date": citation.date,
        "clause": citation.clause,
        "page": citation.page,
        "boxes": [[box.x0, box.y0, box.x1, box.y1] for box in citation.boxes],
        "start_s": citation.start_s,
        "end_s": citation.end_s,
        "speaker": citation.speaker,
        "quote": citation.quote.text,
        "span": [citation.quote.span.start, citation.quote.span.end],
        "signal": citation.signal,
        "uri": citation.uri,
    }


def outcome_json(outcome: Outcome) -> Json:
    """The part of the answer object that the answerer decides."""
    match outcome:
        case Answer():
            return _answer_json(outcome)
        case Abstention():
            return _abstention_json(outcome)
        case _:
            assert_never(outcome)


def _answer_json(answer: Answer) -> Json:
    return {
        "kind": "answer",
        "answer": "\n".join(marked(sentence) for sentence in answer.sentences),
        "sentences": [{"text": s.text, "citations": list(s.citations)} for s in answer.sentences],
        "citations": [citation_json(citation) for citation in answer.citations],
        "coverage": round(answer.coverage, 4),
        "threshold": answer.threshold,
        "history": answer.history,
        "abstention": None,
        "requirements": [_stated_json(one) for one in answer.requirements],
        "conflicts": [_dispute_json(one) for one in answer.disputes],
    }


def marked(sentence: Sentence) -> str:
    """A sentence with the numbers of its citations."""
    return f"{sentence.text} {''.join(f'[{n}]' for n in sentence.citations)}".rstrip()


def _abstention_json(abstention: Abstention) -> Json:
    return {
        "kind": "abstention",
        "answer": None,
        "sentences": [],
        "citations": [],
        "coverage": round(abstention.coverage, 4),
        "threshold": abstention.threshold,
        "history": False,
        "abstention": {
            "reason": abstention.reason,
            "detail": abstention.detail,
            "nearest": [citation_json(citation) for citation in abstention.nearest],
            "would_settle": list(abstention.would_settle),
        },
        "requirements": [],
        "conflicts": _conflicts_json(abstention),
    }


def _stated_json(one: Stated) -> Json:
    """A requirement in its normal form, with the number of its citation."""
    return demand_json(one.requirement) | {
        "id": one.requirement.id,
        "confidence": one.requirement.confidence,
        "citation": one.n,
    }


def _dispute_json(dispute: Dispute) -> Json:
    return {
        "id": dispute.id,
        "class": dispute.kind,
        "reason": dispute.reason,
        "state": dispute.state,
        "decision": dispute.decision,
        "stricter": dispute.stricter,
        "prevails": dispute.prevails,
        "sides": [_side_json(side) for side in dispute.sides],
    }


def _side_json(side: Side) -> Json:
    read = demand_json(side.requirement) if side.requirement else {"value": side.says}
    return read | {"citation": citation_json(side.citation), "says": side.says}


def _conflicts_json(abstention: Abstention) -> list[Json]:
    """The contradiction that kept an answer back, its sides as cited.

    Its id is that of the register; that of its places where it was found in words and not in requirements.
    """
    if abstention.dispute is not None:
        return [_dispute_json(abstention.dispute)]
    if abstention.reason is not Reason.UNRESOLVED_CONFLICT:
        return []
    sides = [
        {"citation": citation_json(citation), "value": value, "says": value}
        for citation, value in zip(abstention.nearest, abstention.values, strict=True)
    ]
    places = sorted(f"{c.source_id}:{c.quote.span.start}" for c in abstention.nearest)
    return [{"id": "x-" + digest(*places), "class": "contradiction", "state": None, "reason": None, "sides": sides}]


def answerer_json(written: Written) -> Json:
    """Who worded an outcome, why not the model where one was asked for, and what of its draft was left out.

    The words left out are told by kind and number only: they are not to be read as an answer.
    """
    removed = Counter(one.problems[0].kind for one in written.removed)
    return {
        "name": written.asked,
        "wrote": written.asked if written.why_not is None else EXTRACTIVE,
        "why": written.why_not,
        "sentences_removed": len(written.removed),
        "removed": dict(sorted(removed.items())),
    }


def draft_json(written: Written) -> Json | None:
    """A draft as it was written, with what was left out of it and why; None where no model was asked."""
    if written.draft is None:
        return None
    return {
        "answerer": written.asked,
        "weights": written.weights,
        "prompt_sha256": written.prompt_sha256,
        "draft": written.draft,
        "failure": written.failure,
        "removed": [{"text": one.text, "why": [problem.detail for problem in one.problems]} for one in written.removed],
    }


def withheld_json(retrieval: Retrieval | None) -> dict[str, int]:
    """How many passages were kept back, by reason."""
    return count_withheld(retrieval.candidates if retrieval else ())


def trace_json(retrieval: Retrieval, corpus: Corpus) -> Json:
    """Every figure that placed every candidate; `final == rrf * factor * penalty` for each."""
    profile = retrieval.profile
    return {
        "profile": profile.name,
        "rrf_k": profile.rrf_k,
        "depth": profile.depth,
        "recency_weight": profile.recency_weight,
        "lanes": {
            ranking.lane: [{"passage_id": h.passage_id, "rank": h.rank, "score": h.score} for h in ranking.hits]
            for ranking in retrieval.rankings
        },
        "candidates": [_candidate_json(c, retrieval, corpus) for c in retrieval.candidates],
    }


def _candidate_json(candidate: Candidate, retrieval: Retrieval, corpus: Corpus) -> Json:
    passage = retrieval.passages[candidate.passage_id]
    description = corpus.description(candidate.source_id, retrieval.query.moment.known_at)
    clause = corpus.clause_of(passage)
    return {
        "passage_id": candidate.passage_id,
        "source_id": candidate.source_id,
        "work": description.number or description.title,
        "version": description.version,
        "clause": clause.label if clause else None,
        "page": passage.page_from,
        "ranks": dict(candidate.ranks),
        "scores": dict(candidate.scores),
        "rrf": candidate.rrf,
        "age_days": candidate.age_days if candidate.age_days not in (None, float("inf")) else None,
        "recency": candidate.recency,
        "penalty": candidate.penalty,
        "final": candidate.final,
        "signal": candidate.signal,
        "passes": candidate.passes,
        "reason": candidate.reason,
        "path": candidate.path,
    }
