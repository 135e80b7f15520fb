"""One answer out of two."""

from __future__ import annotations

from dataclasses import replace

from retrieval.answering.model import MAX_CITATIONS, Answer, Citation, Dispute


def join_answers(first: Answer, second: Answer) -> Answer:
    """One answer out of two; the second's citations are numbered on, with all that refers to them.

    What the second says on citations beyond the most that an answer may have is left out.
    """
    shift = len(first.citations)
    citations = tuple(_shifted(c, shift) for c in second.citations)[: MAX_CITATIONS - shift]
    kept = {c.n for c in citations}
    sentences = [
        replace(s, citations=tuple(n + shift for n in s.citations if n + shift in kept)) for s in second.sentences
    ]
    stated = [replace(one, n=one.n + shift) for one in second.requirements if one.n + shift in kept]
    return replace(
        second,
        sentences=(*first.sentences, *(s for s in sentences if s.citations)),
        citations=(*first.citations, *citations),
        requirements=(*first.requirements, *stated),
        disputes=(*first.disputes, *(_renumbered(dispute, shift) for dispute in second.disputes)),
        history=True,
    )


def _shifted(citation: Citation, shift: int) -> Citation:
    return replace(citation, n=citation.n + shift)


def _renumbered(dispute: Dispute, shift: int) -> Dispute:
    """A dispute whose sides, and those of them that it names, are numbered on."""
    return replace(
        dispute,
        sides=tuple(replace(side, citation=_shifted(side.citation, shift)) for side in dispute.sides),
        stricter=dispute.stricter and dispute.stricter + shift,
        prevails=dispute.prevails and dispute.prevails + shift,
    )
